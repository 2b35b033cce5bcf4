/*
 * A kind is two functions: one reads a value and says what is wrong with it, one shows the default
 * in help. A value is checked by its row's range here, and not where it is used, so every command
 * refuses it with the same words.
 */
#include "cli/options/option_kinds.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/options/option_text.h"

static bool read_flag(const struct option_row *row, const char *text, void *destination,
                      char problem[OPTION_PROBLEM_BYTES])
{
    (void)row, (void)text, (void)problem;
    *(bool *)destination = true;
    return true;
}

static bool read_assign(const struct option_row *row, const char *text, void *destination,
                        char problem[OPTION_PROBLEM_BYTES])
{
    (void)text, (void)problem;
    *(uint32_t *)destination = row->value;
    return true;
}

static bool read_set_bits(const struct option_row *row, const char *text, void *destination,
                          char problem[OPTION_PROBLEM_BYTES])
{
    (void)text, (void)problem;
    *(uint32_t *)destination |= row->value;
    return true;
}

static bool read_clear_bits(const struct option_row *row, const char *text, void *destination,
                            char problem[OPTION_PROBLEM_BYTES])
{
    (void)text, (void)problem;
    *(uint32_t *)destination &= ~row->value;
    return true;
}

const struct option_kind option_flag = {false, false, read_flag, NULL};
const struct option_kind option_assign = {false, false, read_assign, NULL};
const struct option_kind option_set_bits = {false, false, read_set_bits, NULL};
const struct option_kind option_clear_bits = {false, false, read_clear_bits, NULL};

static bool read_string(const struct option_row *row, const char *text, void *destination,
                        char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    if (!*text) {
        return option_wrong(problem, "is empty");
    }
    *(const char **)destination = text;
    return true;
}

static void show_string(const struct option_row *row, const void *destination,
                        char text[OPTION_DEFAULT_BYTES])
{
    (void)row;
    const char *value = *(const char *const *)destination;
    snprintf(text, OPTION_DEFAULT_BYTES, "%s", value ? value : "");
}

const struct option_kind option_string = {true, false, read_string, show_string};

/* Pages append paths to it, and quote it. */
static bool is_base_address(const char *text)
{
    if (!text_is_address(text) || strlen(text) > OPTION_ADDRESS_MAX) {
        return false;
    }
    for (const char *at = text; *at; at++) {
        if ((uint8_t)*at <= ' ' || *at == 0x7f || strchr("\"'<>\\^`{|}?#", *at)) {
            return false;
        }
    }
    const char *host = strstr(text, "://") + 3;
    return *host && *host != '/';
}

static bool shows_itself(const char *text, char problem[OPTION_PROBLEM_BYTES])
{
    uint32_t hidden = text_address_hides(text);
    return !hidden || option_wrong(problem, "has the character U+%04X, which no address may have",
                                   (unsigned)hidden);
}

static bool read_address(const struct option_row *row, const char *text, void *destination,
                         char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    if (!shows_itself(text, problem)) {
        return false;
    }
    if (*text && !is_base_address(text)) {
        return option_wrong(problem,
                            "'%.64s' is no https:// or http:// address of at most %d bytes, "
                            "without spaces, quotes, ? and #",
                            text, OPTION_ADDRESS_MAX);
    }
    *(const char **)destination = text;
    return true;
}

const struct option_kind option_address = {true, false, read_address, show_string};

static bool read_page_address(const struct option_row *row, const char *text, void *destination,
                              char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    if (!shows_itself(text, problem)) {
        return false;
    }
    bool fine = strlen(text) <= OPTION_ADDRESS_MAX && strncmp(text, "//", 2) != 0;
    for (const char *at = text; *at; at++) {
        fine = fine && (uint8_t)*at > ' ' && *at != 0x7f && !strchr("\"'<>\\^`{|}", *at);
    }
    bool has_scheme = text[strcspn(text, ":/?#")] == ':'; /* such as javascript: */
    if (!fine || (has_scheme && !text_is_address(text))) {
        return option_wrong(problem,
                            "'%.64s' is no https:// or http:// address, and none relative to a "
                            "page, of at most %d bytes, without spaces and quotes",
                            text, OPTION_ADDRESS_MAX);
    }
    *(const char **)destination = text;
    return true;
}

