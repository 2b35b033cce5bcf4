/*
 * Options are all read before anything is opened, and what a command opened is closed here, in
 * whichever way it ends.
 */
#include "cli/session.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/size.h"
#include "cli/common.h"
#include "map/open_data.h"
#include "os/file.h"

static const struct option_row data_rows[] = {
    {.name = "data",
     .letter = 'd',
     .argument = "DATA",
     .kind = &option_list,
     .offset = offsetof(struct session_input, paths),
     .is_path = true,
     .need = OPTION_REQUIRED,
     .help = "a client's folder (MPQ or CASC), an MPQ archive or a directory with client files; "
             "repeats, a later "
             "one overrides an earlier one"},
    {.name = "listfile",
     .argument = "FILE",
     .kind = &option_string,
     .offset = offsetof(struct session_input, listfile),
     .is_path = true,
     .help = "names of files, a line each, or 'id;name' for clients that keep files by id"},
    {.name = "product",
     .argument = "NAME",
     .kind = &option_string,
     .offset = offsetof(struct session_input, client.product),
     .help = "which game of a client's storage (CASC), as in .build.info: wow, wow_classic_era"},
    {.name = "locale",
     .argument = "NAME",
     .kind = &option_string,
     .offset = offsetof(struct session_input, client.locale),
     .help = "which language of a client's storage: enUS, deDE; the installed one"},
    {.name = "casc-keys",
     .argument = "FILE",
     .kind = &option_string,
     .offset = offsetof(struct session_input, client.key_file),
     .is_path = true,
     .help = "keys for a storage's encrypted files, lines 'NAME KEY' of 16 and 32 hex digits"},
};

struct option_table session_data_table(struct session_input *input)
{
    return (struct option_table){"Input", data_rows, COUNT_OF(data_rows), input};
}

struct option_table session_listfile_table(struct session_input *input)
{
    return (struct option_table){"Input", data_rows + 1, COUNT_OF(data_rows) - 1, input};
}

struct option_table session_client_table(struct session_input *input)
{
    return (struct option_table){"Input", data_rows + 2, COUNT_OF(data_rows) - 2, input};
}

enum exit_status session_run(const struct command_line *line, int argc, char **argv,
                             const enum verbosity *verbosity, session_work *work, const void *given)
{
    struct session session = {.line = line};
    enum parse_outcome outcome = command_line_parse(line, argc, argv, &session.operands);
    if (outcome != PARSE_RUN) {
        return outcome == PARSE_WRONG ? EXIT_NOT_RUN : EXIT_OK;
    }
    session.messages = messages_open(*verbosity);
    if (!session.messages) {
        fputs("adtmap: error: out of memory\n", stderr);
        return EXIT_NOT_RUN;
    }
    session.diag = (struct diag){NULL, messages_log(session.messages), &session.failure};
    enum exit_status status = work(&session, given);
    if (status == EXIT_OK && !session_data_are_whole(&session)) {
        status = EXIT_PARTIAL;
    }
    if (file_finish_writing(&session.diag)) {
        messages_write(session.messages, &session.failure);
        status = status == EXIT_OK ? EXIT_PARTIAL : status;
    }
    adtmap_data_close(session.data);
    messages_close(session.messages);
    return status;
}

bool session_renew_messages(struct session *session, enum verbosity verbosity)
{
    struct messages *renewed = messages_open(verbosity);
    if (!renewed) {
        return false;
    }
    messages_close(session->messages);
    session->messages = renewed;
    session->diag.log = messages_log(renewed);
    return true;
}

enum adtmap_status session_try_data(struct session *session, const struct session_input *input,
                                    struct adtmap_message *failure)
{
    enum adtmap_status status =
        adtmap_data_open_client(input->paths.items, input->paths.count, &input->client,
                                messages_log(session->messages), &session->data, failure);
    if (status == ADTMAP_OK && input->listfile) {
        status = adtmap_data_use_listfile(session->data, input->listfile, failure);
    }
    return status;
}

bool session_data_are_whole(const struct session *session)
{
    return !session->data || assets_unread_count(session->data->assets) == 0;
}

bool session_open_data(struct session *session, const struct session_input *input)
{
    return session_check(session, session_try_data(session, input, &session->failure));
}

enum exit_status session_fail(const struct session *session)
{
    messages_write(session->messages, &session->failure);
    return EXIT_NOT_RUN;
}

bool session_check(const struct session *session, enum adtmap_status status)
{
    if (status) {
        session_fail(session);
    }
    return !status;
}

enum exit_status session_refuse(const struct session *session, const char *format, ...)
{
    char what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    command_line_wrong(session->line, "%s", what);
    return EXIT_NOT_RUN;
}

bool session_read_doodad_rules(const struct session *session, struct option_doodad_rules *rules)
{
    char problem[OPTION_PROBLEM_BYTES];
    if (!option_doodad_rules_read(rules, problem)) {
        messages_error(session->messages, "--doodad-rules: %s", problem);
        return false;
    }
    return true;
}
