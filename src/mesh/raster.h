/*
 * Triangles seen straight from above, into a band of samples. Coverage is exact integer arithmetic
 * on vertices snapped to 1/SUBPIXELS pixel, with the top-left rule: of two triangles that share an
 * edge, a sample on it belongs to one. All of it is inline, as nearly every triangle has few
 * pixels.
 *
 * How a triangle finds its samples.
 *
 * Each edge from a to b has a function that is linear in x and y, zero on the edge and positive
 * inside:
 *
 *     E(x, y) = (ay - by) (x - ax) + (bx - ax) (y - ay)
 *
 * Positions are whole subpixels within 2^28 of the corner, so values stay below 2^60 and 64 bits
 * hold them exactly. A sample is inside where no E is negative. Edges that are neither top nor left
 * are lowered by one, which leaves samples on them to the neighbour.
 *
 * Nothing is multiplied per sample. From one pixel to the next E changes by 256 dx, from one row to
 * the next by 256 dy. What it adds from a pixel's corner to each of its four samples is the same in
 * all pixels, and is computed once per triangle.
 *
 * Triangles no longer than RASTER_SMALL_PX pixels along either axis, which nearly all are, stay
 * below 2^30 in all of their box. Each edge is a vector of 32-bit lanes there, one a sample of WIDE
 * pixels: these take three additions and a sign test. There is no branch on whether any sample is
 * inside: it is a toss-up, and a wrong guess takes longer than depths that nobody needs. The three
 * edges are set up together. Larger triangles take twelve additions a
 * pixel in 64 bits. Their rows begin and end where an edge says so. With m the largest of its four
 * offsets, no sample of a pixel is inside when E + m is negative at the pixel's corner. Solved for
 * the column, this is one division per edge and row.
 *
 * The pixels of a row are taken WIDE at a time. So that all of them lie in the tile, whose width is
 * a multiple of WIDE, an area is made longer on its left, where no sample is inside.
 *
 * Most triangles of real buildings and trees cover about one pixel. Nearly all that cover no sample
 * do not come here: mesh_find_seen leaves them out.
 *
 * Heights are a plane of floats, limited to the range of the corners so that steep walls do not
 * reach beyond them. Every expression is rounded as IEEE 754 says and nothing is contracted, so all
 * machines agree to the bit.
 */
#ifndef MESH_RASTER_H
#define MESH_RASTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/lanes.h"
#include "mesh/mesh_triangle.h"
#include "mesh/sample_band.h"

/* What WIDE pixels of a triangle hand over, from column x on: the samples (bit SAMPLES * i + s)
 * that lie in it and pass the depth test, and the heights there. */
struct raster_pixels {
    int32_t x, y;
    size_t first; /* sample of the band */
    unsigned mask;
    wide_f z_yd;
};

typedef void raster_emit(void *user, const struct raster_pixels *pixels);

/* The same of one pixel. */
struct raster_pixel {
    uint32_t x;
    uint32_t y;
    unsigned mask;
    lanes_f z_yd;
};

typedef void raster_emit_pixel(void *user, const struct raster_pixel *pixel);

enum { RASTER_SMALL_PX = 64 };

/* The pixels of a triangle in a band, inclusive; a few more on its left. */
struct raster_area {
    int32_t left, right, top, bottom;
};

/* Floor and ceiling of a / b, b > 0. */
static inline int64_t raster_floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static inline int64_t raster_ceil_div(int64_t a, int64_t b)
{
    return a / b + (a % b > 0);
}

/* Edges of a large triangle: at the corner of a pixel, at its samples, from pixel to pixel and from
 * row to row. */
struct raster_large_edges {
    int64_t row[3], corner[3], most[3];
    int64_t samples[3][SAMPLES];
    int64_t east[3], south[3];
};