const struct option_kind option_page_address = {true, false, read_page_address, show_string};

static bool read_list(const struct option_row *row, const char *text, void *destination,
                      char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    struct option_strings *strings = destination;
    if (!*text) {
        return option_wrong(problem, "is empty");
    }
    if (strings->count == OPTION_STRINGS_MAX) {
        return option_wrong(problem, "given more than %d times", OPTION_STRINGS_MAX);
    }
    strings->items[strings->count++] = text;
    return true;
}

const struct option_kind option_list = {true, true, read_list, NULL};

static bool read_whole(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    uint32_t value;
    const char *after;
    if (!option_parse_whole(text, "", &value, &after)) {
        return option_wrong(problem, "'%s' is not a whole number in " OPTION_RANGE, text, row->low,
                            row->high);
    }
    if (!option_in_range(row, value)) {
        return option_wrong(problem, "%u is not in " OPTION_RANGE, (unsigned)value, row->low,
                            row->high);
    }
    *(uint32_t *)destination = value;
    return true;
}

static void show_whole(const struct option_row *row, const void *destination,
                       char text[OPTION_DEFAULT_BYTES])
{
    (void)row;
    snprintf(text, OPTION_DEFAULT_BYTES, "%u", (unsigned)*(const uint32_t *)destination);
}

const struct option_kind option_whole = {true, false, read_whole, show_whole};

static bool read_float(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    double value;
    if (option_parse_reals(text, 1, &value) != 1) {
        return option_wrong(problem, "'%s' is not a number", text);
    }
    if (!option_in_range(row, value)) {
        return option_wrong(problem, "%s is not in " OPTION_RANGE, text, row->low, row->high);
    }
    if (fabs(value) > (double)FLT_MAX) {
        return option_wrong(problem, "%s is too large", text);
    }
    *(float *)destination = (float)value;
    return true;
}

/* A value that is out of range, or infinite, stands for none. */
static void show_float(const struct option_row *row, const void *destination,
                       char text[OPTION_DEFAULT_BYTES])
{
    double value = (double)*(const float *)destination;
    if (isfinite(value) && option_in_range(row, value)) {
        snprintf(text, OPTION_DEFAULT_BYTES, "%g", value);
    }
}

const struct option_kind option_float = {true, false, read_float, show_float};

/* One or two digits; -1: others. */
static int read_digits(const char *text, size_t length)
{
    int value = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return -1;
        }
        value = 10 * value + (text[i] - '0');
    }
    return length == 1 || length == 2 ? value : -1;
}

static bool read_clock(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    size_t colon = strcspn(text, ":");
    int hours = read_digits(text, colon);
    int minutes =
        text[colon] == ':' && strlen(text + colon + 1) == 2 ? read_digits(text + colon + 1, 2) : -1;
    double value = 60.0 * hours + minutes;
    if (hours < 0 || minutes < 0 || minutes > 59 || !option_in_range(row, value)) {
        return option_wrong(problem, "'%s' is no time of day, 00:00 to 24:00", text);
    }
    *(float *)destination = (float)value;
    return true;
}

static void show_clock(const struct option_row *row, const void *destination,
                       char text[OPTION_DEFAULT_BYTES])
{
    double value = (double)*(const float *)destination;
    if (option_in_range(row, value)) {
        int minutes = (int)value;
        snprintf(text, OPTION_DEFAULT_BYTES, "%02d:%02d", minutes / 60, minutes % 60);
    }
}

const struct option_kind option_clock = {true, false, read_clock, show_clock};

static bool read_real(const struct option_row *row, const char *text, void *destination,
                      char problem[OPTION_PROBLEM_BYTES])
{
    struct option_optional_real *real = destination;
    real->given = !text || read_float(row, text, &real->value, problem);
    return real->given;
}

