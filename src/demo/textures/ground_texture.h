/* The ground textures of the demo world: procedural, tileable, 256 x 256. */
#ifndef DEMO_TEXTURES_GROUND_TEXTURE_H
#define DEMO_TEXTURES_GROUND_TEXTURE_H

#include <stdint.h>

#include "demo/textures/blp_write.h"

/* Ground materials, the lowest first: each covers those before it (demo/world/ground.h). */
enum ground_material {
    SEABED,
    SAND,
    GRASS,
    MEADOW,
    HEATH,
    FOREST,
    MUD,
    SCREE,
    ROCK,
    ASH,
    BASALT,
    SNOW,
    PLOUGHED,
    GREENS,
    WHEAT,
    DIRT,
    COBBLES,
    PAVING,
    CANOPY,
    GROUND_MATERIAL_COUNT,
};

enum {
    GROUND_TEXTURE_SIZE = 256,
    GROUND_TEXTURE_BYTES = GROUND_TEXTURE_SIZE * GROUND_TEXTURE_SIZE * 4
};

/* The path of a texture below the data root, with '/' between folders, and its encoding. */
struct ground_texture_file {
    const char *name;
    enum blp_kind kind;
};

const struct ground_texture_file *ground_texture_file(enum ground_material material);

/* Paints red, green, blue, alpha; rows from the top. Alpha is brightness, which later eras use as
 * height. */
void ground_texture_paint(enum ground_material material, uint8_t rgba[GROUND_TEXTURE_BYTES]);

#endif