static inline void raster_large_begin(const struct mesh_triangle *triangle,
                                      const struct raster_area *area,
                                      struct raster_large_edges *edges)
{
    for (unsigned e = 0; e < 3; e++) {
        unsigned f = (e + 1) % 3;
        int64_t dx = (int64_t)triangle->y[e] - triangle->y[f];
        int64_t dy = (int64_t)triangle->x[f] - triangle->x[e];
        bool top_or_left = dx > 0 || (dx == 0 && dy > 0);
        edges->row[e] = dx * ((int64_t)area->left * SUBPIXELS - triangle->x[e]) +
                        dy * ((int64_t)area->top * SUBPIXELS - triangle->y[e]) -
                        (top_or_left ? 0 : 1);
        edges->east[e] = SUBPIXELS * dx;
        edges->south[e] = SUBPIXELS * dy;
        for (unsigned s = 0; s < SAMPLES; s++) {
            int64_t at = dx * sample_x[s] + dy * sample_y[s];
            edges->samples[e][s] = at;
            edges->most[e] = s == 0 || at > edges->most[e] ? at : edges->most[e];
        }
    }
}

/* Begins a row: the pixels, counted from the first of the area, in which a sample may be inside. */
static inline void raster_large_row(struct raster_large_edges *edges, int32_t width, int32_t *begin,
                                    int32_t *end)
{
    int64_t first = 0;
    int64_t last = width - 1;
    for (unsigned e = 0; e < 3; e++) {
        int64_t at = edges->row[e] + edges->most[e];
        int64_t step = edges->east[e];
        if (step > 0) {
            int64_t enters = raster_ceil_div(-at, step);
            first = enters > first ? enters : first;
        } else if (step < 0) {
            int64_t leaves = raster_floor_div(at, -step);
            last = leaves < last ? leaves : last;
        } else if (at < 0) {
            last = first - 1;
        }
    }
    bool is_empty = first > last;
    *begin = is_empty ? 0 : (int32_t)(first / WIDE * WIDE);
    *end = is_empty ? 0 : (int32_t)last + 1;
    for (unsigned e = 0; e < 3; e++) {
        edges->corner[e] = edges->row[e] + edges->east[e] * *begin;
        edges->row[e] += edges->south[e];
    }
}

/* The samples of WIDE pixels that lie in the triangle, one bit each; then goes on to the next ones.
 */
static inline unsigned raster_large_next(struct raster_large_edges *edges)
{
    unsigned mask = 0;
    for (unsigned pixel = 0; pixel < WIDE; pixel++) {
        for (unsigned s = 0; s < SAMPLES; s++) {
            int64_t any = (edges->corner[0] + edges->samples[0][s]) |
                          (edges->corner[1] + edges->samples[1][s]) |
                          (edges->corner[2] + edges->samples[2][s]);
            mask |= (unsigned)(any >= 0) << (SAMPLES * pixel + s);
        }
        for (unsigned e = 0; e < 3; e++) {
            edges->corner[e] += edges->east[e];
        }
    }
    return mask;
}

/* How the three edges change east and south. There are four lanes: the last is the first again. */
struct raster_steps {
    lanes_i x, y; /* where edges begin */
    lanes_i east, south;
};

static inline struct raster_steps raster_steps_of(const struct mesh_triangle *triangle)
{
    lanes_i x, y;
    memcpy(&x, (const char *)triangle + offsetof(struct mesh_triangle, x), sizeof x);
    memcpy(&y, (const char *)triangle + offsetof(struct mesh_triangle, y), sizeof y);
    x = lanes_shuffle_i(x, 0, 1, 2, 0);
    y = lanes_shuffle_i(y, 0, 1, 2, 0);
    return (struct raster_steps){x, y, y - lanes_shuffle_i(y, 1, 2, 0, 1),
                                 lanes_shuffle_i(x, 1, 2, 0, 1) - x};
}

static inline bool raster_is_small(const struct raster_steps *steps)
{
    const int32_t most = RASTER_SMALL_PX * SUBPIXELS;
    return lanes_negative((most - steps->east) | (most + steps->east) | (most - steps->south) |
                          (most + steps->south)) == 0;
}

/* The same for small triangles: an edge has a lane a sample. */
struct raster_small_edges {
    wide_i row[3], at[3];
    wide_i east[3], south[3];
};

