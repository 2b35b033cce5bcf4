/* Grids of areas drawn as text: a letter a chunk, which is its id; a dot is no area. */
#ifndef AREA_HELPERS_H
#define AREA_HELPERS_H

#include <stddef.h>

#include "output/areas/area_grid.h"

/* A grid with rows of letters from chunk (x, y) on; NULL ends the rows. */
static inline void draw_grid(struct area_grid *grid, const char *const *rows, int32_t x, int32_t y)
{
    assert_true(area_grid_create(grid));
    for (int32_t row = 0; rows[row]; row++) {
        for (int32_t i = 0; rows[row][i]; i++) {
            bool is_area = rows[row][i] != '.';
            grid->ids[(y + row) * AREA_GRID + x + i] = is_area ? (uint32_t)rows[row][i] : 0;
        }
    }
}

#endif
