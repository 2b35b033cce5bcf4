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

/* Where client data come from. */
struct session_input {
    struct option_strings paths;
    const char *listfile; /* or NULL */
};

/* The required -d of commands that work on client data, repeated or not, and --listfile. */
struct option_table session_data_table(struct session_input *input);

/* --listfile alone, for commands that find the data themselves. */
struct option_table session_listfile_table(struct session_input *input);

/* False, said on stderr, when out of memory. Close it either way. */
bool session_open(struct session *session, enum verbosity verbosity);

/* Opens the data; false, said on stderr, when that fails. */
bool session_open_data(struct session *session, const struct session_input *input);

void session_close(struct session *session);

#endif