/* Each of the first three lanes in a vector of its own. */
static inline void raster_each_edge(lanes_i lanes, wide_i edges[3])
{
    const wide_i all = wide_repeat_i(lanes);
    edges[0] = wide_shuffle(all, 0, 0, 0, 0);
    edges[1] = wide_shuffle(all, 1, 1, 1, 1);
    edges[2] = wide_shuffle(all, 2, 2, 2, 2);
}

/* Steps fit words here, as places in WIDE pixels do. */
static inline void raster_small_begin(const struct raster_steps *steps,
                                      const struct raster_area *area,
                                      struct raster_small_edges *edges)
{
    const wide_i places = (wide_repeat_i(lanes_load_i(sample_x)) + wide_ordinals() * SUBPIXELS) |
                          wide_repeat_i(lanes_load_i(sample_y)) << 16;
    lanes_i top_or_left = (steps->east > 0) | ((steps->east == 0) & (steps->south > 0));
    lanes_i corner = steps->east * (area->left * SUBPIXELS - steps->x) +
                     steps->south * (area->top * SUBPIXELS - steps->y) + ~top_or_left;
    wide_i both[3];
    raster_each_edge((steps->east & 0xffff) | steps->south << 16, both);
    raster_each_edge(corner, edges->row);
    raster_each_edge(steps->east * (WIDE * SUBPIXELS), edges->east);
    raster_each_edge(steps->south * SUBPIXELS, edges->south);
    for (unsigned e = 0; e < 3; e++) {
        edges->row[e] += wide_dot_words(both[e], places);
    }
}

static inline void raster_small_row(struct raster_small_edges *edges)
{
    for (unsigned e = 0; e < 3; e++) {
        edges->at[e] = edges->row[e];
        edges->row[e] += edges->south[e];
    }
}

static inline unsigned raster_small_next(struct raster_small_edges *edges)
{
    unsigned outside = wide_negative(edges->at[0] | edges->at[1] | edges->at[2]);
    for (unsigned e = 0; e < 3; e++) {
        edges->at[e] += edges->east[e];
    }
    return ~outside & ((1U << WIDE * SAMPLES) - 1);
}

/* Hands over the pixels of which the mask has samples, one by one. */
static inline __attribute__((always_inline)) void
raster_each_pixel(const struct raster_pixels *pixels, raster_emit_pixel *emit, void *user)
{
    float heights[WIDE * SAMPLES];
    unsigned mask = pixels->mask;
    memcpy(heights, &pixels->z_yd, sizeof heights);
    while (mask) {
        unsigned ordinal = (unsigned)__builtin_ctz(mask) / SAMPLES;
        struct raster_pixel pixel = {.x = (uint32_t)pixels->x + ordinal,
                                     .y = (uint32_t)pixels->y,
                                     .mask = mask >> SAMPLES * ordinal & ((1U << SAMPLES) - 1),
                                     .z_yd = lanes_load(heights + SAMPLES * ordinal)};
        mask ^= pixel.mask << SAMPLES * ordinal;
        emit(user, &pixel);
    }
}

/* Heights at the samples of WIDE pixels. */
struct raster_heights {
    wide_f corner, east, south; /* of the pixel where the triangle begins */
    wide_f low, high;
};

static inline struct raster_heights raster_heights_of(const struct mesh_triangle *triangle)
{
    const struct mesh_planes *planes = &triangle->planes;
    lanes_f east = lanes_splat(planes->east[PLANE_HEIGHT]);
    lanes_f south = lanes_splat(planes->south[PLANE_HEIGHT]);
    lanes_f samples = lanes_splat(planes->at[PLANE_HEIGHT]) +
                      east * __builtin_convertvector(lanes_load_i(sample_x), lanes_f) +
                      south * __builtin_convertvector(lanes_load_i(sample_y), lanes_f);
    return (struct raster_heights){wide_repeat(samples), wide_repeat(east), wide_repeat(south),
                                   wide_splat(triangle->low_yd), wide_splat(triangle->high_yd)};
}

