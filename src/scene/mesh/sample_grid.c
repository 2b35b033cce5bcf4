#include "scene/mesh/sample_grid.h"

const int32_t sample_x[SAMPLES] = {96, 224, 32, 160};
const int32_t sample_y[SAMPLES] = {32, 96, 160, 224};

/* 1 if a number that is `offset` more than a multiple of SUBPIXELS lies in [low, high], else 0. */
static unsigned holds(int32_t low, int32_t high, int32_t offset)
{
    return (low - offset + SUBPIXELS - 1) >> 8 <= (high - offset) >> 8;
}

/* Each sample has a column and a row of its own. */
bool sample_grid_touches(const struct subpixel_box *box)
{
    unsigned any = 0;
    for (unsigned s = 0; s < SAMPLES; s++) {
        any |= holds(box->low_x, box->high_x, sample_x[s]) &
               holds(box->low_y, box->high_y, sample_y[s]);
    }
    return any != 0;
}
