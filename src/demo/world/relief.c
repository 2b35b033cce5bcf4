/*
 * The island's heights come from erosion, steered by hand-placed mountains:
 *
 *  1. The coast is a noisy ellipse with bays and capes added (coast_changes).
 *  2. Uplift is highest on the crests of the mountains and falls off on both sides (crests).
 *  3. Erosion runs 30 steps on a coarse grid of 257 x 257 nodes, where valleys form quickly. The
 *     result is refined to 513 x 513 nodes and eroded for 6 more steps, which sharpens it.
 *  4. Low ground is smoothed, since erosion shows the grid's eight directions on flat land.
 *  5. Lattice nodes are interpolated with cubics; noise adds detail, beaches and a sea floor.
 */
#include "demo/world/relief.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/erosion.h"
#include "demo/world/lattice.h"
#include "demo/world/sites.h"

enum { COARSE_SIZE = 257, SUBNODES = 4 };

/* A mountain crest, or a summit if both ends are the same. Positions are in tiles. */
struct crest {
    double x0, y0, x1, y1;
    double width;  /* distance in tiles where the uplift is half */
    double uplift; /* yards per unit of time, at the crest */
};

static const struct crest crests[] = {
    {1.55, 3.45, 2.20, 2.50, 0.23, 105.0},
    {2.20, 2.50, 3.05, 1.98, 0.27, 150.0},
    {3.05, 1.98, 3.35, 2.02, 0.20, 110.0},
    {4.05, 2.30, 5.05, 1.80, 0.25, 130.0},
    {5.05, 1.80, 5.80, 2.20, 0.21, 80.0},
    {3.05, 1.98, 3.30, 2.75, 0.17, 75.0},
    {4.75, 2.00, 4.95, 2.80, 0.16, 55.0},
    {5.80, 2.20, 6.20, 2.95, 0.16, 45.0},
    {CRATER_X, CRATER_Y, CRATER_X, CRATER_Y, 0.29, 135.0},
    {2.00, 4.70, 2.70, 4.40, 0.16, 18.0},
    {5.20, 4.00, 5.70, 3.70, 0.16, 16.0},
    {3.35, 2.02, 4.05, 2.30, 0.12, 26.0},
};

/* The valley of the main river, from the mountains to the bay. Erosion starts from ground that
 * slopes towards it. */
static const double valley[][2] = {{3.02, 2.75}, {3.10, 3.30}, {3.25, 3.75}, {3.75, 4.25},
                                   {3.70, 4.85}, {4.15, 5.35}, {4.25, 5.90}, {4.55, 6.40}};

static double bump(double x, double y, double centre_x, double centre_y, double radius)
{
    double dx = (x - centre_x) / radius;
    double dy = (y - centre_y) / radius;
    double square = dx * dx + dy * dy;
    return 1.0 / (1.0 + square * square);
}

/* Bays and capes: positive bumps add land, negative ones sea. In tiles. */
static double coast_changes(double x, double y)
{
    return 0.75 * bump(x, y, 6.25, 5.95, 0.72) - 1.05 * bump(x, y, 4.65, 6.90, 0.50) -
           0.75 * bump(x, y, 7.00, 4.30, 0.48) - 0.65 * bump(x, y, 0.95, 4.35, 0.42) +
           0.45 * bump(x, y, 1.25, 3.00, 0.40) + 1.10 * bump(x, y, 1.05, 6.75, 0.30) +
           0.95 * bump(x, y, 7.30, 1.35, 0.28) + 0.60 * bump(x, y, 6.75, 0.85, 0.17) -
           0.60 * bump(x, y, 4.15, 0.80, 0.40) + 0.50 * bump(x, y, 3.00, 6.85, 0.40) -
           0.50 * bump(x, y, 2.00, 6.60, 0.40) + 0.35 * bump(x, y, 6.65, 3.10, 0.40) +
           0.45 * bump(x, y, 0.70, 5.75, 0.20);
}

