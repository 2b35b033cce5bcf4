/*
 * The site's colour is used for letters, on grounds that it does not choose. It is mixed with white
 * for the dark theme and black for the light one in steps of 1/64 until it has the contrast of
 * WCAG's level AA on the worst ground there is.
 */
#include "output/web/web_brand.h"

#include <stdlib.h>

#include "base/portable_math.h"
#include "base/size.h"

enum { MIX_STEPS = 64 };

/* Grounds on which letters are hardest to read: a chosen button of a panel of page.css, that of the
 * dark theme over a white map, that of the light theme over a black one. */
static const uint8_t dark_ground[3] = {67, 73, 80};
static const uint8_t light_ground[3] = {218, 218, 218};

static double luminance(const uint8_t rgb[3])
{
    static const double weights[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        double part = rgb[i] / 255.0;
        sum += weights[i] * (part <= 0.04045
                                 ? part / 12.92
                                 : portable_exp(2.4 * portable_log((part + 0.055) / 1.055)));
    }
    return sum;
}

double web_brand_contrast(const uint8_t a[3], const uint8_t b[3])
{
    double of_a = luminance(a) + 0.05;
    double of_b = luminance(b) + 0.05;
    return of_a > of_b ? of_a / of_b : of_b / of_a;
}

/* Mixes a colour with black or white until it can be read on the ground. */
static void mix_until_read(const uint8_t color[3], int with, const uint8_t ground[3],
                           uint8_t mixed[3])
{
    for (int step = 0; step <= MIX_STEPS; step++) {
        for (int i = 0; i < 3; i++) {
            mixed[i] = (uint8_t)((color[i] * (MIX_STEPS - step) + with * step) / MIX_STEPS);
        }
        if (web_brand_contrast(mixed, ground) >= WEB_CONTRAST_AA) {
            return;
        }
    }
}

void web_brand_accent(const char *accent, uint8_t pale[3], uint8_t deep[3])
{
    unsigned long value = strtoul(accent + 1, NULL, 16);
    const uint8_t color[3] = {(uint8_t)(value >> 16), (uint8_t)(value >> 8), (uint8_t)value};
    mix_until_read(color, 255, dark_ground, pale);
    mix_until_read(color, 0, light_ground, deep);
}

void web_brand_print_accent(struct buffer *text, const struct web_brand *brand)
{
    if (brand->accent) {
        uint8_t pale[3];
        uint8_t deep[3];
        web_brand_accent(brand->accent, pale, deep);
        buffer_printf(text, " style=\"--accent-pale:#%02x%02x%02x;--accent-deep:#%02x%02x%02x\"",
                      pale[0], pale[1], pale[2], deep[0], deep[1], deep[2]);
    }
}

static void put_color(struct json *json, const char *key, const uint8_t rgb[3])
{
    json_format(json, key, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
}

void web_brand_members(struct json *json, const struct web_brand *brand)
{
    const struct {
        const char *key, *value;
    } texts[] = {{"description", brand->description},
                 {"footer", brand->footer},
                 {"language", brand->language},
                 {"logo", brand->logo}};
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        if (texts[i].value) {
            json_string(json, texts[i].key, texts[i].value);
        }
    }
    if (brand->accent) {
        uint8_t pale[3];
        uint8_t deep[3];
        web_brand_accent(brand->accent, pale, deep);
        put_color(json, "accentPale", pale);
        put_color(json, "accentDeep", deep);
    }
}
