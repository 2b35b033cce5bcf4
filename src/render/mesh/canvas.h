/*
 * A band of a tile under way. Most pixels under a liquid have one colour in all of their samples:
 * those stay pixels. A quad is split into samples (sample_band.h) when something first needs them
 * there, and its averages are put back in the end: the picture is that of samples everywhere.
 */
#ifndef RENDER_MESH_CANVAS_H
#define RENDER_MESH_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/grid.h"
#include "render/terrain/sample_band.h"
#include "render/terrain/terrain_height.h"
#include "scene/scene.h"

enum {
    CANVAS_ROWS = 32, /* pixel rows of a band */
    CANVAS_QUAD_ROWS = CANVAS_ROWS + 1,
};

struct canvas {
    struct sample_band band; /* of quads that are split; its place counts for all */
    struct height_weights *weights;
    uint32_t quad_px;

    /* Of the band under way, see canvas_begin. */
    const struct scene_tile *scene;
    uint8_t *pixels;
    size_t stride_bytes;
    bool is_open; /* the background has alpha, so that pixels of holes may have it, too */
    uint64_t split[CANVAS_QUAD_ROWS][QUADS_PER_TILE / 64]; /* a bit a quad, from the first row's */
};

/* For tiles of 128 * quad_px pixels. False when out of memory, with nothing left to free. */
bool canvas_init(struct canvas *canvas, uint32_t quad_px);

/* Of a canvas that was set up, or is all zeroes. */
void canvas_free(struct canvas *canvas);

/* Begins band `index` of the tile `rgba` (rows `stride_bytes` apart), which has its terrain. */
void canvas_begin(struct canvas *canvas, const struct scene_tile *scene,
                  const struct adtmap_settings *settings, uint32_t index, uint8_t *rgba,
                  size_t stride_bytes);

/* The pixels of the tile's quad (column, row) that lie in the band; row is one of the band's. */
struct band_area canvas_quad_area(const struct canvas *canvas, uint32_t column, uint32_t row);

bool canvas_is_split(const struct canvas *canvas, uint32_t column, uint32_t row);

/* Takes the tile's quad (column, row) to samples, with the ground's heights. */
void canvas_split_quad(struct canvas *canvas, uint32_t column, uint32_t row);

/* The same for all quads that have pixels in `area`, which must lie in the band. */
void canvas_split(struct canvas *canvas, const struct band_area *area);

/* Puts back what was split. */
void canvas_finish(struct canvas *canvas);

#endif
