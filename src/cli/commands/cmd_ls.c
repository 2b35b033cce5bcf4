/* adtmap ls: lists the files in the data, and where each comes from. */
#include <inttypes.h>
#include <stdio.h>

#include <cjson/cJSON.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/commands/file_selection.h"
#include "cli/common.h"
#include "cli/session.h"
#include "scene/map/map.h"

struct ls_options {
    struct session_input data;
    bool is_long;
    struct common_options common;
};

static const struct option_row output_rows[] = {
    {.name = "long",
     .letter = 'l',
     .kind = &option_flag,
     .offset = offsetof(struct ls_options, is_long),
     .help =
         "also prints the size and the origin of each file, and its id when a listfile has ids"},
};

/* One file of the list. */
struct entry {
    const char *name;
    const char *origin;
    uint32_t id;    /* 0: none */
    bool has_bytes; /* false: damaged in its archive */
    uint64_t bytes;
};

static struct entry describe(const struct assets *assets, const char *name, const char *spelled,
                             const char *origin)
{
    struct entry entry = {
        .name = spelled,
        .origin = origin,
        .id = assets_id_of_name(assets, name),
    };
    entry.has_bytes = assets_size(assets, name, &entry.bytes);
    return entry;
}

static void print_long(const struct entry *entry)
{
    if (entry->has_bytes) {
        printf("%10" PRIu64 "  ", entry->bytes);
    } else {
        printf("%10s  ", "?");
    }
    common_print_name(entry->name);
    if (entry->id != 0) {
        printf("  %" PRIu32, entry->id);
    }
    fputs("  ", stdout);
    common_print_name(entry->origin);
    putchar('\n');
}

/* How the list is printed. */
struct printing {
    const struct assets *assets;
    bool is_long;
};

/* selection_take */
static void print_file(void *user, const char *name, const char *spelled, const char *origin)
{
    const struct printing *printing = user;
    if (printing->is_long) {
        struct entry entry = describe(printing->assets, name, spelled, origin);
        print_long(&entry);
    } else {
        common_print_name(spelled);
        putchar('\n');
    }
}

static void print_list(const struct selection *files, struct printing *printing)
{
    for (size_t i = 0; i < selection_count(files); i++) {
        print_file(printing, selection_name(files, i), selection_spelled(files, i),
                   selection_origin(files, i));
    }
}

static bool print_json(struct session *session, const struct selection *files)
{
    cJSON *document = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(document, "files");
    for (size_t i = 0; i < selection_count(files); i++) {
        struct entry entry = describe(session->data->assets, selection_name(files, i),
                                      selection_spelled(files, i), selection_origin(files, i));
        cJSON *object = cJSON_CreateObject();
        cJSON_AddStringToObject(object, "name", entry.name);
        if (entry.has_bytes) {
            cJSON_AddNumberToObject(object, "bytes", (double)entry.bytes);
        }
        if (entry.id != 0) {
            cJSON_AddNumberToObject(object, "id", entry.id);
        }
        cJSON_AddStringToObject(object, "origin", entry.origin);
        common_json_append(list, object);
    }
    return common_print_json(session->messages, document);
}

static enum exit_status list_selected(struct session *session, const struct ls_options *options)
{
    struct selection files = {0};
    struct printing printing = {session->data->assets, options->is_long};
    size_t missing;
    enum exit_status status = EXIT_NOT_RUN;
    if (selection_make(session, &session->operands, &files, &missing)) {
        status = missing > 0 ? EXIT_PARTIAL : EXIT_OK;
        if (!options->common.json) {
            print_list(&files, &printing);
        } else if (!print_json(session, &files)) {
            status = EXIT_NOT_RUN;
        }
    }
    selection_free(&files);
    return status;
}

static enum exit_status list(struct session *session, const void *given)
{
    const struct ls_options *options = given;
    if (!session_open_data(session, &options->data)) {
        return EXIT_NOT_RUN;
    }
    if (session->operands.count > 0 || options->common.json) {
        return list_selected(session, options);
    }
    struct printing printing = {session->data->assets, options->is_long};
    return selection_stream(session, print_file, &printing) ? EXIT_OK : EXIT_NOT_RUN;
}

static enum exit_status run(int argc, char **argv)
{
    struct ls_options options = {0};
    const struct option_table tables[] = {
        session_data_table(&options.data),
        {"Output", output_rows, COUNT_OF(output_rows), &options},
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_ls.name,
        .synopsis = "-d DATA... [PATTERN...] [options]",
        .about = "Lists the files in the data as a render finds them. A PATTERN is a file, a "
                 "folder, a file id, or a name with the wildcards *, ? and []; one without a slash "
                 "is looked for in all folders. Case and the kind of slash do not matter. Exit "
                 "status 1 when a PATTERN matches nothing.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_max = OPERANDS_ANY,
        .operand = "PATTERN",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, list, &options);
}

const struct command command_ls = {"ls", "lists the files in the data", run};
