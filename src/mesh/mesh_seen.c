/*
 * A tile looks at some hundred thousand triangles of its doodads and sees a quarter of them. So
 * there are no branches but those that hardly any triangle takes:
 *
 *   1. vertices are moved, in loops in which compilers find vectors if each has one step for all;
 *   2. PAIRS triangles at a time, x and y of a corner side by side: boxes, areas and the samples
 *      that boxes hold decide; numbers of what is left are kept;
 *   3. of small triangles that are left, the samples of up to 2 x 2 pixels are looked at. The
 *      corners of RUN triangles are gathered before STEP at a time are judged, in whole vectors.
 *
 * Step 3 pays because small triangles pass between the samples: a third of the triangles of real
 * trees that face up, and whose boxes hold samples, cover none of these. Edges are those of
 * raster.h. A sample is inside where no edge is negative. Those on an edge count as inside,
 * whichever triangle owns the edge: what is left out is surely not seen.
 *
 * Areas of triangles no longer than SMALL on either axis fit 32 bits. What is larger is rare, and
 * is looked at on its own. Positions are computed in doubles in one order and rounded once, areas
 * and edges are whole numbers: all instruction sets agree to the bit.
 */
#include "mesh/mesh_seen.h"

#include <string.h>

#include "base/lanes.h"
#include "mesh/sample_grid.h"

enum { MOVED = 64, PAIRS = 2 * WIDE, RUN = 64, STEP = 16, SMALL = 64 * SUBPIXELS };

/* The largest whole numbers up to at + 0.5, within MESH_REACH. */
static inline void to_subpixels(uint32_t count, double at[MOVED], int32_t subpixels[MOVED])
{
    const double limit = (double)MESH_REACH;
    for (uint32_t i = 0; i < count; i++) {
        at[i] += 0.5;
        at[i] = at[i] < limit ? at[i] : limit;
    }
    for (uint32_t i = 0; i < count; i++) {
        at[i] = at[i] > -limit ? at[i] : -limit;
    }
    for (uint32_t i = 0; i < count; i++) {
        int32_t whole = (int32_t)at[i];
        subpixels[i] = whole - ((double)whole > at[i]);
    }
}

/* Takes values into the range *low..*high. */
static inline void widen(const int32_t *values, uint32_t count, int32_t *restrict low,
                         int32_t *restrict high)
{
    int32_t least = *low, most = *high;
    for (uint32_t i = 0; i < count; i++) {
        least = values[i] < least ? values[i] : least;
        most = values[i] > most ? values[i] : most;
    }
    *low = least;
    *high = most;
}

/* Moves up to MOVED vertices, and widens the extent by them. */
static inline void move_run(const struct mesh_view *view, const float (*positions)[3],
                            uint32_t count, int32_t (*restrict xy)[2], float *restrict z_yd,
                            struct mesh_extent *extent)
{
    const double *x = view->to_pixel[0], *y = view->to_pixel[1], *z = view->to_height;
    double east[MOVED], south[MOVED];
    int32_t columns[MOVED], rows[MOVED];
    for (uint32_t i = 0; i < count; i++) {
        double p = (double)positions[i][0], q = (double)positions[i][1],
               r = (double)positions[i][2];
        east[i] = x[0] * p + x[1] * q + x[2] * r + x[3];
        south[i] = y[0] * p + y[1] * q + y[2] * r + y[3];
        z_yd[i] = (float)(z[0] * p + z[1] * q + z[2] * r + z[3]);
    }
    to_subpixels(count, east, columns);
    to_subpixels(count, south, rows);
    widen(columns, count, &extent->low[0], &extent->high[0]);
    widen(rows, count, &extent->low[1], &extent->high[1]);
    for (uint32_t i = 0; i < count; i++) {
        xy[i][0] = columns[i];
        xy[i][1] = rows[i];
    }
}

static const struct mesh_extent nowhere = {{INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN}};

struct mesh_extent mesh_move(const struct mesh_view *view, const float (*positions)[3],
                             uint32_t first, uint32_t count, const struct mesh_moved *moved)
{
    struct mesh_extent extent = nowhere;
    for (const uint32_t end = first + count; first < end; first += MOVED) {
        move_run(view, positions + first, end - first < MOVED ? end - first : MOVED,
                 moved->xy + first, moved->z_yd + first, &extent);
    }
    return extent;
}

struct mesh_position mesh_view_place(const struct mesh_view *view, const float position[3])
{
    struct mesh_extent extent = nowhere;
    int32_t xy[1][2];
    float z_yd;
    move_run(view, (const float(*)[3])position, 1, xy, &z_yd, &extent);
    return (struct mesh_position){xy[0][0], xy[0][1], z_yd};
}

