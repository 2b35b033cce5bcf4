/* The textures of the demo world: procedural and tileable. Coordinates are 0..1 across a texture, x
 * right and y down. */
#ifndef DEMO_TEXTURES_TEXTURE_H
#define DEMO_TEXTURES_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "demo/textures/blp_write.h"

/* Ground materials, the lowest first: each covers those before it (demo/world/ground.h). Then the
 * textures of buildings and doodads. */
enum texture {
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

    TEXTURE_STUCCO = GROUND_MATERIAL_COUNT,
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
    TEXTURE_COUNT,
};

enum { TEXTURE_NAME_BYTES = 64 };

/* The path of a texture below the data root, with '/' between folders. */
const char *texture_name(enum texture texture);

/* Ground textures of later clients: wide ones, the ordinary picture repeated 2 x 2 times, and
 * heights, whose alpha is the height. A material with a wide texture has a wide height texture. */
bool texture_is_wide(enum texture texture);
void texture_wide_name(enum texture texture, char name[TEXTURE_NAME_BYTES]);
void texture_height_name(enum texture texture, char name[TEXTURE_NAME_BYTES]);

enum texture_variant { TEXTURE_PLAIN, TEXTURE_WIDE, TEXTURE_HEIGHT };

/* Paints a texture and writes its file, or that of a variant, below `root`; the folder exists. */
enum adtmap_status texture_write(const char *root, enum texture texture,
                                 enum texture_variant variant, const struct diag *diag);

#endif
