/* The textures of buildings and doodads in the demo world: procedural, tileable, 128 x 128. */
#ifndef DEMO_TEXTURES_WALL_TEXTURE_H
#define DEMO_TEXTURES_WALL_TEXTURE_H

#include <stdint.h>

#include "demo/textures/blp_write.h"

enum wall_texture {
    TEXTURE_STUCCO,
    TEXTURE_TIMBERED,
    TEXTURE_WHITEWASH,
    TEXTURE_RED_PAINT,
    TEXTURE_PLANKS,
    TEXTURE_OAK,
    TEXTURE_DRESSED,
    TEXTURE_RUBBLE,
    TEXTURE_MARBLE,
    TEXTURE_COBBLES,
    TEXTURE_FLAGSTONES,
    TEXTURE_TILES_RED,
    TEXTURE_TILES_BROWN,
    TEXTURE_SLATE,
    TEXTURE_THATCH,
    TEXTURE_FRINGE,
    TEXTURE_COPPER,
    TEXTURE_IRON,
    TEXTURE_SOOT,
    TEXTURE_LATTICE,
    TEXTURE_WINDOW,
    TEXTURE_GLASS,
    TEXTURE_LAMP,
    TEXTURE_CANVAS_RED,
    TEXTURE_CANVAS_BLUE,
    TEXTURE_CANVAS_OCHRE,
    TEXTURE_SAIL,
    TEXTURE_CARPET,
    TEXTURE_EARTH,
    TEXTURE_CAVE,
    TEXTURE_CRYSTAL,
    TEXTURE_BANNER,
    TEXTURE_BARK,
    TEXTURE_LEAVES,
    TEXTURE_LEAVES_ORCHARD,
    TEXTURE_LEAVES_AUTUMN,
    TEXTURE_LEAVES_BIRCH,
    TEXTURE_NEEDLES,
    TEXTURE_BUSH,
    TEXTURE_WHEAT,
    TEXTURE_ROCK,
    TEXTURE_GLOW,
    TEXTURE_LAVA, /* of liquids, with the names that clients have */
    TEXTURE_SLIME,
    TEXTURE_SAMPLE_RINGS,
    TEXTURE_SAMPLE_STRIPES,
    TEXTURE_SAMPLE_STRIPES_S, /* the same picture; shader 8 adds _s to the name of its second
                                 texture */
    TEXTURE_SAMPLE_CHECKS,
    WALL_TEXTURE_COUNT,
};

enum { WALL_TEXTURE_SIZE = 128, WALL_TEXTURE_BYTES = WALL_TEXTURE_SIZE * WALL_TEXTURE_SIZE * 4 };

/* The path of a texture below the data root, with '/' between folders. */
const char *wall_texture_name(enum wall_texture texture);

enum blp_kind wall_texture_kind(enum wall_texture texture);

/* Paints red, green, blue, alpha; rows from the top. */
void wall_texture_paint(enum wall_texture texture, uint8_t rgba[WALL_TEXTURE_BYTES]);

#endif
