/* The textures of the demo world: procedural and tileable. Coordinates are 0..1 across a texture, x
 * right and y down. */
#ifndef DEMO_TEXTURES_TEXTURE_H
#define DEMO_TEXTURES_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "demo/textures/blp_write.h"

#define IN_GROUND "Tileset/Demo/Demo"
#define IN_VILLAGE "World/Demo/Textures/Demo"
#define IN_MASONRY "Dungeons/Textures/Demo/Demo"

/*
 * Each texture: its name, path, encoding, pattern with its numbers, and up to three colours
 * (texture.c says what they mean). Ground materials, the lowest first: each covers those before it
 * (demo/world/ground.h). Then the textures of buildings, doodads and liquids. SAMPLE_STRIPES_S is
 * the picture before it; shader 8 adds _s to the name of its second texture.
 */
#define GROUND_MATERIALS(X)                                                                        \
    X(SEABED, IN_GROUND "Seabed", PALETTE_OPAQUE, patches, 4, 0, 0.9, 0x4A5C5C, 0x2E4642, 0)       \
    X(SAND, IN_GROUND "Sand", DXT1, waves, 3, 9, 0.7, 0xDCC99C, 0xC4AC7E, 0)                       \
    X(GRASS, IN_GROUND "Grass", DXT1, tufts, 18, 0, 0.20, 0x708A3A, 0x425826, 0)                   \
    X(MEADOW, IN_GROUND "Meadow", DXT5, tufts, 15, 4, 0.20, 0x8A9844, 0x5A6C2E, 0xE8E0A0)          \
    X(HEATH, IN_GROUND "Heath", PALETTE_ALPHA8, tufts, 13, 7, 0.2, 0x8E844C, 0x5C5430, 0x7E5E62)   \
    X(FOREST, IN_GROUND "ForestFloor", DXT3, litter, 6, 30, 0.9, 0x3E5024, 0x3A3C20, 0x604A2A)     \
    X(MUD, IN_GROUND "Mud", PALETTE_ALPHA1, patches, 7, 5, 0.9, 0x525C2C, 0x4A422A, 0x2C3226)      \
    X(SCREE, IN_GROUND "Scree", DXT1_ALPHA, stones, 20, 0, 0.25, 0x8E8676, 0, 0)                   \
    X(ROCK, IN_GROUND "Rock", BGRA8, crags, 6, 7, 0.22, 0x8A8074, 0x605A54, 0)                     \
    X(ASH, IN_GROUND "Ash", PALETTE_ALPHA4, patches, 5, 0, 1.0, 0x524C4A, 0x343030, 0)             \
    X(BASALT, IN_GROUND "Basalt", DXT1, stones, 9, 0, 0.2, 0x3A3434, 0, 0xD65416)                  \
    X(SNOW, IN_GROUND "Snow", PALETTE_OPAQUE, waves, 2, -5, 0.8, 0xDCE3EE, 0xC0CEE2, 0)            \
    X(PLOUGHED, IN_GROUND "Ploughed", DXT1, waves, 6, 0, 0.1, 0x805E3E, 0x523A26, 0)               \
    X(GREENS, IN_GROUND "Greens", PALETTE_ALPHA8, waves, 0, 8, 0.2, 0x5C8E38, 0x604E30, 0)         \
    X(WHEAT, IN_GROUND "Wheat", DXT5, waves, 12, 0, 0.3, 0xD6B254, 0xA88438, 0)                    \
    X(DIRT, IN_GROUND "Dirt", DXT1, litter, 5, 26, 0.3, 0xA2845E, 0x7A5E40, 0xA89C8A)              \
    X(COBBLES, IN_GROUND "Cobbles", DXT3, stones, 12, 0, 0.16, 0xA0988E, 0, 0)                     \
    X(PAVING, IN_GROUND "Paving", BGRA8, ashlar, 4, 6, 0.08, 0xBCB29A, 0x545838, 0)                \
    X(CANOPY, IN_GROUND "Canopy", DXT1, tufts, 10, 0, 0.3, 0x486226, 0x1E2E14, 0)

