/* How a tile is drawn: one plain struct. adtmap_settings_default fills it, the caller changes it.
 */
#ifndef ADTMAP_SETTINGS_H
#define ADTMAP_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    ADTMAP_SIZE_MIN_PX = 16,
    ADTMAP_SIZE_MAX_PX = 8192,
    ADTMAP_SIZE_DEFAULT_PX = 512,
};

/* How the ground layers of a chunk are mixed (documents: ADT/v18, MCAL; WDT, MPHD). */
enum adtmap_blend {
    ADTMAP_BLEND_AUTO,       /* height if MPHD has 0x80, weighted if it has 0x4, else sequential */
    ADTMAP_BLEND_SEQUENTIAL, /* each layer is drawn over the layers below it */
    ADTMAP_BLEND_WEIGHTED,   /* alphas are weights, the base layer gets the rest */
    ADTMAP_BLEND_HEIGHT,     /* weighted, then sharpened by the heights of the textures */
};

/* Whether the low-resolution terrain of a map (WDL) is drawn, as relief in colours of height. */
enum adtmap_low_res {
    ADTMAP_LOW_RES_FILL,  /* for tiles of the map whose ADT is missing */
    ADTMAP_LOW_RES_NEVER, /* for no tile */
    ADTMAP_LOW_RES_ONLY,  /* for all tiles, in place of their ADTs */
};

/* Where the last row and column of 4-bit alpha maps and of shadow maps come from. */
enum adtmap_edge {
    ADTMAP_EDGE_AUTO, /* MCNK flag 0x8000 of each chunk decides; files without flags: as FIX */
    ADTMAP_EDGE_FIX,  /* copies of the row and the column before them, in all chunks */
    ADTMAP_EDGE_KEEP, /* from the file, in all chunks */
};

/* What is drawn; bits of adtmap_settings.draw. */
enum adtmap_draw {
    ADTMAP_DRAW_SHADOWS = 1 << 0,
    ADTMAP_DRAW_VERTEX_COLORS = 1 << 1,
    ADTMAP_DRAW_WMO = 1 << 2,
    ADTMAP_DRAW_M2 = 1 << 3, /* doodads, those of adtmap_settings.doodads */
    ADTMAP_DRAW_LIQUID = 1 << 4,
    ADTMAP_DRAW_ROOFS = 1 << 5, /* exterior groups of buildings that have interior groups */
    ADTMAP_DRAW_ALL = (1 << 6) - 1,
};

/* Whether what WMOs and doodads reflect is drawn, as seen from straight above. */
enum adtmap_reflections {
    ADTMAP_REFLECTIONS_OFF,
    ADTMAP_REFLECTIONS_ON,     /* as clients map them */
    ADTMAP_REFLECTIONS_NOGGIT, /* as noggit-red's minimap exporter maps those of WMOs */
};

/* Where the smaller levels of textures of WMOs and doodads come from. Leaves, and what is blended,
 * have averages of the whole image with each. */
enum adtmap_texture_levels {
    ADTMAP_TEXTURE_LEVELS_AVERAGE, /* averages of the whole image */
    ADTMAP_TEXTURE_LEVELS_STORED,  /* the file, as clients show opaque surfaces */
    /* The file, and coarser ones than are needed; of ground textures below tileset/ that have one
     * NAME_s.blp is drawn in place of NAME.blp: as noggit-red's minimap exporter. */
    ADTMAP_TEXTURE_LEVELS_NOGGIT,
};

/* Which clients files are taken for that do not say it themselves: where alpha cuts leaves and
 * fences out of the materials of WMOs. */
enum adtmap_client_era {
    ADTMAP_CLIENT_ERA_AUTO,     /* by the file; those without a sign as up to 6.x */
    ADTMAP_CLIENT_ERA_BEFORE_7, /* up to 6.x: below 224 of 255 */
    ADTMAP_CLIENT_ERA_SINCE_7,  /* 7.x and later: below 128 */
};

/* How ground without any texture is drawn. */
enum adtmap_bare_ground {
    ADTMAP_BARE_GROUND_OPEN,  /* not at all, as in clients */
    ADTMAP_BARE_GROUND_WHITE, /* white in the light, as noggit-red's minimap exporter draws it */
};

/* Which shadows are drawn. */
enum adtmap_shadows {
    ADTMAP_SHADOWS_BAKED, /* those of the files (MCSH), on the ground */
    ADTMAP_SHADOWS_CAST,  /* of all that is drawn, by the sun of adtmap_light, on all of it */
    ADTMAP_SHADOWS_NONE,  /* the same as without ADTMAP_DRAW_SHADOWS */
};

