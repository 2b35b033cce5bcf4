/* What the surfaces of buildings and doodads are made of: textures and material parameters. */
#ifndef DEMO_MODELS_WALL_MATERIAL_H
#define DEMO_MODELS_WALL_MATERIAL_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/textures/texture.h"

/* Each material: its name, texture, yards a repeat, flags, blend mode and shader. */
#define WALL_MATERIALS(X)                                                                          \
    X(STUCCO, STUCCO, 4.0f, 0, OPAQUE, 0)                                                          \
    X(TIMBERED, TIMBERED, 3.2f, 0, OPAQUE, 0)                                                      \
    X(WHITEWASH, WHITEWASH, 4.0f, 0, OPAQUE, 0)                                                    \
    X(RED_PAINT, RED_PAINT, 4.0f, 0, OPAQUE, 0)                                                    \
    X(PLANKS, PLANKS, 2.4f, 0, OPAQUE, 0)                                                          \
    X(OAK, OAK, 2.4f, 0, OPAQUE, 0)                                                                \
    X(DRESSED, DRESSED, 4.0f, 0, OPAQUE, 0)                                                        \
    X(RUBBLE, RUBBLE, 3.0f, 0, OPAQUE, 0)                                                          \
    X(MARBLE, MARBLE, 4.0f, 0, OPAQUE, 1)                                                          \
    X(COBBLES, COBBLES, 3.0f, 0, OPAQUE, 0)                                                        \
    X(FLAGSTONES, FLAGSTONES, 5.0f, 0, OPAQUE, 0)                                                  \
    X(TILES_RED, TILES_RED, 3.2f, 0, OPAQUE, 0)                                                    \
    X(TILES_BROWN, TILES_BROWN, 3.2f, 0, OPAQUE, 0)                                                \
    X(SLATE, SLATE, 3.2f, 0, OPAQUE, 0)                                                            \
    X(THATCH, THATCH, 3.0f, 0, OPAQUE, 0)                                                          \
    X(FRINGE, FRINGE, 1.0f, SURFACE_FRINGE, KEY, 0)                                                \
    X(COPPER, COPPER, 3.0f, 0, OPAQUE, 2)                                                          \
    X(IRON, IRON, 2.0f, 0, OPAQUE, 2)                                                              \
    X(SOOT, SOOT, 2.0f, 0, OPAQUE, 0)                                                              \
    X(LATTICE, LATTICE, 1.5f, SURFACE_TWO_SIDED, KEY, 0)                                           \
    X(WINDOW, WINDOW, 1.2f, SURFACE_LIT_WINDOW, OPAQUE, 0)                                         \
    X(GLASS, GLASS, 1.2f, SURFACE_TWO_SIDED, ALPHA, 0)                                             \
    X(LAMP, LAMP, 2.0f, SURFACE_UNLIT | SURFACE_NIGHT_GLOW, OPAQUE, 0)                             \
    X(CANVAS_RED, CANVAS_RED, 3.0f, SURFACE_TWO_SIDED, OPAQUE, 0)                                  \
    X(CANVAS_BLUE, CANVAS_BLUE, 3.0f, SURFACE_TWO_SIDED, OPAQUE, 0)                                \
    X(CANVAS_OCHRE, CANVAS_OCHRE, 3.0f, SURFACE_TWO_SIDED, OPAQUE, 0)                              \
    X(SAIL, SAIL, 4.0f, SURFACE_TWO_SIDED, OPAQUE, 0)                                              \
    X(CARPET, CARPET, 4.0f, 0, OPAQUE, 0)                                                          \
    X(LINEN, SAIL, 2.0f, 0, OPAQUE, 0)                                                             \
    X(HAY, THATCH, 2.0f, 0, OPAQUE, 0)                                                             \
    X(EARTH, EARTH, 5.0f, 0, OPAQUE, 0)                                                            \
    X(CAVE, CAVE, 6.0f, 0, OPAQUE, 0)                                                              \
    X(CRYSTAL, CRYSTAL, 2.0f, SURFACE_UNLIT, OPAQUE, 0)                                            \
    X(BANNER, BANNER, 2.0f, SURFACE_CARD, KEY, 0)                                                  \
    X(BARK, BARK, 2.0f, 0, OPAQUE, 0)                                                              \
    X(LEAVES, LEAVES, 1.0f, SURFACE_CARD, KEY, 0)                                                  \
    X(LEAVES_ORCHARD, LEAVES_ORCHARD, 1.0f, SURFACE_CARD, KEY, 0)                                  \
    X(LEAVES_AUTUMN, LEAVES_AUTUMN, 1.0f, SURFACE_CARD, KEY, 0)                                    \
    X(LEAVES_BIRCH, LEAVES_BIRCH, 1.0f, SURFACE_CARD, KEY, 0)                                      \
    X(NEEDLES, NEEDLES, 1.0f, SURFACE_CARD, KEY, 0)                                                \
    X(BUSH, BUSH, 1.0f, SURFACE_CARD, KEY, 0)                                                      \
    X(WHEAT, WHEAT, 1.0f, SURFACE_CARD, KEY, 0)                                                    \
    X(ROCK, ROCK, 4.0f, 0, OPAQUE, 0)                                                              \
    X(GLOW, GLOW, 1.0f, SURFACE_UNLIT | SURFACE_CARD, ADD, 0)                                      \
    X(SAMPLE_PALE, WHITEWASH, 4.0f, 0, OPAQUE, 0)                                                  \
    X(SAMPLE_DARK, OAK, 4.0f, 0, OPAQUE, 0)

enum wall_material {
#define X(name, ...) WALL_##name,
    WALL_MATERIALS(X)
#undef X
        WALL_SAMPLE_BLEND,                     /* one for each blend mode, in order */
    WALL_SAMPLE_MIX = WALL_SAMPLE_BLEND + 14,  /* one for each shader that mixes textures */
    WALL_SAMPLE_STAGES = WALL_SAMPLE_MIX + 16, /* one for each way in which doodads combine two */
    WALL_MATERIAL_COUNT = WALL_SAMPLE_STAGES + 6,
    WALL_COLLISION_ONLY = 0xFF, /* not drawn, only for collision */
    WALL_FACADE,                /* stand for two materials of the building (solid.h) */
    WALL_ROOFING,
};

enum { WALL_BLENDS = 14, WALL_MIXES = 16, WALL_STAGES = 6 };

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
    SURFACE_FRINGE = SURFACE_TWO_SIDED | SURFACE_CLAMP_T,
    SURFACE_CARD = SURFACE_TWO_SIDED | SURFACE_CLAMP_S | SURFACE_CLAMP_T,
    SURFACE_LIT_WINDOW = SURFACE_NIGHT_GLOW | SURFACE_WINDOW | SURFACE_UNLIT,
};

enum { WALL_TEXTURES_MAX = 9, WALL_TEXTURES_EARLY = 3 }; /* with file ids, and before */

struct wall_material_info {
    uint8_t textures[WALL_TEXTURES_MAX]; /* enum texture + 1; 0 for none */
    uint8_t flags;
    uint8_t blend;
    uint8_t shader;  /* as in clients, of buildings; an enum stage_op of WALL_SAMPLE_STAGES */
    uint8_t glow[3]; /* red, green, blue of the light emitted at night */
    float repeat_yd; /* length of one repeat of the texture */
};

/* Of WALL_COLLISION_ONLY: a material without a texture. */
struct wall_material_info wall_material_get(enum wall_material material);

#endif
