/* The colour of a triangle at a point of the image. */
#ifndef MESH_MESH_SHADE_H
#define MESH_MESH_SHADE_H

#include <stdint.h>

#include "base/lanes.h"
#include "mesh/mesh_list.h"
#include "mesh/mip_sample.h"

/* A triangle that is ready to be shaded. */
struct mesh_shading {
    const struct mesh_triangle *triangle;
    const struct mesh_batch *batch;
    const struct surface_material *material;
    const struct mesh_planes *color;       /* of the batch's, this one's; NULL: none */
    const struct mesh_layers *layers;      /* the same */
    const struct mesh_layer_plane *second; /* the first of them, or a copy */
    unsigned textures;                     /* those to be sampled, one bit each */
    bool is_leaf;                          /* mesh_is_leaf */
    struct mip_places places[SURFACE_TEXTURES];
};

/* Readies a copy of triangle `number` of a list. `second`: a copy of the first of its layers, if it
 * has any; NULL: there is none. */
void mesh_shading_setup(const struct mesh_list *list, const struct mesh_triangle *triangle,
                        uint32_t number, const struct mesh_layer_plane *second,
                        struct mesh_shading *shading);

/* Readies samples of the textures, which setup does, for other planes or layers. */
void mesh_shading_places(struct mesh_shading *shading);

/* Red, green, blue, alpha as 0..255, not clamped above, at (x, y) in subpixels. */
lanes_f mesh_shade(const struct mesh_shading *shading, int32_t x, int32_t y);

/* What an alpha key cuts out (mesh_batch.is_leaf) and covers a share of its pixels; in full size it
 * is all or nothing. */
static inline bool mesh_is_leaf(const struct mesh_batch *batch,
                                const struct mesh_triangle *triangle)
{
    return batch->is_leaf && !(triangle->texture.level == 0 && triangle->texture.taps == 1);
}

/*
 * The same for WIDE points of a leaf, which most fragments of a forest are, each in four lanes:
 * colours multiplied by alpha, which is the share of the pixel that passes. Four bits of the result
 * from 4 i on are set if something passes at point i; else its colour does not count.
 */
unsigned mesh_shade_leaves(const struct mesh_shading *shading, wide_i x, wide_i y, wide_f *colors);

/* How much of the pixel passes of a leaf, 0..255 or more: nearly its alpha.
 */
float mesh_leaf_cover(const struct mesh_shading *shading, int32_t x, int32_t y);

/* How a colour goes into the samples of a pixel. */
struct mesh_effect {
    bool is_seen;             /* else it is below the alpha key */
    enum surface_blend blend; /* with the colour's alpha */
    bool hides;               /* it writes depth */
};

/* From this alpha on what a key cuts out hides what is below. */
#define MESH_HALF 127.5F

/* What becomes of a colour from mesh_shade. Alpha under a key is the share of the pixel that
 * passes; what is cut out and not transparent is blended by it. In full size it is all or none. */
struct mesh_effect mesh_effect_of(const struct mesh_shading *shading, lanes_f *color);

#endif