/* Subpixels from the first corner of the triangle to pixels lead to heights there, limited. */
static inline wide_f raster_heights_of_row(const struct raster_heights *heights, wide_i to_south)
{
    return heights->corner + heights->south * __builtin_convertvector(to_south, wide_f);
}

static inline wide_f raster_heights_in_row(const struct raster_heights *heights, wide_f row,
                                           wide_i to_east)
{
    wide_f z = row + heights->east * __builtin_convertvector(to_east, wide_f);
    return wide_smaller(wide_larger(z, heights->low), heights->high);
}

/* Inlined with constants, which costs no calls then. */
static inline __attribute__((always_inline)) void
raster_scan(const struct mesh_triangle *triangle, const struct raster_steps *steps,
            const struct sample_band *band, const struct raster_area *area, bool is_small,
            bool depth_test, raster_emit *emit, void *user)
{
    union {
        struct raster_large_edges large;
        struct raster_small_edges small;
    } edges;
    const struct raster_heights heights = raster_heights_of(triangle);
    const wide_f clip = wide_splat(band->clip_height);
    const size_t stride = SAMPLES * (size_t)band->width_px;
    size_t row_first = sample_band_at(band, (uint32_t)area->left, (uint32_t)area->top);
    wide_i to_south = wide_splat_i(area->top * SUBPIXELS - triangle->y[0]);
    const wide_i to_left =
        wide_splat_i(area->left * SUBPIXELS - triangle->x[0]) + wide_ordinals() * SUBPIXELS;
    is_small ? raster_small_begin(steps, area, &edges.small)
             : raster_large_begin(triangle, area, &edges.large);
    for (int32_t y = area->top; y <= area->bottom; y++) {
        int32_t begin = 0;
        int32_t end = area->right - area->left + 1;
        is_small ? raster_small_row(&edges.small)
                 : raster_large_row(&edges.large, end, &begin, &end);
        wide_f row = raster_heights_of_row(&heights, to_south);
        for (int32_t x = begin; x < end; x += WIDE) {
            wide_i to_east = to_left + x * SUBPIXELS;
            wide_f z = raster_heights_in_row(&heights, row, to_east);
            size_t first = row_first + SAMPLES * (size_t)x;
            unsigned inside =
                is_small ? raster_small_next(&edges.small) : raster_large_next(&edges.large);
            inside &= wide_reaches(clip, z);
            if (depth_test) {
                inside &= wide_reaches(z, wide_load(band->depth + first));
            }
            emit(user, &(const struct raster_pixels){area->left + x, y, first, inside, z});
        }
        to_south += SUBPIXELS;
        row_first += stride;
    }
}

/* The pixels of the triangle in the band. False when there are none. */
static inline bool raster_find_area(const struct mesh_triangle *triangle,
                                    const struct sample_band *band, struct raster_area *area)
{
    int32_t first = (int32_t)band->first_row;
    int32_t last = first + (int32_t)band->rows - 1;
    int32_t width = (triangle->right - triangle->left) / WIDE * WIDE + WIDE;
    area->right = triangle->right;
    area->left = area->right + 1 > width ? area->right + 1 - width : 0;
    area->top = triangle->top > first ? triangle->top : first;
    area->bottom = triangle->bottom < last ? triangle->bottom : last;
    return area->top <= area->bottom;
}

/* Calls `emit` for every pixel of the band in which a sample of the triangle lies that is not above
 * the clip height nor, with `depth_test`, below the depth buffer. */
static inline __attribute__((always_inline)) void raster_draw(const struct mesh_triangle *triangle,
                                                              const struct sample_band *band,
                                                              bool depth_test, raster_emit *emit,
                                                              void *user)
{
    struct raster_area area;
    if (!raster_find_area(triangle, band, &area)) {
        return;
    }
    const struct raster_steps steps = raster_steps_of(triangle);
    if (raster_is_small(&steps)) {
        raster_scan(triangle, &steps, band, &area, true, depth_test, emit, user);
    } else {
        raster_scan(triangle, &steps, band, &area, false, depth_test, emit, user);
    }
}

#endif