/* What the ground is drawn with. */
enum adtmap_ground {
    ADTMAP_GROUND_TEXTURED, /* the textures and painted colours of the files */
    ADTMAP_GROUND_RELIEF, /* tints by height; buildings and doodads are plain shapes: no textures */
};

/* How water and ocean of the terrain get darker. */
enum adtmap_water_look {
    ADTMAP_WATER_LOOK_STORED, /* by the depths of the files */
    ADTMAP_WATER_LOOK_CLEAR,  /* by the yards of water above the ground */
};

/* Presets of light, liquid colours, reflections, bare ground and levels of textures
 * together. */
enum adtmap_light_preset {
    ADTMAP_LIGHT_NEUTRAL, /* white; flat ground in the sun keeps the colour of its texture */
    ADTMAP_LIGHT_UNLIT,   /* textures as they are */
    ADTMAP_LIGHT_NOGGIT,  /* the warm light of noggit-red's minimap exporter */
};

/*
 * Light. All values are stored (sRGB) values, as clients use them.
 *
 *     lit = ambient + diffuse * d - s * (shadow_ambient * ambient + shadow_diffuse * diffuse * d)
 *
 * with d = max(0, n.l), n the normal, l towards the sun, s the shadow 0..1, baked or cast. The
 * colour of a pixel is texture * vertex colour / 127 * lit, clamped.
 */
struct adtmap_light {
    float ambient[3];     /* red, green, blue; 0..2 */
    float diffuse[3];     /* red, green, blue; 0..2 */
    float sun[3];         /* towards the sun: north, west, up; any length but 0 */
    float shadow_ambient; /* 0..1: the share of ambient light that a shadow takes */
    float shadow_diffuse; /* 0..1: the share of sunlight that a shadow takes */
};

enum adtmap_liquid_class {
    ADTMAP_LIQUID_WATER,
    ADTMAP_LIQUID_OCEAN,
    ADTMAP_LIQUID_MAGMA,
    ADTMAP_LIQUID_SLIME,
    ADTMAP_LIQUID_CLASSES
};

/* The colours of a liquid at its shallow and its deep end: red, green, blue, alpha; 0..1 each. */
struct adtmap_liquid {
    float shallow[4];
    float deep[4];
};

/*
 * Which buildings and doodads are drawn, and how much of them. A building that is left out takes
 * its doodads with it; one that `only` names brings them. Patterns are matched with the whole path
 * of the file, in lower case, with '/' between folders. *, ? and [...] are those of a shell. A
 * pattern without these characters matches every path that contains it.
 *
 * The arrays and texts are the caller's and must live as long as the settings are in use.
 */
struct adtmap_objects {
    const char *const *hide; /* patterns of buildings and doodads that are left out */
    size_t hide_count;
    const char *const *only; /* if there are any: all other buildings and doodads are left out */
    size_t only_count;
    const uint32_t *hide_ids; /* unique ids of placements that are left out */
    size_t hide_id_count;
    float cut_height_yd; /* nothing above it is drawn, terrain included; INFINITY: no cut */
};

/* Which doodads are drawn. */
enum adtmap_doodads {
    ADTMAP_DOODADS_MINIMAP, /* those that minimaps of clients show: no foliage, see doodad_rules */
    ADTMAP_DOODADS_ALL,
};

/* Says whether ADTMAP_DOODADS_MINIMAP draws models whose name matches, as in adtmap_objects. */
struct adtmap_doodad_rule {
    const char *pattern;
    int include; /* 0 or 1 */
};

/* The first rule that matches decides; if none does, words in the name, the material and the size
 * do (docs/rendering.md). The rules are the caller's, as texts of adtmap_objects. */
struct adtmap_doodad_rules {
    const struct adtmap_doodad_rule *items;
    size_t count;
};

/* Instruction sets of the drawing kernels, in ascending order. All give the same pixels. A machine
 * without the chosen set uses the next lower one. */
enum adtmap_cpu {
    ADTMAP_CPU_AUTO,  /* the best of this machine */
    ADTMAP_CPU_PLAIN, /* C compiled without vector instructions */
    ADTMAP_CPU_BASE,  /* what every machine of the architecture has: SSE2, NEON */
    ADTMAP_CPU_AVX2,
    ADTMAP_CPU_AVX512, /* with BW, DQ and VL */
    ADTMAP_CPU_KINDS
};

