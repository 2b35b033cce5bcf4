/*
 * What pages show of the site file is checked when the file is read: titles are one line of UTF-8
 * whose characters can be displayed, colours and languages have the form that HTML wants.
 */
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

static bool read_color(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    bool is_color =
        text[0] == '#' && strlen(text) == 7 && strspn(text + 1, "0123456789abcdefABCDEF") == 6;
    return is_color ? option_string.read(row, text, destination, problem)
                    : option_wrong(problem, "'%.64s' is not #RRGGBB", text);
}

static bool read_language(const struct option_row *row, const char *text, void *destination,
                          char problem[OPTION_PROBLEM_BYTES])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    size_t length = strspn(text, letters);
    bool is_tag = length >= 2 && length <= 3 && strcspn(text, "0123456789") >= length;
    const char *rest = text + length;
    while (is_tag && *rest == '-') {
        length = strspn(rest + 1, letters);
        is_tag = length >= 1 && length <= 8;
        rest += 1 + length;
    }
    return is_tag && *rest == '\0' && strlen(text) <= SITE_LANGUAGE_MAX
               ? option_string.read(row, text, destination, problem)
               : option_wrong(problem,
                              "'%.64s' is no language of at most %d bytes, as en, de or pt-BR",
                              text, SITE_LANGUAGE_MAX);
}

static bool read_date(const struct option_row *row, const char *text, void *destination,
                      char problem[OPTION_PROBLEM_BYTES])
{
    static const char shape[] = "0000-00-00";
    bool is_date = strlen(text) == strlen(shape);
    for (size_t i = 0; is_date && shape[i]; i++) {
        is_date = shape[i] == '0' ? text[i] >= '0' && text[i] <= '9' : text[i] == shape[i];
    }
    int month = is_date ? 10 * (text[5] - '0') + text[6] - '0' : 0;
    int day = is_date ? 10 * (text[8] - '0') + text[9] - '0' : 0;
    return month >= 1 && month <= 12 && day >= 1 && day <= 31
               ? option_string.read(row, text, destination, problem)
               : option_wrong(problem, "'%.64s' is no day, as 2010-12-07", text);
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
const struct option_kind site_color = {true, false, read_color, NULL};
const struct option_kind site_language = {true, false, read_language, NULL};
const struct option_kind site_date = {true, false, read_date, NULL};
const struct option_kind site_names = {true, true, read_names, NULL};
const struct option_kind site_titles = {true, true, read_titles, NULL};
