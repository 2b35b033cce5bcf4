/*
 * What stands on the terrain, made ready to draw: triangles in the tile's pixel space with a
 * surface that says how they look. Buildings and liquids both become meshes.
 */
#ifndef RENDER_MESH_MESH_H
#define RENDER_MESH_MESH_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/textures/mip_texture.h"
#include "render/mesh/liquid_sheet.h"
#include "render/mesh/raster.h"
#include "render/terrain/sample_band.h"

enum { SURFACE_TEXTURES = 3 };

/* EGxBlend (WMO document, MOMT): how a surface goes over what is behind it. */
enum blend_mode {
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
    BLEND_MODES
};

/* How up to three textures become one colour; view-dependent terms are left out. */
enum surface_mix {
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
    SURFACE_MIXES
};

struct surface {
    enum blend_mode blend;
    enum surface_mix mix;
    bool two_sided;
    unsigned wrap;                                        /* enum mip_wrap bits */
    const struct mip_texture *textures[SURFACE_TEXTURES]; /* those that `mix` reads; none: white */
};

struct mesh_vertex {
    struct raster_vertex position;
    float light[4]; /* factors of red, green, blue, alpha; 1 leaves the texture as it is */
    float mix;      /* k of enum surface_mix, 0..1 */
    float uv[SURFACE_TEXTURES][2];
};

/*
 * Triangles with one surface, or a sheet of liquid. Immutable while it is drawn, by any number of
 * threads.
 */
struct mesh_batch {
    const struct liquid_sheet *sheet; /* NULL: triangles */
    const struct surface *surface;    /* of a sheet: its blend mode alone counts */
    const struct mesh_vertex *vertices;
    const uint32_t *indices; /* 3 a triangle; counter-clockwise on the image faces up */
    uint32_t index_count;
    float height_yd;   /* by which transparent batches are sorted */
    int32_t first_row; /* pixel rows of the tile that it may touch */
    int32_t last_row;
    int32_t first_column; /* and pixel columns */
    int32_t last_column;
};

/* Whether batches of this blend mode are drawn after the others, from low to high, and leave the
 * surface seen so far where it is. */
bool blend_is_transparent(enum blend_mode mode);

/* Draws the triangles of the batch into the band. */
void mesh_draw(const struct mesh_batch *batch, struct sample_band *band);

/*
 * The finest level of each of the surface's textures that mesh_draw samples on a tile of `size_px`,
 * where that is finer than what the texture keeps, else the first that it keeps.
 */
void mesh_finest_levels(const struct mesh_batch *batch, uint32_t size_px,
                        uint32_t finest[SURFACE_TEXTURES]);

#endif
