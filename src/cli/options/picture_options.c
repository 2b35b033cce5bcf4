#include "cli/options/picture_options.h"

#include <string.h>

#include "base/size.h"
#include "scene/settings_table.h"

#define FIELD(member) .offset = offsetof(struct picture_options, member)

static const char *const light_names[] = {
    [ADTMAP_LIGHT_NEUTRAL] = "neutral",
    [ADTMAP_LIGHT_UNLIT] = "unlit",
    [ADTMAP_LIGHT_NOGGIT] = "noggit",
    NULL,
};

static const char *const cpu_names[] = {
    [ADTMAP_CPU_AUTO] = "auto", [ADTMAP_CPU_PLAIN] = "plain",   [ADTMAP_CPU_BASE] = "base",
    [ADTMAP_CPU_AVX2] = "avx2", [ADTMAP_CPU_AVX512] = "avx512", NULL,
};

static const char *const doodads_names[] = {
    [PICTURE_DOODADS_AUTO] = "auto",
    [PICTURE_DOODADS_MINIMAP] = "minimap",
    [PICTURE_DOODADS_ALL] = "all",
    [PICTURE_DOODADS_NONE] = "none",
    NULL,
};

static const struct option_row rows[] = {
    {.name = "size",
     .letter = 's',
     .argument = "PX",
     .kind = &option_whole,
     FIELD(settings.size_px),
     .low = ADTMAP_SIZE_MIN_PX,
     .high = ADTMAP_SIZE_MAX_PX,
     .help = "pixels on each edge of a tile"},
    {.name = "light",
     .kind = &option_choice,
     FIELD(preset),
     .choices = light_names,
     .help = "neutral: flat ground in the sun has the colour of its texture; unlit: textures as "
             "they are; noggit: the light of noggit-red's minimap export"},
    {.name = "ambient",
     .argument = "LIGHT",
     .kind = &option_light,
     FIELD(ambient),
     .low = 0,
     .high = 2,
     .help = "ambient light, replaces the preset's: a number, R,G,B or #RRGGBB; 1 is full light"},
    {.name = "diffuse",
     .argument = "LIGHT",
     .kind = &option_light,
     FIELD(diffuse),
     .low = 0,
     .high = 2,
     .help = "light of the sun, replaces the preset's: as --ambient"},
    {.name = "sun",
     .argument = "DIRECTION",
     .kind = &option_direction,
     FIELD(sun),
     .help = "direction towards the sun: AZIMUTH,ELEVATION in degrees (azimuth clockwise from "
             "north), or a vector N,W,U (north, west, up)"},
    {.name = "shadow-strength",
     .argument = "K",
     .kind = &option_real,
     FIELD(shadow_strength),
     .low = 0,
     .high = 1,
     .help = "part of the sun's light that a shadow takes away"},
    {.name = "blend",
     .kind = &option_choice,
     FIELD(settings.blend),
     .choices = settings_blend_names,
     .help = "how ground layers are mixed; auto: by the map's flags"},
    {.name = "alpha-edge",
     .kind = &option_choice,
     FIELD(settings.edge),
     .choices = settings_edge_names,
     .help = "last row and column of 4-bit alpha maps and of shadow maps: keep uses them, fix "
             "repeats the ones before; auto: by the file's flags, before 1.0 fix"},
    {.name = "background",
     .argument = "COLOR",
     .kind = &option_background,
     FIELD(settings.background),
     .help = "colour where nothing is drawn: #RRGGBB or transparent"},
    {.name = "no-shadows",
     .kind = &option_clear_bits,
     FIELD(settings.draw),
     .value = ADTMAP_DRAW_SHADOWS,
     .help = "leaves out the baked shadows"},
    {.name = "no-vertex-colors",
     .kind = &option_clear_bits,
     FIELD(settings.draw),
     .value = ADTMAP_DRAW_VERTEX_COLORS,
     .help = "leaves out the painted vertex colours"},
    {.name = "cpu",
     .kind = &option_choice,
     FIELD(settings.cpu),
     .choices = cpu_names,
     .help = "instruction set to draw with; the pixels are the same"},
};

