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
 *             h = (h0 + dt * uplift + p * receiver) / (1 + p), p = dt * portable_sqrt(area) /
 * length is stable for any time step.
 */
#include "demo/world/relief.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/lattice.h"
#include "demo/world/node_heap.h"
#include "demo/world/sites.h"

enum { COARSE_SIZE = 257, SUBNODES = 4, NODES = RELIEF_SIZE * RELIEF_SIZE };

/* A mountain crest, or a summit if both ends are the same. Positions are in tiles. */
static const struct crest {
    double x0, y0, x1, y1;
    double width;  /* distance in tiles where the uplift is half */
    double uplift; /* yards per unit of time, at the crest */
} crests[] = {
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

/* Distance to the coast in yards at (x, y) in tiles. */
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

/* Square of the distance from (x, y) to a line segment. */
static double distance_squared(double x, double y, double x0, double y0, double x1, double y1)
{
    double along_x = x1 - x0;
    double along_y = y1 - y0;
    double length = along_x * along_x + along_y * along_y;
    double t = length > 0.0 ? ((x - x0) * along_x + (y - y0) * along_y) / length : 0.0;
    t = noise_clamp(t, 0.0, 1.0);
    double dx = x - x0 - t * along_x;
    double dy = y - y0 - t * along_y;
    return dx * dx + dy * dy;
}

static double uplift_at(double x, double y, double coast)
{
    double warped_x = x + 0.22 * noise_sum(x * 1.7, y * 1.7, 22, 3, 0, 0.5);
    double warped_y = y + 0.22 * noise_sum(x * 1.7 + 40.0, y * 1.7, 22, 3, 0, 0.5);
    double highest = 0.0;
    for (size_t i = 0; i < COUNT_OF(crests); i++) {
        const struct crest *crest = &crests[i];
        double square =
            distance_squared(warped_x, warped_y, crest->x0, crest->y0, crest->x1, crest->y1) /
            (crest->width * crest->width);
        highest = noise_high(highest, crest->uplift / (1.0 + square * square));
    }
    double plain = noise_clamp(noise_sum(x * 1.3, y * 1.3, 21, 3, 0, 0.5) + 0.2, 0.0, 1.0);
    return (2.2 + 7.0 * plain + highest) * (0.12 + 0.88 * noise_step(0.0, 90.0, coast));
}

/* ---- erosion ---- */

/* Working memory on the fine grid. The heights are those of the relief; on the coarse grid they and
 * all other tables are the first entries, row by row. */
struct erosion {
    int32_t size; /* nodes a side */
    double cell_yd;
    double *height_yd, *drained_yd2; /* the relief's */
    int32_t *receiver;
    double *uplift, *talus; /* yards per unit of time; steepest stable slope */
    double *level;          /* height with depressions filled */
    int32_t *order;         /* land nodes from the sea upwards */
    uint8_t *seen;
    struct node_heap heap;
};

/* The node `k` of 8 around another: 4 to 7 are diagonal. */
static int32_t neighbour(const struct erosion *erosion, int32_t node, int k)
{
    static const int8_t steps[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                       {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    return node + steps[k][1] * erosion->size + steps[k][0];
}

static bool is_rim(const struct erosion *erosion, int32_t node)
{
    int32_t x = node % erosion->size;
    int32_t y = node / erosion->size;
    return x == 0 || y == 0 || x == erosion->size - 1 || y == erosion->size - 1;
}

/* Fills `order`, `level` and `receiver`. Returns how many land nodes there are. */
static int32_t flood(struct erosion *erosion)
{
    int32_t total = erosion->size * erosion->size;
    int32_t count = 0;
    for (int32_t i = 0; i < total; i++) {
        erosion->receiver[i] = i;
        erosion->level[i] = erosion->height_yd[i];
        erosion->drained_yd2[i] = erosion->cell_yd * erosion->cell_yd;
        erosion->seen[i] = is_rim(erosion, i) || erosion->height_yd[i] <= 0.0;
    }
    for (int32_t i = 0; i < total; i++) {
        bool is_coast = false;
        for (int k = 0; k < 8 && erosion->seen[i] && !is_rim(erosion, i); k++) {
            is_coast = is_coast || !erosion->seen[neighbour(erosion, i, k)];
        }
        if (is_coast) {
            node_heap_push(&erosion->heap, erosion->level[i], i);
        }
    }
    while (erosion->heap.count > 0) {
        int32_t node = node_heap_pop(&erosion->heap);
        if (erosion->receiver[node] != node) {
            erosion->order[count++] = node;
        }
        for (int k = 0; k < 8 && !is_rim(erosion, node); k++) {
            int32_t next = neighbour(erosion, node, k);
            if (!erosion->seen[next]) {
                erosion->seen[next] = 1;
                erosion->receiver[next] = node;
                erosion->level[next] = noise_high(erosion->level[next], erosion->level[node]);
                node_heap_push(&erosion->heap, erosion->level[next], next);
            }
        }
    }
    /* Each node drains to its steepest neighbour. In depressions the flood's choice stays. */
    for (int32_t i = 0; i < count; i++) {
        int32_t node = erosion->order[i];
        double steepest = 0.0;
        for (int k = 0; k < 8; k++) {
            int32_t next = neighbour(erosion, node, k);
            double slope =
                (erosion->level[node] - erosion->level[next]) / (k < 4 ? 1.0 : 1.4142135623730951);
            if (slope > steepest) {
                steepest = slope;
                erosion->receiver[node] = next;
            }
        }
    }
    return count;
}

static void erode_step(struct erosion *erosion, double duration)
{
    int32_t count = flood(erosion);
    for (int32_t i = count - 1; i >= 0; i--) {
        int32_t node = erosion->order[i];
        erosion->drained_yd2[erosion->receiver[node]] += erosion->drained_yd2[node];
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t node = erosion->order[i];
        int32_t receiver = erosion->receiver[node];
        bool straight = node % erosion->size == receiver % erosion->size ||
                        node / erosion->size == receiver / erosion->size;
        double length = straight ? erosion->cell_yd : erosion->cell_yd * 1.4142135623730951;
        double power = duration * portable_sqrt(erosion->drained_yd2[node]) / length;
        double base = noise_high(erosion->height_yd[receiver], 0.0);
        double raised = erosion->height_yd[node] + duration * erosion->uplift[node];
        double height = (raised + power * base) / (1.0 + power);
        height = noise_low(height, base + erosion->talus[node] * length);
        erosion->height_yd[node] = noise_high(height, 0.01);
    }
}

/* Erodes every `stride`-th node of the fine grid each way. New land slopes towards the main valley;
 * a little roughness lets the other valleys form. */
static void erode(struct erosion *erosion, const double *coast, int32_t stride, int steps,
                  double duration)
{
    const double scale = (double)WORLD_TILES / (RELIEF_SIZE - 1);
    erosion->size = (RELIEF_SIZE - 1) / stride + 1;
    erosion->cell_yd = WORLD_TILES * TILE_YD / (erosion->size - 1);
#pragma omp parallel for schedule(dynamic, 256)
    for (int32_t node = 0; node < erosion->size * erosion->size; node++) {
        int32_t column = node % erosion->size;
        int32_t row = node / erosion->size;
        int32_t fine = row * stride * RELIEF_SIZE + column * stride;
        double x = column * stride * scale;
        double y = row * stride * scale;
        double rough = noise_unit(column, row, 41u);
        double *height = &erosion->height_yd[node];
        if (coast[fine] <= 0.0) {
            *height = -1.0;
            continue;
        }
        erosion->uplift[node] = uplift_at(x, y, coast[fine]);
        erosion->talus[node] = 0.86 + 0.36 * noise_sum(x * 4.0, y * 4.0, 31, 3, 0, 0.6);
        if (*height > 0.0) {
            *height += rough * 0.8;
            continue;
        }
        double nearest = 1e9;
        for (size_t i = 0; i + 1 < COUNT_OF(valley); i++) {
            nearest = noise_low(nearest, distance_squared(x, y, valley[i][0], valley[i][1],
                                                          valley[i + 1][0], valley[i + 1][1]));
        }
        *height = 0.1 + rough * 0.5 + portable_sqrt(nearest) * 14.0 - y + WORLD_TILES;
    }
    for (int i = 0; i < steps; i++) {
        erode_step(erosion, duration);
    }
}

/* Interpolates the coarse grid to the fine one. */
static void refine(double *height, double *copy)
{
    memcpy(copy, height, sizeof *copy * COARSE_SIZE * COARSE_SIZE);
    for (int32_t j = 0; j < RELIEF_SIZE; j++) {
        for (int32_t i = 0; i < RELIEF_SIZE; i++) {
            const double *at = copy + (j / 2) * COARSE_SIZE + i / 2;
            const double *east = at + (i & 1);
            int32_t south = (j & 1) * COARSE_SIZE;
            height[j * RELIEF_SIZE + i] = 0.25 * (at[0] + east[0] + at[south] + east[south]);
        }
    }
}

/* Smooths low ground, where erosion shows the directions of the grid; high ground stays sharp. */
static void soften(double *height, double *copy)
{
    for (int pass = 0; pass < 6; pass++) {
        memcpy(copy, height, sizeof *copy * NODES);
#pragma omp parallel for
        for (int32_t j = 1; j < RELIEF_SIZE - 1; j++) {
            for (int32_t i = 1; i < RELIEF_SIZE - 1; i++) {
                const double *at = copy + j * RELIEF_SIZE + i;
                double sum = at[-1] + at[1] + at[-RELIEF_SIZE] + at[RELIEF_SIZE];
                double share = noise_mix(0.9, 0.05, noise_step(5.0, 45.0, at[0]));
                if (at[0] > 0.0) {
                    height[j * RELIEF_SIZE + i] = at[0] + share * (0.25 * sum - at[0]);
                }
            }
        }
    }
}

bool relief_create(struct relief *relief)
{
    *relief = (struct relief){.height_yd = calloc(NODES, sizeof(double)),
                              .coast_yd = calloc(NODES, sizeof(double)),
                              .receiver = calloc(NODES, sizeof(int32_t)),
                              .drained_yd2 = calloc(NODES, sizeof(double))};
    struct erosion erosion = {.height_yd = relief->height_yd,
                              .drained_yd2 = relief->drained_yd2,
                              .receiver = relief->receiver,
                              .uplift = calloc(NODES, sizeof(double)),
                              .talus = calloc(NODES, sizeof(double)),
                              .level = calloc(NODES, sizeof(double)),
                              .order = calloc(NODES, sizeof(int32_t)),
                              .seen = calloc(NODES, 1),
                              .heap.entries = calloc(NODES, sizeof(struct node_heap_entry))};
    bool ready = relief->height_yd && relief->coast_yd && relief->receiver && relief->drained_yd2 &&
                 erosion.uplift && erosion.talus && erosion.level && erosion.order &&
                 erosion.seen && erosion.heap.entries;
    if (ready) {
        const double scale = (double)WORLD_TILES / (RELIEF_SIZE - 1);
#pragma omp parallel for schedule(dynamic, 256)
        for (int32_t node = 0; node < NODES; node++) {
            relief->coast_yd[node] =
                coast_yd(node % RELIEF_SIZE * scale, node / RELIEF_SIZE * scale);
        }
        erode(&erosion, relief->coast_yd, 2, 30, 0.4);
        refine(relief->height_yd, erosion.level);
        erode(&erosion, relief->coast_yd, 1, 6, 0.25);
        soften(relief->height_yd, erosion.level);
    }
    free(erosion.uplift);
    free(erosion.talus);
    free(erosion.level);
    free(erosion.order);
    free(erosion.seen);
    free(erosion.heap.entries);
    return ready;
}

void relief_free(struct relief *relief)
{
    free(relief->height_yd);
    free(relief->coast_yd);
    free(relief->receiver);
    free(relief->drained_yd2);
    *relief = (struct relief){0};
}

/* ---- lattice nodes ---- */

static double cubic(const double p[4], double t)
{
    double a = -0.5 * p[0] + 1.5 * p[1] - 1.5 * p[2] + 0.5 * p[3];
    double b = p[0] - 2.5 * p[1] + 2.0 * p[2] - 0.5 * p[3];
    double c = 0.5 * (p[2] - p[0]);
    return ((a * t + b) * t + c) * t + p[1];
}

static int32_t clamp_node(int32_t node)
{
    return node < 0 ? 0 : node >= RELIEF_SIZE ? RELIEF_SIZE - 1 : node;
}

/* Interpolates a table of the grid at lattice node (i, j). Values below `least` count as `least`.
 */
static double interpolate(const double *table, int32_t i, int32_t j, double least)
{
    double rows[4];
    for (int32_t y = 0; y < 4; y++) {
        double p[4];
        for (int32_t x = 0; x < 4; x++) {
            int32_t column = clamp_node(i / SUBNODES + x - 1);
            p[x] =
                noise_high(table[clamp_node(j / SUBNODES + y - 1) * RELIEF_SIZE + column], least);
        }
        rows[y] = cubic(p, (double)(i % SUBNODES) / SUBNODES);
    }
    return cubic(rows, (double)(j % SUBNODES) / SUBNODES);
}

double relief_coast_yd(const struct relief *relief, int32_t i, int32_t j)
{
    return interpolate(relief->coast_yd, i, j, -1e9);
}

static double sea_floor_yd(double x, double y, double coast)
{
    double off = -coast;
    double deep = noise_low(off < 150.0 ? off * 0.05 : 7.5 + (off - 150.0) * 0.20, 120.0);
    return -deep + noise_sum(x * 5.0, y * 5.0, 51, 3, 0, 0.5) * (0.6 + deep * 0.16);
}

double relief_height_yd(const struct relief *relief, int32_t i, int32_t j, double coast)
{
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    if (coast <= 0.0) {
        return noise_mix(sea_floor_yd(x, y, coast), coast * 0.06, noise_step(-25.0, 0.0, coast));
    }
    double land = interpolate(relief->height_yd, i, j, 0.0);
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
