/* adtmap info: what client files hold. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "base/path.h"
#include "base/size.h"
#include "cli/command.h"
#include "cli/commands/file_suffix.h"
#include "cli/common.h"
#include "cli/options/option_kinds.h"
#include "cli/report/describe.h"
#include "cli/report/describe_lists.h"
#include "cli/report/describe_storage.h"
#include "cli/session.h"
#include "os/file.h"

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

static enum adtmap_status read_stdin(const struct diag *diag, struct blob *blob,
                                     const struct file_kind **kind)
{
    enum adtmap_status status = file_read_open(STDIN_FILENO, FILE_STREAM_BYTES_MAX, diag, blob);
    *kind = status ? NULL : kind_of(file_suffix_of(blob->data, blob->size));
    return status;
}

static enum adtmap_status describe_folder(const char *path, const struct info_options *options,
                                          const struct diag *diag, cJSON *facts)
{
    bool is_storage;
    enum adtmap_status status =
        describe_storage(path, &options->input.client, diag, facts, &is_storage);
    if (!is_storage) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "is a directory; adtmap maps and adtmap ls list what it holds");
    }
    return status;
}

/* Adds what `path` holds to `facts`. */
static enum adtmap_status describe(const char *path, const struct info_options *options,
                                   const struct diag *diag, cJSON *facts)
{
    const struct file_kind *kind = kind_of(path);
    struct blob blob = {0};
    bool is_stdin = is_standard_input(path);
    if (!is_stdin && file_is_directory(path)) {
        return describe_folder(path, options, diag, facts);
    }
    enum adtmap_status status =
        is_stdin ? read_stdin(diag, &blob, &kind) : file_map(path, diag, &blob);
    if (status == ADTMAP_OK && !kind) {
        status = diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                           "unknown kind of file; .wdt, .adt, .wdl, .wmo, .blp, .m2, .mdx and "
                           ".skin are read");
    } else if (status == ADTMAP_OK) {
        cJSON_AddStringToObject(facts, "kind", kind->suffix + 1);
        cJSON_AddNumberToObject(facts, "bytes", (double)blob.size);
        status = kind->describe(blob.data, blob.size, diag, facts);
    }
    blob_release(&blob);
    return status;
}

/* Offsets are hexadecimal, as in messages. */
static void print_value(const cJSON *value)
{
    if (cJSON_IsString(value)) {
        common_print_name(value->valuestring);
    } else if (cJSON_IsNumber(value) && value->string && strstr(value->string, "offset")) {
        printf("0x%" PRIx64, (uint64_t)value->valuedouble);
    } else if (cJSON_IsNumber(value)) {
        printf("%.10g", value->valuedouble);
    } else {
        fputs(cJSON_IsTrue(value) ? "yes" : "no", stdout);
    }
}

/* The members' names are written for programs. */
static void print_name(const char *name)
{
    for (; *name; name++) {
        putchar(*name == '_' ? ' ' : *name);
    }
}

/* An array within an item: of numbers and strings on its line, of objects below it. */
static bool is_inline(const cJSON *member)
{
    return !cJSON_IsArray(member) || (member->child && !cJSON_IsObject(member->child));
}

static void print_inline(const cJSON *member)
{
    if (!cJSON_IsArray(member)) {
        putchar(' ');
        print_value(member);
        return;
    }
    const cJSON *element;
    cJSON_ArrayForEach(element, member)
    {
        putchar(' ');
        print_value(element);
    }
}

/* A value, or an object on one line: its first member, then "name value" of the others. */
static void print_item(const cJSON *item)
{
    const cJSON *member = cJSON_IsObject(item) ? item->child : NULL;
    print_value(member ? member : item);
    for (member = member ? member->next : NULL; member; member = member->next) {
        if (is_inline(member)) {
            fputs(", ", stdout);
            print_name(member->string);
            print_inline(member);
        }
    }
}

/* One item a line, its lists of objects below it. */
static void print_list(const cJSON *list, int indent)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        printf("\n%*s", indent, "");
        print_item(item);
        const cJSON *member = cJSON_IsObject(item) ? item->child : NULL;
        for (; member; member = member->next) {
            if (!is_inline(member)) {
                print_list(member, indent + 2);
            }
        }
    }
}

