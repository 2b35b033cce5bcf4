/* How a tile is drawn. One plain struct; adtmap_settings_default fills it, the caller changes it.
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

/* How ground layers mix. */
enum adtmap_blend {
    ADTMAP_BLEND_AUTO,       /* weighted when MPHD has 0x4 or 0x80, else sequential */
    ADTMAP_BLEND_SEQUENTIAL, /* each layer over the ones below it */
    ADTMAP_BLEND_WEIGHTED,   /* alphas are weights, the base layer gets the rest */
    ADTMAP_BLEND_HEIGHT,     /* weighted, then sharpened by the textures' heights */
};

/*
 * What ground a tile is drawn with: that of its ADT, or the map's far-away terrain (WDL), relief in
 * colours of height.
 */
enum adtmap_low_res {
    ADTMAP_LOW_RES_FILL,  /* the WDL where a map lists a tile and the data hold no ADT of it */
    ADTMAP_LOW_RES_NEVER, /* ADTs alone */
    ADTMAP_LOW_RES_ONLY,  /* the WDL alone */
};

/*
 * Whether the last row and column of 4-bit alpha maps and of shadow maps are what the file has
 * there, or those before them once more.
 */
enum adtmap_edge {
    ADTMAP_EDGE_AUTO, /* by the flags of each chunk (MCNK 0x8000); as fix before there were any */
    ADTMAP_EDGE_FIX,  /* once more, in all chunks */
    ADTMAP_EDGE_KEEP, /* as in the file, in all chunks */
};

/* What is drawn; bits of adtmap_settings.draw. */
enum adtmap_draw {
    ADTMAP_DRAW_SHADOWS = 1 << 0,
    ADTMAP_DRAW_VERTEX_COLORS = 1 << 1,
    ADTMAP_DRAW_WMO = 1 << 2,
    ADTMAP_DRAW_M2 = 1 << 3, /* reserved: doodads are not drawn */
    ADTMAP_DRAW_LIQUID = 1 << 4,
    ADTMAP_DRAW_ROOFS = 1 << 5, /* without: buildings that have rooms lose their shells */
    ADTMAP_DRAW_ALL = (1 << 6) - 1,
};

/* Presets of light and liquid colours together. */
enum adtmap_light_preset {
    ADTMAP_LIGHT_NEUTRAL, /* white; flat ground in the sun keeps its texture's colour */
    ADTMAP_LIGHT_UNLIT,   /* textures as they are */
    ADTMAP_LIGHT_NOGGIT,  /* the warm light of noggit-red's minimap exporter */
};

/*
 * lit = ambient + diffuse * d - s * (shadow_ambient * ambient + shadow_diffuse * diffuse * d)
 * with d = max(0, n.l), l towards the sun, s the shadow map 0..1; all in stored (sRGB) values.
 */
struct adtmap_light {
    float ambient[3];     /* red, green, blue; 0..2 */
    float diffuse[3];     /* 0..2 */
    float sun[3];         /* towards the sun: north, west, up; any length but 0 */
    float shadow_ambient; /* 0..1: how much of the ambient light a shadow takes */
    float shadow_diffuse; /* 0..1: how much of the sun's light a shadow takes */
};

enum adtmap_liquid_class {
    ADTMAP_LIQUID_WATER,
    ADTMAP_LIQUID_OCEAN,
    ADTMAP_LIQUID_MAGMA,
    ADTMAP_LIQUID_SLIME,
    ADTMAP_LIQUID_CLASSES
};

/* Colour of a liquid between its shallow and its deep end: red, green, blue, alpha, 0..1. */
struct adtmap_liquid {
    float shallow[4];
    float deep[4];
};

/*
 * Which buildings are drawn, and how much of them. Patterns are those of a shell (*, ?, [...]),
 * matched with the file's name in lower case with '/', path included; one without any of these
 * characters matches names that contain it. The arrays are borrowed and must outlive their use.
 */
struct adtmap_objects {
    const char *const *hide; /* left out */
    size_t hide_count;
    const char *const *only; /* if there are any, all others are left out */
    size_t only_count;
    const uint32_t *hide_ids; /* unique ids of placements to be left out */
    size_t hide_id_count;
    float cut_height_yd; /* nothing above it is drawn, terrain included; INFINITY: no cut */
};

/* Instruction set of the drawing kernels, in ascending order. All give the same pixels; a machine
 * without the one asked for uses the next lower. */
enum adtmap_cpu {
    ADTMAP_CPU_AUTO,  /* the best this machine has */
    ADTMAP_CPU_PLAIN, /* C compiled without vector instructions */
    ADTMAP_CPU_BASE,  /* what every machine of the architecture has: SSE2, NEON */
    ADTMAP_CPU_AVX2,
    ADTMAP_CPU_AVX512, /* with BW, DQ and VL */
    ADTMAP_CPU_KINDS
};

struct adtmap_settings {
    uint32_t size_px;            /* edge of a tile, ADTMAP_SIZE_MIN_PX..ADTMAP_SIZE_MAX_PX */
    enum adtmap_blend blend;     /* default ADTMAP_BLEND_AUTO */
    enum adtmap_edge edge;       /* default ADTMAP_EDGE_AUTO */
    enum adtmap_low_res low_res; /* default ADTMAP_LOW_RES_FILL */
    struct adtmap_light light;   /* default that of ADTMAP_LIGHT_NEUTRAL */
    /* By enum adtmap_liquid_class; default those of ADTMAP_LIGHT_NEUTRAL. */
    struct adtmap_liquid liquids[ADTMAP_LIQUID_CLASSES];
    struct adtmap_objects objects; /* default: all, without a cut */
    uint32_t draw;                 /* enum adtmap_draw bits, default ADTMAP_DRAW_ALL */
    uint8_t background[4]; /* red, green, blue, alpha where nothing is; default opaque black */
    enum adtmap_cpu cpu;   /* default ADTMAP_CPU_AUTO */
};

/* The defaults: 512 px, neutral light, everything drawn, black background. */
ADTMAP_API void adtmap_settings_default(struct adtmap_settings *settings);

/* Sets the light and the liquids of a preset. */
ADTMAP_API void adtmap_settings_preset(enum adtmap_light_preset preset,
                                       struct adtmap_settings *settings);

/* ADTMAP_OK, or ADTMAP_BAD_ARGUMENT with the first field out of its range named in `failure`. */
ADTMAP_API enum adtmap_status adtmap_settings_check(const struct adtmap_settings *settings,
                                                    struct adtmap_message *failure);

#ifdef __cplusplus
}
#endif

#endif
