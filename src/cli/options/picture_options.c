/*
 * Most options are rows of the table of settings (map/settings/settings_table.h), each made an
 * option row when the command begins. What stands here sets several settings at once, has a word
 * for a default that depends on others, or needs memory of its own.
 */
#include "cli/options/picture_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "map/settings/settings.h"
#include "map/settings/settings_table.h"

#define FIELD(member) .offset = offsetof(struct picture_options, member)

static const char *const light_names[] = {
    [ADTMAP_LIGHT_NEUTRAL] = "neutral",
    [ADTMAP_LIGHT_UNLIT] = "unlit",
    [ADTMAP_LIGHT_NOGGIT] = "noggit",
    NULL,
};

enum { PRESET_UNSET = COUNT_OF(light_names) - 1 };

static const char *const doodads_names[] = {
    [PICTURE_DOODADS_AUTO] = "auto",
    [PICTURE_DOODADS_MINIMAP] = "minimap",
    [PICTURE_DOODADS_ALL] = "all",
    [PICTURE_DOODADS_NONE] = "none",
    NULL,
};

static const char *const reflections_names[] = {
    [PICTURE_REFLECTIONS_AUTO] = "auto",
    [PICTURE_REFLECTIONS_ON] = "on",
    [PICTURE_REFLECTIONS_OFF] = "off",
    [PICTURE_REFLECTIONS_NOGGIT] = "noggit",
    NULL,
};

/* The option of a setting, whose value is stored in the struct of settings. */
static struct option_row row_of_setting(const struct settings_row *row)
{
    static const struct option_kind *const kinds[] = {
        [ADTMAP_SETTING_WHOLE] = &option_whole,    [ADTMAP_SETTING_CHOICE] = &option_choice,
        [ADTMAP_SETTING_BIT] = &option_clear_bits, [ADTMAP_SETTING_REALS] = &option_light,
        [ADTMAP_SETTING_BOOL] = &option_set_bits,  [ADTMAP_SETTING_DIRECTION] = &option_direction,
    };
    const struct adtmap_setting *setting = &row->setting;
    bool is_real = setting->kind == ADTMAP_SETTING_REALS;
    bool has_range = is_real || setting->kind == ADTMAP_SETTING_WHOLE;
    return (struct option_row){
        .name = row->option,
        .letter = row->letter,
        .argument = row->argument,
        .kind = row->is_time                     ? &option_clock
                : is_real && setting->count == 1 ? &option_float
                                                 : kinds[setting->kind],
        .offset = offsetof(struct picture_options, settings) + setting->offset,
        .low = has_range ? setting->low : 0.0,
        .high = has_range ? setting->high : 0.0,
        .choices = setting->choices,
        .value = setting->kind == ADTMAP_SETTING_BOOL ? 1 : setting->bit,
        .help = row->help ? row->help : setting->about,
    };
}

/* Options that set more than one setting, or need memory of their own. */
static const struct option_row drawing_rows[] = {
    {.name = "light",
     .kind = &option_choice,
     FIELD(preset),
     .choices = light_names,
     .help = "neutral: flat ground in the sun has the colour of its texture; unlit: textures as "
             "they are; noggit: the light of noggit-red's minimap export (default that of the "
             "style: neutral, but of --style relief its own)"},
    {.name = "background",
     .argument = "COLOR",
     .kind = &option_background,
     FIELD(background),
     .help = "colour where nothing is drawn: #RRGGBB or transparent (default #000000; transparent "
             "for a map that is one building)"},
    {.name = "shadow-strength",
     .argument = "K",
     .kind = &option_real,
     FIELD(shadow_strength),
     .low = 0,
     .high = 1,
     .help = "part of the sun's light that a shadow takes away"},
};