/*
 * The settings. Fields from size_px to liquids are in every version; later fields may be missing
 * from a caller's struct. New fields are appended (adtmap/version.h). Structs inside do not grow.
 */
struct adtmap_settings {
    uint32_t struct_bytes;       /* set by adtmap_settings_default */
    uint32_t size_px;            /* edge of a tile, ADTMAP_SIZE_MIN_PX..ADTMAP_SIZE_MAX_PX */
    enum adtmap_blend blend;     /* default ADTMAP_BLEND_AUTO */
    enum adtmap_edge edge;       /* default ADTMAP_EDGE_AUTO */
    enum adtmap_low_res low_res; /* default ADTMAP_LOW_RES_FILL */
    struct adtmap_light light;   /* default that of ADTMAP_LIGHT_NEUTRAL */
    /* By enum adtmap_liquid_class; default those of ADTMAP_LIGHT_NEUTRAL. */
    struct adtmap_liquid liquids[ADTMAP_LIQUID_CLASSES];
    struct adtmap_objects objects; /* default: all of them, no cut */
    uint32_t draw;                 /* enum adtmap_draw bits, default ADTMAP_DRAW_ALL */
    uint8_t background[4]; /* red, green, blue, alpha where nothing is; default opaque black */
    enum adtmap_cpu cpu;   /* default ADTMAP_CPU_AUTO */
    enum adtmap_doodads doodads;             /* default ADTMAP_DOODADS_MINIMAP */
    struct adtmap_doodad_rules doodad_rules; /* default: none */
    /* The longest side of the smallest doodads that are drawn, 0..1000; below 0, as by default,
     * half a pixel, or four on relief maps, but for trees and bushes. */
    float doodad_min_size_yd;
    /* 1: water and ocean add the texture of their surface to their colour. Default 0; the preset
     * ADTMAP_LIGHT_NOGGIT sets 1. */
    uint32_t add_liquid_textures;
    /* Default ADTMAP_REFLECTIONS_ON; the preset ADTMAP_LIGHT_NOGGIT sets ADTMAP_REFLECTIONS_NOGGIT.
     */
    enum adtmap_reflections reflections;
    /* 1: ground layers with MCLY flag 0x80 are drawn twice as bright. Default 0. */
    uint32_t overbright;
    /* How much of the picture of a tile that a parent of the map gives (adtmap_map_add_parents) is
     * replaced by the background, 0..1. Default 0. */
    float parent_fade;
    /* Nothing below this height in yards is drawn, terrain included; default -INFINITY: no cut. */
    float cut_below_yd;
    enum adtmap_client_era client_era; /* default ADTMAP_CLIENT_ERA_AUTO */
    /* Default ADTMAP_BARE_GROUND_OPEN; the preset ADTMAP_LIGHT_NOGGIT sets
     * ADTMAP_BARE_GROUND_WHITE.
     */
    enum adtmap_bare_ground bare_ground;
    /* Default ADTMAP_TEXTURE_LEVELS_STORED; the preset ADTMAP_LIGHT_NOGGIT sets
     * ADTMAP_TEXTURE_LEVELS_NOGGIT. */
    enum adtmap_texture_levels texture_levels;
    /* Default ADTMAP_SHADOWS_BAKED. */
    enum adtmap_shadows shadows;
    /* How much places that see little of the sky are darkened, 0..1. Default 0: not at all. */
    float sky;
    /* Default ADTMAP_GROUND_TEXTURED. */
    enum adtmap_ground ground;
    /* Yards between contour lines of the ground, up to 1000; 0, the default: none; below 0: by the
     * heights of the map (adtmap_map). */
    float contour_yd;
    /* Default ADTMAP_WATER_LOOK_STORED. */
    enum adtmap_water_look water_look;
    /* How strong the line is along the shores of liquids of the terrain, 0..1. Default 0: none. */
    float shore;
    /* The time of day in minutes since midnight, 0..1440: the client's tables of lights change
     * light, sun and the colours of water from what they are at noon. Below 0, as by default, the
     * light is as it stands above; so it is if the data have no such tables. */
    float time_min;
};

/* As adtmap_settings_default, for a struct of `struct_bytes` bytes. For bindings of other
 * languages. */
ADTMAP_API void adtmap_settings_default_sized(struct adtmap_settings *settings,
                                              size_t struct_bytes);

/* Sets the defaults: 512 px, neutral light, everything drawn, black background. */
static inline void adtmap_settings_default(struct adtmap_settings *settings)
{
    adtmap_settings_default_sized(settings, sizeof *settings);
}

