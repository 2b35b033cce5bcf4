#include "demo/relief.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "demo/erosion.h"
#include "demo/noise.h"
#include "demo/world.h"

enum { COARSE_SIZE = 257, SUBNODES = 4 };

/* A crest of the mountains, or a summit where both ends are the same. Places in tiles. */
struct crest {
    double x0, y0, x1, y1;
    double width;  /* where the uplift has fallen to half, tiles */
    double uplift; /* yards a unit of time, at the crest */
};

static const struct crest crests[] = {
    {1.55, 3.45, 2.20, 2.50, 0.26, 85.0},  {2.20, 2.50, 3.20, 1.95, 0.30, 110.0},
    {3.20, 1.95, 4.15, 2.30, 0.24, 70.0},  {4.15, 2.30, 5.05, 1.75, 0.27, 95.0},
    {5.05, 1.75, 5.80, 2.15, 0.25, 70.0},  {3.20, 1.95, 3.55, 2.75, 0.20, 60.0},
    {4.75, 2.00, 4.95, 2.80, 0.17, 42.0},  {5.80, 2.15, 6.20, 2.95, 0.19, 38.0},
    {6.05, 5.75, 6.05, 5.75, 0.30, 105.0}, {2.00, 4.70, 2.70, 4.40, 0.17, 16.0},
    {5.20, 4.00, 5.70, 3.70, 0.17, 14.0},
};

/* The valley of the main river, from the mountains to the bay: erosion starts with it given. */
static const double valley[][2] = {{3.02, 2.75}, {3.10, 3.30}, {3.25, 3.75}, {3.75, 4.25},
                                   {3.70, 4.85}, {4.15, 5.35}, {4.25, 5.90}, {4.55, 6.40}};

static double bump(double x, double y, double centre_x, double centre_y, double radius)
{
    double dx = (x - centre_x) / radius;
    double dy = (y - centre_y) / radius;
    double square = dx * dx + dy * dy;
    return 1.0 / (1.0 + square * square);
}

/* A bump of positive height adds land, of negative height sea; in tiles. */
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

double relief_coast_yd(double x, double y)
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

/* Square of the distance from a place to a stretch of line. */
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

/* Tiles to the valley of the main river. */
static double valley_distance(double x, double y)
{
    double nearest = 1e9;
    for (size_t i = 0; i + 1 < sizeof valley / sizeof *valley; i++) {
        double square =
            distance_squared(x, y, valley[i][0], valley[i][1], valley[i + 1][0], valley[i + 1][1]);
        nearest = square < nearest ? square : nearest;
    }
    return sqrt(nearest);
}

static double uplift_at(double x, double y)
{
    static const struct noise_sum plain = {.seed = 21, .octaves = 3, .gain = 0.5};
    static const struct noise_sum warp = {.seed = 22, .octaves = 3, .gain = 0.5};
    double warped_x = x + 0.22 * noise_fractal(x * 1.7, y * 1.7, &warp);
    double warped_y = y + 0.22 * noise_fractal(x * 1.7 + 40.0, y * 1.7, &warp);
    double highest = 0.0;
    for (size_t i = 0; i < sizeof crests / sizeof *crests; i++) {
        double uplift = crest_uplift(&crests[i], warped_x, warped_y);
        highest = uplift > highest ? uplift : highest;
    }
    double hills = 2.2 + 7.0 * noise_clamp(noise_fractal(x * 1.3, y * 1.3, &plain) + 0.2, 0.0, 1.0);
    double shore = noise_step(0.0, 150.0, relief_coast_yd(x, y));
    return (hills + highest) * (0.12 + 0.88 * shore);
}

static double talus_at(double x, double y)
{
    static const struct noise_sum hard = {.seed = 31, .octaves = 3, .gain = 0.6};
    return 0.85 + 0.40 * noise_fractal(x * 4.0, y * 4.0, &hard);
}

/* The ground that erosion starts from or goes on from: a little roughness starts the valleys. */
static void prepare(struct erosion *erosion, double *uplift, double *talus)
{
    double scale = (double)WORLD_TILES / (double)(erosion->size - 1);
#pragma omp parallel for schedule(dynamic, 8)
    for (int32_t j = 0; j < erosion->size; j++) {
        for (int32_t i = 0; i < erosion->size; i++) {
            int32_t node = j * erosion->size + i;
            double x = i * scale;
            double y = j * scale;
            double coast = relief_coast_yd(x, y);
            uplift[node] = uplift_at(x, y);
            talus[node] = talus_at(x, y);
            double rough = noise_unit(i, j, 41u);
            if (coast <= 0.0) {
                erosion->height_yd[node] = -1.0;
            } else if (erosion->height_yd[node] <= 0.0) {
                erosion->height_yd[node] =
                    0.1 + rough * 0.5 + valley_distance(x, y) * 14.0 - y + WORLD_TILES;
            } else {
                erosion->height_yd[node] += rough * 0.8;
            }
        }
    }
}

