#include "cli/site/site_title.h"

#include <string.h>

#include "base/utf8.h"
#include "cli/options/option_text.h"

static bool check_title(const char *text, char problem[OPTION_PROBLEM_BYTES])
{
    size_t size = strlen(text);
    if (size > SITE_TITLE_MAX) {
        return option_wrong(problem, "has %zu bytes, but a title has at most %d", size,
                            SITE_TITLE_MAX);
    }
    while (*text) {
        size_t length = utf8_length(text);
        if (length == 0) {
            return option_wrong(problem, "is not UTF-8");
        }
        uint32_t value = utf8_value(text, length);
        if (!utf8_is_shown(value)) {
            return option_wrong(problem,
                                "has the character U+%04X, but a title is one line of text "
                                "without control characters",
                                (unsigned)value);
        }
        text += length;
    }
    return true;
}

static bool read_title(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    return check_title(text, problem) && option_string.read(row, text, destination, problem);
}

static bool read_names(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    const struct option_strings *strings = destination;
    for (size_t i = 0; i < strings->count; i++) {
        if (strcmp(strings->items[i], text) == 0) {
            return option_wrong(problem, "'%.64s' is given twice", text);
        }
    }
    return option_list.read(row, text, destination, problem);
}

static bool read_titles(const struct option_row *row, const char *text, void *destination,
                        char problem[OPTION_PROBLEM_BYTES])
{
    return check_title(text, problem) && read_names(row, text, destination, problem);
}

const struct option_kind site_title = {true, false, read_title, NULL};
const struct option_kind site_names = {true, true, read_names, NULL};
const struct option_kind site_titles = {true, true, read_titles, NULL};
