/*
 * A band of a tile whose quads become samples on demand. Most pixels under a liquid have one colour
 * in all of their samples, and stay pixels. A quad is split into samples (sample_band.h) when
 * something first needs them there. In the end the averages are put back, so that the picture is
 * the same as with samples everywhere.
 */
#ifndef RENDER_TERRAIN_SAMPLE_QUADS_H
#define RENDER_TERRAIN_SAMPLE_QUADS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/grid.h"
#include "mesh/sample_band.h"
#include "render/terrain/quad_set.h"
#include "render/terrain/terrain_height.h"
#include "scene/scene.h"

struct sample_quads {
    struct sample_band band; /* of quads that are split; its place counts for all */
    struct height_weights *weights;
    uint32_t quad_px;
    uint64_t quads_a_pixel; /* quads_a_pixel_of(quad_px) */

    /* Of the band under way, see sample_quads_begin. */
    const struct scene_tile *scene;
    const struct terrain_kernels *kernels;
    uint32_t first_quad_row;
    uint8_t *pixels;
    size_t stride_bytes;
    bool is_open; /* the background has alpha, so that pixels of holes may have it, too */
    struct quad_set split;
    uint32_t area_count;
    struct pixel_area areas[SAMPLE_BAND_QUAD_ROWS * QUADS_PER_TILE]; /* of quads that are split */
};

/* For tiles of 128 * quad_px pixels. False when out of memory, with nothing left to free. */
bool sample_quads_init(struct sample_quads *quads, uint32_t quad_px);

/* Of quads that were set up, or are all zeroes. */
void sample_quads_free(struct sample_quads *quads);

/* Begins band `index` of the tile `rgba` (rows `stride_bytes` apart), which has its terrain. */
void sample_quads_begin(struct sample_quads *quads, const struct scene_tile *scene,
                        const struct adtmap_settings *settings, uint32_t index, uint8_t *rgba,
                        size_t stride_bytes);

/* The pixels of the tile's quad (column, row) that lie in the band; row is one of the band's. */
struct pixel_area sample_quads_area(const struct sample_quads *quads, uint32_t column,
                                    uint32_t row);

/* The same of any band of a tile whose quads have quad_px pixels on an edge. */
struct pixel_area quad_area_in_band(const struct sample_band *band, uint32_t quad_px,
                                    uint32_t column, uint32_t row);

/* Divides by quad_px where each triangle does and dividing is slow: quads_a_pixel is 2^32 /
 * quad_px, rounded up, and the quotient exact while pixel * quad_px is below 2^32. */
static inline uint64_t quads_a_pixel_of(uint32_t quad_px)
{
    return ((uint64_t)1 << 32) / quad_px + 1;
}
static inline uint32_t quad_at_pixel(uint64_t quads_a_pixel, uint32_t pixel)
{
    return (uint32_t)(pixel * quads_a_pixel >> 32);
}

bool sample_quads_is_split(const struct sample_quads *quads, uint32_t column, uint32_t row);

/* Takes the tile's quad (column, row) to samples, with the ground's heights. */
void sample_quads_split_one(struct sample_quads *quads, uint32_t column, uint32_t row);

/* The same for all quads that have pixels in `area`, which must lie in the band. */
void sample_quads_split(struct sample_quads *quads, const struct pixel_area *area);

/* Puts back what was split. */
void sample_quads_finish(struct sample_quads *quads);

#endif
