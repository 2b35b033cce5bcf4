/*
 * The surface of quads that show their ground alone, or a level liquid that lies over all of it.
 * Most quads of most tiles are such: nothing stands in them, and no shore crosses them. What the
 * light of the sky needs of them is found without the samples that others are drawn in, with the
 * same operations, so that it is the same to the last bit.
 */
#ifndef RENDER_LIGHT_GROUND_QUADS_H
#define RENDER_LIGHT_GROUND_QUADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mesh/mesh_bins.h"
#include "render/light/light_kernels.h"
#include "render/terrain/quad_set.h"
#include "scene/scene.h"

struct ground_quads {
    struct ground_weights weights;
    const struct scene_tile *scene;
    uint32_t first_row; /* of quads of the band */
    struct quad_set set;
    /* Of the liquid over each of them; -INFINITY: none. */
    float level_yd[SAMPLE_BAND_QUAD_ROWS][QUADS_PER_TILE];
};

/* For tiles of 128 * quad_px pixels. False when out of memory. */
bool ground_quads_init(struct ground_quads *quads, uint32_t quad_px);
void ground_quads_free(struct ground_quads *quads);

/* What its memory takes. */
size_t ground_quads_bytes(uint32_t quad_px);

/* Finds those quads of `among`, which are of one of the bands of `bins`, SAMPLE_BAND_ROWS high.
 * Nothing stands in these, and nothing is cut off. */
void ground_quads_find(struct ground_quads *quads, const struct scene_tile *scene,
                       const struct mesh_bins *bins, uint32_t band, const struct quad_set *among);

/* Stores the surface of those in a row of quads, of which pixel rows first_px..end_px - 1 are
 * wanted: these begin at `out`, `stride` apart. */
void ground_quads_store(const struct ground_quads *quads, const struct light_kernels *kernels,
                        uint32_t row, uint32_t first_px, uint32_t end_px, int32_t *out,
                        size_t stride);

#endif
