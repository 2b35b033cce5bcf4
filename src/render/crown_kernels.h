/*
 * The inner loop of the domes and discs of crowns: a row of pixels. The variants are one source
 * compiled for several instruction sets, and give the same bits.
 */
#ifndef RENDER_CROWN_KERNELS_H
#define RENDER_CROWN_KERNELS_H

#include <stdint.h>

#include "adtmap/settings.h"
#include "base/lanes.h"
#include "mesh/mesh_list.h"
#include "mesh/sample_band.h"

/* A row of pixels of a dome or a disc. */
struct crown_row {
    const struct mesh_batch *batch;
    uint32_t y;
    float per_px[2];   /* 1 / half_px */
    lanes_f along;     /* of the samples of a pixel, where its first column is 0 */
    lanes_f across_sq; /* the square of where the samples lie between north and south */

    /* Of a disc: how far east edges of its rim cross the row, for each sample of a pixel, as parts
     * of half_px; -INFINITY: not at that sample. */
    uint32_t edge_count;
    lanes_f edges[CROWN_CORNERS];
};

struct crown_kernels {
    const char *name;

    /* Tints the samples of pixels first..end - 1 that lie in the dome and are not hidden, and sets
     * their depth. Others keep what they have. */
    void (*tint)(const struct crown_row *row, uint32_t first, uint32_t end,
                 struct sample_band *band);
};

/* The variant for `cpu`; ADTMAP_CPU_AUTO and what the machine lacks give the best it has. */
const struct crown_kernels *crown_kernels_get(enum adtmap_cpu cpu);

#endif
