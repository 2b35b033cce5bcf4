/* Liquid of terrain: it lies on the tile's own grid of quads. Heights and colours go from corner to
 * corner bilinearly. */
#ifndef MESH_LIQUID_SHEET_H
#define MESH_LIQUID_SHEET_H

#include <stdbool.h>
#include <stdint.h>

struct sheet_vertex {
    float z_yd;
    float rgba[4]; /* 0..1 */
};

/* width x height quads, of which those with their bit set are there. */
struct liquid_sheet {
    uint32_t quad_px;
    uint32_t column, row;                /* the tile's quad where the sheet begins */
    uint32_t width, height;              /* 1..8 */
    uint64_t quads;                      /* bit 8 * row + column */
    bool is_opaque;                      /* it becomes the surface that others are tested against */
    const struct sheet_vertex *vertices; /* (width + 1) x (height + 1) */
};

#endif
