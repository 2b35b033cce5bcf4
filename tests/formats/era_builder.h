/*
 * Builds tile files of clients before 1.0 and since 4.0 for tests, from the documents (alpha;
 * ADT/v18, "split files"). Heights are a smooth slope with its normals. Layers, alpha maps and
 * shadows follow the formulas of adt_builder.h.
 */
#ifndef TESTS_ERA_BUILDER_H
#define TESTS_ERA_BUILDER_H

#include "formats/adt_builder.h"

/* The order and signs of normals in MCNR of an alpha tile. */
struct alpha_normals {
    bool by_rows; /* rows of 9 and 8, not 81 + 64 */
    int north_sign, west_sign;
    bool level; /* all heights are equal, so that order and signs cannot be inferred */
};

struct alpha_built {
    struct buffer bytes;
    size_t main; /* offset of the FourCC */
    size_t tile; /* of MHDR */
    size_t mcnk[BUILT_CHUNKS];
};

/* Builds a WDT with one tile (31, 40): four layers with 4-bit maps, and shadows. */
void alpha_build(const struct alpha_normals *normals, struct alpha_built *built);

/* The height of a vertex, and a component of its normal: 0 north, 1 west, 2 up. */
float alpha_height(uint32_t chunk, uint32_t vertex, bool level);
int8_t alpha_normal(uint32_t vertex, uint32_t axis, bool level);

/* Unusual properties of split files. */
enum split_trait {
    SPLIT_FILE_IDS = 1 << 0, /* MDID and MHID in place of MTEX */
    SPLIT_MTXF = 1 << 1,     /* texture scales in MTXF, not MTXP */
    SPLIT_HOLES_64 = 1 << 2,
    SPLIT_EIGHT_LAYERS = 1 << 3, /* not 2 */
    SPLIT_SMALL_MAPS = 1 << 4,   /* MAMP 1: alpha maps of 32x32 texels */
    SPLIT_NO_MHID = 1 << 6,      /* MDID without MHID */
    SPLIT_LIGHTS = 1 << 5,       /* MCLV */
};

struct split_built {
    struct buffer root, tex0, obj0;
};

enum { SPLIT_TEXTURES = 9, SPLIT_ID = 700, SPLIT_HEIGHT_ID = 800 };

/* Builds a tile (31, 40). Odd chunks have two WMOs in MCRW and, except chunk 5, a doodad in MCRD.
 */
void split_build(unsigned traits, struct split_built *built);
void split_free(struct split_built *built);

/* The texel of a small map, before it is enlarged. */
uint8_t split_small_texel(uint32_t chunk, uint32_t layer, uint32_t x, uint32_t y);

#endif
