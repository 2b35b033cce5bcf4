#include "cli/common.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>

#include "base/size.h"
#include "base/utf8.h"
#include "cli/options/option_kinds.h"

/* --json comes last: commands without results take all rows but the last. */
static const struct option_row rows[] = {
    {.name = "quiet",
     .letter = 'q',
     .kind = &option_assign,
     .offset = offsetof(struct common_options, verbosity),
     .value = VERBOSITY_QUIET,
     .help = "prints errors only"},
    {.name = "verbose",
     .letter = 'v',
     .kind = &option_assign,
     .offset = offsetof(struct common_options, verbosity),
     .value = VERBOSITY_ALL,
     .help = "prints every message, however often it repeats"},
    {.name = "json",
     .kind = &option_flag,
     .offset = offsetof(struct common_options, json),
     .help = "prints the result as JSON on stdout"},
};

struct option_table common_table(struct common_options *options)
{
    return (struct option_table){"Messages", rows, COUNT_OF(rows) - 1, options};
}

struct option_table common_table_json(struct common_options *options)
{
    return (struct option_table){"Messages", rows, COUNT_OF(rows), options};
}

void common_print_name(const char *name)
{
    if (!isatty(STDOUT_FILENO)) {
        fputs(name, stdout);
        return;
    }
    char *shown = strdup(name);
    if (shown) {
        utf8_make_shown(shown);
    }
    fputs(shown ? shown : "?", stdout);
    free(shown);
}

const char *common_tile_word(uint32_t count)
{
    return count == 1 ? "tile" : "tiles";
}

static atomic_bool json_out_of_memory;

static void *watched_malloc(size_t size)
{
    void *memory = malloc(size);
    if (!memory) {
        atomic_store(&json_out_of_memory, true);
    }
    return memory;
}

void common_json_watch(void)
{
    cJSON_Hooks hooks = {watched_malloc, free};
    cJSON_InitHooks(&hooks);
    atomic_store(&json_out_of_memory, false);
}

bool common_json_is_whole(void)
{
    return !atomic_load(&json_out_of_memory);
}

void common_json_put(struct cJSON *object, const char *name, struct cJSON *item)
{
    if (!cJSON_AddItemToObject(object, name, item)) {
        cJSON_Delete(item);
    }
}

void common_json_append(struct cJSON *array, struct cJSON *item)
{
    if (!cJSON_AddItemToArray(array, item)) {
        cJSON_Delete(item);
    }
}

bool common_print_json(struct messages *messages, struct cJSON *document)
{
    char *text = document && common_json_is_whole() ? cJSON_Print(document) : NULL;
    if (text) {
        puts(text);
    } else {
        messages_error(messages, "out of memory");
    }
    cJSON_free(text);
    cJSON_Delete(document);
    return text != NULL;
}