/* See relief_coast_yd; (x, y) in tiles. */
static double coast_yd(double x, double y)
{
    static const struct noise_sum broad = {.seed = 11, .octaves = 3, .gain = 0.5};
    static const struct noise_sum fine = {.seed = 12, .octaves = 4, .gain = 0.55};
    double dx = (x - 3.95) / 1.08;
    double dy = (y - 4.05) / 0.98;
    double radius = sqrt(dx * dx + dy * dy);
    double ragged = 0.55 * noise_fractal(x * 0.75, y * 0.75, &broad) +
                    0.26 * noise_fractal(x * 2.5, y * 3.0, &fine);
    return (2.86 - radius + ragged + coast_changes(x, y)) * TILE_YD * 0.8;
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

static double crest_uplift(const struct crest *crest, double x, double y)
{
    double square = distance_squared(x, y, crest->x0, crest->y0, crest->x1, crest->y1) /
                    (crest->width * crest->width);
    return crest->uplift / (1.0 + square * square);
}

/* Distance to the valley of the main river, in tiles. */
static double valley_distance(double x, double y)
{
    double nearest = 1e9;
    for (size_t i = 0; i + 1 < COUNT_OF(valley); i++) {
        double square =
            distance_squared(x, y, valley[i][0], valley[i][1], valley[i + 1][0], valley[i + 1][1]);
        nearest = square < nearest ? square : nearest;
    }
    return sqrt(nearest);
}

static double uplift_at(double x, double y, double coast)
{
    static const struct noise_sum plain = {.seed = 21, .octaves = 3, .gain = 0.5};
    static const struct noise_sum warp = {.seed = 22, .octaves = 3, .gain = 0.5};
    double warped_x = x + 0.22 * noise_fractal(x * 1.7, y * 1.7, &warp);
    double warped_y = y + 0.22 * noise_fractal(x * 1.7 + 40.0, y * 1.7, &warp);
    double highest = 0.0;
    for (size_t i = 0; i < COUNT_OF(crests); i++) {
        double uplift = crest_uplift(&crests[i], warped_x, warped_y);
        highest = uplift > highest ? uplift : highest;
    }
    double hills = 2.2 + 7.0 * noise_clamp(noise_fractal(x * 1.3, y * 1.3, &plain) + 0.2, 0.0, 1.0);
    double shore = noise_step(0.0, 90.0, coast);
    return (hills + highest) * (0.12 + 0.88 * shore);
}

static double talus_at(double x, double y)
{
    static const struct noise_sum hard = {.seed = 31, .octaves = 3, .gain = 0.6};
    return 0.86 + 0.36 * noise_fractal(x * 4.0, y * 4.0, &hard);
}

/* The parameters of erosion at every node of the fine grid. */
struct erosion_parameters {
    double *uplift;
    double *talus;
};

static void set_parameters(const struct relief *relief, const struct erosion_parameters *parameters)
{
    const double scale = (double)WORLD_TILES / (RELIEF_SIZE - 1);
#pragma omp parallel for schedule(dynamic, 8)
    for (int32_t node = 0; node < RELIEF_SIZE * RELIEF_SIZE; node++) {
        double x = node % RELIEF_SIZE * scale;
        double y = node / RELIEF_SIZE * scale;
        relief->coast_yd[node] = coast_yd(x, y);
        parameters->uplift[node] = 0.0;
        parameters->talus[node] = 0.0;
        if (relief->coast_yd[node] > 0.0) {
            parameters->uplift[node] = uplift_at(x, y, relief->coast_yd[node]);
            parameters->talus[node] = talus_at(x, y);
        }
    }
}

/* The height of a node before a run of erosion. New land slopes towards the main valley; a little
 * roughness lets the other valleys form. */
static double starting_height(const struct relief *relief, int32_t fine, double height,
                              double rough)
{
    double x = (double)(fine % RELIEF_SIZE) * WORLD_TILES / (RELIEF_SIZE - 1);
    double y = (double)(fine / RELIEF_SIZE) * WORLD_TILES / (RELIEF_SIZE - 1);
    if (relief->coast_yd[fine] <= 0.0) {
        return -1.0;
    }
    if (height <= 0.0) {
        return 0.1 + rough * 0.5 + valley_distance(x, y) * 14.0 - y + WORLD_TILES;
    }
    return height + rough * 0.8;
}

/* Erodes every `step`-th node of the fine grid each way. The heights are the first entries of
 * relief->height_yd, row by row. */
static bool erode(const struct relief *relief, const struct erosion_parameters *parameters,
                  int32_t step, int steps, double duration)
{
    int32_t size = (RELIEF_SIZE - 1) / step + 1;
    size_t count = (size_t)size * (size_t)size;
    double *uplift = malloc(count * sizeof *uplift);
    double *talus = malloc(count * sizeof *talus);
    struct erosion erosion = {.size = size,
                              .cell_yd = WORLD_TILES * TILE_YD / (size - 1),
                              .height_yd = relief->height_yd,
                              .uplift = uplift,
                              .talus = talus,
                              .receiver = relief->receiver,
                              .drained_yd2 = relief->drained_yd2};
    bool ready = uplift && talus;
    for (int32_t node = 0; ready && node < size * size; node++) {
        int32_t fine = node / size * step * RELIEF_SIZE + node % size * step;
        double rough = noise_unit(node % size, node / size, 41u);
        uplift[node] = parameters->uplift[fine];
        talus[node] = parameters->talus[fine];
        erosion.height_yd[node] = starting_height(relief, fine, erosion.height_yd[node], rough);
    }
    ready = ready && erosion_run(&erosion, steps, duration);
    free(uplift);
    free(talus);
    return ready;
}

/* Interpolates the coarse grid, in the first COARSE_SIZE squared entries, to the fine grid. */
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
        memcpy(copy, height, sizeof *copy * RELIEF_SIZE * RELIEF_SIZE);
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

static bool grow(struct relief *relief, const struct erosion_parameters *parameters)
{
    set_parameters(relief, parameters);
    if (!erode(relief, parameters, 2, 30, 0.4)) {
        return false;
    }
    refine(relief->height_yd, relief->drained_yd2);
    if (!erode(relief, parameters, 1, 6, 0.25)) {
        return false;
    }
    soften(relief->height_yd, parameters->uplift);
    return true;
}

bool relief_create(struct relief *relief)
{
    size_t count = (size_t)RELIEF_SIZE * RELIEF_SIZE;
    *relief = (struct relief){.height_yd = calloc(count, sizeof(double)),
                              .coast_yd = calloc(count, sizeof(double)),
                              .receiver = calloc(count, sizeof(int32_t)),
                              .drained_yd2 = calloc(count, sizeof(double))};
    struct erosion_parameters parameters = {malloc(count * sizeof(double)),
                                            malloc(count * sizeof(double))};
    bool grown = relief->height_yd && relief->coast_yd && relief->receiver && relief->drained_yd2 &&
                 parameters.uplift && parameters.talus && grow(relief, &parameters);
    free(parameters.uplift);
    free(parameters.talus);
    return grown;
}

void relief_free(struct relief *relief)
{
    free(relief->height_yd);
    free(relief->coast_yd);
    free(relief->receiver);
    free(relief->drained_yd2);
    *relief = (struct relief){0};
}

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
            double value = table[clamp_node(j / SUBNODES + y - 1) * RELIEF_SIZE + column];
            p[x] = value < least ? least : value;
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
    static const struct noise_sum dunes = {.seed = 51, .octaves = 3, .gain = 0.5};
    double off = -coast;
    double shelf = off < 150.0 ? off * 0.05 : 7.5 + (off - 150.0) * 0.20;
    double deep = shelf > 120.0 ? 120.0 : shelf;
    double rough = noise_fractal(x * 5.0, y * 5.0, &dunes);
    return -deep + rough * (0.6 + deep * 0.16);
}

