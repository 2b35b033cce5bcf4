/*
 * The heights are shaped in passes over the lattice; each sees what those before it made:
 *
 *     relief -> crater -> swamp -> lake -> level building sites
 *     -> rivers and roads are found on these heights
 *     -> roads are levelled, rivers cut, the harbour dredged -> heights rounded to 1/256 yard
 *     -> shadows of hills -> buildings -> hollows, which darken the vertex colours
 *
 * Rivers follow the drainage of the eroded relief, which the later passes hardly change.
 */
#include "demo/world/world_create.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/world/place_buildings.h"
#include "demo/world/place_doodads.h"
#include "demo/world/relief.h"
#include "demo/world/rivers.h"
#include "demo/world/roads.h"
#include "demo/world/scenery.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

static const size_t lattice_count = (size_t)LATTICE * LATTICE;

/* A lattice coordinate in tiles. */
static double tiles_of(int32_t node)
{
    return (double)node / NODES_PER_TILE;
}

/* Computes the new height of a node from its old height and its position (x, y) in tiles. */
typedef double shape_function(const struct world *world, double height, int32_t node, double x,
                              double y, const void *context);

static void shape(struct world *world, shape_function *function, const void *context)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (int32_t j = 0; j < LATTICE; j++) {
        for (int32_t i = 0; i < LATTICE; i++) {
            int32_t node = lattice_node(i, j);
            world->height_yd[node] = (float)function(world, (double)world->height_yd[node], node,
                                                     tiles_of(i), tiles_of(j), context);
        }
    }
}

static double shape_land(const struct world *world, double height, int32_t node, double x, double y,
                         const void *context)
{
    (void)height;
    (void)x;
    (void)y;
    int32_t i = node % LATTICE;
    int32_t j = node / LATTICE;
    double coast = relief_coast_yd(context, i, j);
    world->coast_yd[node] = (float)coast;
    return relief_height_yd(context, i, j, coast);
}

static double shape_lake(const struct world *world, double height, int32_t node, double x, double y,
                         const void *context)
{
    (void)node;
    (void)context;
    double inside = lake_inside_yd(x, y);
    if (inside < -90.0) {
        return height;
    }
    double level = (double)world->lake_level_yd;
    double bed = level - noise_clamp(inside * 0.11, 0.0, 11.0);
    double shore = level - inside * 0.05;
    double land = noise_mix(shore, height, noise_step(5.0, 90.0, -inside));
    return inside > 0.0 ? bed : land > level + 0.15 ? land : level + 0.15;
}

static double shape_sites(const struct world *world, double height, int32_t node, double x,
                          double y, const void *context)
{
    const double *levels = context;
    if ((double)world->coast_yd[node] < -100.0) {
        return height;
    }
    for (int k = 0; k < SITE_COUNT; k++) {
        const struct site *site = site_get((enum site_name)k);
        double distance = site_distance_yd((enum site_name)k, x, y);
        if (distance < site->radius_yd + site->blend_yd) {
            double outside =
                noise_step(site->radius_yd, site->radius_yd + site->blend_yd, distance);
            height = noise_mix(levels[k], height, outside);
        }
    }
    return height;
}

static double shape_crater(const struct world *world, double height, int32_t node, double x,
                           double y, const void *context)
{
    (void)world;
    (void)node;
    (void)context;
    double distance = crater_distance_yd(x, y);
    if (distance > 3.0 * CRATER_RADIUS_YD) {
        return height;
    }
    double rim = (double)world->crater_rim_yd;
    double cone = rim + 4.0 - (distance - CRATER_RADIUS_YD) * 0.62;
    double bowl = rim + 4.0 - (CRATER_RADIUS_YD - distance) * 1.15;
    double floor_yd = rim - 38.0;
    bowl = bowl < floor_yd ? floor_yd : bowl;
    if (distance < CRATER_RADIUS_YD) {
        return bowl;
    }
    double outside = noise_step(CRATER_RADIUS_YD, 2.2 * CRATER_RADIUS_YD, distance);
    return noise_mix(cone, height, outside);
}