static const struct option_row object_rows[] = {
    {.name = "no-wmo",
     .kind = &option_clear_bits,
     FIELD(settings.draw),
     .value = ADTMAP_DRAW_WMO,
     .help = "leaves out buildings with their doodads"},
    {.name = "doodads",
     .kind = &option_choice,
     FIELD(doodads),
     .choices = doodads_names,
     .help = "minimap: doodads that minimaps of clients show, without foliage; all: trees and "
             "bushes too; auto: minimap, but none with --light noggit"},
    {.name = "doodad-rules",
     .argument = "FILE",
     .kind = &option_doodad_rules,
     FIELD(doodad_rules),
     .is_path = true,
     .help = "changes what --doodads minimap draws: lines 'include PATTERN' or 'exclude PATTERN', "
             "patterns as for --hide; the first that matches a model decides"},
    {.name = "doodad-min-size",
     .argument = "YD",
     .kind = &option_real,
     FIELD(doodad_min_size),
     .low = 0,
     .high = 1000,
     .help = "leaves out doodads whose longest side is shorter, in yards; without it, those "
             "smaller than half a pixel"},
    {.name = "no-liquid",
     .kind = &option_clear_bits,
     FIELD(settings.draw),
     .value = ADTMAP_DRAW_LIQUID,
     .help = "leaves out water, magma and slime"},
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
    {.name = "cut-height",
     .argument = "Z",
     .kind = &option_real,
     FIELD(cut_height),
     .help = "leaves out everything above this height in yards, terrain included"},
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

void picture_options_default(struct picture_options *options)
{
    memset(options, 0, sizeof *options);
    adtmap_settings_default(&options->settings);
    options->preset = ADTMAP_LIGHT_NEUTRAL;
}

struct option_table picture_options_table(struct picture_options *options)
{
    return (struct option_table){"Drawing", rows, COUNT_OF(rows), options};
}

struct option_table picture_options_objects_table(struct picture_options *options)
{
    return (struct option_table){"Buildings, doodads and liquids", object_rows,
                                 COUNT_OF(object_rows), options};
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
    if (options->cut_height.given) {
        objects->cut_height_yd = options->cut_height.value;
    }
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
    if (options->doodads == PICTURE_DOODADS_NONE ||
        (options->doodads == PICTURE_DOODADS_AUTO && is_noggit)) {
        settings->draw &= ~(uint32_t)ADTMAP_DRAW_M2;
    }
    settings->doodads =
        options->doodads == PICTURE_DOODADS_ALL ? ADTMAP_DOODADS_ALL : ADTMAP_DOODADS_MINIMAP;
    if (options->doodad_min_size.given) {
        settings->doodad_min_size_yd = options->doodad_min_size.value;
    }
    if (options->doodad_rules.count > 0) {
        settings->doodad_rules =
            (struct adtmap_doodad_rules){options->doodad_rules.items, options->doodad_rules.count};
    }
}

/* Ambient light is darkened in the preset's proportion, so that strength 0 means no shadow. */
static void set_shadow_strength(struct adtmap_light *light, float strength)
{
    if (light->shadow_diffuse > 0.0F) {
        float ambient = light->shadow_ambient * (strength / light->shadow_diffuse);
        light->shadow_ambient = ambient < 1.0F ? ambient : 1.0F;
    }
    light->shadow_diffuse = strength;
}

enum adtmap_status picture_options_settings(const struct picture_options *options,
                                            struct adtmap_settings *settings,
                                            struct adtmap_message *failure)
{
    *settings = options->settings;
    struct adtmap_light *light = &settings->light;
    adtmap_settings_preset(options->preset, settings);
    set_objects(options, settings);
    set_doodads(options, settings);
    if (options->ambient.given) {
        memcpy(light->ambient, options->ambient.rgb, sizeof light->ambient);
    }
    if (options->diffuse.given) {
        memcpy(light->diffuse, options->diffuse.rgb, sizeof light->diffuse);
    }
    if (options->sun.given) {
        memcpy(light->sun, options->sun.towards, sizeof light->sun);
    }
    if (options->shadow_strength.given) {
        set_shadow_strength(light, options->shadow_strength.value);
    }
    return adtmap_settings_check(settings, failure);
}
