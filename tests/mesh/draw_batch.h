/* Draws one batch into a band, as a tile's overlay does. */
#ifndef TESTS_MESH_DRAW_BATCH_H
#define TESTS_MESH_DRAW_BATCH_H

#include <stddef.h>

#include "mesh/mesh_draw.h"

/* The band is one of `size_px` / band->rows of a square tile. */
static inline void draw_batch(const struct mesh_batch *batch, uint32_t size_px,
                              struct sample_band *band)
{
    struct arena arena = {0};
    struct mesh_list list = {0};
    struct mesh_bins bins;
    assert_true(mesh_list_append(&list, batch, &arena) && mesh_list_sort(&list, &arena));
    assert_true(mesh_bins_fill(&list, size_px, band->rows, &arena, &bins));
    uint32_t first = bins.begin[band->first_row / band->rows];
    uint32_t end = bins.begin[band->first_row / band->rows + 1];
    const struct pixel_area area = {0, size_px, band->first_row, band->first_row + band->rows};
    const struct mesh_run run = {&list,       bins.triangles, bins.numbers + first,
                                 end - first, &area,          1};
    if (mesh_batch_is_deferred(batch)) {
        mesh_draw_deferred(&run, band);
    } else {
        mesh_draw(&run, band);
    }
    arena_free(&arena);
}

#endif
