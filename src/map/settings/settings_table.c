#include "map/settings/settings_table.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/diag.h"
#include "base/size.h"

#define AT(member) .offset = offsetof(struct adtmap_settings, member)
#define PICTURE SETTINGS_DRAW_PICTURE
#define PICTURE_AND_LAYERS (SETTINGS_DRAW_PICTURE | SETTINGS_DRAW_LAYERS)
#define PICTURE_AND_OBJECTS (SETTINGS_DRAW_PICTURE | SETTINGS_DRAW_OBJECT_LAYERS)
#define LIQUID_ROW(class, end, ...)                                                                \
    {                                                                                              \
        .setting = {.name = "liquids." #class "." #end,                                            \
                    .about = "its colour at the " #end " end: red, green, blue, alpha",            \
                    .since = "0.1.0",                                                              \
                    .kind = ADTMAP_SETTING_REALS,                                                  \
                    AT(liquids[LIQUID_##class].end),                                               \
                    .count = 4,                                                                    \
                    .high = 1.0,                                                                   \
                    .initial = {__VA_ARGS__}},                                                     \
        .effects = PICTURE, .is_of_preset = true, .json = "liquids." #class "_" #end               \
    }
#define LIQUID_water ADTMAP_LIQUID_WATER
#define LIQUID_ocean ADTMAP_LIQUID_OCEAN
#define LIQUID_magma ADTMAP_LIQUID_MAGMA
#define LIQUID_slime ADTMAP_LIQUID_SLIME

static const char *const blend_names[] = {
    [ADTMAP_BLEND_AUTO] = "auto",
    [ADTMAP_BLEND_SEQUENTIAL] = "sequential",
    [ADTMAP_BLEND_WEIGHTED] = "weighted",
    [ADTMAP_BLEND_HEIGHT] = "height",
    NULL,
};

static const char *const edge_names[] = {
    [ADTMAP_EDGE_AUTO] = "auto",
    [ADTMAP_EDGE_FIX] = "fix",
    [ADTMAP_EDGE_KEEP] = "keep",
    NULL,
};

static const char *const low_res_names[] = {
    [ADTMAP_LOW_RES_FILL] = "fill",
    [ADTMAP_LOW_RES_NEVER] = "never",
    [ADTMAP_LOW_RES_ONLY] = "only",
    NULL,
};

static const char *const doodads_names[] = {
    [ADTMAP_DOODADS_MINIMAP] = "minimap",
    [ADTMAP_DOODADS_ALL] = "all",
    NULL,
};

static const char *const reflections_names[] = {
    [ADTMAP_REFLECTIONS_OFF] = "off",
    [ADTMAP_REFLECTIONS_ON] = "on",
    [ADTMAP_REFLECTIONS_NOGGIT] = "noggit",
    NULL,
};

static const char *const texture_levels_names[] = {
    [ADTMAP_TEXTURE_LEVELS_AVERAGE] = "average",
    [ADTMAP_TEXTURE_LEVELS_STORED] = "stored",
    [ADTMAP_TEXTURE_LEVELS_NOGGIT] = "noggit",
    NULL,
};

static const char *const client_era_names[] = {
    [ADTMAP_CLIENT_ERA_AUTO] = "auto",
    [ADTMAP_CLIENT_ERA_BEFORE_7] = "before-7",
    [ADTMAP_CLIENT_ERA_SINCE_7] = "since-7",
    NULL,
};

static const char *const bare_ground_names[] = {
    [ADTMAP_BARE_GROUND_OPEN] = "open",
    [ADTMAP_BARE_GROUND_WHITE] = "white",
    NULL,
};

static const char *const shadows_names[] = {
    [ADTMAP_SHADOWS_BAKED] = "baked",
    [ADTMAP_SHADOWS_CAST] = "cast",
    [ADTMAP_SHADOWS_NONE] = "none",
    NULL,
};

static const char *const ground_names[] = {
    [ADTMAP_GROUND_TEXTURED] = "textured",
    [ADTMAP_GROUND_RELIEF] = "relief",
    NULL,
};

static const char *const water_look_names[] = {
    [ADTMAP_WATER_LOOK_STORED] = "stored",
    [ADTMAP_WATER_LOOK_CLEAR] = "clear",
    NULL,
};

static const char *const cpu_names[] = {
    [ADTMAP_CPU_AUTO] = "auto", [ADTMAP_CPU_PLAIN] = "plain",   [ADTMAP_CPU_BASE] = "base",
    [ADTMAP_CPU_AVX2] = "avx2", [ADTMAP_CPU_AVX512] = "avx512", NULL,
};

const struct settings_row settings_rows[] = {
    {.setting = {.name = "size_px",
                 .about = "pixels on each edge of a tile; beyond 512, multiples of 128 take less "
                          "than half the time of others, which are drawn larger, and a run "
                          "may take more than 512 MiB of memory",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_WHOLE,
                 AT(size_px),
                 .count = 1,
                 .low = ADTMAP_SIZE_MIN_PX,
                 .high = ADTMAP_SIZE_MAX_PX,
                 .initial = {ADTMAP_SIZE_DEFAULT_PX}},
     .effects = PICTURE_AND_LAYERS,
     .option = "size",
     .letter = 's',
     .argument = "PX"},
    {.setting = {.name = "blend",
                 .about = "how ground layers are mixed; auto: by the map's flags",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(blend),
                 .count = 1,
                 .choices = blend_names},
     .effects = PICTURE_AND_LAYERS,
     .json = "blend",
     .option = "blend"},
    {.setting = {.name = "edge",
                 .about = "last row and column of 4-bit alpha maps and of shadow maps: keep uses "
                          "them, fix repeats the ones before; auto: by the file's flags, before "
                          "1.0 fix",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(edge),
                 .count = 1,
                 .choices = edge_names},
     .effects = PICTURE_AND_LAYERS,
     .json = "edge",
     .option = "alpha-edge"},
    {.setting = {.name = "low_res",
                 .about = "which tiles are drawn from the map's low-resolution terrain (WDL)",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(low_res),
                 .count = 1,
                 .choices = low_res_names},
     .effects = PICTURE,
     .json = "far"},
    {.setting = {.name = "light.ambient",
                 .about = "ambient light; 1 is full light",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(light.ambient),
                 .count = 3,
                 .high = 2.0,
                 .initial = {0.5, 0.5, 0.5}},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "light.ambient",
     .option = "ambient",
     .argument = "LIGHT",
     .help = "ambient light, replaces the preset's: a number, R,G,B or #RRGGBB; 1 is full light"},
    {.setting = {.name = "light.diffuse",
                 .about = "light of the sun; 1 is full light",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(light.diffuse),
                 .count = 3,
                 .high = 2.0,
                 .initial = {0.8308, 0.8308, 0.8308}},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "light.diffuse",
     .option = "diffuse",
     .argument = "LIGHT",
     .help = "light of the sun, replaces the preset's: as --ambient"},
    {.setting = {.name = "light.sun",
                 .about = "direction towards the sun: north, west, up",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_DIRECTION,
                 AT(light.sun),
                 .count = 3,
                 .low = -1e6,
                 .high = 1e6,
                 .initial = {0.5647, 0.5647, 0.6018}},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "light.sun",
     .option = "sun",
     .argument = "DIRECTION",
     .help = "direction towards the sun: AZIMUTH,ELEVATION in degrees (azimuth clockwise from "
             "north), or a vector N,W,U (north, west, up)"},
    {.setting = {.name = "light.shadow_ambient",
                 .about = "part of the ambient light that a shadow takes away",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(light.shadow_ambient),
                 .count = 1,
                 .high = 1.0},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "light.shadow_ambient"},
    {.setting = {.name = "light.shadow_diffuse",
                 .about = "part of the sun's light that a shadow takes away",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(light.shadow_diffuse),
                 .count = 1,
                 .high = 1.0,
                 .initial = {0.65}},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "light.shadow_diffuse"},
    LIQUID_ROW(water, shallow, 0.27, 0.43, 0.46, 0.35),
    LIQUID_ROW(water, deep, 0.06, 0.18, 0.27, 0.85),
    LIQUID_ROW(ocean, shallow, 0.2, 0.42, 0.47, 0.35),
    LIQUID_ROW(ocean, deep, 0.03, 0.13, 0.23, 0.92),
    LIQUID_ROW(magma, shallow, 0.9, 0.36, 0.06, 1.0),
    LIQUID_ROW(magma, deep, 0.72, 0.2, 0.03, 1.0),
    LIQUID_ROW(slime, shallow, 0.36, 0.52, 0.14, 0.9),
    LIQUID_ROW(slime, deep, 0.2, 0.4, 0.1, 1.0),
    {.setting = {.name = "add_liquid_textures",
                 .about = "water and ocean add the texture of their surface to their colour",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_BOOL,
                 AT(add_liquid_textures),
                 .count = 1},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "liquids.add_textures"},
    {.setting = {.name = "reflections",
                 .about = "what metal, glass and ice reflect: on as clients map it, noggit as "
                          "noggit-red's export does",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(reflections),
                 .count = 1,
                 .initial = {ADTMAP_REFLECTIONS_ON},
                 .choices = reflections_names},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "reflections"},
    {.setting = {.name = "overbright",
                 .about = "draws ground layers with MCLY flag 0x80 (lava that glows) twice as "
                          "bright",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_BOOL,
                 AT(overbright),
                 .count = 1},
     .effects = PICTURE,
     .json = "overbright",
     .option = "overbright"},
    {.setting = {.name = "objects.hide",
                 .about = "patterns of buildings and doodads that are left out",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_TEXTS,
                 AT(objects.hide)},
     .effects = PICTURE_AND_OBJECTS,
     .json = "objects.hide"},
    {.setting = {.name = "objects.only",
                 .about = "patterns of buildings and doodads; all others are left out",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_TEXTS,
                 AT(objects.only)},
     .effects = PICTURE_AND_OBJECTS,
     .json = "objects.only"},
    {.setting = {.name = "objects.hide_ids",
                 .about = "unique ids of buildings and doodads that are left out",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_IDS,
                 AT(objects.hide_ids)},
     .effects = PICTURE_AND_OBJECTS,
     .json = "objects.hide_ids"},
    {.setting = {.name = "objects.cut_height_yd",
                 .about = "leaves out everything above this height in yards, terrain included",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(objects.cut_height_yd),
                 .count = 1,
                 .initial = {INFINITY}},
     .effects = PICTURE_AND_OBJECTS,
     .off = SETTINGS_OFF_ABOVE,
     .json = "objects.cut_height_yd",
     .option = "cut-height",
     .argument = "Z",
     .group = SETTINGS_OF_OBJECTS},
    {.setting = {.name = "cut_below_yd",
                 .about = "leaves out everything below this height in yards, terrain included",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(cut_below_yd),
                 .count = 1,
                 .initial = {-INFINITY}},
     .effects = PICTURE_AND_OBJECTS,
     .off = SETTINGS_OFF_BELOW,
     .json = "objects.cut_below_yd",
     .option = "cut-below",
     .argument = "Z",
     .group = SETTINGS_OF_OBJECTS},
    {.setting = {.name = "doodads",
                 .about = "minimap: doodads that minimaps of clients show; all: foliage too",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(doodads),
                 .count = 1,
                 .choices = doodads_names},
     .effects = PICTURE_AND_OBJECTS,
     .json = "doodads.kind"},
    {.setting = {.name = "doodad_min_size_yd",
                 .about = "leaves out doodads whose longest side is shorter than this, in yards; "
                          "without it, half a pixel, or four pixels on relief maps, but for trees "
                          "and bushes",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(doodad_min_size_yd),
                 .count = 1,
                 .high = 1000.0,
                 .initial = {-1.0}},
     .effects = PICTURE_AND_OBJECTS,
     .off = SETTINGS_OFF_BELOW,
     .json = "doodads.min_size_yd",
     .option = "doodad-min-size",
     .argument = "YD",
     .group = SETTINGS_OF_OBJECTS},
    {.setting = {.name = "doodad_rules",
                 .about =
                     "which models count as doodads of minimaps; the first that matches decides",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_RULES,
                 AT(doodad_rules)},
     .effects = PICTURE_AND_OBJECTS,
     .json = "doodads.rules"},
    {.setting = {.name = "draw.shadows",
                 .about = "draws shadows",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_BIT,
                 .bit = ADTMAP_DRAW_SHADOWS,
                 AT(draw),
                 .count = 1,
                 .initial = {1}},
     .effects = PICTURE,
     .json = "draw.shadows",
     .option = "no-shadows",
     .help = "the same as --shadows none"},
    {.setting = {.name = "draw.vertex_colors",
                 .about = "draws the painted vertex colours",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_BIT,
                 .bit = ADTMAP_DRAW_VERTEX_COLORS,
                 AT(draw),
                 .count = 1,
                 .initial = {1}},
     .effects = PICTURE,
     .json = "draw.vertex_colors",
     .option = "no-vertex-colors",
     .help = "leaves out the painted vertex colours"},
    {.setting = {.name = "draw.wmo",
                 .about = "draws buildings with their doodads",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_BIT,
                 .bit = ADTMAP_DRAW_WMO,
                 AT(draw),
                 .count = 1,
                 .initial = {1}},
     .effects = PICTURE_AND_OBJECTS,
     .json = "draw.wmo",
     .option = "no-wmo",
     .help = "leaves out buildings with their doodads",
     .group = SETTINGS_OF_OBJECTS},
    {.setting = {.name = "draw.m2",
                 .about = "draws doodads",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_BIT,
                 .bit = ADTMAP_DRAW_M2,
                 AT(draw),
                 .count = 1,
                 .initial = {1}},
     .effects = PICTURE_AND_OBJECTS,
     .json = "draw.m2"},
    {.setting = {.name = "draw.liquid",
                 .about = "draws water, magma and slime",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_BIT,
                 .bit = ADTMAP_DRAW_LIQUID,
                 AT(draw),
                 .count = 1,
                 .initial = {1}},
     .effects = PICTURE,
     .json = "draw.liquid",
     .option = "no-liquid",
     .help = "leaves out water, magma and slime",
     .group = SETTINGS_OF_OBJECTS},
    {.setting = {.name = "draw.roofs",
                 .about = "draws buildings that have rooms with their outer shells",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_BIT,
                 .bit = ADTMAP_DRAW_ROOFS,
                 AT(draw),
                 .count = 1,
                 .initial = {1}},
     .effects = PICTURE_AND_OBJECTS,
     .json = "draw.roofs"},
    {.setting = {.name = "background",
                 .about = "colour where nothing is drawn: red, green, blue, alpha",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_BYTES,
                 AT(background),
                 .count = 4,
                 .high = UINT8_MAX,
                 .initial = {0, 0, 0, UINT8_MAX}},
     .effects = PICTURE,
     .json = "background"},
    {.setting = {.name = "parent_fade",
                 .about = "fades tiles that a parent of the map gives: the part of them that the "
                          "background replaces",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(parent_fade),
                 .count = 1,
                 .high = 1.0},
     .effects = PICTURE,
     .json = "parent_fade",
     .option = "parent-fade",
     .argument = "PART"},
    {.setting = {.name = "client_era",
                 .about = "which clients buildings were made for whose files do not tell: where "
                          "alpha cuts out, below 224 up to 6.x and below 128 from 7.x on; auto: "
                          "before-7",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(client_era),
                 .count = 1,
                 .choices = client_era_names},
     .effects = PICTURE,
     .json = "client_era",
     .option = "client-era"},
    {.setting = {.name = "bare_ground",
                 .about =
                     "ground without any texture: open as in clients, or white in the light, as "
                     "noggit-red draws it",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(bare_ground),
                 .count = 1,
                 .choices = bare_ground_names},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "bare_ground"},
    {.setting = {.name = "texture_levels",
                 .about = "smaller levels of textures of buildings and doodads: average takes "
                          "averages of the whole image, stored those of the file for opaque "
                          "surfaces, as clients do, noggit as noggit-red's export does, with its "
                          "textures of the ground",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(texture_levels),
                 .count = 1,
                 .initial = {ADTMAP_TEXTURE_LEVELS_STORED},
                 .choices = texture_levels_names},
     .effects = PICTURE_AND_LAYERS,
     .is_of_preset = true,
     .json = "texture_levels",
     .option = "texture-levels",
     .help = "smaller levels of textures of buildings and doodads: average takes averages of the "
             "whole image, stored those of the file for opaque surfaces, as clients do, noggit as "
             "noggit-red's export does, with its textures of the ground (default stored; noggit "
             "with --light noggit)"},
    {.setting = {.name = "shadows",
                 .about = "baked: those of the map's files, on the ground; cast: of all that is "
                          "drawn, by the sun; none",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(shadows),
                 .count = 1,
                 .choices = shadows_names},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "shadows",
     .option = "shadows",
     .help = "baked: those of the map's files, on the ground; cast: of all that is drawn, by the "
             "sun; none (default baked)"},
    {.setting = {.name = "sky",
                 .about = "how much places that see little of the sky are darkened, at the foot of "
                          "walls and cliffs and between crowns; 0: not at all",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(sky),
                 .count = 1,
                 .high = 1.0},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "sky",
     .option = "sky",
     .argument = "STRENGTH",
     .help = "how much places that see little of the sky are darkened, at the foot of walls and "
             "cliffs and between crowns (default 0: not at all)"},
    {.setting = {.name = "ground",
                 .about = "textured: with the textures and painted colours of the files; relief: "
                          "in tints by height, buildings and doodads as plain shapes, without any "
                          "texture",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(ground),
                 .count = 1,
                 .choices = ground_names},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "ground",
     .option = "ground",
     .help = "textured: with the textures and painted colours of the files; relief: in tints by "
             "height, buildings and doodads as plain shapes, without any texture (default "
             "textured)"},
    {.setting = {.name = "contour_yd",
                 .about = "yards between contour lines of the ground; 0: none; -1: by the heights "
                          "of the map",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(contour_yd),
                 .count = 1,
                 .low = -1.0,
                 .high = 1000.0},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "contour_yd",
     .option = "contours",
     .argument = "YD",
     .help = "yards between contour lines of the ground, every fifth thicker; 0: none; -1: 10 to "
             "100, by the heights of the map (default 0)"},
    {.setting = {.name = "water_look",
                 .about = "how water and ocean get darker: stored by the depths of the files, "
                          "clear by the yards of water above the ground",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(water_look),
                 .count = 1,
                 .choices = water_look_names},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "water_look",
     .option = "water-look",
     .help = "how water and ocean get darker: stored by the depths of the files, clear by the "
             "yards of water above the ground, with shadows on it and weaker ones below it "
             "(default stored)",
     .group = SETTINGS_OF_OBJECTS},
    {.setting = {.name = "shore",
                 .about = "how strong the line is along the shores of liquids, 0: none",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(shore),
                 .count = 1,
                 .high = 1.0},
     .effects = PICTURE,
     .is_of_preset = true,
     .json = "shore",
     .option = "shore",
     .argument = "STRENGTH",
     .help = "how strong the line is along the shores of liquids (default 0: none)",
     .group = SETTINGS_OF_OBJECTS},
    {.setting = {.name = "time_min",
                 .about = "time of day, in minutes since midnight: light, sun and water as the "
                          "client's tables have them then; without it, the light as it is set",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_REALS,
                 AT(time_min),
                 .count = 1,
                 .high = 1440.0,
                 .initial = {-1.0}},
     .effects = PICTURE,
     .off = SETTINGS_OFF_BELOW,
     .json = "time_min",
     .option = "time",
     .argument = "HH:MM",
     .help = "time of day, 00:00 to 24:00: light, sun and water as the client's tables of lights "
             "have them then, each place its own; what shines stays bright (default: the light as "
             "it is set)",
     .is_time = true},
    {.setting = {.name = "cpu",
                 .about = "instruction set to draw with; the pixels are the same",
                 .since = "0.1.0",
                 .kind = ADTMAP_SETTING_CHOICE,
                 AT(cpu),
                 .count = 1,
                 .choices = cpu_names},
     .option = "cpu"},
};
const size_t settings_count = COUNT_OF(settings_rows);
_Static_assert(COUNT_OF(settings_rows) <= SETTINGS_MAX, "callers have arrays of SETTINGS_MAX");

/* What settings_list reads: a pointer, then a count. */
#define IS_LIST(first, number)                                                                     \
    (offsetof(struct adtmap_settings, number) ==                                                   \
     offsetof(struct adtmap_settings, first) + offsetof(struct settings_list, count))
_Static_assert(IS_LIST(objects.hide, objects.hide_count) &&
                   IS_LIST(objects.only, objects.only_count) &&
                   IS_LIST(objects.hide_ids, objects.hide_id_count) &&
                   IS_LIST(doodad_rules.items, doodad_rules.count),
               "the count of a list follows its items");

double settings_number(const struct adtmap_settings *settings, const struct adtmap_setting *setting,
                       size_t index)
{
    const char *at = (const char *)settings + setting->offset;
    uint32_t whole;
    float real;
    switch (setting->kind) {
    case ADTMAP_SETTING_BYTES:
        return (uint8_t)at[index];
    case ADTMAP_SETTING_REALS:
    case ADTMAP_SETTING_DIRECTION:
        memcpy(&real, at + index * sizeof real, sizeof real);
        return (double)real;
    default:
        memcpy(&whole, at, sizeof whole);
        return setting->kind == ADTMAP_SETTING_BIT ? (whole & setting->bit) != 0 : whole;
    }
}

void settings_put_number(struct adtmap_settings *settings, const struct adtmap_setting *setting,
                         size_t index, double value)
{
    char *at = (char *)settings + setting->offset;
    uint32_t whole;
    float real;
    switch (setting->kind) {
    case ADTMAP_SETTING_BYTES:
        ((uint8_t *)at)[index] = (uint8_t)value;
        break;
    case ADTMAP_SETTING_REALS:
    case ADTMAP_SETTING_DIRECTION:
        real = (float)value;
        memcpy(at + index * sizeof real, &real, sizeof real);
        break;
    default:
        memcpy(&whole, at, sizeof whole);
        if (setting->kind == ADTMAP_SETTING_BIT) {
            whole = value != 0.0 ? whole | setting->bit : whole & ~setting->bit;
        } else {
            whole = (uint32_t)value;
        }
        memcpy(at, &whole, sizeof whole);
    }
}

struct settings_list settings_list(const struct adtmap_settings *settings,
                                   const struct adtmap_setting *setting)
{
    struct settings_list list;
    memcpy(&list, (const char *)settings + setting->offset, sizeof list);
    return list;
}

size_t settings_bytes(const struct adtmap_setting *setting)
{
    if (setting->count == 0) {
        return sizeof(struct settings_list);
    }
    return setting->count * (setting->kind == ADTMAP_SETTING_BYTES ? 1 : sizeof(uint32_t));
}

bool settings_is_off(const struct adtmap_settings *settings, const struct settings_row *row)
{
    const struct adtmap_setting *setting = &row->setting;
    double value = row->off ? settings_number(settings, setting, 0) : 0.0;
    return (row->off == SETTINGS_OFF_BELOW && value < setting->low) ||
           (row->off == SETTINGS_OFF_ABOVE && value > FLT_MAX);
}

size_t settings_choice_count(const struct adtmap_setting *setting)
{
    size_t count = 0;
    while (setting->choices[count]) {
        count++;
    }
    return count;
}

const struct adtmap_setting *adtmap_setting_at(size_t index)
{
    return index < settings_count ? &settings_rows[index].setting : NULL;
}

const struct adtmap_setting *adtmap_setting_find(const char *name)
{
    for (size_t i = 0; i < settings_count; i++) {
        if (strcmp(settings_rows[i].setting.name, name) == 0) {
            return &settings_rows[i].setting;
        }
    }
    return NULL;
}

/* The setting of a caller's struct; NULL, explained in the diag: there is none of the kind. */
static const struct adtmap_setting *find_set(const struct adtmap_settings *settings,
                                             const char *name, bool is_list,
                                             const struct diag *diag)
{
    const struct adtmap_setting *setting = adtmap_setting_find(name);
    if (!setting) {
        (void)diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "no setting \"%.60s\"", name);
        return NULL;
    }
    if ((setting->count == 0) != is_list) {
        (void)diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s is %s list", name,
                        is_list ? "no" : "a");
        return NULL;
    }
    if (setting->offset + settings_bytes(setting) > settings->struct_bytes) {
        (void)diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                        "struct_bytes is %u, before %s; adtmap_settings_default sets it",
                        (unsigned)settings->struct_bytes, name);
        return NULL;
    }
    return setting;
}