static double shape_swamp(const struct world *world, double height, int32_t node, double x,
                          double y, const void *context)
{
    static const struct noise_sum pools = {.seed = 81, .octaves = 4, .gain = 0.55};
    (void)context;
    double distance = swamp_distance_yd(x, y);
    if (distance > SWAMP_RADIUS_YD + 120.0 || (double)world->coast_yd[node] < 60.0) {
        return height;
    }
    double share = 1.0 - noise_step(SWAMP_RADIUS_YD - 60.0, SWAMP_RADIUS_YD + 120.0, distance);
    share *= noise_step(60.0, 160.0, (double)world->coast_yd[node]);
    double bog = SWAMP_LEVEL_YD + 0.5 + 5.5 * noise_fractal(x * 11.0, y * 11.0, &pools);
    return noise_mix(height, bog, share);
}

static double shape_roads(const struct world *world, double height, int32_t node, double x,
                          double y, const void *context)
{
    (void)x;
    (void)y;
    (void)context;
    double distance = (double)world->road.distance_yd[node];
    if (distance >= 26.0) {
        return height;
    }
    return noise_mix((double)world->road.level_yd[node], height, noise_step(4.0, 26.0, distance));
}

static double shape_rivers(const struct world *world, double height, int32_t node, double x,
                           double y, const void *context)
{
    (void)context;
    double distance = (double)world->river.distance_yd[node];
    if (distance >= 30.0 || lake_inside_yd(x, y) > 4.0) {
        return height;
    }
    double level = (double)world->river.level_yd[node];
    double width = (double)world->river.half_width_yd[node];
    double across = distance / width;
    if (across < 1.0) {
        double bed = level - (0.8 + 0.16 * width) * (1.0 - across * across);
        return bed < height ? bed : height;
    }
    double bank = level + (distance - width) * 0.12;
    double land = noise_mix(bank, height, noise_step(0.0, 18.0, distance - width));
    bool lift = land < level && (double)world->coast_yd[node] > 0.0;
    return land < height || lift ? land : height;
}

static double shape_harbour(const struct world *world, double height, int32_t node, double x,
                            double y, const void *context)
{
    (void)world;
    (void)node;
    (void)context;
    double share = height > -BASIN_YD ? harbour_basin(x, y) : 0.0;
    return share > 0.0 ? noise_mix(height, -BASIN_YD, share) : height;
}

static double shape_quantum(const struct world *world, double height, int32_t node, double x,
                            double y, const void *context)
{
    (void)world;
    (void)node;
    (void)x;
    (void)y;
    (void)context;
    return portable_floor(height * 256.0 + 0.5) / 256.0;
}

static void level_sites(struct world *world)
{
    double levels[SITE_COUNT];
    for (int k = 0; k < SITE_COUNT; k++) {
        const struct site *site = site_get((enum site_name)k);
        double level =
            site->level_yd > 0.0 ? site->level_yd : surface_node_height_yd(world, site->x, site->y);
        levels[k] = level < 2.5 ? 2.5 : level;
    }
    shape(world, shape_sites, levels);
}

/* The direction to the sun: its vertical part, and its horizontal part towards the north-west. */
#define SUN_UP 0.6018
#define SUN_HORIZONTAL 0.79861

/* The shadow of a node reaches the next node away from the sun, lower by the sun's slope. */
static void cast_shade(struct world *world)
{
    const float fall = (float)(NODE_YD * 1.4142135623730951 * SUN_UP / SUN_HORIZONTAL);
    for (int32_t j = 0; j < LATTICE; j++) {
        for (int32_t i = 0; i < LATTICE; i++) {
            int32_t node = lattice_node(i, j);
            if (i == 0 || j == 0) {
                world->shade_yd[node] = -1000.0f;
                continue;
            }
            int32_t sunward = node - LATTICE - 1;
            float top = world->height_yd[sunward] > world->shade_yd[sunward]
                            ? world->height_yd[sunward]
                            : world->shade_yd[sunward];
            world->shade_yd[node] = top - fall;
        }
    }
}

