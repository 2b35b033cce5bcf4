/*
 * The island's heights come from erosion, steered by hand-placed mountains:
 *
 *  1. The coast is a noisy ellipse with bays and capes added (coast_changes).
 *  2. Uplift is highest on the crests of the mountains and falls off on both sides (crests).
 *  3. Erosion runs 30 steps on a coarse grid of 257 x 257 nodes, where valleys form quickly. The
 *     result is refined to 513 x 513 nodes and eroded for 6 more steps, which sharpens it.
 *  4. Low ground is smoothed, since erosion shows the grid's eight directions on flat land.
 *  5. Lattice nodes are interpolated with cubics; noise adds detail, beaches and a sea floor.
 *
 * Erosion is the stream power law: land rises, rivers cut into it in proportion to the slope and to
 * the square root of the area that they drain, and slopes steeper than the talus collapse. One step
 * has three passes (Braun and Willett 2013, on the drainage of a priority flood, Barnes 2014):
 *
 *     flood   from the coast, always expanding the lowest node reached so far, which fills
 *             depressions. Nodes leave the heap after the node that they drain into.
 *     drain   walking that order backwards adds the area of each node to its receiver's.
 *     cut     walking it forwards, the receiver's new height is known, so that the implicit
 *             h = (h0 + dt * uplift + p * receiver) / (1 + p), p = dt * sqrt(area) / length
 *             is stable for any time step.
 */
#include "demo/world/relief.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/sites.h"

enum {
    SIZE = 513, /* nodes a side of the fine grid: every 4th lattice node */
    NODES = SIZE * SIZE,
    SUBNODES = 4,
};

static const double tiles_a_node = (double)WORLD_TILES / (SIZE - 1);
static const double diagonal = 1.4142135623730951; /* of a cell, in cells */

/* Mountain crests, or summits if both ends are the same: x0, y0, x1, y1 in tiles, the distance in
 * tiles where the uplift is half, and the uplift at the crest in yards per unit of time. */
static const double crests[][6] = {
    {1.55, 3.45, 2.20, 2.50, 0.23, 105.0}, {2.20, 2.50, 3.05, 1.98, 0.27, 150.0},
    {3.05, 1.98, 3.35, 2.02, 0.20, 110.0}, {4.05, 2.30, 5.05, 1.80, 0.25, 130.0},
    {5.05, 1.80, 5.80, 2.20, 0.21, 80.0},  {3.05, 1.98, 3.30, 2.75, 0.17, 75.0},
    {4.75, 2.00, 4.95, 2.80, 0.16, 55.0},  {5.80, 2.20, 6.20, 2.95, 0.16, 45.0},
    {2.00, 4.70, 2.70, 4.40, 0.16, 18.0},  {5.20, 4.00, 5.70, 3.70, 0.16, 16.0},
    {3.35, 2.02, 4.05, 2.30, 0.12, 26.0},  {CRATER_X, CRATER_Y, CRATER_X, CRATER_Y, 0.29, 135.0},
};

/* The valley of the main river, from the mountains to the bay. Erosion starts from ground that
 * slopes towards it. */
static const double valley[][2] = {{3.02, 2.75}, {3.10, 3.30}, {3.25, 3.75}, {3.75, 4.25},
                                   {3.70, 4.85}, {4.15, 5.35}, {4.25, 5.90}, {4.55, 6.40}};

/* Bays and capes: positive ones add land, negative ones sea; x, y and radius in tiles. */
static const double coast_changes[][4] = {
    {0.75, 6.25, 5.95, 0.72},  {-1.05, 4.65, 6.90, 0.50}, {-0.75, 7.00, 4.30, 0.48},
    {-0.65, 0.95, 4.35, 0.42}, {0.45, 1.25, 3.00, 0.40},  {1.10, 1.05, 6.75, 0.30},
    {0.95, 7.30, 1.35, 0.28},  {0.60, 6.75, 0.85, 0.17},  {-0.60, 4.15, 0.80, 0.40},
    {0.50, 3.00, 6.85, 0.40},  {-0.50, 2.00, 6.60, 0.40}, {0.35, 6.65, 3.10, 0.40},
    {0.45, 0.70, 5.75, 0.20},  {1.25, 5.85, 7.22, 0.17},  {1.15, 0.75, 1.80, 0.22}};