static const struct option_row object_rows[] = {
    {.name = "doodads",
     .kind = &option_choice,
     FIELD(doodads),
     .choices = doodads_names,
     .help = "minimap: doodads that minimaps of clients show, without foliage; all: trees and "
             "bushes too; auto: minimap, but none with --light noggit, and all with --style "
             "relief"},
    {.name = "reflections",
     .kind = &option_choice,
     FIELD(reflections),
     .choices = reflections_names,
     .help = "what metal, glass and ice reflect when seen from above: on as clients map it, noggit "
             "as noggit-red's export does; auto: on, but noggit with --light noggit"},
    {.name = "doodad-rules",
     .argument = "FILE",
     .kind = &option_doodad_rules,
     FIELD(doodad_rules),
     .is_path = true,
     .help = "changes what --doodads minimap draws: lines 'include PATTERN' or 'exclude PATTERN', "
             "patterns as for --hide; the first that matches a model decides"},
    {.name = "hide",
     .argument = "PATTERN",
     .kind = &option_list,
     FIELD(hide),
     .help = "leaves out buildings and doodads whose file name matches, case ignored; * and ? as "
             "in a shell, a "
             "plain word matches anywhere; may be repeated"},
    {.name = "only",
     .argument = "PATTERN",
     .kind = &option_list,
     FIELD(only),
     .help =
         "draws only buildings, with their doodads, and doodads whose file name matches, as for "
         "--hide; may be repeated"},
    {.name = "hide-id",
     .argument = "ID",
     .kind = &option_numbers,
     FIELD(hide_ids),
     .low = 0,
     .high = UINT32_MAX,
     .help = "leaves out the building or doodad with this unique id; may be repeated"},
    {.name = "roofs",
     .argument = "on|off",
     .kind = &option_on_off,
     FIELD(settings.draw),
     .value = ADTMAP_DRAW_ROOFS,
     .help = "off: draws buildings that have rooms without their outer shells"},
    {.name = "water",
     .argument = "COLORS",
     .kind = &option_colors,
     FIELD(liquids[ADTMAP_LIQUID_WATER]),
     .help = "SHALLOW,DEEP, each #RRGGBB or #RRGGBBAA; replaces the preset's colours"},
    {.name = "ocean",
     .argument = "COLORS",
     .kind = &option_colors,
     FIELD(liquids[ADTMAP_LIQUID_OCEAN]),
     .help = "as --water"},
    {.name = "magma",
     .argument = "COLORS",
     .kind = &option_colors,
     FIELD(liquids[ADTMAP_LIQUID_MAGMA]),
     .help = "as --water; for data without the texture of magma"},
    {.name = "slime",
     .argument = "COLORS",
     .kind = &option_colors,
     FIELD(liquids[ADTMAP_LIQUID_SLIME]),
     .help = "as --water; for data without the texture of slime"},
};

/* The value that stands for "left to the preset", which no caller can give. */
static double unset_value(const struct adtmap_setting *setting)
{
    return setting->kind == ADTMAP_SETTING_CHOICE ? (double)settings_choice_count(setting)
                                                  : (double)NAN;
}

static bool is_unset(const struct adtmap_setting *setting, double value)
{
    return isnan(value) || (setting->kind == ADTMAP_SETTING_CHOICE &&
                            value >= (double)settings_choice_count(setting));
}

static const struct option_table own_tables[SETTINGS_GROUPS] = {
    [SETTINGS_OF_DRAWING] = {"Drawing", drawing_rows, COUNT_OF(drawing_rows), NULL},
    [SETTINGS_OF_OBJECTS] = {"Buildings, doodads and liquids", object_rows, COUNT_OF(object_rows),
                             NULL},
};

static void add_row(struct picture_options *options, enum settings_group group,
                    struct option_row row)
{
    size_t *count = &options->row_counts[group];
    if (*count == PICTURE_OPTIONS_MAX) {
        abort();
    }
    options->rows[group][(*count)++] = row;
}

/* The option of styles, whose names are the library's. */
static struct option_row style_row(struct picture_options *options)
{
    size_t count = 0;
    while (count < PICTURE_STYLES_MAX && adtmap_style_at(count)) {
        options->style_names[count] = adtmap_style_at(count)->name;
        count++;
    }
    return (struct option_row){
        .name = "style",
        .kind = &option_choice,
        FIELD(style),
        .choices = options->style_names,
        .help =
            "several settings at once, which other options change. client: as clients' minimaps "
            "show maps; vivid: --shadows cast --sky 0.5 --water-look clear with bluer water; "
            "relief: --ground relief --contours -1 --water-look clear, with a light and water "
            "of its own",
    };
}

void picture_options_default(struct picture_options *options)
{
    memset(options, 0, sizeof *options);
    adtmap_settings_default(&options->settings);
    options->preset = PRESET_UNSET;
    add_row(options, SETTINGS_OF_DRAWING, style_row(options));
    for (size_t i = 0; i < settings_count; i++) {
        const struct settings_row *row = &settings_rows[i];
        if (!row->option) {
            continue;
        }
        add_row(options, row->group, row_of_setting(row));
        for (size_t k = 0; row->is_of_preset && k < row->setting.count; k++) {
            settings_put_number(&options->settings, &row->setting, k, unset_value(&row->setting));
        }
    }
    for (int group = 0; group < SETTINGS_GROUPS; group++) {
        for (size_t i = 0; i < own_tables[group].count; i++) {
            add_row(options, (enum settings_group)group, own_tables[group].rows[i]);
        }
    }
}

void picture_options_free(struct picture_options *options)
{
    option_doodad_rules_free(&options->doodad_rules);
}

struct option_table picture_options_table(struct picture_options *options,
                                          enum settings_group group)
{
    return (struct option_table){own_tables[group].title, options->rows[group],
                                 options->row_counts[group], options};
}

