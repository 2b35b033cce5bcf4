#include "cli/common.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "base/utf8.h"
#include "cli/options/option_kinds.h"
#include "os/process.h"

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
    if (!process_stdout_is_terminal()) {
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

bool common_print_json(struct messages *messages, struct buffer *document)
{
    bool is_whole = !document->failed;
    if (is_whole) {
        fwrite(document->data, 1, document->size, stdout);
        putchar('\n');
    } else {
        messages_error(messages, "out of memory");
    }
    buffer_free(document);
    return is_whole;
}
