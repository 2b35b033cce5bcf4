/* What the surfaces of buildings and doodads are made of: textures and material parameters. */
#ifndef DEMO_BUILDINGS_WALL_MATERIAL_H
#define DEMO_BUILDINGS_WALL_MATERIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/textures/texture.h"

enum wall_material {
    WALL_STUCCO,
    WALL_TIMBERED,
    WALL_WHITEWASH,
    WALL_RED_PAINT,
    WALL_PLANKS,
    WALL_OAK,
    WALL_DRESSED,
    WALL_RUBBLE,
    WALL_MARBLE,
    WALL_COBBLES,
    WALL_FLAGSTONES,
    WALL_TILES_RED,
    WALL_TILES_BROWN,
    WALL_SLATE,
    WALL_THATCH,
    WALL_FRINGE,
    WALL_COPPER,
    WALL_IRON,
    WALL_SOOT,
    WALL_LATTICE,
    WALL_WINDOW,
    WALL_GLASS,
    WALL_LAMP,
    WALL_CANVAS_RED,
    WALL_CANVAS_BLUE,
    WALL_CANVAS_OCHRE,
    WALL_SAIL,
    WALL_CARPET,
    WALL_LINEN,
    WALL_HAY,
    WALL_EARTH,
    WALL_CAVE,
    WALL_CRYSTAL,
    WALL_BANNER,
    WALL_BARK,
    WALL_LEAVES,
    WALL_LEAVES_ORCHARD,
    WALL_LEAVES_AUTUMN,
    WALL_LEAVES_BIRCH,
    WALL_NEEDLES,
    WALL_BUSH,
    WALL_WHEAT,
    WALL_ROCK,
    WALL_GLOW,
    WALL_SAMPLE_PALE, /* background of the samples of blend modes */
    WALL_SAMPLE_DARK,
    WALL_SAMPLE_BLEND,                         /* one for each blend mode, in order */
    WALL_SAMPLE_MIX = WALL_SAMPLE_BLEND + 14,  /* one for each shader that mixes textures */
    WALL_SAMPLE_STAGES = WALL_SAMPLE_MIX + 14, /* one for each way in which doodads combine two */
    WALL_MATERIAL_COUNT = WALL_SAMPLE_STAGES + 6,
    WALL_COLLISION_ONLY = 0xFF, /* not drawn, only for collision */
};

enum { WALL_BLENDS = 14, WALL_MIXES = 14, WALL_STAGES = 6 };

/* Blend modes, numbered as in clients (EGxBlend). */
enum blend {
    BLEND_OPAQUE,
    BLEND_KEY,
    BLEND_ALPHA,
    BLEND_ADD,
    BLEND_MOD,
    BLEND_MOD2X,
    BLEND_NO_ALPHA_ADD = 10,
    BLEND_BLEND_ADD = 13,
};

/* How a doodad's second texture is combined with its first, numbered as in clients: the second op
 * of a combiner. */
enum stage_op {
    STAGE_MOD,
    STAGE_MOD_ALPHA,
    STAGE_ADD_ALPHA = 3,
    STAGE_MOD2X_ALPHA,
    STAGE_MOD2X = 6,
    STAGE_ADD,
};

/* MOMT material flags, numbered as in clients. */
enum {
    SURFACE_UNLIT = 0x1,
    SURFACE_TWO_SIDED = 0x4,
    SURFACE_SHADED = 0x8, /* insides of windows */
    SURFACE_NIGHT_GLOW = 0x10,
    SURFACE_WINDOW = 0x20,
    SURFACE_CLAMP_S = 0x40,
    SURFACE_CLAMP_T = 0x80,
};

struct wall_material_info {
    uint8_t textures[3]; /* enum texture + 1; 0 for none */
    uint8_t flags;
    uint8_t blend;
    uint8_t
        shader; /* of buildings, numbered as in clients; of WALL_SAMPLE_STAGES an enum stage_op */
    uint8_t glow[3]; /* red, green, blue of the light emitted at night */
    float repeat_yd; /* length of one repeat of the texture */
};

/* Of WALL_COLLISION_ONLY: a material without a texture. */
struct wall_material_info wall_material_get(enum wall_material material);

#endif
