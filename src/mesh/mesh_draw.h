/*
 * Triangles with materials into a band of samples. What is opaque is drawn in two steps: every
 * sample finds its triangle, then every pixel is shaded once for each triangle that it shows.
 * Everything else is shaded as it comes, after that.
 */
#ifndef MESH_MESH_DRAW_H
#define MESH_MESH_DRAW_H

#include "adtmap/settings.h"
#include "mesh/mesh_bins.h"
#include "mesh/sample_band.h"

/* Part of a bin. */
struct mesh_run {
    const struct mesh_list *list;
    const struct mesh_triangle *triangles;
    const uint32_t *numbers; /* what they are in the list */
    uint32_t count;
    const struct pixel_area *areas; /* apart from one another; the boxes lie in all together */
    uint32_t area_count;
};

/*
 * Copies `count` triangles of a list to one place. Leaves are sorted by height, which is no order
 * in memory: each is a cache miss or two, which overlap here and would not where it is drawn.
 */
void mesh_run_gather(const struct mesh_list *list, const uint32_t *numbers, uint32_t count,
                     struct mesh_triangle *triangles);

/* Draws triangles of deferred batches (MESH_DEFERRED) in the areas of the run. */
void mesh_draw_deferred(const struct mesh_run *run, struct sample_band *band);

/* Draws triangles of any blend mode over what the band has, in order. Areas do not count. */
void mesh_draw(const struct mesh_run *run, struct sample_band *band);

#endif