/* Distance to the coast in yards at (x, y) in tiles: approximate, positive on land. */
static double coast_yd(double x, double y)
{
    double dx = (x - 3.95) / 1.08;
    double dy = (y - 4.05) / 0.98;
    double land = 2.86 - portable_sqrt(dx * dx + dy * dy) +
                  0.55 * noise_sum(x * 0.75, y * 0.75, 11, 3, 0, 0.5) +
                  0.26 * noise_sum(x * 2.5, y * 3.0, 12, 4, 0, 0.55);
    for (size_t k = 0; k < COUNT_OF(coast_changes); k++) {
        const double *bump = coast_changes[k];
        double u = (x - bump[1]) / bump[3];
        double v = (y - bump[2]) / bump[3];
        land += bump[0] / (1.0 + (u * u + v * v) * (u * u + v * v));
    }
    return land * TILE_YD * 0.8;
}

static double uplift_at(double x, double y, double coast)
{
    double warped_x = x + 0.22 * noise_sum(x * 1.7, y * 1.7, 22, 3, 0, 0.5);
    double warped_y = y + 0.22 * noise_sum(x * 1.7 + 40.0, y * 1.7, 22, 3, 0, 0.5);
    double highest = 0.0;
    for (size_t i = 0; i < COUNT_OF(crests); i++) {
        double share;
        double square = line_square(warped_x, warped_y, crests[i], crests[i] + 2, &share) /
                        (crests[i][4] * crests[i][4]);
        highest = noise_high(highest, crests[i][5] / (1.0 + square * square));
    }
    double plain = noise_clamp(noise_sum(x * 1.3, y * 1.3, 21, 3, 0, 0.5) + 0.2, 0.0, 1.0);
    return (2.2 + 7.0 * plain + highest) * (0.12 + 0.88 * noise_step(0.0, 90.0, coast));
}

/* The tables have room for the fine grid; those of the coarse grid are their first entries. */
struct erosion {
    int32_t size; /* nodes a side */
    double cell_yd;
    double coast_yd[NODES]; /* always of the fine grid */
    double height_yd[NODES], drained_yd2[NODES];
    double uplift[NODES], talus[NODES]; /* yards per unit of time; steepest stable slope */
    double level[NODES];                /* height with depressions filled */
    int32_t receiver[NODES];            /* the node that each node drains into */
    int32_t order[NODES];               /* land nodes from the sea upwards */
    bool seen[NODES];
    int32_t heap[NODES]; /* nodes by level, equal ones by number: the same order everywhere */
    int32_t heap_count;
};

static bool is_before(const struct erosion *at, int32_t a, int32_t b)
{
    double x = at->level[a], y = at->level[b];
    return x < y || (x <= y && a < b);
}

static void heap_push(struct erosion *at, int32_t node)
{
    int32_t k = at->heap_count++;
    for (; k > 0 && is_before(at, node, at->heap[(k - 1) / 2]); k = (k - 1) / 2) {
        at->heap[k] = at->heap[(k - 1) / 2];
    }
    at->heap[k] = node;
}

static int32_t heap_pop(struct erosion *at)
{
    int32_t top = at->heap[0];
    int32_t last = at->heap[--at->heap_count];
    int32_t k = 0;
    for (int32_t child = 1; child < at->heap_count; child = 2 * k + 1) {
        child += child + 1 < at->heap_count && is_before(at, at->heap[child + 1], at->heap[child]);
        if (!is_before(at, at->heap[child], last)) {
            break;
        }
        at->heap[k] = at->heap[child];
        k = child;
    }
    at->heap[k] = last;
    return top;
}

