/* adtmap ls: lists the files in the data, and where each comes from. */
#include <inttypes.h>
#include <stdio.h>

#include "base/size.h"
#include "cli/command.h"
#include "cli/commands/file_selection.h"
#include "cli/common.h"
#include "cli/session.h"
#include "map/map.h"

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
struct listed_file {
    const char *name;
    const char *origin;
    uint32_t id;    /* 0: none */
    bool has_bytes; /* false: damaged in its archive */
    uint64_t bytes;
};

static struct listed_file describe(const struct assets *assets, const char *name,
                                   const char *spelled, const char *origin)
{
    struct listed_file entry = {
        .name = spelled,
        .origin = origin,
        .id = assets_id_of_name(assets, name),
    };
    entry.has_bytes = assets_size(assets, name, &entry.bytes);
    return entry;
}

static void print_long(const struct listed_file *entry)
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
    bool is_json;
    struct json json;
    struct buffer text; /* what is not printed yet */
};

static void print_json(struct printing *printing, const struct listed_file *entry)
{
    struct json *json = &printing->json;
    json_object(json, NULL);
    json_string(json, "name", entry->name);
    if (entry->has_bytes) {
        json_number(json, "bytes", (double)entry->bytes);
    }
    if (entry->id != 0) {
        json_number(json, "id", entry->id);
    }
    json_string(json, "origin", entry->origin);
    json_end(json);
}

/* selection_take */
static void print_file(void *user, const char *name, const char *spelled, const char *origin)
{
    struct printing *printing = user;
    if (!printing->is_long && !printing->is_json) {
        common_print_name(spelled);
        putchar('\n');
        return;
    }
    struct listed_file entry = describe(printing->assets, name, spelled, origin);
    if (!printing->is_json) {
        print_long(&entry);
    } else if (!printing->text.failed) {
        print_json(printing, &entry);
        if (!printing->text.failed) {
            fwrite(printing->text.data, 1, printing->text.size, stdout);
            buffer_clear(&printing->text);
        }
    }
}

static enum exit_status list(struct session *session, const void *given)
{
    const struct ls_options *options = given;
    size_t missing;
    if (!session_open_data(session, &options->data)) {
        return EXIT_NOT_RUN;
    }
    struct printing printing = {
        .assets = session->data->assets,
        .is_long = options->is_long,
        .is_json = options->common.json,
    };
    printing.json = json_to(&printing.text, JSON_INDENTED);
    if (printing.is_json) {
        json_object(&printing.json, NULL);
        json_array(&printing.json, "files");
    }
    bool fine = selection_stream(session, &session->operands, print_file, &printing, &missing);
    if (printing.is_json) {
        json_end(&printing.json);
        json_end(&printing.json);
        fine = common_print_json(session->messages, &printing.text) && fine;
    }
    bool is_whole = missing == 0 && assets_unread_count(printing.assets) == 0;
    enum exit_status found = is_whole ? EXIT_OK : EXIT_PARTIAL;
    return fine ? found : EXIT_NOT_RUN;
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
        .examples = command_ls.examples,
        .synopsis = "-d DATA... [PATTERN...] [options]",
        .about = "Lists the files in the data as a render finds them. A PATTERN is a file, a "
                 "folder, a file id, or a name with the wildcards *, ? and []; one without a slash "
                 "is looked for in all folders. Case and the kind of slash do not matter. Exit "
                 "status 1 when a PATTERN matches nothing, or a folder or archive of the data "
                 "cannot be read.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_max = OPERANDS_ANY,
        .operand = "PATTERN",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, list, &options);
}

const struct command command_ls = {
    "ls",
    "lists the files in the data",
    run,
    {{"adtmap ls -d client '*.wdt'", "all files of a kind"},
     {"adtmap ls -d client World/Maps/Azeroth", "all files of a folder"}}};
