/* What every command offers: how much it says, and results for programs. */
#ifndef CLI_COMMON_H
#define CLI_COMMON_H

#include <stdbool.h>

#include "cli/command.h"
#include "cli/messages.h"
#include "cli/options.h"

struct common_options {
    enum verbosity verbosity;
    bool json; /* results on stdout as JSON */
};

/* -q, -v. */
struct option_table common_table(struct common_options *options);

/* -q, -v, --json, for commands with results. */
struct option_table common_table_json(struct common_options *options);

struct cJSON;

/* Prints the document on stdout with a newline and deletes it; false when out of memory (also for
 * a NULL document). */
bool common_print_json(struct cJSON *document);

#endif