static bool run(struct relief *relief, int size, int steps, double duration)
{
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
    if (ready) {
        prepare(&erosion, uplift, talus);
        ready = erosion_run(&erosion, steps, duration);
    }
    free(uplift);
    free(talus);
    return ready;
}

/* Spreads the coarse grid, held in the first COARSE_SIZE squared entries, over the fine one. */
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

/* Rounds low ground, where erosion shows the directions of the grid, and leaves the heights. */
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

bool relief_create(struct relief *relief)
{
    size_t count = (size_t)RELIEF_SIZE * RELIEF_SIZE;
    *relief = (struct relief){.height_yd = calloc(count, sizeof(double)),
                              .receiver = calloc(count, sizeof(int32_t)),
                              .drained_yd2 = calloc(count, sizeof(double))};
    if (!relief->height_yd || !relief->receiver || !relief->drained_yd2) {
        return false;
    }
    bool grown = run(relief, COARSE_SIZE, 40, 0.3);
    if (grown) {
        refine(relief->height_yd, relief->drained_yd2);
        grown = run(relief, RELIEF_SIZE, 10, 0.2);
    }
    double *copy = malloc(count * sizeof *copy);
    if (grown && copy) {
        soften(relief->height_yd, copy);
    }
    free(copy);
    return grown && copy;
}

void relief_free(struct relief *relief)
{
    free(relief->height_yd);
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

static double coarse_node(const struct relief *relief, int32_t x, int32_t y)
{
    x = x < 0 ? 0 : x >= RELIEF_SIZE ? RELIEF_SIZE - 1 : x;
    y = y < 0 ? 0 : y >= RELIEF_SIZE ? RELIEF_SIZE - 1 : y;
    double height = relief->height_yd[y * RELIEF_SIZE + x];
    return height < 0.0 ? 0.0 : height;
}

static double interpolate(const struct relief *relief, int32_t i, int32_t j)
{
    double rows[4];
    for (int32_t y = 0; y < 4; y++) {
        double p[4];
        for (int32_t x = 0; x < 4; x++) {
            p[x] = coarse_node(relief, i / SUBNODES + x - 1, j / SUBNODES + y - 1);
        }
        rows[y] = cubic(p, (double)(i % SUBNODES) / SUBNODES);
    }
    return cubic(rows, (double)(j % SUBNODES) / SUBNODES);
}

static double sea_floor_yd(double x, double y, double coast)
{
    static const struct noise_sum dunes = {.seed = 51, .octaves = 4, .gain = 0.5};
    double off = -coast;
    double shelf = off < 170.0 ? off * 0.055 : 9.35 + (off - 170.0) * 0.22;
    double deep = shelf > 120.0 ? 120.0 : shelf;
    double rough = noise_fractal(x * 5.0, y * 5.0, &dunes);
    return -deep + rough * (0.6 + deep * 0.10);
}

double relief_height_yd(const struct relief *relief, int32_t i, int32_t j)
{
    static const struct noise_sum roll = {.seed = 61, .octaves = 4, .gain = 0.5};
    static const struct noise_sum crag = {.seed = 62, .octaves = 4, .gain = 0.55};
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    double coast = relief_coast_yd(x, y);
    if (coast < -25.0) {
        return sea_floor_yd(x, y, coast);
    }
    double land = interpolate(relief, i, j);
    double high = noise_step(25.0, 140.0, land);
    land += noise_fractal(x * 9.0, y * 9.0, &roll) * 2.2 * noise_step(0.0, 120.0, coast);
    land += (noise_ridged(x * 17.0, y * 17.0, &crag) - 0.55) * 16.0 * high;
    double beach = coast * 0.06;
    land = noise_mix(beach, land + coast * 0.02, noise_step(10.0, 90.0, coast));
    if (coast > 0.0) {
        return land;
    }
    return noise_mix(sea_floor_yd(x, y, coast), beach, noise_step(-25.0, 0.0, coast));
}