/* The node `k` of 8 around another: 4 to 7 are diagonal. */
static int32_t neighbour(const struct erosion *at, int32_t node, int k)
{
    static const int8_t steps[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                       {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    return node + steps[k][1] * at->size + steps[k][0];
}

/* Fills `order`, `level` and `receiver`; the outermost ring of nodes is sea. Returns how many land
 * nodes there are. */
static int32_t flood(struct erosion *at)
{
    int32_t count = 0;
    for (int32_t i = 0; i < at->size * at->size; i++) {
        at->receiver[i] = i;
        at->level[i] = at->height_yd[i];
        at->drained_yd2[i] = at->cell_yd * at->cell_yd;
        at->seen[i] = at->height_yd[i] <= 0.0;
    }
    for (int32_t i = at->size + 1; i < at->size * (at->size - 1) - 1; i++) {
        bool is_coast = false;
        for (int k = 0; k < 8 && at->seen[i]; k++) {
            is_coast = is_coast || !at->seen[neighbour(at, i, k)];
        }
        if (is_coast) {
            heap_push(at, i);
        }
    }
    while (at->heap_count > 0) {
        int32_t node = heap_pop(at);
        if (at->receiver[node] != node) {
            at->order[count++] = node;
        }
        for (int k = 0; k < 8; k++) {
            int32_t next = neighbour(at, node, k);
            if (!at->seen[next]) {
                at->seen[next] = true;
                at->receiver[next] = node;
                at->level[next] = noise_high(at->level[next], at->level[node]);
                heap_push(at, next);
            }
        }
    }
    /* Each node drains to its steepest neighbour. In depressions the flood's choice stays. */
    for (int32_t i = 0; i < count; i++) {
        int32_t node = at->order[i];
        double steepest = 0.0;
        for (int k = 0; k < 8; k++) {
            int32_t next = neighbour(at, node, k);
            double slope = (at->level[node] - at->level[next]) / (k < 4 ? 1.0 : diagonal);
            if (slope > steepest) {
                steepest = slope;
                at->receiver[node] = next;
            }
        }
    }
    return count;
}

static void erode_step(struct erosion *at, double duration)
{
    int32_t count = flood(at);
    for (int32_t i = count - 1; i >= 0; i--) {
        at->drained_yd2[at->receiver[at->order[i]]] += at->drained_yd2[at->order[i]];
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t node = at->order[i];
        int32_t receiver = at->receiver[node];
        bool straight =
            node % at->size == receiver % at->size || node / at->size == receiver / at->size;
        double length = straight ? at->cell_yd : at->cell_yd * diagonal;
        double power = duration * portable_sqrt(at->drained_yd2[node]) / length;
        double base = noise_high(at->height_yd[receiver], 0.0);
        double raised = at->height_yd[node] + duration * at->uplift[node];
        double height = (raised + power * base) / (1.0 + power);
        height = noise_low(height, base + at->talus[node] * length);
        at->height_yd[node] = noise_high(height, 0.01);
    }
}

/* Erodes every `stride`-th node of the fine grid each way. New land slopes towards the main valley;
 * a little roughness lets the other valleys form. */
static void erode(struct erosion *at, int32_t stride, int steps, double duration)
{
    at->size = (SIZE - 1) / stride + 1;
    at->cell_yd = WORLD_TILES * TILE_YD / (at->size - 1);
#pragma omp parallel for schedule(dynamic, 256)
    for (int32_t node = 0; node < at->size * at->size; node++) {
        int32_t column = node % at->size;
        int32_t row = node / at->size;
        double x = column * stride * tiles_a_node;
        double y = row * stride * tiles_a_node;
        double coast = at->coast_yd[row * stride * SIZE + column * stride];
        double rough = noise_unit(column, row, 41u);
        double *height = &at->height_yd[node];
        at->uplift[node] = uplift_at(x, y, coast);
        at->talus[node] = 0.86 + 0.36 * noise_sum(x * 4.0, y * 4.0, 31, 3, 0, 0.6);
        if (coast <= 0.0) {
            *height = -1.0;
        } else if (*height > 0.0) {
            *height += rough * 0.8;
        } else {
            double nearest = 1e9;
            for (size_t i = 0; i + 1 < COUNT_OF(valley); i++) {
                double share;
                double square = line_square(x, y, valley[i], valley[i + 1], &share);
                nearest = noise_low(nearest, square);
            }
            *height = 0.1 + rough * 0.5 + portable_sqrt(nearest) * 14.0 - y + WORLD_TILES;
        }
    }
    for (int i = 0; i < steps; i++) {
        erode_step(at, duration);
    }
}

/* Makes the eroded land on the fine grid; sea is -1. */
static void make_land(struct erosion *at)
{
    enum { COARSE = (SIZE - 1) / 2 + 1 };
    double *copy = at->level;
#pragma omp parallel for schedule(dynamic, 256)
    for (int32_t node = 0; node < NODES; node++) {
        at->coast_yd[node] = coast_yd(node % SIZE * tiles_a_node, node / SIZE * tiles_a_node);
    }
    erode(at, 2, 30, 0.4);
    memcpy(copy, at->height_yd, sizeof *copy * COARSE * COARSE);
    for (int32_t node = 0; node < NODES; node++) {
        int32_t i = node % SIZE;
        int32_t j = node / SIZE;
        const double *from = copy + (j / 2) * COARSE + i / 2;
        int32_t south = (j & 1) * COARSE;
        at->height_yd[node] = 0.25 * (from[0] + from[i & 1] + from[south] + from[south + (i & 1)]);
    }
    erode(at, 1, 6, 0.25);
    for (int pass = 0; pass < 6; pass++) { /* high ground stays sharp */
        memcpy(copy, at->height_yd, sizeof at->level);
        for (int32_t node = SIZE + 1; node < NODES - SIZE - 1; node++) {
            const double *h = copy + node;
            double mean = 0.25 * (h[-1] + h[1] + h[-SIZE] + h[SIZE]);
            double share = noise_mix(0.9, 0.05, noise_step(5.0, 45.0, *h));
            at->height_yd[node] = *h > 0.0 ? noise_mix(*h, mean, share) : *h;
        }
    }
}

static double cubic(const double p[4], double t)
{
    double a = -0.5 * p[0] + 1.5 * p[1] - 1.5 * p[2] + 0.5 * p[3];
    double b = p[0] - 2.5 * p[1] + 2.0 * p[2] - 0.5 * p[3];
    double c = 0.5 * (p[2] - p[0]);
    return ((a * t + b) * t + c) * t + p[1];
}

/* Interpolates a table of the grid at lattice node (i, j). Values below `least` count as that. */
static double interpolate(const double *table, int32_t i, int32_t j, double least)
{
    double rows[4];
    for (int32_t y = 0; y < 4; y++) {
        double p[4];
        for (int32_t x = 0; x < 4; x++) {
            int32_t column = (int32_t)noise_clamp(i / SUBNODES + x - 1, 0.0, SIZE - 1);
            int32_t row = (int32_t)noise_clamp(j / SUBNODES + y - 1, 0.0, SIZE - 1);
            p[x] = noise_high(table[row * SIZE + column], least);
        }
        rows[y] = cubic(p, (double)(i % SUBNODES) / SUBNODES);
    }
    return cubic(rows, (double)(j % SUBNODES) / SUBNODES);
}

static double height_at(const struct erosion *erosion, int32_t i, int32_t j, double coast)
{
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    if (coast <= 0.0) {
        double fall = noise_high(-coast - 150.0, 0.0) * 0.2;
        double deep = noise_low(-coast, 150.0) * 0.05 + fall / (1.0 + fall / 150.0);
        double floor = noise_sum(x * 5.0, y * 5.0, 51, 3, 0, 0.5) * (0.6 + deep * 0.16) - deep;
        return noise_mix(floor, coast * 0.06, noise_step(-25.0, 0.0, coast));
    }
    double land = interpolate(erosion->height_yd, i, j, 0.0);
    double high = noise_step(30.0, 160.0, land);
    land += noise_sum(x * 9.0, y * 9.0, 61, 3, 0, 0.5) * 2.0 * noise_step(20.0, 140.0, coast);
    if (high > 0.0) {
        land += (noise_ridged(x * 15.0, y * 15.0, 62, 2) - 0.55) * 13.0 * high;
    }
    /* the width of the beach: 9 yards below cliffs, 130 yards at dunes */
    double beach =
        noise_clamp(60.0 + 120.0 * noise_sum(x * 1.4, y * 1.4, 63, 2, 0, 0.5), 9.0, 130.0);
    return noise_mix(coast * 0.06, land + 1.0, noise_step(0.1 * beach, beach, coast));
}

bool relief_make(struct world *world)
{
    struct erosion *erosion = calloc(1, sizeof *erosion);
    if (!erosion) {
        return false;
    }
    make_land(erosion);
#pragma omp parallel for schedule(dynamic, 16)
    for (int32_t node = 0; node < LATTICE_NODES; node++) {
        int32_t i = node % LATTICE;
        int32_t j = node / LATTICE;
        double coast = interpolate(erosion->coast_yd, i, j, -1e9);
        world->coast_yd[node] = (float)coast;
        world->height_yd[node] = (float)height_at(erosion, i, j, (double)world->coast_yd[node]);
    }
    free(erosion);
    return true;
}
