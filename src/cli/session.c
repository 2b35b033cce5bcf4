#include "cli/session.h"

#include <stdio.h>

static const struct option_row data_rows[] = {
    {.name = "data",
     .letter = 'd',
     .argument = "DATA",
     .kind = &option_list,
     .need = OPTION_REQUIRED,
     .help = "a directory with client files; repeats, a later one overrides an earlier one"},
};

struct option_table session_data_table(struct option_strings *paths)
{
    return (struct option_table){"Input", data_rows, 1, paths};
}

bool session_open(struct session *session, enum verbosity verbosity)
{
    *session = (struct session){.messages = messages_open(verbosity)};
    if (!session->messages) {
        fputs("adtmap: error: out of memory\n", stderr);
    }
    return session->messages != NULL;
}

bool session_open_data(struct session *session, const struct option_strings *paths)
{
    struct adtmap_message failure = {0};
    enum adtmap_status status = adtmap_data_open(
        paths->items, paths->count, messages_log(session->messages), &session->data, &failure);
    if (status != ADTMAP_OK) {
        messages_write(session->messages, &failure);
    }
    return status == ADTMAP_OK;
}

void session_close(struct session *session)
{
    adtmap_data_close(session->data);
    messages_close(session->messages);
}
