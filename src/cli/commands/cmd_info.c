/* adtmap info: what client files hold. */
#include <stdio.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "cli/command.h"
#include "cli/commands/file_suffix.h"
#include "cli/common.h"
#include "cli/options/option_kinds.h"
#include "cli/report/describe.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_storage.h"
#include "cli/report/outline.h"
#include "cli/session.h"
#include "os/file.h"
#include "os/process.h"

struct info_options {
    struct session_input input; /* what to take of a storage */
    bool is_long;
    struct common_options common;
};

static const struct option_row output_rows[] = {
    {.name = "long",
     .letter = 'l',
     .kind = &option_flag,
     .offset = offsetof(struct info_options, is_long),
     .help = "also prints long lists: map chunks, placements, materials, lights, sequences, ids of "
             "tiles; JSON always has them"},
};

struct file_kind {
    const char *suffix;
    describe_file *describe;
};

static const struct file_kind kinds[] = {
    {".wdt", describe_wdt},   {".adt", describe_adt},   {".wdl", describe_wdl},
    {".blp", describe_blp},   {".wmo", describe_wmo},   {".m2", describe_model},
    {".mdx", describe_model}, {".skin", describe_skin},
};

static const struct file_kind *kind_of(const char *path)
{
    for (size_t i = 0; i < COUNT_OF(kinds); i++) {
        if (name_has_suffix(path, kinds[i].suffix)) {
            return &kinds[i];
        }
    }
    return NULL;
}

static bool is_standard_input(const char *path)
{
    return strcmp(path, "-") == 0;
}

/* Adds what `path` holds to `facts`. */
static enum adtmap_status describe(const char *path, const struct info_options *options,
                                   const struct diag *diag, struct json *facts)
{
    const struct file_kind *kind = kind_of(path);
    struct blob blob = {0};
    bool is_stdin = is_standard_input(path);
    enum adtmap_status status;
    if (!is_stdin && file_is_directory(path)) {
        bool is_storage;
        status = describe_storage(path, &options->input.client, diag, facts, &is_storage);
        return is_storage
                   ? status
                   : diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                               "is a directory; adtmap maps and adtmap ls list what it holds");
    }
    if (is_stdin) {
        status = process_read_stdin(FILE_STREAM_BYTES_MAX, diag, &blob);
        kind = status ? NULL : kind_of(file_suffix_of(blob.data, blob.size));
    } else {
        status = file_map(path, diag, &blob);
    }
    if (status == ADTMAP_OK && !kind) {
        status = diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                           "unknown kind of file; .wdt, .adt, .wdl, .wmo, .blp, .m2, .mdx and "
                           ".skin are read");
    } else if (status == ADTMAP_OK) {
        json_string(facts, "kind", kind->suffix + 1);
        json_number(facts, "bytes", (double)blob.size);
        status = kind->describe(blob.data, blob.size, diag, facts);
    }
    blob_release(&blob);
    return status;
}

/* A log that passes messages on and keeps the first warnings for the result. */
struct keeping_log {
    const struct adtmap_log *log;
    struct buffer warnings; /* struct adtmap_message */
    size_t count;
};

static void keep(void *user, const struct adtmap_message *message)
{
    struct keeping_log *keeping = user;
    bool is_kept = message->level == ADTMAP_WARNING || message->level == ADTMAP_NOTICE;
    if (is_kept && keeping->count < DESCRIBE_LIST_MAX) {
        buffer_append(&keeping->warnings, message, sizeof *message);
    }
    keeping->count += is_kept;
    if (keeping->log && keeping->log->write) {
        keeping->log->write(keeping->log->user, message);
    }
}

static void add_warnings(struct json *facts, const struct keeping_log *keeping)
{
    facts->text->failed |= keeping->warnings.failed;
    size_t count = keeping->warnings.failed ? 0 : keeping->count;
    for (struct list_walk at = describe_list(facts, "warnings", count); describe_next(&at);) {
        struct adtmap_message message;
        memcpy(&message, keeping->warnings.data + at.index * sizeof message, sizeof message);
        json_string(facts, "file", message.file);
        json_string(facts, "chunk", message.chunk);
        if (message.offset >= 0) {
            json_number(facts, "offset", (double)message.offset);
        }
        json_string(facts, "what", message.what);
    }
}

