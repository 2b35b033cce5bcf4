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
    /* The second texture of each that has one; NULL: it is read where the list has it. */
    const struct mesh_layer_plane *seconds;
    uint32_t count;
    const struct pixel_area *areas; /* apart from one another; the boxes lie in all together */
    uint32_t area_count;
};

/* Triangles that are copied at once: 12 MiB. Bands of crowded real tiles have a few ten thousand; a
 * file can put millions into one. */
enum { MESH_COPIES = 1 << 17 };

/*
 * Copies `count` triangles of a list to one place. Leaves are sorted by height, which is no order
 * in memory: each is a cache miss or two, which overlap here and would not where it is drawn.
 * The planes of second textures come with them, unless `seconds` is NULL.
 */
void mesh_run_gather(const struct mesh_list *list, const uint32_t *numbers, uint32_t count,
                     struct mesh_triangle *triangles, struct mesh_layer_plane *seconds);

/* What leaves are at the samples of a pixel. */
struct leaf_samples {
    float seen[SAMPLES];    /* heights of leaves times what is seen of them; begins with 0 */
    float through[SAMPLES]; /* what they let through, 0..1; begins with 1 */
    float top[SAMPLES];     /* the height of the highest that counts; begins with -INFINITY */
};

/*
 * The heights of a band without its colours, SAMPLES a pixel as in band->depth. Depth has the
 * ground, or -INFINITY where it is open, and then the highest solid surface. Leaves cover a share
 * of their pixel: the height that is seen is leaf.seen + leaf.through * depth.
 *
 * A liquid of terrain takes the place of the ground. One of a building does so where it is seen and
 * stands on the ground itself; in a basin it is the surface of the basin, as it is where there is
 * no ground.
 */
struct height_samples {
    struct sample_band band; /* only the depth */
    float *level; /* what heights count from: the ground, or the liquid over it; INFINITY: none */
    struct leaf_samples *leaves; /* one a pixel */
};

/* What heights are drawn of, one after the other for all triangles of a band. */
enum mesh_heights_part {
    HEIGHTS_SOLID,  /* solid triangles, and liquids of terrain */
    HEIGHTS_BASINS, /* liquids of buildings */
    HEIGHTS_LEAVES, /* from the last of the run to the first */
    HEIGHTS_PARTS
};

/* Whether triangles of a batch that has heights are drawn with HEIGHTS_LEAVES: what they hide is
 * known where their pixels are shaded. */
static inline bool mesh_hides_by_pixels(const struct mesh_batch *batch)
{
    return !batch->is_liquid && batch->rank != MESH_DEFERRED;
}

/* Draws the heights of those triangles that belong to a part. Of what is transparent only liquids
 * count. Areas do not count. */
void mesh_draw_heights(const struct mesh_run *run, enum mesh_heights_part part,
                       struct height_samples *heights);

/* Draws triangles of deferred batches (MESH_DEFERRED) in the areas of the run. */
void mesh_draw_deferred(const struct mesh_run *run, struct sample_band *band);

/* Draws triangles of any blend mode over what the band has, in order. Areas do not count. */
void mesh_draw(const struct mesh_run *run, struct sample_band *band);

#endif