/* The three corners of PAIRS triangles, x and y in turns. */
static inline void gather_pairs(const int32_t (*xy)[2], const uint32_t *indices, wide_i pairs[3])
{
    for (uint32_t k = 0; k < 3; k++) {
        const int32_t(*from[PAIRS])[2];
        for (uint32_t i = 0; i < PAIRS; i++) {
            from[i] = &xy[indices[3 * i + k]];
        }
        pairs[k] = wide_load_pairs(from);
    }
}

static inline wide_i swapped(wide_i pairs)
{
    return wide_shuffle(pairs, 1, 0, 3, 2);
}

/* Less than 0 where [low, high] holds no number that is `offset` more than a multiple of SUBPIXELS.
 */
static inline wide_i held(wide_i low, wide_i high, wide_i offset)
{
    return ((high - offset) >> 8) - ((low - offset + (SUBPIXELS - 1)) >> 8);
}

/* Decides by boxes and the signs of areas, a bit for each triangle. `large`: a bit for each of
 * which the area does not count. */
static inline unsigned judge_boxes(const wide_i pairs[3], bool two_sided, int32_t size,
                                   unsigned *large)
{
    const wide_i a = pairs[0], b = pairs[1], c = pairs[2];
    wide_i low = wide_smaller_i(wide_smaller_i(a, b), c);
    wide_i high = wide_larger_i(wide_larger_i(a, b), c);
    wide_i outside = high | (wide_splat_i(size - 1) - low);
    wide_i too_long = wide_splat_i(SMALL) - (high - low);
    wide_i none = wide_splat_i(-1);
    for (unsigned s = 0; s < SAMPLES; s++) {
        const int32_t sample[2] = {sample_x[s], sample_y[s]};
        wide_i on_axes = held(low, high, wide_repeat_two_i(sample));
        none &= on_axes | swapped(on_axes);
    }
    /* Twice the area, modulo 2^32, in the second lanes, and its negative in the first ones. */
    wide_u products = (wide_u)(b - a) * (wide_u)swapped(c - a);
    wide_i area = (wide_i)((wide_u)swapped((wide_i)products) - products);
    wide_i faces = two_sided ? area | swapped(area) : area;
    *large = wide_negative_pairs(too_long | swapped(too_long));
    return wide_negative_pairs(~(outside | swapped(outside))) &
           (wide_negative_pairs(faces & ~none) | *large);
}

/* Whether a large triangle faces up or is two-sided. */
static bool large_is_seen(const int32_t (*xy)[2], const uint32_t *indices, bool two_sided)
{
    const int32_t *a = xy[indices[0]], *b = xy[indices[1]], *c = xy[indices[2]];
    int64_t area = (int64_t)(b[0] - a[0]) * (c[1] - a[1]) - (int64_t)(c[0] - a[0]) * (b[1] - a[1]);
    return area < 0 || (area > 0 && two_sided);
}

/* The corners of RUN triangles. */
struct corner_run {
    int32_t x[3][RUN], y[3][RUN];
    int32_t keep[RUN]; /* whether a triangle stays */
};

/* Twice the area, modulo 2^32. */
static inline int32_t corner_area(const struct corner_run *run, uint32_t i)
{
    uint32_t x1 = (uint32_t)run->x[1][i] - (uint32_t)run->x[0][i];
    uint32_t y1 = (uint32_t)run->y[1][i] - (uint32_t)run->y[0][i];
    uint32_t x2 = (uint32_t)run->x[2][i] - (uint32_t)run->x[0][i];
    uint32_t y2 = (uint32_t)run->y[2][i] - (uint32_t)run->y[0][i];
    return (int32_t)(x1 * y2 - x2 * y1);
}

/* Whether a sample of the first 2 x 2 pixels of its box lies in each of STEP triangles, or the box
 * is larger. Numbers of those with a smaller box stay below 2^21; others may wrap, and do not
 * count. */
static inline void judge_samples(struct corner_run *run, uint32_t first)
{
    for (uint32_t i = first; i < first + STEP; i++) {
        int32_t left = mesh_least_of(run->x[0][i], run->x[1][i], run->x[2][i]) & -SUBPIXELS;
        int32_t top = mesh_least_of(run->y[0][i], run->y[1][i], run->y[2][i]) & -SUBPIXELS;
        int32_t right = mesh_most_of(run->x[0][i], run->x[1][i], run->x[2][i]);
        int32_t bottom = mesh_most_of(run->y[0][i], run->y[1][i], run->y[2][i]);
        int32_t is_larger = (right - left >= 2 * SUBPIXELS) | (bottom - top >= 2 * SUBPIXELS);
        uint32_t mirror = corner_area(run, i) > 0 ? 0 : UINT32_MAX;
        uint32_t at[3], east[3], south[3];
        for (unsigned e = 0; e < 3; e++) {
            unsigned f = e == 2 ? 0 : e + 1;
            uint32_t dx = (uint32_t)run->x[f][i] - (uint32_t)run->x[e][i];
            uint32_t dy = (uint32_t)run->y[f][i] - (uint32_t)run->y[e][i];
            uint32_t to_x = (uint32_t)left - (uint32_t)run->x[e][i];
            uint32_t to_y = (uint32_t)top - (uint32_t)run->y[e][i];
            at[e] = ((dx * to_y - dy * to_x) ^ mirror) - mirror;
            east[e] = (-dy ^ mirror) - mirror;
            south[e] = (dx ^ mirror) - mirror;
        }
        int32_t outside = -1;
        for (unsigned s = 0; s < SAMPLES; s++) {
            uint32_t sample[3];
            for (unsigned e = 0; e < 3; e++) {
                sample[e] =
                    at[e] + east[e] * (uint32_t)sample_x[s] + south[e] * (uint32_t)sample_y[s];
            }
            for (unsigned pixel = 0; pixel < 4; pixel++) {
                uint32_t in_pixel[3];
                for (unsigned e = 0; e < 3; e++) {
                    in_pixel[e] = sample[e] + (pixel & 1 ? east[e] * SUBPIXELS : 0) +
                                  (pixel & 2 ? south[e] * SUBPIXELS : 0);
                }
                outside &= (int32_t)(in_pixel[0] | in_pixel[1] | in_pixel[2]);
            }
        }
        run->keep[i] = (outside >= 0) | is_larger;
    }
}

