/*
 * A tile looks at some hundred thousand triangles of its doodads and sees a quarter of them. So
 * this is done for RUN triangles at a time, in loops without branches in which compilers find
 * vectors of 4, 8 or 16 lanes:
 *
 *   1. the corners of RUN triangles are gathered;
 *   2. boxes, areas and the samples that boxes hold decide; numbers of what is left are kept;
 *   3. of small triangles that are left, the samples of up to 2 x 2 pixels are looked at.
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

#include "mesh/sample_grid.h"

enum { RUN = 64, SMALL = 64 * SUBPIXELS };

/* The largest whole number up to at + 0.5, within MESH_REACH. */
static inline int32_t to_subpixel(double at)
{
    const double limit = (double)MESH_REACH;
    at += 0.5;
    at = at < limit ? at : limit;
    at = at > -limit ? at : -limit;
    int32_t whole = (int32_t)at;
    return whole - ((double)whole > at);
}

void mesh_move(const struct mesh_view *view, const float (*positions)[3], uint32_t count,
               const struct mesh_moved *moved)
{
    const double *x = view->to_pixel[0], *y = view->to_pixel[1], *z = view->to_height;
    int32_t(*restrict xy)[2] = moved->xy;
    float *restrict z_yd = moved->z_yd;
    for (uint32_t i = 0; i < count; i++) {
        double p = (double)positions[i][0], q = (double)positions[i][1],
               r = (double)positions[i][2];
        xy[i][0] = to_subpixel(x[0] * p + x[1] * q + x[2] * r + x[3]);
        xy[i][1] = to_subpixel(y[0] * p + y[1] * q + y[2] * r + y[3]);
        z_yd[i] = (float)(z[0] * p + z[1] * q + z[2] * r + z[3]);
    }
}

struct mesh_position mesh_view_place(const struct mesh_view *view, const float position[3])
{
    int32_t xy[1][2];
    float z_yd;
    const struct mesh_moved moved = {xy, &z_yd};
    mesh_move(view, (const float(*)[3])position, 1, &moved);
    return (struct mesh_position){xy[0][0], xy[0][1], z_yd};
}

/* The corners of RUN triangles. */
struct corner_run {
    int32_t x[3][RUN], y[3][RUN];
    uint32_t number[RUN];
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

/* Whether a number that is `offset` more than a multiple of SUBPIXELS lies in [low, high]. */
static inline int32_t holds(int32_t low, int32_t high, int32_t offset)
{
    return (low - offset + SUBPIXELS - 1) >> 8 <= (high - offset) >> 8;
}

enum { GONE, SMALL_SEEN, LARGE_SEEN };

/* Decides about all triangles of a run by their boxes and the signs of their areas. */
static inline void judge_boxes(struct corner_run *run, int32_t facing, int32_t size)
{
    for (uint32_t i = 0; i < RUN; i++) {
        int32_t low_x = mesh_least_of(run->x[0][i], run->x[1][i], run->x[2][i]);
        int32_t high_x = mesh_most_of(run->x[0][i], run->x[1][i], run->x[2][i]);
        int32_t low_y = mesh_least_of(run->y[0][i], run->y[1][i], run->y[2][i]);
        int32_t high_y = mesh_most_of(run->y[0][i], run->y[1][i], run->y[2][i]);
        int32_t inside = (high_x >= 0) & (low_x < size) & (high_y >= 0) & (low_y < size);
        int32_t is_large = (high_x - low_x > SMALL) | (high_y - low_y > SMALL);
        int32_t area = corner_area(run, i);
        int32_t faces = (area < 0) | ((area > 0) & facing);
        int32_t any = 0;
        for (unsigned s = 0; s < SAMPLES; s++) {
            any |= holds(low_x, high_x, sample_x[s]) & holds(low_y, high_y, sample_y[s]);
        }
        run->keep[i] = inside & (is_large | (faces & any)) ? SMALL_SEEN + is_large : GONE;
    }
}

/* Whether a sample of the first 2 x 2 pixels of its box lies in each triangle, or the box is
 * larger. Numbers stay below 2^21. */
static inline void judge_samples(struct corner_run *run)
{
    for (uint32_t i = 0; i < RUN; i++) {
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
        for (unsigned pixel = 0; pixel < 4; pixel++) {
            for (unsigned s = 0; s < SAMPLES; s++) {
                uint32_t x = (pixel & 1) * SUBPIXELS + (uint32_t)sample_x[s];
                uint32_t y = (pixel >> 1) * SUBPIXELS + (uint32_t)sample_y[s];
                outside &= (int32_t)((at[0] + east[0] * x + south[0] * y) |
                                     (at[1] + east[1] * x + south[1] * y) |
                                     (at[2] + east[2] * x + south[2] * y));
            }
        }
        run->keep[i] = (outside >= 0) | is_larger;
    }
}

/* Triangles that wait for step 3. */
struct waiting {
    struct corner_run run;
    uint32_t count;
};

/* Puts the numbers of those that stay into `seen`, which holds `count`; returns how many it has. */
static uint32_t look_closer(struct waiting *waiting, uint32_t *seen, uint32_t count)
{
    judge_samples(&waiting->run);
    for (uint32_t i = 0; i < waiting->count; i++) {
        seen[count] = waiting->run.number[i];
        count += waiting->run.keep[i] != 0;
    }
    waiting->count = 0;
    return count;
}

static bool large_is_seen(const struct corner_run *run, uint32_t i, bool two_sided)
{
    int64_t area = (int64_t)(run->x[1][i] - run->x[0][i]) * (run->y[2][i] - run->y[0][i]) -
                   (int64_t)(run->x[2][i] - run->x[0][i]) * (run->y[1][i] - run->y[0][i]);
    return area < 0 || (area > 0 && two_sided);
}

uint32_t mesh_find_seen(const int32_t (*xy)[2], const uint32_t *indices, uint32_t index_count,
                        uint32_t first_vertex, bool two_sided, uint32_t size_px, uint32_t *seen)
{
    struct corner_run run = {0};
    struct waiting waiting = {0};
    uint32_t triangles = index_count / 3;
    uint32_t count = 0;
    for (uint32_t first = 0; first < triangles; first += RUN) {
        uint32_t in_run = triangles - first < RUN ? triangles - first : RUN;
        for (uint32_t i = 0; i < in_run; i++) {
            for (uint32_t k = 0; k < 3; k++) {
                const int32_t *corner = xy[indices[3 * (first + i) + k] - first_vertex];
                run.x[k][i] = corner[0];
                run.y[k][i] = corner[1];
            }
        }
        judge_boxes(&run, two_sided, (int32_t)(size_px * SUBPIXELS));
        for (uint32_t i = 0; i < in_run; i++) {
            if (run.keep[i] == LARGE_SEEN && large_is_seen(&run, i, two_sided)) {
                count = look_closer(&waiting, seen, count);
                seen[count++] = first + i;
            } else if (run.keep[i] == SMALL_SEEN) {
                for (uint32_t k = 0; k < 3; k++) {
                    waiting.run.x[k][waiting.count] = run.x[k][i];
                    waiting.run.y[k][waiting.count] = run.y[k][i];
                }
                waiting.run.number[waiting.count] = first + i;
                if (++waiting.count == RUN) {
                    count = look_closer(&waiting, seen, count);
                }
            }
        }
    }
    return look_closer(&waiting, seen, count);
}
