/* adtmap info: what client files hold. */
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/file.h"
#include "base/path.h"
#include "base/size.h"
#include "cli/command.h"
#include "cli/common.h"
#include "cli/describe.h"
#include "cli/session.h"

struct file_kind {
    const char *suffix;
    describe_file *describe;
};

static const struct file_kind kinds[] = {
    {".wdt", describe_wdt},
    {".adt", describe_adt},
    {".blp", describe_blp},
    {".wmo", describe_wmo},
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

/* Adds what `path` holds to `facts`. */
static enum adtmap_status describe(const char *path, const struct diag *diag, cJSON *facts)
{
    const struct file_kind *kind = kind_of(path);
    if (!kind) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "is of no kind that is read: .wdt, .adt, .wmo, .blp");
    }
    struct blob blob = {0};
    enum adtmap_status status = file_map(path, diag, &blob);
    if (status == ADTMAP_OK) {
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
    fputs("  ", stdout);
    for (; *name; name++) {
        putchar(*name == '_' ? ' ' : *name);
    }
    putchar(':');
}

/* "  name: value", lists one item a line. */
static void print_facts(const cJSON *facts)
{
    const cJSON *fact;
    cJSON_ArrayForEach(fact, facts)
    {
        print_name(fact->string);
        const cJSON *item;
        if (!cJSON_IsArray(fact)) {
            putchar(' ');
            print_value(fact);
        }
        cJSON_ArrayForEach(item, fact)
        {
            printf("\n    ");
            print_value(item);
        }
        putchar('\n');
    }
}

/* Describes one file into `files` or on stdout. */
static enum adtmap_status handle(const char *path, const struct common_options *options,
                                 struct messages *messages, cJSON *files)
{
    struct adtmap_message failure = {0};
    const struct diag diag = {path, messages_log(messages), &failure};
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
    cJSON_AddItemToArray(files, facts);
    return status;
}

static enum exit_status describe_all(const struct operands *paths,
                                     const struct common_options *options,
                                     struct messages *messages)
{
    int failed = 0;
    cJSON *document = cJSON_CreateObject();
    cJSON *files = cJSON_AddArrayToObject(document, "files");
    for (int i = 0; i < paths->count; i++) {
        failed += handle(paths->items[i], options, messages, files) != ADTMAP_OK;
    }
    if (!options->json) {
        cJSON_Delete(document);
    } else if (!common_print_json(document)) {
        messages_error(messages, "out of memory");
        return EXIT_NOT_RUN;
    }
    if (failed == paths->count) {
        return EXIT_NOT_RUN;
    }
    return failed > 0 ? EXIT_PARTIAL : EXIT_WELL;
}

static enum exit_status run(int argc, char **argv)
{
    struct common_options options = {0};
    const struct option_table table = common_table_json(&options);
    const struct command_line line = {
        .command = command_info.name,
        .synopsis = "FILE... [options]",
        .about = "Says what client files hold: map lists (.wdt), tiles (.adt), textures (.blp). "
                 "What is damaged is named as warnings; a file that cannot be read is an error.",
        .tables = &table,
        .table_count = 1,
        .operands_min = 1,
        .operands_max = OPERANDS_ANY,
        .operand = "FILE",
    };
    struct operands paths;
    enum parse_outcome outcome = command_line_parse(&line, argc, argv, &paths);
    if (outcome != PARSE_RUN) {
        return common_parse_status(outcome);
    }
    struct session session;
    enum exit_status status = EXIT_NOT_RUN;
    if (session_open(&session, options.verbosity)) {
        status = describe_all(&paths, &options, session.messages);
    }
    session_close(&session);
    return status;
}

const struct command command_info = {"info", "says what client files hold", run};