/* Leaves out those of `count` triangles that miss the samples of their boxes; returns how many
 * stay. */
static uint32_t look_closer(const int32_t (*xy)[2], const uint32_t *indices, uint32_t *seen,
                            uint32_t count)
{
    struct corner_run run = {0};
    uint32_t kept = 0;
    for (uint32_t first = 0; first < count; first += RUN) {
        const uint32_t in_run = count - first < RUN ? count - first : RUN;
        for (uint32_t i = 0; i < in_run; i++) {
            for (uint32_t k = 0; k < 3; k++) {
                const int32_t *corner = xy[indices[3 * (size_t)seen[first + i] + k]];
                run.x[k][i] = corner[0];
                run.y[k][i] = corner[1];
            }
        }
        for (uint32_t i = 0; i < in_run; i += STEP) {
            judge_samples(&run, i);
        }
        for (uint32_t i = 0; i < in_run; i++) {
            seen[kept] = seen[first + i];
            kept += run.keep[i] != 0;
        }
    }
    return kept;
}

/* Keeps those that reach out of an area. */
static uint32_t leave_out(const int32_t (*xy)[2], const uint32_t *indices,
                          const struct pixel_area *area, uint32_t *seen, uint32_t count)
{
    const int32_t left = (int32_t)(area->first_column * SUBPIXELS);
    const int32_t right = (int32_t)(area->end_column * SUBPIXELS);
    const int32_t top = (int32_t)(area->first_row * SUBPIXELS);
    const int32_t bottom = (int32_t)(area->end_row * SUBPIXELS);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *corners = indices + (size_t)3 * seen[i];
        bool is_left_out = true;
        for (uint32_t c = 0; c < 3; c++) {
            const int32_t *at = xy[corners[c]];
            is_left_out &= (at[0] >= left) & (at[0] < right) & (at[1] >= top) & (at[1] < bottom);
        }
        seen[kept] = seen[i];
        kept += !is_left_out;
    }
    return kept;
}

uint32_t mesh_find_seen(const int32_t (*xy)[2], const uint32_t *indices, uint32_t index_count,
                        bool two_sided, uint32_t size_px, const struct pixel_area *left_out,
                        uint32_t *seen)
{
    const uint32_t triangles = index_count / 3;
    const int32_t size = (int32_t)(size_px * SUBPIXELS);
    uint32_t count = 0;
    for (uint32_t first = 0; first < triangles; first += PAIRS) {
        const uint32_t in_vector = triangles - first < PAIRS ? triangles - first : PAIRS;
        const uint32_t *corners = indices + 3 * (size_t)first;
        uint32_t last[3 * PAIRS];
        if (in_vector < PAIRS) {
            for (uint32_t i = 0; i < 3 * PAIRS; i++) {
                last[i] = i < 3 * in_vector ? corners[i] : corners[0];
            }
            corners = last;
        }
        wide_i pairs[3];
        gather_pairs(xy, corners, pairs);
        unsigned large;
        unsigned stays = judge_boxes(pairs, two_sided, size, &large);
        stays &= (1U << in_vector) - 1;
        for (unsigned left = large & stays; left; left &= left - 1) {
            unsigned i = (unsigned)__builtin_ctz(left);
            bool is_seen = large_is_seen(xy, corners + (size_t)3 * i, two_sided);
            stays &= ~((unsigned)!is_seen << i);
        }
        if (in_vector == PAIRS) {
            count += wide_list_bits(stays, first, seen + count);
        } else {
            for (uint32_t i = 0; i < in_vector; i++) {
                seen[count] = first + i;
                count += stays >> i & 1;
            }
        }
    }
    if (left_out) {
        count = leave_out(xy, indices, left_out, seen, count);
    }
    return look_closer(xy, indices, seen, count);
}
