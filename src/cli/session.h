/* One run of a command: its arguments, its messages and the client data it works on. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "adtmap/adtmap.h"
#include "base/diag.h"
#include "cli/command.h"
#include "cli/messages.h"
#include "cli/options/option_kinds.h"

struct session {
    const struct command_line *line;
    struct operands operands;
    struct messages *messages;
    struct adtmap_data *data; /* NULL until session_open_data */
    struct diag diag;         /* warnings go to the messages, the failure to: */
    struct adtmap_message failure;
};

/* Says the failure on stderr. Returns EXIT_NOT_RUN. */
enum exit_status session_fail(const struct session *session);

/* Whether all went well; says the failure if not. */
bool session_check(const struct session *session, enum adtmap_status status);

/* Says "adtmap COMMAND: ..." of options that contradict each other. Returns EXIT_NOT_RUN. */
PRINTF_FORMAT(2, 3)
enum exit_status session_refuse(const struct session *session, const char *format, ...);

/* Where client data come from. */
struct session_input {
    struct option_strings paths;
    const char *listfile; /* or NULL */
    struct adtmap_client client;
};

/* The required -d of commands that work on client data, repeated or not, and what goes with it. */
struct option_table session_data_table(struct session_input *input);

/* The same without -d, for commands that find the data themselves. */
struct option_table session_listfile_table(struct session_input *input);

/* What to take of a client's storage alone. */
struct option_table session_client_table(struct session_input *input);

/* What a command does with its options, which `line` reads into the struct that is `given`. */
typedef enum exit_status session_work(struct session *session, const void *given);

/*
 * Reads the arguments as `line` says, and unless they are wrong or only ask for help, calls `work`.
 * `verbosity` is one of the options: it counts once they are read. EXIT_OK becomes EXIT_PARTIAL if
 * the data are not whole.
 */
enum exit_status session_run(const struct command_line *line, int argc, char **argv,
                             const enum verbosity *verbosity, session_work *work,
                             const void *given);

/* Ends what has been said, and begins again: what was said before may be said again. False when out
 * of memory. */
bool session_renew_messages(struct session *session, enum verbosity verbosity);

/* Opens the data. Fails as adtmap_data_open_client and adtmap_data_use_listfile. */
enum adtmap_status session_try_data(struct session *session, const struct session_input *input,
                                    struct adtmap_message *failure);

/* Whether all archives and folders of the data could be read. Each that could not has its warning:
 * what other data have in its place may be older. */
bool session_data_are_whole(const struct session *session);

/* Opens the data; false, said on stderr, when that fails. */
bool session_open_data(struct session *session, const struct session_input *input);

/* Reads the rules of --doodad-rules again; false, said on stderr, when that fails. */
bool session_read_doodad_rules(const struct session *session, struct option_doodad_rules *rules);

#endif
