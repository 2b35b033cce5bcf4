#include "scene/mesh/sample_grid.h"

const int32_t sample_x[SAMPLES] = {96, 224, 32, 160};
const int32_t sample_y[SAMPLES] = {32, 96, 160, 224};

static int32_t low3(int32_t a, int32_t b, int32_t c)
{
    int32_t low = a < b ? a : b;
    return low < c ? low : c;
}

static int32_t high3(int32_t a, int32_t b, int32_t c)
{
    int32_t high = a > b ? a : b;
    return high > c ? high : c;
}

struct subpixel_box subpixel_box_of(const struct mesh_position position[3])
{
    const struct mesh_position *p = position;
    return (struct subpixel_box){
        .low_x = low3(p[0].x, p[1].x, p[2].x),
        .high_x = high3(p[0].x, p[1].x, p[2].x),
        .low_y = low3(p[0].y, p[1].y, p[2].y),
        .high_y = high3(p[0].y, p[1].y, p[2].y),
    };
}

/* Whether a number that is `offset` more than a multiple of SUBPIXELS lies in [low, high]. */
static bool holds(int32_t low, int32_t high, int32_t offset)
{
    return (low - offset + SUBPIXELS - 1) >> 8 <= (high - offset) >> 8;
}

/* Each sample has a column and a row of its own. */
bool sample_grid_touches(const struct subpixel_box *box)
{
    bool any = false;
    for (unsigned s = 0; s < SAMPLES; s++) {
        any |= holds(box->low_x, box->high_x, sample_x[s]) &
               holds(box->low_y, box->high_y, sample_y[s]);
    }
    return any;
}
