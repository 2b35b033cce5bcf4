/*
 * The inner loops of liquid over pixels. The variants are one source compiled for several
 * instruction sets, and give the same bits, by the arithmetic of liquid_pixels.h.
 *
 * Runs are of up to LIQUID_RUN_PX pixels. Arrays do not overlap.
 */
#ifndef RENDER_LIQUID_LIQUID_KERNELS_H
#define RENDER_LIQUID_LIQUID_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "assets/textures/quad_px.h"
#include "mesh/liquid_sheet.h"

/* Pixels of a row that are under way at once: those of one quad, or of several that are small. */
enum { LIQUID_RUN_PX = QUAD_PX_MAX, LIQUID_RUN_BYTES = 4 * LIQUID_RUN_PX };

/* Colours along an edge of quads at the middles of pixels, with alpha for each channel. */
struct liquid_edge {
    float color[LIQUID_RUN_BYTES]; /* 0..1; 1 for alpha itself */
    float alpha[LIQUID_RUN_BYTES];
};

struct liquid_kernels {
    const char *name;

    /* The edge of `quads` quads of quad_px pixels between quads + 1 corners. */
    void (*edge)(struct liquid_edge *edge, const struct sheet_vertex *corners, uint32_t quads,
                 uint32_t quad_px);

    /* Puts what lies at `v` between two edges over `count` bytes of RGBA. */
    void (*between)(uint8_t *pixels, const struct liquid_edge *north,
                    const struct liquid_edge *south, float v, size_t count);

    /* pixels = (source + pixels * rest) / 255, see liquid_source. */
    void (*over)(uint8_t *pixels, const uint16_t *source, const uint16_t *rest, size_t count);
};

/* The variant for `cpu`; ADTMAP_CPU_AUTO and what the machine lacks give the best it has. */
const struct liquid_kernels *liquid_kernels_get(enum adtmap_cpu cpu);

#endif
