#include "cli/option_kinds.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/exact_math.h"

/* Always false, for `return wrong(...)`. */
__attribute__((format(printf, 2, 3))) static bool wrong(char problem[OPTION_PROBLEM_BYTES],
                                                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem, OPTION_PROBLEM_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

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

const struct option_kind option_flag = {false, read_flag, NULL};
const struct option_kind option_assign = {false, read_assign, NULL};
const struct option_kind option_set_bits = {false, read_set_bits, NULL};
const struct option_kind option_clear_bits = {false, read_clear_bits, NULL};

static bool read_string(const struct option_row *row, const char *text, void *destination,
                        char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    if (!*text) {
        return wrong(problem, "is empty");
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

const struct option_kind option_string = {true, read_string, show_string};

static bool read_list(const struct option_row *row, const char *text, void *destination,
                      char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    struct option_strings *strings = destination;
    if (!*text) {
        return wrong(problem, "is empty");
    }
    if (strings->count == OPTION_STRINGS_MAX) {
        return wrong(problem, "given more than %d times", OPTION_STRINGS_MAX);
    }
    strings->items[strings->count++] = text;
    return true;
}

const struct option_kind option_list = {true, read_list, NULL};

static bool in_range(const struct option_row *row, double value)
{
    return row->low >= row->high || (value >= row->low && value <= row->high);
}

/* A whole decimal number that ends at one of `ends` or the end of the text. */
static bool parse_whole(const char *text, const char *ends, uint32_t *value, const char **after)
{
    if (*text < '0' || *text > '9') {
        return false;
    }
    char *end;
    errno = 0;
    unsigned long long number = strtoull(text, &end, 10);
    if (errno || number > UINT32_MAX || (*end && !strchr(ends, *end))) {
        return false;
    }
    *value = (uint32_t)number;
    *after = end;
    return true;
}

static bool read_whole(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    uint32_t value;
    const char *after;
    if (!parse_whole(text, "", &value, &after)) {
        return wrong(problem, "'%s' is not a whole number in " OPTION_RANGE, text, row->low,
                     row->high);
    }
    if (!in_range(row, value)) {
        return wrong(problem, "%u is not in " OPTION_RANGE, (unsigned)value, row->low, row->high);
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

const struct option_kind option_whole = {true, read_whole, show_whole};

int option_parse_reals(const char *text, int most, double *values)
{
    for (int count = 0; count < most; count++) {
        char *end;
        values[count] = strtod(text, &end);
        if (end == text || !isfinite(values[count])) {
            return 0;
        }
        if (!*end) {
            return count + 1;
        }
        if (*end != ',') {
            return 0;
        }
        text = end + 1;
    }
    return 0;
}

static bool read_real(const struct option_row *row, const char *text, void *destination,
                      char problem[OPTION_PROBLEM_BYTES])
{
    double value;
    if (option_parse_reals(text, 1, &value) != 1) {
        return wrong(problem, "'%s' is not a number", text);
    }
    if (!in_range(row, value)) {
        return wrong(problem, "%s is not in " OPTION_RANGE, text, row->low, row->high);
    }
    *(struct option_optional_real *)destination = (struct option_optional_real){true, (float)value};
    return true;
}

static void show_real(const struct option_row *row, const void *destination,
                      char text[OPTION_DEFAULT_BYTES])
{
    (void)row;
    const struct option_optional_real *real = destination;
    if (real->given) {
        snprintf(text, OPTION_DEFAULT_BYTES, "%g", (double)real->value);
    }
}

const struct option_kind option_real = {true, read_real, show_real};

/* A number of bytes with a unit, each 1024 of the one before; `M`, `MB` and `MiB` are the same. */
static bool read_bytes(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    static const char units[] = "KMGT";
    uint32_t number;
    const char *unit;
    (void)row;
    if (!parse_whole(text, "kKmMgGtT", &number, &unit) || number == 0) {
        return wrong(problem, "'%s' is not a size like 512M or 2G", text);
    }
    uint64_t bytes = number;
    if (*unit) {
        const char *found = strchr(units, toupper((unsigned char)*unit));
        bytes <<= 10 * (found - units + 1);
        unit++;
        if (*unit && strcasecmp(unit, "B") != 0 && strcasecmp(unit, "iB") != 0) {
            return wrong(problem, "'%s' is not a size like 512M or 2G", text);
        }
    }
    if (bytes > SIZE_MAX) {
        return wrong(problem, "%s is more than this machine can address", text);
    }
    *(uint64_t *)destination = bytes;
    return true;
}

const struct option_kind option_bytes = {true, read_bytes, NULL};

static void join_choices(const struct option_row *row, char *text, size_t size)
{
    size_t used = 0;
    for (const char *const *choice = row->choices; *choice && used < size; choice++) {
        const char *between = choice == row->choices ? "" : ", ";
        used += (size_t)snprintf(text + used, size - used, "%s%s", between, *choice);
    }
}

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
    join_choices(row, names, sizeof names);
    return wrong(problem, "'%.64s' is none of %s", text, names);
}

static void show_choice(const struct option_row *row, const void *destination,
                        char text[OPTION_DEFAULT_BYTES])
{
    snprintf(text, OPTION_DEFAULT_BYTES, "%s", row->choices[*(const uint32_t *)destination]);
}

const struct option_kind option_choice = {true, read_choice, show_choice};

/* "#RRGGBB" as three bytes. */
static bool parse_hex_color(const char *text, uint8_t rgb[3])
{
    static const char digits[] = "0123456789abcdefABCDEF";
    if (text[0] != '#' || strlen(text) != 7 || strspn(text + 1, digits) != 6) {
        return false;
    }
    unsigned long value = strtoul(text + 1, NULL, 16);
    rgb[0] = (uint8_t)(value >> 16);
    rgb[1] = (uint8_t)(value >> 8);
    rgb[2] = (uint8_t)value;
    return true;
}

static bool read_light(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    struct option_optional_light *light = destination;
    uint8_t bytes[3];
    double values[3];
    if (parse_hex_color(text, bytes)) {
        for (int i = 0; i < 3; i++) {
            values[i] = bytes[i] / 255.0;
        }
    } else {
        int count = option_parse_reals(text, 3, values);
        if (count != 1 && count != 3) {
            return wrong(problem, "'%s' is not a number, R,G,B or #RRGGBB", text);
        }
        values[1] = values[count == 3 ? 1 : 0];
        values[2] = values[count == 3 ? 2 : 0];
    }
    for (int i = 0; i < 3; i++) {
        if (!in_range(row, values[i])) {
            return wrong(problem, "%g is not in " OPTION_RANGE, values[i], row->low, row->high);
        }
        light->rgb[i] = (float)values[i];
    }
    light->given = true;
    return true;
}

const struct option_kind option_light = {true, read_light, NULL};

static bool read_direction(const struct option_row *row, const char *text, void *destination,
                           char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    struct option_optional_direction *direction = destination;
    double values[3] = {0.0, 0.0, 0.0};
    int count = option_parse_reals(text, 3, values);
    if (count == 2) {
        if (fabs(values[0]) > 360.0 || values[1] < 0.0 || values[1] > 90.0) {
            return wrong(problem, "'%s': azimuth is -360..360, elevation 0..90 degrees", text);
        }
        double azimuth = values[0] * EXACT_PI / 180.0;
        double elevation = values[1] * EXACT_PI / 180.0;
        values[0] = exact_cos(elevation) * exact_cos(azimuth);
        values[1] = -exact_cos(elevation) * exact_sin(azimuth);
        values[2] = exact_sin(elevation);
    } else if (count != 3) {
        return wrong(problem, "'%s' is neither AZIMUTH,ELEVATION nor N,W,U", text);
    }
    double square = values[0] * values[0] + values[1] * values[1] + values[2] * values[2];
    if (!(square > 1e-12 && square < 1e12)) {
        return wrong(problem, "'%s' has no usable length", text);
    }
    for (int i = 0; i < 3; i++) {
        direction->towards[i] = (float)values[i];
    }
    direction->given = true;
    return true;
}

const struct option_kind option_direction = {true, read_direction, NULL};

static bool read_background(const struct option_row *row, const char *text, void *destination,
                            char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    uint8_t *rgba = destination;
    if (strcmp(text, "transparent") == 0) {
        memset(rgba, 0, 4);
        return true;
    }
    if (!parse_hex_color(text, rgba)) {
        return wrong(problem, "'%s' is neither #RRGGBB nor transparent", text);
    }
    rgba[3] = 255;
    return true;
}

static void show_background(const struct option_row *row, const void *destination,
                            char text[OPTION_DEFAULT_BYTES])
{
    (void)row;
    const uint8_t *rgba = destination;
    snprintf(text, OPTION_DEFAULT_BYTES, "#%02X%02X%02X", rgba[0], rgba[1], rgba[2]);
}

const struct option_kind option_background = {true, read_background, show_background};

static bool read_numbers(const struct option_row *row, const char *text, void *destination,
                         char problem[OPTION_PROBLEM_BYTES])
{
    struct option_numbers *numbers = destination;
    if (numbers->count == OPTION_STRINGS_MAX) {
        return wrong(problem, "given more than %d times", OPTION_STRINGS_MAX);
    }
    if (!read_whole(row, text, &numbers->items[numbers->count], problem)) {
        return false;
    }
    numbers->count++;
    return true;
}

const struct option_kind option_numbers = {true, read_numbers, NULL};

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
    return wrong(problem, "'%.64s' is neither on nor off", text);
}

static void show_on_off(const struct option_row *row, const void *destination,
                        char text[OPTION_DEFAULT_BYTES])
{
    bool on = (*(const uint32_t *)destination & row->value) != 0;
    snprintf(text, OPTION_DEFAULT_BYTES, "%s", on ? "on" : "off");
}

const struct option_kind option_on_off = {true, read_on_off, show_on_off};

/* "#RRGGBB" or "#RRGGBBAA" of `length` characters, as parts of 1. */
static bool parse_color(const char *text, size_t length, float rgba[4])
{
    static const char digits[] = "0123456789abcdefABCDEF";
    char hex[9] = "000000FF";
    if (text[0] != '#' || (length != 7 && length != 9) || strspn(text + 1, digits) < length - 1) {
        return false;
    }
    memcpy(hex, text + 1, length - 1);
    unsigned long value = strtoul(hex, NULL, 16);
    for (int i = 0; i < 4; i++) {
        rgba[i] = (float)(value >> (24 - 8 * i) & 0xFF) / 255.0F;
    }
    return true;
}

static bool read_colors(const struct option_row *row, const char *text, void *destination,
                        char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    struct option_optional_colors *colors = destination;
    size_t first = strcspn(text, ",");
    const char *second = text[first] ? text + first + 1 : text;
    if (!parse_color(text, first, colors->shallow) ||
        !parse_color(second, strlen(second), colors->deep)) {
        return wrong(problem, "'%.64s' is not SHALLOW,DEEP, each #RRGGBB or #RRGGBBAA", text);
    }
    colors->given = true;
    return true;
}

const struct option_kind option_colors = {true, read_colors, NULL};

static bool not_a_tile(const char *item, char problem[OPTION_PROBLEM_BYTES])
{
    return wrong(problem, "'%.*s' is not a tile: X_Y or X1-X2_Y1-Y2", (int)strcspn(item, ","),
                 item);
}

/* One side of a tile range, `N` or `N-M`, that ends at `until`; `item` is what stands in messages.
 */
static bool parse_span(const char *item, const char **text, const char *until, uint32_t span[2],
                       char problem[OPTION_PROBLEM_BYTES])
{
    char ends[3] = {'-', until[0], '\0'};
    if (!parse_whole(*text, ends, &span[0], text)) {
        return not_a_tile(item, problem);
    }
    span[1] = span[0];
    if (**text == '-' && !parse_whole(*text + 1, until, &span[1], text)) {
        return not_a_tile(item, problem);
    }
    uint32_t largest = span[1] > span[0] ? span[1] : span[0];
    if (largest >= TILE_SET_GRID) {
        return wrong(problem, "%u is not in 0..%d", (unsigned)largest, TILE_SET_GRID - 1);
    }
    if (span[1] < span[0]) {
        return wrong(problem, "%u-%u runs backwards", (unsigned)span[0], (unsigned)span[1]);
    }
    return true;
}

/* `X_Y` or `X1-X2_Y1-Y2` at *text, which is left at the comma or the end behind it. */
static bool parse_tile_item(const char **text, struct option_optional_tiles *tiles,
                            char problem[OPTION_PROBLEM_BYTES])
{
    const char *item = *text;
    uint32_t columns[2] = {0};
    uint32_t rows[2] = {0};
    if (!parse_span(item, text, "_", columns, problem)) {
        return false;
    }
    if (**text != '_') {
        return not_a_tile(item, problem);
    }
    ++*text;
    if (!parse_span(item, text, ",", rows, problem)) {
        return false;
    }
    for (uint32_t y = rows[0]; y <= rows[1]; y++) {
        for (uint32_t x = columns[0]; x <= columns[1]; x++) {
            tile_set_add(&tiles->set, x, y);
        }
    }
    if (!memchr(item, '-', (size_t)(*text - item))) {
        tile_set_add(&tiles->named, columns[0], rows[0]);
    }
    return true;
}

static bool read_tiles(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    struct option_optional_tiles *tiles = destination;
    if (!parse_tile_item(&text, tiles, problem)) {
        return false;
    }
    while (*text) {
        text++;
        if (!parse_tile_item(&text, tiles, problem)) {
            return false;
        }
    }
    tiles->given = true;
    return true;
}

const struct option_kind option_tiles = {true, read_tiles, NULL};
