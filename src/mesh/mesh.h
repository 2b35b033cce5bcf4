/* Where a mesh stands and how it looks: positions on a tile, and materials. */
#ifndef MESH_MESH_H
#define MESH_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/textures/mip_texture.h"
#include "formats/surface.h"

enum {
    MESH_TEXTURES = 8,
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

struct mesh_material {
    enum surface_blend blend;
    enum surface_mix mix;
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
 * its blend mode in files of an era. */
struct mesh_material mesh_material_of(enum surface_blend blend, enum surface_era era);

/* For reports: "alpha key", "mod2x". */
const char *surface_blend_name(enum surface_blend mode);
const char *surface_mix_name(enum surface_mix mix);

/* Whether the mode shows what is behind the mesh. Such batches are drawn after the others, from low
 * to high. */
bool surface_is_transparent(enum surface_blend mode);

/* Whether the mode uses the alpha of textures as opacity. */
bool surface_uses_alpha(enum surface_blend mode);

/* How the other textures of a mix are mixed when that of its reflection is left out. */
enum surface_mix surface_mix_matte(enum surface_mix mix);

/* How many textures a mix reads: the first so many. */
unsigned surface_mix_textures(enum surface_mix mix);

/* Which textures of the material are present and read by its mix, one bit each. */
unsigned mesh_material_textures(const struct mesh_material *material);

#endif
