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
    const struct mesh_planes *color;  /* of the batch's, this one's; NULL: none */
    const struct mesh_layers *layers; /* the same */
    unsigned textures;                /* those to be sampled, one bit each */
    bool is_leaf;                     /* mesh_shade_leaf does for it, too */
    struct mip_places places[SURFACE_TEXTURES];
};

/* Readies a copy of triangle `number` of a list. */
void mesh_shading_setup(const struct mesh_list *list, const struct mesh_triangle *triangle,
                        uint32_t number, struct mesh_shading *shading);

/* Readies samples of the textures, which setup does, for other planes or layers. */
void mesh_shading_places(struct mesh_shading *shading);

/* Red, green, blue, alpha as 0..255, not clamped above, at (x, y) in subpixels. */
lanes_f mesh_shade(const struct mesh_shading *shading, int32_t x, int32_t y);

/*
 * The same for what an alpha key cuts out (mesh_batch.is_leaf), which most fragments of a forest
 * are: colours multiplied by alpha, which is the share of the pixel that passes. False where
 * nothing passes; no colour is worked out then.
 */
bool mesh_shade_leaf(const struct mesh_shading *shading, int32_t x, int32_t y, lanes_f *color);

/* How much of the pixel passes of what mesh_shade_leaf does for, 0..255 or more: nearly its alpha.
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
