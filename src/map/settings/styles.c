/*
 * A style is a name and rows of settings with their values. What a row sets must be a setting that
 * callers can set as well: nothing of a style is known anywhere else.
 *
 * The colours of relief are those of printed atlases: pale tints, so that lines and names can be
 * read over them, and a light that takes half of them away in shadow and never more, warmer in the
 * sun than out of it. Its water is flat: rivers keep little of the ground's relief, and the deep
 * sea none, which is the colour of the page round a map that ends in it.
 */
#include <string.h>

#include "adtmap/settings.h"
#include "base/diag.h"
#include "base/size.h"

struct style_row {
    const char *setting;
    double values[4];
    size_t count;
};

#define NUMBER(name, value)                                                                        \
    {                                                                                              \
        name, {value}, 1                                                                           \
    }
#define RGB(name, red, green, blue)                                                                \
    {                                                                                              \
        name, {red, green, blue}, 3                                                                \
    }
#define RGBA(name, red, green, blue, alpha)                                                        \
    {                                                                                              \
        name, {red, green, blue, alpha}, 4                                                         \
    }

static const struct style_row vivid_rows[] = {
    NUMBER("shadows", ADTMAP_SHADOWS_CAST),
    NUMBER("sky", 0.5),
    NUMBER("water_look", ADTMAP_WATER_LOOK_CLEAR),
    RGBA("liquids.water.shallow", 0.24, 0.52, 0.56, 0.22),
    RGBA("liquids.water.deep", 0.05, 0.22, 0.42, 0.94),
    RGBA("liquids.ocean.shallow", 0.2, 0.54, 0.6, 0.22),
    RGBA("liquids.ocean.deep", 0.03, 0.16, 0.36, 0.96),
};

static const struct style_row relief_rows[] = {
    NUMBER("ground", ADTMAP_GROUND_RELIEF),
    NUMBER("contour_yd", -1.0),
    NUMBER("shadows", ADTMAP_SHADOWS_NONE),
    NUMBER("sky", 0.35),
    NUMBER("bare_ground", ADTMAP_BARE_GROUND_WHITE),
    NUMBER("doodads", ADTMAP_DOODADS_ALL),
    NUMBER("reflections", ADTMAP_REFLECTIONS_OFF),
    RGB("light.ambient", 0.67, 0.69, 0.72),
    RGB("light.diffuse", 0.45, 0.42, 0.38),
    NUMBER("water_look", ADTMAP_WATER_LOOK_CLEAR),
    NUMBER("shore", 0.8),
    RGBA("liquids.water.shallow", 0.7, 0.83, 0.89, 0.85),
    RGBA("liquids.water.deep", 0.42, 0.62, 0.78, 0.96),
    RGBA("liquids.ocean.shallow", 0.7, 0.83, 0.89, 0.85),
    RGBA("liquids.ocean.deep", 0.4, 0.6, 0.77, 1.0),
    RGBA("liquids.magma.shallow", 0.89, 0.52, 0.33, 1.0),
    RGBA("liquids.magma.deep", 0.84, 0.44, 0.28, 1.0),
    RGBA("liquids.slime.shallow", 0.72, 0.79, 0.5, 0.9),
    RGBA("liquids.slime.deep", 0.62, 0.72, 0.42, 1.0),
};

static const struct {
    struct adtmap_style style;
    const struct style_row *rows;
    size_t count;
} styles[] = {
    {{"client", "as the minimaps of clients show maps"}, NULL, 0},
    {{"vivid", "cast shadows, light of the sky, clear water"}, vivid_rows, COUNT_OF(vivid_rows)},
    {{"relief", "a relief map: tints by height, contour lines, no textures"},
     relief_rows,
     COUNT_OF(relief_rows)},
};

const struct adtmap_style *adtmap_style_at(size_t index)
{
    return index < COUNT_OF(styles) ? &styles[index].style : NULL;
}

enum adtmap_status adtmap_settings_style(const char *name, struct adtmap_settings *settings,
                                         struct adtmap_message *failure)
{
    const struct diag diag = {.failure = failure};
    size_t found = 0;
    while (found < COUNT_OF(styles) && strcmp(styles[found].style.name, name) != 0) {
        found++;
    }
    if (found == COUNT_OF(styles)) {
        return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "no style \"%.60s\"", name);
    }
    for (size_t i = 0; i < styles[found].count; i++) {
        const struct style_row *row = &styles[found].rows[i];
        enum adtmap_status status =
            adtmap_setting_set(settings, row->setting, row->values, row->count, failure);
        if (status) {
            return status;
        }
    }
    return ADTMAP_OK;
}