/* Lists that are too long to read unless asked for, and how many entries they lack. */
static bool is_long_list(const char *name)
{
    static const char *const names[] = {"map_chunks",    "doodad_placements", "wmo_placements",
                                        "material_list", "sequence_list",     "blend_mesh_list",
                                        "light_list",    "tile_files",        "texture_motions"};
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (strncmp(names[i], name, strlen(names[i])) == 0) {
            return true;
        }
    }
    return false;
}

/* "  name: value". Objects and names of files take a line each; empty arrays are left out. */
static void print_fact(const cJSON *fact)
{
    if (cJSON_IsArray(fact) && !fact->child) {
        return;
    }
    bool is_name_list = cJSON_IsString(fact->child) && !strstr(fact->string, "_set");
    fputs("  ", stdout);
    print_name(fact->string);
    putchar(':');
    if (is_inline(fact) && !is_name_list) {
        print_inline(fact);
    } else {
        print_list(fact, 4);
    }
    putchar('\n');
}

static void print_facts(const cJSON *facts, const struct info_options *options)
{
    const cJSON *fact;
    cJSON_ArrayForEach(fact, facts)
    {
        if (options->is_long || !is_long_list(fact->string)) {
            print_fact(fact);
        }
    }
}

/* A log that passes messages on and keeps the first warnings for the result. */
struct keeping_log {
    const struct adtmap_log *log;
    cJSON *warnings;
    size_t count;
};

static cJSON *describe_warning(const struct adtmap_message *message)
{
    cJSON *warning = cJSON_CreateObject();
    cJSON_AddStringToObject(warning, "file", message->file);
    cJSON_AddStringToObject(warning, "chunk", message->chunk);
    if (message->offset >= 0) {
        cJSON_AddNumberToObject(warning, "offset", (double)message->offset);
    }
    cJSON_AddStringToObject(warning, "what", message->what);
    return warning;
}

static void keep(void *user, const struct adtmap_message *message)
{
    struct keeping_log *keeping = user;
    bool is_kept = message->level == ADTMAP_WARNING || message->level == ADTMAP_NOTICE;
    if (is_kept && keeping->count < DESCRIBE_LIST_MAX) {
        common_json_append(keeping->warnings, describe_warning(message));
    }
    keeping->count += is_kept;
    if (keeping->log && keeping->log->write) {
        keeping->log->write(keeping->log->user, message);
    }
}

/* Describes one file into `files` or on stdout. */
static enum adtmap_status handle(const char *path, const struct info_options *options,
                                 struct messages *messages, cJSON *files)
{
    struct adtmap_message failure = {0};
    struct keeping_log keeping = {messages_log(messages), cJSON_CreateArray(), 0};
    const struct adtmap_log log = {keep, &keeping};
    const char *name = is_standard_input(path) ? DESCRIBE_STDIN : path;
    const struct diag diag = {name, &log, &failure};
    cJSON *facts = cJSON_CreateObject();
    cJSON_AddStringToObject(facts, "file", name);
    enum adtmap_status status = describe(path, options, &diag, facts);
    if (status != ADTMAP_OK) {
        messages_write(messages, &failure);
        cJSON_AddStringToObject(facts, "error", failure.what);
    } else if (!options->common.json) {
        printf("%s:\n", name);
        cJSON_DeleteItemFromObject(facts, "file");
        print_facts(facts, options);
    }
    common_json_put(facts, "warnings", keeping.warnings);
    (void)describe_shown(facts, "warnings", keeping.count, DESCRIBE_LIST_MAX);
    common_json_append(files, facts);
    return status;
}

static enum exit_status describe_all(struct session *session, const void *given)
{
    const struct info_options *options = given;
    const struct operands *paths = &session->operands;
    int failed = 0;
    cJSON *document = cJSON_CreateObject();
    cJSON *files = cJSON_AddArrayToObject(document, "files");
    for (int i = 0; i < paths->count; i++) {
        failed += handle(paths->items[i], options, session->messages, files) != ADTMAP_OK;
    }
    if (!options->common.json) {
        cJSON_Delete(document);
    } else if (!common_print_json(session->messages, document)) {
        return EXIT_NOT_RUN;
    }
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

const struct command command_info = {"info", "prints what client files hold", run};
