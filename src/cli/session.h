/* What commands that work on client data share: the messages and the open data. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "adtmap/adtmap.h"
#include "cli/messages.h"
#include "cli/option_kinds.h"

struct session {
    struct messages *messages;
    struct adtmap_data *data; /* NULL until session_open_data */
};

/* The required -d of commands that work on client data, repeated or not. */
struct option_table session_data_table(struct option_strings *paths);

/* False, said on stderr, when out of memory. Close it either way. */
bool session_open(struct session *session, enum verbosity verbosity);

/* Opens the data; false, said on stderr, when that fails. */
bool session_open_data(struct session *session, const struct option_strings *paths);

void session_close(struct session *session);

#endif