/* Width of the beach: 9 yards below cliffs, 130 yards at dunes. */
static double beach_yd(double x, double y)
{
    static const struct noise_sum sum = {.seed = 63, .octaves = 2, .gain = 0.5};
    return noise_clamp(60.0 + 120.0 * noise_fractal(x * 1.4, y * 1.4, &sum), 9.0, 130.0);
}

static double land_yd(const struct relief *relief, int32_t i, int32_t j, double coast)
{
    static const struct noise_sum roll = {.seed = 61, .octaves = 3, .gain = 0.5};
    static const struct noise_sum crag = {.seed = 62, .octaves = 3, .gain = 0.55};
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    double land = interpolate(relief->height_yd, i, j, 0.0);
    double high = noise_step(30.0, 160.0, land);
    land += noise_fractal(x * 9.0, y * 9.0, &roll) * 2.0 * noise_step(20.0, 140.0, coast);
    if (high > 0.0) {
        land += (noise_ridged(x * 15.0, y * 15.0, &crag) - 0.55) * 13.0 * high;
    }
    if (coast > 130.0) {
        return land;
    }
    double beach = beach_yd(x, y);
    return noise_mix(coast * 0.06, land + 1.0, noise_step(0.1 * beach, beach, coast));
}

double relief_height_yd(const struct relief *relief, int32_t i, int32_t j, double coast)
{
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    if (coast > 0.0) {
        return land_yd(relief, i, j, coast);
    }
    if (coast < -25.0) {
        return sea_floor_yd(x, y, coast);
    }
    return noise_mix(sea_floor_yd(x, y, coast), coast * 0.06, noise_step(-25.0, 0.0, coast));
}
