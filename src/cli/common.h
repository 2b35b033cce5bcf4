/* Options of every command: verbosity, and results as JSON. */
#ifndef CLI_COMMON_H
#define CLI_COMMON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
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

/* Prints a JSON document of base/json.h and a newline on stdout, and frees it. Without memory, also
 * while it was written, it prints only an error on stderr and returns false. */
bool common_print_json(struct messages *messages, struct buffer *document);

#endif
