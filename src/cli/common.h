/* What every command offers: how much it says, and results for programs. */
#ifndef CLI_COMMON_H
#define CLI_COMMON_H

#include <stdbool.h>

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

struct cJSON;

/*
 * Adds a member, an element; one that cannot be added is deleted. Documents are built without
 * looking at each call: whoever runs commands watches from the start, and asks at the end.
 */
void common_json_put(struct cJSON *object, const char *name, struct cJSON *item);
void common_json_append(struct cJSON *array, struct cJSON *item);

/* Has cJSON note for the rest of the process that memory was lacking. */
void common_json_watch(void);

/* Whether it never was: what was built since is complete. */
bool common_json_is_whole(void);

/* Prints the document on stdout with a newline and deletes it; false, said on stderr, when out of
 * memory, also while it was built: then nothing is printed. */
bool common_print_json(struct messages *messages, struct cJSON *document);

#endif