/* Sets the light, the liquid colours, add_liquid_textures, reflections, bare_ground and
 * texture_levels of a preset; other fields stay. */
ADTMAP_API void adtmap_settings_preset(enum adtmap_light_preset preset,
                                       struct adtmap_settings *settings);

/* A style: values of several settings, which make a map of a kind. A later version appends members.
 */
struct adtmap_style {
    const char *name;  /* "client", "vivid", "relief" */
    const char *about; /* a line that explains it */
};

/* The styles, "client" first, which leaves all settings at their defaults; NULL beyond the end. */
ADTMAP_API const struct adtmap_style *adtmap_style_at(size_t index);

/*
 * Sets the settings of a style; others stay. Each may be changed after it, and so may a preset:
 * adtmap_settings_preset after it replaces what both set. ADTMAP_BAD_ARGUMENT, explained in
 * `failure`, for an unknown name and for a struct that lacks some of its settings.
 */
ADTMAP_API enum adtmap_status adtmap_settings_style(const char *name,
                                                    struct adtmap_settings *settings,
                                                    struct adtmap_message *failure);

/* Returns ADTMAP_OK, or ADTMAP_BAD_ARGUMENT and names the first field that is out of its range in
 * `failure`. A struct that adtmap_settings_default has not filled is refused. */
ADTMAP_API enum adtmap_status adtmap_settings_check(const struct adtmap_settings *settings,
                                                    struct adtmap_message *failure);

/* What the value of a setting is, at its place in struct adtmap_settings. */
enum adtmap_setting_kind {
    ADTMAP_SETTING_WHOLE,     /* uint32_t in low..high */
    ADTMAP_SETTING_CHOICE,    /* an enum: the index of a name in `choices` */
    ADTMAP_SETTING_BOOL,      /* uint32_t, 0 or 1 */
    ADTMAP_SETTING_BIT,       /* `bit` of a uint32_t, 0 or 1 */
    ADTMAP_SETTING_BYTES,     /* `count` of uint8_t */
    ADTMAP_SETTING_REALS,     /* `count` of float in low..high */
    ADTMAP_SETTING_DIRECTION, /* `count` of float: a vector of any length but 0 */
    ADTMAP_SETTING_TEXTS,     /* const char *const *, then a size_t */
    ADTMAP_SETTING_IDS,       /* const uint32_t *, then a size_t */
    ADTMAP_SETTING_RULES,     /* const struct adtmap_doodad_rule *, then a size_t */
};

/* One setting. The rows are constant and in static storage; a later version appends members. */
struct adtmap_setting {
    const char *name;  /* of the member: "size_px", "light.ambient", "draw.shadows" */
    const char *about; /* a line that explains it; of one that is 0 or 1, what 1 does */
    const char *since; /* the version of the library that had it first */
    enum adtmap_setting_kind kind;
    uint32_t bit;               /* of ADTMAP_SETTING_BIT */
    size_t offset;              /* in struct adtmap_settings */
    size_t count;               /* of numbers; 0: a list of any length */
    double low, high;           /* of each number; both 0: any finite one */
    double initial[4];          /* the default */
    const char *const *choices; /* of ADTMAP_SETTING_CHOICE, then NULL */
};

/* The table of all settings, for programs that go over them, as bindings do. NULL beyond its end,
 * and for a name that no setting has. */
ADTMAP_API const struct adtmap_setting *adtmap_setting_at(size_t index);
ADTMAP_API const struct adtmap_setting *adtmap_setting_find(const char *name);

/*
 * Sets a setting to `count` numbers; others stay. ADTMAP_BAD_ARGUMENT, explained in `failure`: an
 * unknown name, one of a list, another count than the setting's, a number that its type cannot
 * hold, or a setting that the caller's struct lacks. Ranges are checked by adtmap_settings_check.
 */
ADTMAP_API enum adtmap_status adtmap_setting_set(struct adtmap_settings *settings, const char *name,
                                                 const double *values, size_t count,
                                                 struct adtmap_message *failure);

/* The same of a list: `items` is what the kind says, `count` of them. They remain the caller's and
 * must live as long as the settings are in use. */
ADTMAP_API enum adtmap_status adtmap_setting_set_list(struct adtmap_settings *settings,
                                                      const char *name, const void *items,
                                                      size_t count, struct adtmap_message *failure);

#ifdef __cplusplus
}
#endif

#endif
