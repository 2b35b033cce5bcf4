#include "scene/settings.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/size.h"
#include "scene/sized_struct.h"
#include "scene/settings_table.h"

enum { PROBLEM_BYTES = 128 };

/* The smallest struct of a caller: light and liquids, which presets set, are always there. */
#define SETTINGS_LEAST_BYTES offsetof(struct adtmap_settings, objects)

/* A field that a later version appends must not lie in the padding of this one. */
_Static_assert(offsetof(struct adtmap_settings, add_liquid_textures) + sizeof(uint32_t) ==
                   sizeof(struct adtmap_settings),
               "the struct ends without padding");

/* noggit-red's exporter: sun and ambient colour of Eastern Kingdoms, ambient 0.7 to 1.1 of its
 * value as the surface turns to the sun (0.9 + 0.2 d), shadow maps take a third of all light. */
#define NOGGIT_AMBIENT_RED 0.407770514F
#define NOGGIT_AMBIENT_GREEN 0.508424163F
#define NOGGIT_AMBIENT_BLUE 0.602650642F

static const struct adtmap_light presets[] = {
    [ADTMAP_LIGHT_NEUTRAL] =
        {
            .ambient = {0.5F, 0.5F, 0.5F},
            .diffuse = {0.8308F, 0.8308F, 0.8308F},
            .sun = {0.5647F, 0.5647F, 0.6018F},
            .shadow_diffuse = 0.65F,
        },
    [ADTMAP_LIGHT_UNLIT] =
        {
            .ambient = {1.0F, 1.0F, 1.0F},
            .sun = {0.5647F, 0.5647F, 0.6018F},
        },
    [ADTMAP_LIGHT_NOGGIT] =
        {
            .ambient = {0.9F * NOGGIT_AMBIENT_RED, 0.9F * NOGGIT_AMBIENT_GREEN,
                        0.9F * NOGGIT_AMBIENT_BLUE},
            .diffuse = {1.0F + 0.2F * NOGGIT_AMBIENT_RED,
                        0.532352924F + 0.2F * NOGGIT_AMBIENT_GREEN, 0.2F * NOGGIT_AMBIENT_BLUE},
            .sun = {0.5647F, 0.5647F, 0.6018F},
            .shadow_ambient = 1.0F / 3.0F,
            .shadow_diffuse = 1.0F / 3.0F,
        },
};

/* noggit's colours are those of Eastern Kingdoms (the neighbours' table). It draws magma and slime
 * by their textures alone. Without a texture, magma has one colour for it and slime the mean that
 * an export of a real map shows: (50, 53, 9). */
static const struct adtmap_liquid noggit_liquids[ADTMAP_LIQUID_CLASSES] = {
    [ADTMAP_LIQUID_WATER] = {{0.308351517F, 0.363725543F, 0.0798838138F, 0.5F},
                             {0.19945538F, 0.320697188F, 0.332425594F, 1.0F}},
    [ADTMAP_LIQUID_OCEAN] = {{0.0693173409F, 0.294008732F, 0.348329663F, 0.75F},
                             {0.000762581825F, 0.113907099F, 0.161220074F, 1.0F}},
    [ADTMAP_LIQUID_MAGMA] = {{0.85F, 0.3F, 0.05F, 1.0F}, {0.85F, 0.3F, 0.05F, 1.0F}},
    [ADTMAP_LIQUID_SLIME] = {{0.196F, 0.208F, 0.035F, 1.0F}, {0.196F, 0.208F, 0.035F, 1.0F}},
};

static const struct adtmap_liquid neutral_liquids[ADTMAP_LIQUID_CLASSES] = {
    [ADTMAP_LIQUID_WATER] = {{0.27F, 0.43F, 0.46F, 0.35F}, {0.06F, 0.18F, 0.27F, 0.85F}},
    [ADTMAP_LIQUID_OCEAN] = {{0.2F, 0.42F, 0.47F, 0.35F}, {0.03F, 0.13F, 0.23F, 0.92F}},
    [ADTMAP_LIQUID_MAGMA] = {{0.9F, 0.36F, 0.06F, 1.0F}, {0.72F, 0.2F, 0.03F, 1.0F}},
    [ADTMAP_LIQUID_SLIME] = {{0.36F, 0.52F, 0.14F, 0.9F}, {0.2F, 0.4F, 0.1F, 1.0F}},
};

void adtmap_settings_preset(enum adtmap_light_preset preset, struct adtmap_settings *settings)
{
    settings->light = presets[(size_t)preset < COUNT_OF(presets) ? preset : ADTMAP_LIGHT_NEUTRAL];
    const struct adtmap_liquid *liquids =
        preset == ADTMAP_LIGHT_NOGGIT ? noggit_liquids : neutral_liquids;
    memcpy(settings->liquids, liquids, sizeof settings->liquids);
    if (settings->struct_bytes > offsetof(struct adtmap_settings, add_liquid_textures)) {
        settings->add_liquid_textures = preset == ADTMAP_LIGHT_NOGGIT;
    }
}