static void set_objects(const struct picture_options *options, struct adtmap_settings *settings)
{
    struct adtmap_objects *objects = &settings->objects;
    objects->hide = options->hide.count ? options->hide.items : NULL;
    objects->hide_count = options->hide.count;
    objects->only = options->only.count ? options->only.items : NULL;
    objects->only_count = options->only.count;
    objects->hide_ids = options->hide_ids.count ? options->hide_ids.items : NULL;
    objects->hide_id_count = options->hide_ids.count;
    for (size_t i = 0; i < ADTMAP_LIQUID_CLASSES; i++) {
        if (options->liquids[i].given) {
            memcpy(settings->liquids[i].shallow, options->liquids[i].shallow,
                   sizeof settings->liquids[i].shallow);
            memcpy(settings->liquids[i].deep, options->liquids[i].deep,
                   sizeof settings->liquids[i].deep);
        }
    }
}

static void set_doodads(const struct picture_options *options, struct adtmap_settings *settings)
{
    bool is_noggit = options->preset == ADTMAP_LIGHT_NOGGIT;
    if (options->doodads == PICTURE_DOODADS_MINIMAP || options->doodads == PICTURE_DOODADS_ALL) {
        settings->doodads =
            options->doodads == PICTURE_DOODADS_ALL ? ADTMAP_DOODADS_ALL : ADTMAP_DOODADS_MINIMAP;
    }
    if (options->doodads == PICTURE_DOODADS_NONE ||
        (options->doodads == PICTURE_DOODADS_AUTO && is_noggit)) {
        settings->draw &= ~(uint32_t)ADTMAP_DRAW_M2;
    }
    if (options->doodad_rules.count > 0) {
        settings->doodad_rules =
            (struct adtmap_doodad_rules){options->doodad_rules.items, options->doodad_rules.count};
    }
}

static void set_reflections(const struct picture_options *options, struct adtmap_settings *settings)
{
    static const enum adtmap_reflections of[] = {
        [PICTURE_REFLECTIONS_ON] = ADTMAP_REFLECTIONS_ON,
        [PICTURE_REFLECTIONS_OFF] = ADTMAP_REFLECTIONS_OFF,
        [PICTURE_REFLECTIONS_NOGGIT] = ADTMAP_REFLECTIONS_NOGGIT,
    };
    if (options->reflections != PICTURE_REFLECTIONS_AUTO) {
        settings->reflections = of[options->reflections];
    }
}

/* What style and preset set; the values that were left to them are in `settings` before. */
static enum adtmap_status set_look(const struct picture_options *options,
                                   struct adtmap_settings *settings, struct adtmap_message *failure)
{
    struct adtmap_settings defaults;
    adtmap_settings_default(&defaults);
    for (size_t i = 0; i < settings_count; i++) {
        const struct adtmap_setting *setting = &settings_rows[i].setting;
        for (size_t k = 0; settings_rows[i].is_of_preset && k < setting->count; k++) {
            settings_put_number(settings, setting, k, settings_number(&defaults, setting, k));
        }
    }
    enum adtmap_status status =
        adtmap_settings_style(adtmap_style_at(options->style)->name, settings, failure);
    if (!status && options->preset != PRESET_UNSET) {
        adtmap_settings_preset((enum adtmap_light_preset)options->preset, settings);
    }
    return status;
}

enum adtmap_status picture_options_settings(const struct picture_options *options,
                                            struct adtmap_settings *settings,
                                            struct adtmap_message *failure)
{
    *settings = options->settings;
    enum adtmap_status status = set_look(options, settings, failure);
    if (status) {
        return status;
    }
    for (size_t i = 0; i < settings_count; i++) {
        const struct settings_row *row = &settings_rows[i];
        for (size_t k = 0; row->option && row->is_of_preset && k < row->setting.count; k++) {
            double value = settings_number(&options->settings, &row->setting, k);
            if (!is_unset(&row->setting, value)) {
                settings_put_number(settings, &row->setting, k, value);
            }
        }
    }
    if (options->background.given) {
        memcpy(settings->background, options->background.rgba, sizeof settings->background);
    }
    set_objects(options, settings);
    set_doodads(options, settings);
    set_reflections(options, settings);
    if (options->shadow_strength.given) {
        struct adtmap_light *light = &settings->light;
        float strength = options->shadow_strength.value;
        /* Ambient light is darkened in the preset's proportion: strength 0 means no shadow. */
        if (light->shadow_diffuse > 0.0F) {
            float ambient = light->shadow_ambient * (strength / light->shadow_diffuse);
            light->shadow_ambient = ambient < 1.0F ? ambient : 1.0F;
        }
        light->shadow_diffuse = strength;
    }
    settings_agree_on_shadows(settings);
    return adtmap_settings_check(settings, failure);
}