static void show_real(const struct option_row *row, const void *destination,
                      char text[OPTION_DEFAULT_BYTES])
{
    const struct option_optional_real *real = destination;
    if (real->given) {
        show_float(row, &real->value, text);
    }
}

const struct option_kind option_real = {true, false, read_real, show_real};

/* A number of bytes with a unit, each 1024 of the one before; `M`, `MB` and `MiB` are the same. */
static bool read_bytes(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    static const char units[] = "KMGT";
    uint32_t number;
    const char *unit;
    (void)row;
    if (!option_parse_whole(text, "kKmMgGtT", &number, &unit) || number == 0) {
        return option_wrong(problem, "'%s' is not a size like 512M or 2G", text);
    }
    uint64_t bytes = number;
    if (*unit) {
        const char *found = strchr(units, toupper((unsigned char)*unit));
        bytes <<= 10 * (found - units + 1);
        unit++;
        if (*unit && text_compare_nocase(unit, "B") != 0 && text_compare_nocase(unit, "iB") != 0) {
            return option_wrong(problem, "'%s' is not a size like 512M or 2G", text);
        }
    }
    if (bytes > SIZE_MAX) {
        return option_wrong(problem, "%s is more than this machine can address", text);
    }
    *(uint64_t *)destination = bytes;
    return true;
}

const struct option_kind option_bytes = {true, false, read_bytes, NULL};

static bool read_choice(const struct option_row *row, const char *text, void *destination,
                        char problem[OPTION_PROBLEM_BYTES])
{
    for (uint32_t i = 0; row->choices[i]; i++) {
        if (strcmp(text, row->choices[i]) == 0) {
            *(uint32_t *)destination = i;
            return true;
        }
    }
    char names[128];
    size_t used = 0;
    for (const char *const *choice = row->choices; *choice && used < sizeof names; choice++) {
        const char *between = choice == row->choices ? "" : ", ";
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", between, *choice);
    }
    return option_wrong(problem, "'%.64s' is not one of %s", text, names);
}

static void show_choice(const struct option_row *row, const void *destination,
                        char text[OPTION_DEFAULT_BYTES])
{
    const char *const *choice = row->choices;
    for (uint32_t left = *(const uint32_t *)destination; *choice && left > 0; left--) {
        choice++;
    }
    snprintf(text, OPTION_DEFAULT_BYTES, "%s", *choice ? *choice : ""); /* "": by other options */
}

const struct option_kind option_choice = {true, false, read_choice, show_choice};

static bool read_numbers(const struct option_row *row, const char *text, void *destination,
                         char problem[OPTION_PROBLEM_BYTES])
{
    struct option_numbers *numbers = destination;
    if (numbers->count == OPTION_STRINGS_MAX) {
        return option_wrong(problem, "given more than %d times", OPTION_STRINGS_MAX);
    }
    if (!read_whole(row, text, &numbers->items[numbers->count], problem)) {
        return false;
    }
    numbers->count++;
    return true;
}

const struct option_kind option_numbers = {true, true, read_numbers, NULL};

static bool read_on_off(const struct option_row *row, const char *text, void *destination,
                        char problem[OPTION_PROBLEM_BYTES])
{
    if (strcmp(text, "on") == 0) {
        *(uint32_t *)destination |= row->value;
        return true;
    }
    if (strcmp(text, "off") == 0) {
        *(uint32_t *)destination &= ~row->value;
        return true;
    }
    return option_wrong(problem, "'%.64s' is neither on nor off", text);
}

static void show_on_off(const struct option_row *row, const void *destination,
                        char text[OPTION_DEFAULT_BYTES])
{
    bool on = (*(const uint32_t *)destination & row->value) != 0;
    snprintf(text, OPTION_DEFAULT_BYTES, "%s", on ? "on" : "off");
}

const struct option_kind option_on_off = {true, false, read_on_off, show_on_off};