void adtmap_settings_default_sized(struct adtmap_settings *settings, size_t struct_bytes)
{
    struct adtmap_settings defaults = {
        .struct_bytes = sizeof defaults,
        .size_px = ADTMAP_SIZE_DEFAULT_PX,
        .blend = ADTMAP_BLEND_AUTO,
        .edge = ADTMAP_EDGE_AUTO,
        .low_res = ADTMAP_LOW_RES_FILL,
        .draw = ADTMAP_DRAW_ALL,
        .background = {0, 0, 0, 255},
        .objects = {.cut_height_yd = INFINITY},
        .cpu = ADTMAP_CPU_AUTO,
        .doodads = ADTMAP_DOODADS_MINIMAP,
        .doodad_min_size_yd = -1.0F,
    };
    adtmap_settings_preset(ADTMAP_LIGHT_NEUTRAL, &defaults);
    sized_struct_fill(settings, struct_bytes, &defaults, sizeof defaults);
}

/* Written so that NaN is outside every range. */
static int is_within(float value, float low, float high)
{
    return value >= low && value <= high;
}

/* Whether all is well with a row; else says in `what` what is not. */
static bool check_row(const struct adtmap_settings *settings, const struct settings_row *row,
                      char what[PROBLEM_BYTES])
{
    bool is_floats = row->kind == SETTING_FLOATS;
    uint32_t whole = is_floats || row->kind == SETTING_BYTES ? 0 : settings_whole(settings, row);
    bool fine = true;
    if (row->kind == SETTING_CHOICE) {
        snprintf(what, PROBLEM_BYTES, "%s is not an enum adtmap_%s", row->field, row->field);
        fine = whole < settings_name_count(row);
    } else if (row->kind == SETTING_BITS) {
        snprintf(what, PROBLEM_BYTES, "%s has unknown bits", row->field);
        fine = whole >> settings_name_count(row) == 0;
    } else if (row->kind == SETTING_BOOL) {
        snprintf(what, PROBLEM_BYTES, "%s must be 0 or 1", row->field);
        fine = whole <= 1;
    } else if (is_floats && row->low < 0.0F) { /* a direction, of any length */
        snprintf(what, PROBLEM_BYTES, "%s must be finite", row->field);
    } else {
        snprintf(what, PROBLEM_BYTES, "%s must be in %g..%g", row->field, (double)row->low,
                 (double)row->high);
        fine = row->kind != SETTING_NUMBER || is_within((float)whole, row->low, row->high);
    }
    for (size_t i = 0; is_floats && i < row->count; i++) {
        float value;
        memcpy(&value, (const char *)settings + row->offset + i * sizeof value, sizeof value);
        fine = fine && is_within(value, row->low, row->high);
    }
    return fine;
}

/* What no row of the table says. */
static const char *bad_field(const struct adtmap_settings *settings)
{
    const float *sun = settings->light.sun;
    if ((unsigned)settings->cpu >= ADTMAP_CPU_KINDS) {
        return "cpu is not an enum adtmap_cpu";
    }
    if ((unsigned)settings->doodads > ADTMAP_DOODADS_ALL) {
        return "doodads is not an enum adtmap_doodads";
    }
    if (isnan(settings->doodad_min_size_yd)) {
        return "doodad_min_size_yd must be a number";
    }
    if (isnan(settings->objects.cut_height_yd)) {
        return "objects.cut_height_yd must be a number";
    }
    return sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2] < 1e-12F
               ? "light.sun must not be zero"
               : NULL;
}

enum adtmap_status settings_read(const struct adtmap_settings *given,
                                 struct adtmap_settings *settings, struct adtmap_message *failure)
{
    const struct diag diag = {.failure = failure};
    adtmap_settings_default(settings);
    if (!sized_struct_read(given, SETTINGS_LEAST_BYTES, settings, sizeof *settings)) {
        return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "struct_bytes is %u; adtmap_settings_default sets it",
                         (unsigned)given->struct_bytes);
    }
    for (size_t i = 0; i < SETTINGS_ROWS; i++) {
        char what[PROBLEM_BYTES];
        if (!check_row(settings, &settings_rows[i], what)) {
            return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s", what);
        }
    }
    const char *bad = bad_field(settings);
    return bad ? diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s", bad) : ADTMAP_OK;
}

enum adtmap_status adtmap_settings_check(const struct adtmap_settings *settings,
                                         struct adtmap_message *failure)
{
    struct adtmap_settings whole;
    return settings_read(settings, &whole, failure);
}
