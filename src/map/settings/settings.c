#include "map/settings/settings.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/size.h"
#include "map/settings/settings_table.h"
#include "map/settings/sized_struct.h"

enum { PROBLEM_BYTES = 128 };

/* The smallest struct of a caller: light and liquids, which presets set, are always there. */
#define SETTINGS_LEAST_BYTES offsetof(struct adtmap_settings, objects)

/* noggit-red's exporter: sun and ambient colour of Eastern Kingdoms, ambient 0.7 to 1.1 of its
 * value as the surface turns to the sun (0.9 + 0.2 d), shadow maps take a third of all light. */
#define NOGGIT_AMBIENT_RED 0.407770514F
#define NOGGIT_AMBIENT_GREEN 0.508424163F
#define NOGGIT_AMBIENT_BLUE 0.602650642F

/* The neutral light is that of the table of settings, and the sun stands where it does in all. */
static const struct adtmap_light presets[] = {
    [ADTMAP_LIGHT_UNLIT] =
        {
            .ambient = {1.0F, 1.0F, 1.0F},
        },
    [ADTMAP_LIGHT_NOGGIT] =
        {
            .ambient = {0.9F * NOGGIT_AMBIENT_RED, 0.9F * NOGGIT_AMBIENT_GREEN,
                        0.9F * NOGGIT_AMBIENT_BLUE},
            .diffuse = {1.0F + 0.2F * NOGGIT_AMBIENT_RED,
                        0.532352924F + 0.2F * NOGGIT_AMBIENT_GREEN, 0.2F * NOGGIT_AMBIENT_BLUE},
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

static struct adtmap_settings make_defaults(void)
{
    struct adtmap_settings defaults = {.struct_bytes = sizeof defaults};
    for (size_t i = 0; i < settings_count; i++) {
        const struct adtmap_setting *setting = &settings_rows[i].setting;
        for (size_t k = 0; k < setting->count; k++) {
            settings_put_number(&defaults, setting, k, setting->initial[k]);
        }
    }
    return defaults;
}

void adtmap_settings_preset(enum adtmap_light_preset preset, struct adtmap_settings *settings)
{
    const struct adtmap_settings defaults = make_defaults();
    bool is_known = (size_t)preset < COUNT_OF(presets) && preset != ADTMAP_LIGHT_NEUTRAL;
    settings->light = is_known ? presets[preset] : defaults.light;
    memcpy(settings->light.sun, defaults.light.sun, sizeof settings->light.sun);
    memcpy(settings->liquids, preset == ADTMAP_LIGHT_NOGGIT ? noggit_liquids : defaults.liquids,
           sizeof settings->liquids);
    if (settings->struct_bytes > offsetof(struct adtmap_settings, add_liquid_textures)) {
        settings->add_liquid_textures = preset == ADTMAP_LIGHT_NOGGIT;
    }
    if (settings->struct_bytes > offsetof(struct adtmap_settings, reflections)) {
        settings->reflections =
            preset == ADTMAP_LIGHT_NOGGIT ? ADTMAP_REFLECTIONS_NOGGIT : ADTMAP_REFLECTIONS_ON;
    }
    if (settings->struct_bytes > offsetof(struct adtmap_settings, bare_ground)) {
        settings->bare_ground =
            preset == ADTMAP_LIGHT_NOGGIT ? ADTMAP_BARE_GROUND_WHITE : ADTMAP_BARE_GROUND_OPEN;
    }
    if (settings->struct_bytes > offsetof(struct adtmap_settings, texture_levels)) {
        settings->texture_levels =
            preset == ADTMAP_LIGHT_NOGGIT ? ADTMAP_TEXTURE_LEVELS_NOGGIT : defaults.texture_levels;
    }
}

void adtmap_settings_default_sized(struct adtmap_settings *settings, size_t struct_bytes)
{
    const struct adtmap_settings defaults = make_defaults();
    sized_struct_fill(settings, struct_bytes, &defaults, sizeof defaults);
}

/* Whether all is well with a number of a row; else says in `what` what is not. NaN is in no range.
 */
static bool check_number(const struct settings_row *row, double value, char what[PROBLEM_BYTES])
{
    const struct adtmap_setting *setting = &row->setting;
    if (setting->kind == ADTMAP_SETTING_CHOICE) {
        snprintf(what, PROBLEM_BYTES, "%s is not an enum adtmap_%s", setting->name, setting->name);
        return value < (double)settings_choice_count(setting);
    }
    if (setting->kind == ADTMAP_SETTING_BOOL) {
        snprintf(what, PROBLEM_BYTES, "%s must be 0 or 1", setting->name);
        return value <= 1.0;
    }
    if (setting->low < setting->high) {
        snprintf(what, PROBLEM_BYTES, "%s must be in %g..%g", setting->name, setting->low,
                 setting->high);
        return value >= setting->low && value <= setting->high;
    }
    snprintf(what, PROBLEM_BYTES, "%s must be finite", setting->name);
    return isfinite(value);
}

static bool check_row(const struct adtmap_settings *settings, const struct settings_row *row,
                      char what[PROBLEM_BYTES])
{
    const struct adtmap_setting *setting = &row->setting;
    double square = 0.0;
    if (setting->kind == ADTMAP_SETTING_BIT || settings_is_off(settings, row)) {
        return true;
    }
    for (size_t i = 0; i < setting->count; i++) {
        double value = settings_number(settings, setting, i);
        square += value * value;
        if (!check_number(row, value, what)) {
            return false;
        }
    }
    snprintf(what, PROBLEM_BYTES, "%s must not be zero", setting->name);
    return setting->kind != ADTMAP_SETTING_DIRECTION || square >= 1e-12;
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
    for (size_t i = 0; i < settings_count; i++) {
        char what[PROBLEM_BYTES];
        if (!check_row(settings, &settings_rows[i], what)) {
            return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s", what);
        }
    }
    if (settings->draw & ~(uint32_t)ADTMAP_DRAW_ALL) {
        return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "draw has unknown bits");
    }
    if (settings->contour_yd < 0.0F && settings->contour_yd != -1.0F) {
        return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "contour_yd must be -1 or in 0..1000");
    }
    settings_agree_on_shadows(settings);
    return ADTMAP_OK;
}

void settings_agree_on_shadows(struct adtmap_settings *settings)
{
    if (settings->shadows == ADTMAP_SHADOWS_NONE || !(settings->draw & ADTMAP_DRAW_SHADOWS)) {
        settings->shadows = ADTMAP_SHADOWS_NONE;
        settings->draw &= ~(uint32_t)ADTMAP_DRAW_SHADOWS;
    }
}

enum adtmap_status adtmap_settings_check(const struct adtmap_settings *settings,
                                         struct adtmap_message *failure)
{
    struct adtmap_settings whole;
    return settings_read(settings, &whole, failure);
}
