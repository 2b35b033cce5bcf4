/*
 * Triangles with materials into a band of samples. What is opaque is drawn in two steps: every
 * sample finds its triangle, then every pixel is shaded once for each triangle that it shows.
 * Everything else is shaded as it comes, after that.
 */
#ifndef MESH_MESH_DRAW_H
#define MESH_MESH_DRAW_H

#include "mesh/mesh_bins.h"
#include "mesh/sample_band.h"

/* Part of a bin. */
struct mesh_run {
    const struct mesh_list *list;
    const struct mesh_bin_triangle *triangles; /* of the bins */
    const uint32_t *numbers;                   /* which of them */
    uint32_t count;
    const struct pixel_area *areas; /* apart from one another; the boxes lie in all together */
    uint32_t area_count;
};

/* Triangle `i` of those that a run has. */
static inline const struct mesh_bin_triangle *mesh_run_at(const struct mesh_run *run, uint32_t i)
{
    return &run->triangles[run->numbers[i]];
}

/* Draws triangles of deferred batches (mesh_batch_is_deferred) in the areas of the run. */
void mesh_draw_deferred(const struct mesh_run *run, struct sample_band *band);

/* Draws triangles of any blend mode over what the band has, in order. Areas do not count. */
void mesh_draw(const struct mesh_run *run, struct sample_band *band);

#endif
