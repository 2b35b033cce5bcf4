/* What the surfaces of buildings are made of: textures and how they are drawn. */
#ifndef DEMO_BUILDINGS_FINISH_H
#define DEMO_BUILDINGS_FINISH_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/textures/wall_texture.h"

enum finish {
    FINISH_STUCCO,
    FINISH_TIMBERED,
    FINISH_WHITEWASH,
    FINISH_RED_PAINT,
    FINISH_PLANKS,
    FINISH_OAK,
    FINISH_DRESSED,
    FINISH_RUBBLE,
    FINISH_MARBLE,
    FINISH_COBBLES,
    FINISH_FLAGS,
    FINISH_TILES_RED,
    FINISH_TILES_BROWN,
    FINISH_SLATE,
    FINISH_THATCH,
    FINISH_FRINGE,
    FINISH_COPPER,
    FINISH_IRON,
    FINISH_SOOT,
    FINISH_LATTICE,
    FINISH_WINDOW,
    FINISH_GLASS,
    FINISH_LAMP,
    FINISH_CANVAS_RED,
    FINISH_CANVAS_BLUE,
    FINISH_CANVAS_OCHRE,
    FINISH_SAIL,
    FINISH_CARPET,
    FINISH_LINEN,
    FINISH_HAY,
    FINISH_EARTH,
    FINISH_CAVE,
    FINISH_CRYSTAL,
    FINISH_BANNER,
    FINISH_SAMPLE_PALE, /* what the samples of blend modes lie on */
    FINISH_SAMPLE_DARK,
    FINISH_SAMPLE_BLEND,                          /* one for each blend mode, in order */
    FINISH_SAMPLE_MIX = FINISH_SAMPLE_BLEND + 14, /* one for each of finish_mixes */
    FINISH_COUNT = FINISH_SAMPLE_MIX + 14,
    FINISH_UNSEEN = 0xFF,
};

enum { FINISH_BLENDS = 14, FINISH_MIXES = 14 };

/* How pixels join those below, numbered as clients do (EGxBlend). */
enum blend { BLEND_OPAQUE, BLEND_KEY, BLEND_ALPHA };

/* Material flags, numbered as clients do. */
enum {
    SURFACE_UNLIT = 0x1,
    SURFACE_TWO_SIDED = 0x4,
    SURFACE_SHADED = 0x8, /* insides of windows */
    SURFACE_NIGHT_GLOW = 0x10,
    SURFACE_WINDOW = 0x20,
    SURFACE_CLAMP_S = 0x40,
    SURFACE_CLAMP_T = 0x80,
};

struct finish_info {
    uint8_t textures[3]; /* enum wall_texture + 1; 0 for none */
    uint8_t flags;
    uint8_t blend;
    uint8_t shader;  /* as clients number them */
    uint8_t glow[3]; /* red, green, blue of what shines at night */
    float repeat_yd; /* length that the texture covers */
};

/* FINISH_UNSEEN has no texture. */
struct finish_info finish_info_of(enum finish finish);

#endif
