/* The kinds of options that say what light and colours are. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"
#include "cli/options/option_kinds.h"
#include "cli/options/option_text.h"

/* "#RRGGBB", which is opaque, or "#RRGGBBAA", of `length` characters. */
static bool parse_hex(const char *text, size_t length, uint8_t rgba[4])
{
    static const char digits[] = "0123456789abcdefABCDEF";
    char hex[9] = "000000FF";
    if (text[0] != '#' || (length != 7 && length != 9) || strspn(text + 1, digits) < length - 1) {
        return false;
    }
    memcpy(hex, text + 1, length - 1);
    unsigned long value = strtoul(hex, NULL, 16);
    for (int i = 0; i < 4; i++) {
        rgba[i] = (uint8_t)(value >> (24 - 8 * i));
    }
    return true;
}

/* "#RRGGBB" and no more. */
static bool parse_opaque(const char *text, uint8_t rgba[4])
{
    return strlen(text) == 7 && parse_hex(text, 7, rgba);
}

static bool read_light(const struct option_row *row, const char *text, void *destination,
                       char problem[OPTION_PROBLEM_BYTES])
{
    float *rgb = destination;
    uint8_t bytes[4];
    double values[3];
    if (parse_opaque(text, bytes)) {
        for (int i = 0; i < 3; i++) {
            values[i] = bytes[i] / 255.0;
        }
    } else {
        int count = option_parse_reals(text, 3, values);
        if (count != 1 && count != 3) {
            return option_wrong(problem, "'%s' is not a number, R,G,B or #RRGGBB", text);
        }
        values[1] = values[count == 3 ? 1 : 0];
        values[2] = values[count == 3 ? 2 : 0];
    }
    for (int i = 0; i < 3; i++) {
        if (!option_in_range(row, values[i])) {
            return option_wrong(problem, "%g is not in " OPTION_RANGE, values[i], row->low,
                                row->high);
        }
        rgb[i] = (float)values[i];
    }
    return true;
}

const struct option_kind option_light = {true, false, read_light, NULL};

static bool read_direction(const struct option_row *row, const char *text, void *destination,
                           char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    float *towards = destination;
    double values[3] = {0.0, 0.0, 0.0};
    int count = option_parse_reals(text, 3, values);
    if (count == 2) {
        if (fabs(values[0]) > 360.0 || values[1] < 0.0 || values[1] > 90.0) {
            return option_wrong(problem, "'%s': azimuth is -360..360, elevation 0..90 degrees",
                                text);
        }
        double azimuth = values[0] * PORTABLE_PI / 180.0;
        double elevation = values[1] * PORTABLE_PI / 180.0;
        values[0] = portable_cos(elevation) * portable_cos(azimuth);
        values[1] = -portable_cos(elevation) * portable_sin(azimuth);
        values[2] = portable_sin(elevation);
    } else if (count != 3) {
        return option_wrong(problem, "'%s' is neither AZIMUTH,ELEVATION nor N,W,U", text);
    }
    double square = values[0] * values[0] + values[1] * values[1] + values[2] * values[2];
    if (!(square > 1e-12 && square < 1e12)) {
        return option_wrong(problem, "'%s' has no usable length", text);
    }
    for (int i = 0; i < 3; i++) {
        towards[i] = (float)values[i];
    }
    return true;
}

const struct option_kind option_direction = {true, false, read_direction, NULL};

static bool read_background(const struct option_row *row, const char *text, void *destination,
                            char problem[OPTION_PROBLEM_BYTES])
{
    (void)row;
    struct option_optional_background *color = destination;
    color->given = true;
    if (strcmp(text, "transparent") == 0) {
        memset(color->rgba, 0, sizeof color->rgba);
        return true;
    }
    if (!parse_opaque(text, color->rgba)) {
        return option_wrong(problem, "'%s' is neither #RRGGBB nor transparent", text);
    }
    return true;
}

const struct option_kind option_background = {true, false, read_background, NULL};

/* As parts of 1. */
static bool parse_color(const char *text, size_t length, float rgba[4])
{
    uint8_t bytes[4];
    if (!parse_hex(text, length, bytes)) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        rgba[i] = (float)bytes[i] / 255.0F;
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
        return option_wrong(problem, "'%.64s' is not SHALLOW,DEEP, each #RRGGBB or #RRGGBBAA",
                            text);
    }
    colors->given = true;
    return true;
}

const struct option_kind option_colors = {true, false, read_colors, NULL};
