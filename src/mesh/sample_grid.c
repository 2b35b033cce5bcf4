/*
 * Small triangles pass between the samples.
 *
 * A third of the triangles of real trees that face up, and whose boxes hold samples, cover none of
 * these: 124 of 339 thousand on a forest tile of 512 px. Each takes some 800 instructions if it is
 * copied, sorted into a band and rasterized. Looking at the samples takes 140.
 *
 * The edges are those of raster.c, with sample positions relative to the box's first pixel. A
 * sample is inside where no edge is negative. Those on an edge count as inside, whichever triangle
 * owns the edge: what is left out is surely not seen. A box of up to COVERED_PX_MOST pixels is less
 * than 2^11 subpixels long, values stay below 2^24, and floats hold them exactly. Of triangles with
 * larger boxes few miss all samples, and these are not looked at: a limit of 9 pixels leaves out
 * a few more and takes more time.
 */
#include "mesh/sample_grid.h"

#include "base/lanes.h"

enum { COVERED_PX_MOST = 6 };

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

/* The three edges at the samples of a pixel, and what they gain from one to the next. */
struct edges {
    lanes_f at[3];
    lanes_f east[3], south[3];
};

/* The corners in an order in which edges are positive inside, a lane each. */
struct corners {
    lanes_i x, y;
};

static struct corners corners_of(const struct mesh_position *a, const struct mesh_position *b,
                                 const struct mesh_position *c, int32_t left, int32_t top)
{
    return (struct corners){(lanes_i){a->x, b->x, c->x, 0} - lanes_splat_i(left * SUBPIXELS),
                            (lanes_i){a->y, b->y, c->y, 0} - lanes_splat_i(top * SUBPIXELS)};
}

static lanes_f to_next(lanes_i corners)
{
    return __builtin_convertvector((lanes_i){corners[1], corners[2], corners[0], 0} - corners,
                                   lanes_f);
}

/* The edges at the pixel that the corners are counted from. */
static inline struct edges edges_of(struct corners corners)
{
    struct edges edges;
    lanes_f x = __builtin_convertvector(lanes_load_i(sample_x), lanes_f);
    lanes_f y = __builtin_convertvector(lanes_load_i(sample_y), lanes_f);
    lanes_f dx = -to_next(corners.y);
    lanes_f dy = to_next(corners.x);
    lanes_f base = dx * __builtin_convertvector(corners.x, lanes_f) +
                   dy * __builtin_convertvector(corners.y, lanes_f);
    for (unsigned e = 0; e < 3; e++) {
        lanes_f east = lanes_splat(dx[e]);
        lanes_f south = lanes_splat(dy[e]);
        edges.at[e] = east * x + south * y - lanes_splat(base[e]);
        edges.east[e] = east * (float)SUBPIXELS;
        edges.south[e] = south * (float)SUBPIXELS;
    }
    return edges;
}

/* Whether a sample of the `width` pixels of a row lies inside. */
static inline bool covers_in_row(const struct edges *edges, int32_t width)
{
    lanes_f first = edges->at[0], second = edges->at[1], third = edges->at[2];
    for (int32_t column = 0; column < width; column++) {
        lanes_f least = lanes_smaller(lanes_smaller(first, second), third);
        if (lanes_negative((lanes_i)(least >= lanes_splat(0.0F)))) {
            return true;
        }
        first += edges->east[0];
        second += edges->east[1];
        third += edges->east[2];
    }
    return false;
}

bool sample_grid_may_cover(const struct mesh_position *a, const struct mesh_position *b,
                           const struct mesh_position *c, bool is_clockwise,
                           const struct subpixel_box *box)
{
    int32_t left = box->low_x >> 8, width = (box->high_x >> 8) - left + 1;
    int32_t top = box->low_y >> 8, height = (box->high_y >> 8) - top + 1;
    if ((int64_t)width * height > COVERED_PX_MOST) {
        return true;
    }
    struct edges edges =
        edges_of(corners_of(a, is_clockwise ? b : c, is_clockwise ? c : b, left, top));
    for (int32_t row = 0; row < height; row++) {
        if (covers_in_row(&edges, width)) {
            return true;
        }
        for (unsigned e = 0; e < 3; e++) {
            edges.at[e] += edges.south[e];
        }
    }
    return false;
}