/* Running mean over 2 * reach + 1 nodes along rows. The result is transposed, so that two calls
 * blur both directions. */
static void blur_rows(const float *from, float *to, int32_t reach)
{
#pragma omp parallel for schedule(static)
    for (int32_t j = 0; j < LATTICE; j++) {
        double sum = 0.0;
        for (int32_t i = -reach; i <= reach; i++) {
            sum += (double)from[lattice_node(i, j)];
        }
        for (int32_t i = 0; i < LATTICE; i++) {
            to[(size_t)i * LATTICE + (size_t)j] = (float)(sum / (2 * reach + 1));
            sum += (double)from[lattice_node(i + reach + 1, j)];
            sum -= (double)from[lattice_node(i - reach, j)];
        }
    }
}

/* Sets `hollow` to how far the mean of the surroundings lies above a node, at two scales. */
static bool find_hollows(struct world *world)
{
    float *mean = malloc(lattice_count * sizeof *mean);
    if (!mean) {
        return false;
    }
    memset(world->hollow, 0, lattice_count * sizeof *world->hollow);
    static const int32_t reaches[2] = {5, 20};
    for (int k = 0; k < 2; k++) {
        float *copy = malloc(lattice_count * sizeof *copy);
        if (!copy) {
            free(mean);
            return false;
        }
        blur_rows(world->height_yd, copy, reaches[k]);
        blur_rows(copy, mean, reaches[k]);
        free(copy);
        double scale = 1.0 / (3.0 + (double)reaches[k] * 0.6);
        for (size_t i = 0; i < lattice_count; i++) {
            double above = ((double)mean[i] - (double)world->height_yd[i]) * scale;
            world->hollow[i] += (float)(0.5 * noise_clamp(above, -1.0, 1.0));
        }
    }
    free(mean);
    return true;
}

static bool build(struct world *world, const struct relief *relief)
{
    shape(world, shape_land, relief);
    world->crater_rim_yd = (float)surface_node_height_yd(world, CRATER_X, CRATER_Y);
    world->lake_level_yd =
        (float)(portable_floor(surface_node_height_yd(world, LAKE_X, LAKE_Y) * 4.0) / 4.0 - 1.0);
    shape(world, shape_crater, NULL);
    shape(world, shape_swamp, NULL);
    shape(world, shape_lake, NULL);
    level_sites(world);
    if (!rivers_create(world, relief) || !roads_create(world)) {
        return false;
    }
    shape(world, shape_roads, NULL);
    shape(world, shape_rivers, NULL);
    shape(world, shape_harbour, NULL);
    shape(world, shape_quantum, NULL);
    cast_shade(world);
    world->scenery = scenery_create();
    if (!world->scenery || !place_buildings(world->scenery, world)) {
        return false;
    }
    scenery_cast_shadows(world->scenery, world);
    return find_hollows(world) && place_doodads(world->scenery, world);
}

enum adtmap_status world_create(struct world *world, const struct diag *diag)
{
    struct relief relief = {0};
    *world = (struct world){.height_yd = malloc(lattice_count * sizeof(float)),
                            .shade_yd = malloc(lattice_count * sizeof(float)),
                            .hollow = malloc(lattice_count * sizeof(float)),
                            .coast_yd = malloc(lattice_count * sizeof(float))};
    bool made = world->height_yd && world->shade_yd && world->hollow && world->coast_yd &&
                relief_create(&relief) && build(world, &relief);
    relief_free(&relief);
    return made ? ADTMAP_OK : diag_fail_memory(diag);
}

void world_destroy(struct world *world)
{
    free(world->height_yd);
    free(world->shade_yd);
    free(world->hollow);
    free(world->coast_yd);
    scenery_destroy(world->scenery);
    distance_map_free(&world->river);
    distance_map_free(&world->road);
    distance_map_free(&world->street);
    *world = (struct world){0};
}
