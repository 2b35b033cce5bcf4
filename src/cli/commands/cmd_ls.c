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

static struct entry describe(const struct assets *assets, const struct selection *files,
                             size_t index)
{
    const char *name = selection_name(files, index);
    struct entry entry = {
        .name = selection_spelled(files, index),
        .origin = selection_origin(files, index),
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

static void print_list(const struct assets *assets, const struct selection *files,
                       const struct ls_options *options)
{
    for (size_t i = 0; i < selection_count(files); i++) {
        if (options->is_long) {
            struct entry entry = describe(assets, files, i);
            print_long(&entry);
        } else {
            common_print_name(selection_spelled(files, i));
            putchar('\n');
        }
    }
}

static bool print_json(struct session *session, const struct selection *files)
{
    cJSON *document = cJSON_CreateObject();
    cJSON *list = cJSON_AddArrayToObject(document, "files");
    for (size_t i = 0; i < selection_count(files); i++) {
        struct entry entry = describe(session->data->assets, files, i);
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

static enum exit_status list(struct session *session, const void *given)
{
    const struct ls_options *options = given;
    struct selection files = {0};
    size_t missing;
    if (!session_open_data(session, &options->data)) {
        return EXIT_NOT_RUN;
    }
    enum exit_status status = EXIT_NOT_RUN;
    if (selection_make(session, &session->operands, &files, &missing)) {
        status = missing > 0 ? EXIT_PARTIAL : EXIT_OK;
        if (!options->common.json) {
            print_list(session->data->assets, &files, options);
        } else if (!print_json(session, &files)) {
            status = EXIT_NOT_RUN;
        }
    }
    selection_free(&files);
    return status;
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
