/* Options of every command: verbosity, and results as JSON. */
#ifndef CLI_COMMON_H
#define CLI_COMMON_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/command.h"
#include "cli/messages.h"
#include "cli/options/options.h"

struct common_options {
    enum verbosity verbosity;
    bool json; /* results on stdout as JSON */
};

/* -q, -v. */
struct option_table common_table(struct common_options *options);

/* -q, -v, --json, for commands with results. */
struct option_table common_table_json(struct common_options *options);

/* Prints a name from the data on stdout; on a terminal each character that could steer it or
 * mislead the reader (base/utf8.h) becomes '?'. */
void common_print_name(const char *name);

/* "tile" or "tiles". */
const char *common_tile_word(uint32_t count);

struct cJSON;

/*
 * Adds a member or an element; one that cannot be added is deleted. The code that builds a document
 * does not check each call: the session watches for failed allocations, and checks once at the end.
 */
void common_json_put(struct cJSON *object, const char *name, struct cJSON *item);
void common_json_append(struct cJSON *array, struct cJSON *item);

/* Records failed allocations of cJSON from here on; earlier ones are forgotten. */
void common_json_watch(void);

/* True: no allocation has failed since, so every document is complete. */
bool common_json_is_whole(void);

/* Prints the document and a newline on stdout, and deletes it. Without memory, also while it was
 * built, it prints only an error on stderr and returns false. */
bool common_print_json(struct messages *messages, struct cJSON *document);

#endif