#define WALL_TEXTURES(X)                                                                           \
    X(STUCCO, IN_VILLAGE "Stucco", DXT1, patches, 4, 0, 0.5, 0xDECEAC, 0xC4B28E, 0)                \
    X(TIMBERED, IN_VILLAGE "Timbered", DXT1, timbered, 0, 0, 0, 0x4E3624, 0xE2D4B4, 0xC4B28E)      \
    X(WHITEWASH, IN_VILLAGE "Whitewash", PALETTE_OPAQUE, patches, 4, 0, 0.5, 0xF0ECE2, 0xDCD4C8,   \
      0)                                                                                           \
    X(RED_PAINT, IN_VILLAGE "RedPaint", PALETTE_OPAQUE, patches, 4, 0, 0.5, 0xB23226, 0x982A22, 0) \
    X(PLANKS, IN_VILLAGE "Planks", DXT1, boards, 0, 0, 0, 0xAC8254, 0x7E5A38, 0)                   \
    X(OAK, IN_VILLAGE "Oak", DXT1, boards, 0, 0, 0, 0x704E30, 0x4A3220, 0)                         \
    X(DRESSED, IN_MASONRY "DressedStone", DXT1, ashlar, 3, 6, 0.0, 0xB2AA9A, 0x70685C, 0)          \
    X(RUBBLE, IN_MASONRY "Rubble", DXT5, stones, 9, 0, 0.18, 0x968E80, 0, 0)                       \
    X(MARBLE, IN_MASONRY "Marble", BGRA8, veined, 0, 0, 0, 0xE2DCCE, 0x9E9282, 0)                  \
    X(COBBLES, IN_MASONRY "YardCobbles", DXT3, stones, 14, 0, 0.18, 0x8C847A, 0, 0)                \
    X(FLAGSTONES, IN_MASONRY "Flagstones", PALETTE_ALPHA8, ashlar, 3, 6, 0.03, 0x968E80, 0x544E44, \
      0)                                                                                           \
    X(TILES_RED, IN_VILLAGE "ShinglesRed", DXT1, tiles, 8, 10, 0, 0xB85236, 0x883E30, 0)           \
    X(TILES_BROWN, IN_VILLAGE "ShinglesBrown", DXT1, tiles, 8, 10, 0, 0x966A42, 0x684E36, 0)       \
    X(SLATE, IN_VILLAGE "ShinglesSlate", DXT1, tiles, 8, 10, 0, 0x606E80, 0x465062, 0)             \
    X(THATCH, IN_VILLAGE "Thatch", DXT1, straw, 0, 0, 0, 0xCEAC64, 0x8A6C3A, 0)                    \
    X(FRINGE, IN_VILLAGE "ThatchFringe", DXT1_ALPHA, straw, 1, 0, 0, 0xC4A05A, 0x806234, 0)        \
    X(COPPER, IN_MASONRY "Copper", PALETTE_ALPHA4, sheets, 0, 0, 1, 0x5C9E88, 0x7A8062, 0)         \
    X(IRON, IN_MASONRY "Iron", DXT1, sheets, 0, 0, 1, 0x5C5A5A, 0x464242, 0)                       \
    X(SOOT, IN_VILLAGE "Soot", PALETTE_OPAQUE, patches, 6, 0, 0.8, 0x221E1C, 0x121010, 0)          \
    X(LATTICE, IN_VILLAGE "Lattice", PALETTE_ALPHA1, lattice, 0, 0, 0, 0x96764E, 0, 0)             \
    X(WINDOW, IN_VILLAGE "Window", PALETTE_OPAQUE, window, 0, 3, 0, 0xFFE296, 0xE8963E, 0x3A2A1C)  \
    X(GLASS, IN_VILLAGE "Glass", DXT5, window, 0, 0, 0, 0x96C4D0, 0xF0FAFC, 0x343230)              \
    X(LAMP, IN_VILLAGE "Lamp", PALETTE_OPAQUE, disc, 0, 0, 0, 0xFFFAE2, 0xFFC460, 0)               \
    X(CANVAS_RED, IN_VILLAGE "CanvasRed", DXT1, canvas, 0, 0, 0, 0xC4342C, 0xECE2CC, 0)            \
    X(CANVAS_BLUE, IN_VILLAGE "CanvasBlue", DXT1, canvas, 0, 0, 0, 0x345C9A, 0xE8E4D4, 0)          \
    X(CANVAS_OCHRE, IN_VILLAGE "CanvasOchre", DXT1, canvas, 0, 0, 0, 0xD89E34, 0xECE2CC, 0)        \
    X(SAIL, IN_VILLAGE "Sailcloth", DXT1, sheets, 0, 0, 0.5, 0xECE2CA, 0xC6B694, 0)                \
    X(CARPET, IN_MASONRY "Carpet", PALETTE_OPAQUE, carpet, 0, 0, 0, 0x8C1C26, 0xD4A84E, 0)         \
    X(EARTH, IN_MASONRY "Earth", DXT1, crags, 5, 0, 0, 0x7E6244, 0x624C36, 0)                      \
    X(CAVE, IN_MASONRY "Cave", DXT1, crags, 5, 0, 0, 0x8A827C, 0x646062, 0)                        \
    X(CRYSTAL, IN_MASONRY "Crystal", PALETTE_OPAQUE, facets, 0, 0, 0, 0x6CC4FF, 0xE2FAFF, 0)       \
    X(BANNER, IN_VILLAGE "Banner", PALETTE_ALPHA8, banner, 0, 0, 0, 0x263E8A, 0xE8BE4A, 0)         \
    X(BARK, IN_VILLAGE "Bark", DXT1, bark, 0, 0, 0, 0x7A624A, 0x463628, 0)                         \
    X(LEAVES, IN_VILLAGE "Leaves", DXT5, foliage, 0, 0, 0, 0x4A7028, 0x748E38, 0)                  \
    X(LEAVES_ORCHARD, IN_VILLAGE "LeavesOrchard", DXT5, foliage, 0, 0, 0, 0x608634, 0xA8963E, 0)   \
    X(LEAVES_AUTUMN, IN_VILLAGE "LeavesAutumn", DXT5, foliage, 0, 0, 0, 0x92642C, 0xB88A3E, 0)     \
    X(LEAVES_BIRCH, IN_VILLAGE "LeavesBirch", DXT5, foliage, 0, 0, 0, 0x76923E, 0x9EAA54, 0)       \
    X(NEEDLES, IN_VILLAGE "Needles", DXT3, needles, 0, 0, 0, 0x284E30, 0x3E683A, 0)                \
    X(BUSH, IN_VILLAGE "Bush", PALETTE_ALPHA8, foliage, 0, 0, 0, 0x54682E, 0x848A46, 0)            \
    X(WHEAT, IN_VILLAGE "WheatTuft", DXT1_ALPHA, stalks, 0, 0, 0, 0xE2BE60, 0xAC9246, 0)           \
    X(ROCK, IN_VILLAGE "RockFace", DXT1, crags, 5, 0, 0, 0x948E86, 0x706C68, 0)                    \
    X(GLOW, IN_VILLAGE "Glow", BGRA8, disc, 0, 1, 0, 0xFFECB4, 0xFF963C, 0)                        \
    X(LAVA, "XTextures/lava/lava.1", DXT1, molten, 0, 0, 0, 0xFFA83A, 0x8A2A14, 0xDC5A1C)          \
    X(SLIME, "XTextures/slime/slime.1", DXT1, patches, 4, 0, 0.6, 0x545632, 0x3E4428, 0)           \
    X(SAMPLE_RINGS, IN_VILLAGE "SampleRings", BGRA8, disc, 4, 0, 0, 0xE64632, 0xFAC83C, 0)         \
    X(SAMPLE_STRIPES, IN_VILLAGE "SampleStripes", BGRA8, marks, 0, 0, 0, 0x326EDC, 0x5AD296, 0)    \
    X(SAMPLE_STRIPES_S, IN_VILLAGE "SampleStripes_s", BGRA8, marks, 0, 0, 0, 0x326EDC, 0x5AD296,   \
      0)                                                                                           \
    X(SAMPLE_CHECKS, IN_VILLAGE "SampleChecks", BGRA8, marks, 1, 0, 0, 0x965ABE, 0x787C82, 0)

enum texture {
#define X(name, ...) name,
    GROUND_MATERIALS(X)
#undef X
        GROUND_MATERIAL_COUNT,
    TEXTURE_BEFORE_WALLS = GROUND_MATERIAL_COUNT - 1,
#define X(name, ...) TEXTURE_##name,
    WALL_TEXTURES(X)
#undef X
        TEXTURE_COUNT
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