/* Whether the type of a setting holds a number, in range or not. */
static bool can_hold(const struct adtmap_setting *setting, double value)
{
    switch (setting->kind) {
    case ADTMAP_SETTING_REALS:
    case ADTMAP_SETTING_DIRECTION: /* a double beyond FLT_MAX would be undefined */
        return !isnan(value) && (isinf(value) || fabs(value) <= (double)FLT_MAX);
    case ADTMAP_SETTING_BIT:
    case ADTMAP_SETTING_BOOL:
        return value == 0.0 || value == 1.0;
    default: {
        double most = setting->kind == ADTMAP_SETTING_BYTES ? UINT8_MAX : UINT32_MAX;
        return value >= 0.0 && value <= most && floor(value) == value;
    }
    }
}

enum adtmap_status adtmap_setting_set(struct adtmap_settings *settings, const char *name,
                                      const double *values, size_t count,
                                      struct adtmap_message *failure)
{
    const struct diag diag = {.failure = failure};
    const struct adtmap_setting *setting = find_set(settings, name, false, &diag);
    if (!setting) {
        return ADTMAP_BAD_ARGUMENT;
    }
    if (count != setting->count) {
        return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s has %zu numbers, not %zu",
                         name, setting->count, count);
    }
    for (size_t i = 0; i < count; i++) {
        if (!can_hold(setting, values[i])) {
            return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET, "%s cannot be %g", name,
                             values[i]);
        }
    }
    for (size_t i = 0; i < count; i++) {
        settings_put_number(settings, setting, i, values[i]);
    }
    return ADTMAP_OK;
}

enum adtmap_status adtmap_setting_set_list(struct adtmap_settings *settings, const char *name,
                                           const void *items, size_t count,
                                           struct adtmap_message *failure)
{
    const struct diag diag = {.failure = failure};
    const struct adtmap_setting *setting = find_set(settings, name, true, &diag);
    if (!setting) {
        return ADTMAP_BAD_ARGUMENT;
    }
    const struct settings_list list = {items, count};
    memcpy((char *)settings + setting->offset, &list, sizeof list);
    return ADTMAP_OK;
}
