#include "mesh/mesh_kernels.h"

#ifndef KERNELS
#define KERNELS mesh_kernels_base
#define KERNELS_NAME "base"
#endif

extern const struct mesh_kernels KERNELS;

const struct mesh_kernels KERNELS = {
    .name = KERNELS_NAME,
    .move = mesh_move,
    .find_seen = mesh_find_seen,
    .make_triangles = mesh_make_triangles,
    .draw_deferred = mesh_draw_deferred,
    .draw = mesh_draw,
    .draw_heights = mesh_draw_heights,
};
