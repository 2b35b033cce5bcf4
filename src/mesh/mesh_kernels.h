/* The inner loops of meshes, built once per instruction set. All give equal bits. */
#ifndef MESH_MESH_KERNELS_H
#define MESH_MESH_KERNELS_H

#include "mesh/mesh_draw.h"
#include "mesh/mesh_seen.h"

struct mesh_kernels {
    const char *name;
    struct mesh_extent (*move)(const struct mesh_view *view, const float (*positions)[3],
                               uint32_t first, uint32_t count, const struct mesh_moved *moved);
    uint32_t (*find_seen)(const int32_t (*xy)[2], const uint32_t *indices, uint32_t index_count,
                          bool two_sided, uint32_t size_px, const struct pixel_area *left_out,
                          uint32_t *seen);
    void (*make_triangles)(const struct mesh_making *making);
    void (*draw_deferred)(const struct mesh_run *run, struct sample_band *band);
    void (*draw)(const struct mesh_run *run, struct sample_band *band);
    void (*draw_heights)(const struct mesh_run *run, enum mesh_heights_part part,
                         struct height_samples *heights);
};

/* Those of an instruction set, or the best that the machine has. */
const struct mesh_kernels *mesh_kernels_get(enum adtmap_cpu cpu);

#endif
