/* Where a mesh stands and how it looks: positions on a tile, and materials. */
#ifndef MESH_MESH_H
#define MESH_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/textures/mip_texture.h"

enum {
    MESH_TEXTURES = 4,
    SUBPIXELS = 256, /* positions are in 1/256 pixel */
};

/* Coordinates must stay within this distance of the tile's corner, on both axes. */
enum { MESH_REACH = 1 << 28 };

/* x east and y south in 1/SUBPIXELS pixel from the north-west corner of the tile; z up in yards. */
struct mesh_position {
    int32_t x;
    int32_t y;
    float z_yd;
};

/* Pixels of a tile: rows and columns from `first_` to just before `end_`. */
struct pixel_area {
    uint32_t first_column, end_column;
    uint32_t first_row, end_row;
};

/* How a mesh goes over what is behind it. The names are those of EGxBlend (WMO document, MOMT). */
enum mesh_blend {
    BLEND_OPAQUE,
    BLEND_ALPHA_KEY,
    BLEND_ALPHA,
    BLEND_ADD,
    BLEND_MOD,
    BLEND_MOD2X,
    BLEND_MOD_ADD,
    BLEND_INV_SRC_ALPHA_ADD,
    BLEND_INV_SRC_ALPHA_OPAQUE,
    BLEND_SRC_ALPHA_OPAQUE,
    BLEND_NO_ALPHA_ADD,
    BLEND_CONSTANT_ALPHA,
    BLEND_SCREEN,
    BLEND_BLEND_ADD,
    MESH_BLENDS
};

/*
 * How textures become one colour; view-dependent terms are left out. Alpha is that of t1 unless
 * said. Those up to MIX_LIGHTMAP are of WMOs, the others of M2 models (combiners).
 */
enum mesh_mix {
    MIX_FIRST,              /* t1 */
    MIX_TWO_LAYER,          /* mix(mix(t1, t2, t2.a), t1, k) */
    MIX_TWO_LAYER_TERRAIN,  /* mix(t2, t1, k) */
    MIX_TWO_LAYER_METAL,    /* mix(t1, t2, 1 - k) */
    MIX_TWO_LAYER_EMISSIVE, /* mix(t2 (1 - t2.a), t1, k), and t2 t2.a (1 - k) unlit */
    MIX_EMISSIVE,           /* t1, and t2 t2.a k unlit */
    MIX_TWO_LAYER_MOD2X,    /* mix(mix(t1, t2, t2.a), t1, k) t3 2 */
    MIX_TWO_LAYER_MOD2X_NA, /* mix(t1, 2 t1 t2, k) */
    MIX_TWO_LAYER_ALPHA,    /* mix(mix(t1, t2, t2.a), t1, t3.a) t3 2 */
    MIX_MASKED,             /* mix(mix(2 t1 t2, t3, clamp(t3.a k)), t1, t1.a) */
    MIX_ADDITIVE_MASKED,    /* mix(2 t1 t2 + t3 clamp(t3.a k), t1, t1.a) */
    MIX_LIGHTMAP,           /* t1 t2, t2 no darker than 24 of 255: rooms of the first clients */
    MIX_MOD,                /* t1 t2 */
    MIX_MOD_ALPHA,          /* t1 t2, alpha t1.a t2.a */
    MIX_MOD2X,              /* 2 t1 t2 */
    MIX_MOD2X_ALPHA,        /* 2 t1 t2, alpha 2 t1.a t2.a */
    MIX_MOD_THREE,          /* t1 t2 t3 */
    MIX_ADD,                /* t1, and t2 unlit */
    MIX_ADD_ALPHA,          /* t1, and t2 unlit, alpha t1.a + t2.a */
    MIX_OVER,               /* mix(t1, t2, t2.a) */
    MIX_UNDER,              /* mix(t1, t2, t2.a (1 - t1.a)) */
    MIX_GLOW,               /* t1 (1 - g), and t2 g unlit, g = t2.a k */
    MIX_FADE,               /* mix(mix(t1, t2, k), t3, third_weight), alpha in the same way */
    MIX_FADE_MASKED,        /* the same, alpha times t4.a */
    MESH_MIXES
};

struct mesh_material {
    enum mesh_blend blend;
    enum mesh_mix mix;
    bool two_sided;
    bool depth_test;         /* false: it is drawn over what is above it, too */
    bool depth_write;        /* what is below and drawn later is hidden */
    bool is_solid;           /* the alpha of the first texture counts as 255 */
    uint8_t alpha_key;       /* alpha, 1..255, from which a texel is drawn; 0: all are */
    float third_weight;      /* of MIX_FADE, 0..1 */
    const float *flat_color; /* red, green, blue of all its pixels, 0..255; NULL: as `mix` says */
    unsigned wrap[MESH_TEXTURES];                      /* enum mip_wrap bits */
    const struct mip_texture *textures[MESH_TEXTURES]; /* those that `mix` reads; NULL: white */
};

/* A material without textures, with the depth test, depth writes and alpha key that are usual for
 * its blend mode. */
struct mesh_material mesh_material_of(enum mesh_blend blend);

/* Whether the mode shows what is behind the mesh. Such batches are drawn after the others, from low
 * to high. */
bool mesh_blend_is_transparent(enum mesh_blend mode);

/* Whether the mode uses the alpha of textures as opacity. */
bool mesh_blend_uses_alpha(enum mesh_blend mode);

/* Which textures a mix reads, one bit each. */
unsigned mesh_mix_textures(enum mesh_mix mix);

/* Which textures of the material are present and read by its mix, one bit each. */
unsigned mesh_material_textures(const struct mesh_material *material);

#endif