/* Describes one file as an object of a list. */
static enum adtmap_status handle_json(const char *path, const struct info_options *options,
                                      struct messages *messages, struct json *files)
{
    struct adtmap_message failure = {0};
    struct keeping_log keeping = {.log = messages_log(messages)};
    const struct adtmap_log log = {keep, &keeping};
    const struct diag diag = {is_standard_input(path) ? DESCRIBE_STDIN : path, &log, &failure};
    json_object(files, NULL);
    json_string(files, "file", diag.file);
    enum adtmap_status status = describe(path, options, &diag, files);
    if (status) {
        messages_write(messages, &failure);
        json_string(files, "error", failure.what);
    }
    add_warnings(files, &keeping);
    json_end(files);
    buffer_free(&keeping.warnings);
    return status;
}

/* Describes one file on stdout, whole or not at all. */
static enum adtmap_status handle_text(const char *path, const struct info_options *options,
                                      struct messages *messages)
{
    struct adtmap_message failure = {0};
    struct buffer text = {0};
    struct outline outline;
    const char *name = is_standard_input(path) ? DESCRIBE_STDIN : path;
    const struct diag diag = {name, messages_log(messages), &failure};
    outline_open(&outline, &text, options->is_long, process_stdout_is_terminal());
    json_object(&outline.json, NULL);
    enum adtmap_status status = describe(path, options, &diag, &outline.json);
    if (!status && text.failed) {
        status = diag_fail_memory(&diag);
    }
    if (status) {
        messages_write(messages, &failure);
    } else {
        printf("%s:\n", name);
        fwrite(text.data, 1, text.size, stdout);
    }
    buffer_free(&text);
    return status;
}

static enum exit_status describe_all(struct session *session, const void *given)
{
    const struct info_options *options = given;
    const struct operands *paths = &session->operands;
    int failed = 0;
    struct buffer text = {0};
    struct json json = json_to(&text, JSON_INDENTED);
    json_object(&json, NULL);
    json_array(&json, "files");
    for (int i = 0; i < paths->count; i++) {
        const char *path = paths->items[i];
        failed += (options->common.json ? handle_json(path, options, session->messages, &json)
                                        : handle_text(path, options, session->messages)) != 0;
    }
    json_end(&json);
    json_end(&json);
    if (options->common.json && !common_print_json(session->messages, &text)) {
        return EXIT_NOT_RUN;
    }
    buffer_free(&text);
    if (failed == paths->count) {
        return EXIT_NOT_RUN;
    }
    return failed > 0 ? EXIT_PARTIAL : EXIT_OK;
}

static enum exit_status run(int argc, char **argv)
{
    struct info_options options = {0};
    const struct option_table tables[] = {
        session_client_table(&options.input),
        {"Output", output_rows, COUNT_OF(output_rows), &options},
        common_table_json(&options.common),
    };
    const struct command_line line = {
        .command = command_info.name,
        .examples = command_info.examples,
        .synopsis = "FILE... [options]",
        .about = "Prints what client files hold (- is standard input): map lists (.wdt), tiles "
                 "(.adt), textures (.blp), "
                 "low-resolution terrain (.wdl), buildings and their groups (.wmo), "
                 "models with what is drawn of them (.m2, .mdx) and their skins (.skin). "
                 "Of a folder with a client's storage (CASC) it prints product, build, and how "
                 "many files are there. "
                 "Damage is reported as warnings; a file that cannot be read is an error.",
        .tables = tables,
        .table_count = COUNT_OF(tables),
        .operands_min = 1,
        .operands_max = OPERANDS_ANY,
        .operand = "FILE",
    };
    return session_run(&line, argc, argv, &options.common.verbosity, describe_all, &options);
}

const struct command command_info = {
    "info",
    "prints what client files hold",
    run,
    {{"adtmap info client/World/Maps/Azeroth/Azeroth.wdt", "which tiles a map lists"},
     {"adtmap info Azeroth_32_48.adt --json", "what a tile holds, for programs"}}};
