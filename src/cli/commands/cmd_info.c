/* adtmap info: what client files hold. */
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/path.h"
#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/report/describe.h"
#include "cli/session.h"
#include "os/file.h"

struct file_kind {
    const char *suffix;
    describe_file *describe;
};

static const struct file_kind kinds[] = {
    {".wdt", describe_wdt}, {".adt", describe_adt}, {".wdl", describe_wdl},
    {".blp", describe_blp}, {".wmo", describe_wmo},
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

/* "Inn" of a group's file Inn_000.wmo: how many characters of `path` they are; 0: it is none. */
static int group_stem(const char *path)
{
    size_t length = strlen(path);
    size_t tail = strlen("_000.wmo");
    return name_has_suffix(path, ".wmo") && length > tail && path[length - tail] == '_' &&
                   strspn(path + length - tail + 1, "0123456789") == 3
               ? (int)(length - tail)
               : 0;
}

/* A group's file, MVER and then MOGP, has none of the chunks that are read. */
static bool is_group(const char *path, const struct blob *blob)
{
    enum { AT_SECOND_ID = 12 };
    return group_stem(path) && blob->size >= AT_SECOND_ID + 4 &&
           memcmp(blob->data + AT_SECOND_ID, "PGOM", 4) == 0;
}

/* Adds what `path` holds to `facts`. */
static enum adtmap_status describe(const char *path, const struct diag *diag, cJSON *facts)
{
    const struct file_kind *kind = kind_of(path);
    struct blob blob = {0};
    if (file_is_directory(path)) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "is a directory: adtmap maps and adtmap ls say what it holds");
    }
    enum adtmap_status status = file_map(path, diag, &blob);
    if (status == ADTMAP_OK && !kind) {
        status = diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                           "is of no kind that is read: .wdt, .adt, .wdl, .wmo, .blp");
    } else if (status == ADTMAP_OK && is_group(path, &blob)) {
        status =
            diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                      "is a group of the building %.*s.wmo: ask for that", group_stem(path), path);
    } else if (status == ADTMAP_OK) {
        cJSON_AddStringToObject(facts, "kind", kind->suffix + 1);
        cJSON_AddNumberToObject(facts, "bytes", (double)blob.size);
        status = kind->describe(blob.data, blob.size, diag, facts);
    }
    blob_release(&blob);
    return status;
}

static void print_value(const cJSON *value)
{
    if (cJSON_IsString(value)) {
        fputs(value->valuestring, stdout);
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

/* A value, or an object on one line: its first member, then "name value" of the others. */
static void print_item(const cJSON *item)
{
    const cJSON *member = cJSON_IsObject(item) ? item->child : NULL;
    print_value(member ? member : item);
    for (member = member ? member->next : NULL; member; member = member->next) {
        if (!cJSON_IsArray(member)) {
            fputs(", ", stdout);
            print_name(member->string);
            putchar(' ');
            print_value(member);
        }
    }
}

/* One item a line, lists within an item below it. */
static void print_list(const cJSON *list, int indent)
{
    const cJSON *item;
    cJSON_ArrayForEach(item, list)
    {
        printf("\n%*s", indent, "");
        print_item(item);
        const cJSON *member = cJSON_IsObject(item) ? item->child : NULL;
        for (; member; member = member->next) {
            if (cJSON_IsArray(member)) {
                print_list(member, indent + 2);
            }
        }
    }
}

/* "  name: value", lists one item a line; empty lists are left out. */
static void print_facts(const cJSON *facts)
{
    const cJSON *fact;
    cJSON_ArrayForEach(fact, facts)
    {
        bool is_list = cJSON_IsArray(fact);
        if (is_list && !fact->child) {
            continue;
        }
        fputs("  ", stdout);
        print_name(fact->string);
        putchar(':');
        if (is_list) {
            print_list(fact, 4);
        } else {
            putchar(' ');
            print_value(fact);
        }
        putchar('\n');
    }
}

/* A log that passes messages on and keeps warnings for the result. */
struct keeping_log {
    const struct adtmap_log *log;
    cJSON *warnings;
};

static void keep(void *user, const struct adtmap_message *message)
{
    struct keeping_log *keeping = user;
    if (message->level == ADTMAP_WARNING || message->level == ADTMAP_NOTICE) {
        cJSON *warning = cJSON_CreateObject();
        cJSON_AddStringToObject(warning, "file", message->file);
        cJSON_AddStringToObject(warning, "chunk", message->chunk);
        if (message->offset >= 0) {
            cJSON_AddNumberToObject(warning, "offset", (double)message->offset);
        }
        cJSON_AddStringToObject(warning, "what", message->what);
        common_json_append(keeping->warnings, warning);
    }
    if (keeping->log && keeping->log->write) {
        keeping->log->write(keeping->log->user, message);
    }
}

/* Describes one file into `files` or on stdout. */
static enum adtmap_status handle(const char *path, const struct common_options *options,
                                 struct messages *messages, cJSON *files)
{
    struct adtmap_message failure = {0};
    struct keeping_log keeping = {messages_log(messages), cJSON_CreateArray()};
    const struct adtmap_log log = {keep, &keeping};
    const struct diag diag = {path, &log, &failure};
    cJSON *facts = cJSON_CreateObject();
    cJSON_AddStringToObject(facts, "file", path);
    enum adtmap_status status = describe(path, &diag, facts);
    if (status != ADTMAP_OK) {
        messages_write(messages, &failure);
        cJSON_AddStringToObject(facts, "error", failure.what);
    } else if (!options->json) {
        printf("%s:\n", path);
        cJSON_DeleteItemFromObject(facts, "file");
        print_facts(facts);
    }
    common_json_put(facts, "warnings", keeping.warnings);
    common_json_append(files, facts);
    return status;
}

static enum exit_status describe_all(struct session *session, const void *given)
{
    const struct common_options *options = given;
    const struct operands *paths = &session->operands;
    int failed = 0;
    cJSON *document = cJSON_CreateObject();
    cJSON *files = cJSON_AddArrayToObject(document, "files");
    for (int i = 0; i < paths->count; i++) {
        failed += handle(paths->items[i], options, session->messages, files) != ADTMAP_OK;
    }
    if (!options->json) {
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
    struct common_options options = {0};
    const struct option_table table = common_table_json(&options);
    const struct command_line line = {
        .command = command_info.name,
        .synopsis = "FILE... [options]",
        .about = "Says what client files hold: map lists (.wdt), tiles (.adt), textures (.blp), "
                 "far terrain (.wdl), buildings (.wmo). "
                 "What is damaged is named as warnings; a file that cannot be read is an error.",
        .tables = &table,
        .table_count = 1,
        .operands_min = 1,
        .operands_max = OPERANDS_ANY,
        .operand = "FILE",
    };
    return session_run(&line, argc, argv, &options.verbosity, describe_all, &options);
}

const struct command command_info = {"info", "says what client files hold", run};
