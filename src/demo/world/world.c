#include "demo/world/world.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/relief.h"
#include "demo/world/scenery.h"
#include "demo/world/sites.h"
#include "demo/world/ways.h"

static const size_t lattice_count = (size_t)LATTICE * LATTICE;

static double place(int32_t node)
{
    return (double)node / NODES_PER_TILE;
}

static double height_at(const struct world *world, double x, double y)
{
    int32_t i = (int32_t)(x * NODES_PER_TILE + 0.5);
    int32_t j = (int32_t)(y * NODES_PER_TILE + 0.5);
    return (double)world->height_yd[world_node(i, j)];
}

/* Every node's height through one function that sees the node's own height and place. */
typedef double shape_function(const struct world *world, double height, int32_t node, double x,
                              double y, const void *context);

static void shape(struct world *world, shape_function *function, const void *context)
{
#pragma omp parallel for schedule(dynamic, 16)
    for (int32_t j = 0; j < LATTICE; j++) {
        for (int32_t i = 0; i < LATTICE; i++) {
            int32_t node = world_node(i, j);
            world->height_yd[node] = (float)function(world, (double)world->height_yd[node], node,
                                                     place(i), place(j), context);
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
    double width = (double)world->river.width_yd[node];
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

/* Bends a line sideways as water does in flat land. */
static void meander(struct line *line)
{
    for (int i = 1; i + 1 < line->count; i++) {
        struct line_point *point = &line->points[i];
        double flat = 1.0 - 0.8 * noise_step(15.0, 60.0, point->level_yd);
        double x = point->x;
        double y = point->y;
        point->x += 11.0 * flat * noise_gradient(x / 52.0, y / 52.0, 91u, 0);
        point->y += 11.0 * flat * noise_gradient(x / 52.0, y / 52.0, 92u, 0);
    }
}

/* Puts the surface below the land beside it, at the lake's level in the lake, and never rising;
 * springs are narrow. */
static void settle(const struct world *world, struct line *line)
{
    double level = 1e9;
    for (int i = 0; i < line->count; i++) {
        struct line_point *point = &line->points[i];
        double x = point->x / NODES_PER_TILE;
        double y = point->y / NODES_PER_TILE;
        double land = height_at(world, x, y) - 0.6;
        bool lake = lake_inside_yd(x, y) > -6.0;
        double here = lake ? (double)world->lake_level_yd : land;
        level = here < level ? here : level;
        level = level < 0.0 ? 0.0 : level;
        point->level_yd = level;
        point->width_yd *= 0.35 + 0.65 * noise_step(0.0, 30.0, (double)i);
    }
}

static bool add_river(struct world *world, const struct relief *relief, double x, double y)
{
    struct line line = {0};
    bool added = river_trace(relief, x, y, &line);
    if (added) {
        line_smooth(&line, 12);
        meander(&line);
        settle(world, &line);
        way_draw(&world->river, &line);
    }
    line_free(&line);
    return added;
}

/* Draws it into the roads, and into `also` unless that is NULL. */
static bool add_road(struct world *world, const struct site *from, const struct site *to,
                     struct way *also)
{
    struct line line = {0};
    bool added = road_find(world, from, to, &line);
    if (added) {
        line_smooth(&line, 5);
        way_draw(&world->road, &line);
        if (also) {
            way_draw(also, &line);
        }
    }
    line_free(&line);
    return added;
}

static bool make_rivers(struct world *world, const struct relief *relief)
{
    static const double springs[][2] = {{3.10, 2.72}, {4.02, 2.62}, {5.25, 2.55},
                                        {5.55, 4.25}, {2.15, 3.70}, {2.60, 5.05}};
    bool made = way_create(&world->river);
    for (size_t i = 0; made && i < COUNT_OF(springs); i++) {
        made = add_river(world, relief, springs[i][0], springs[i][1]);
    }
    return made;
}

static bool make_roads(struct world *world)
{
    enum surface { PACKED, COBBLED };
    static const struct {
        enum site_name from, to;
        enum surface surface;
    } roads[] = {
        {SITE_VILLAGE, SITE_HARBOUR, COBBLED},     {SITE_VILLAGE, SITE_LANDING, PACKED},
        {SITE_VILLAGE, SITE_RUINS, PACKED},        {SITE_VILLAGE, SITE_HAMLET, PACKED},
        {SITE_VILLAGE, SITE_MINE, PACKED},         {SITE_HAMLET, SITE_CRATER_TRAIL, PACKED},
        {SITE_MINE, SITE_SWAMP_EDGE, PACKED},      {SITE_RUINS, SITE_EAST_MOOR, PACKED},
        {SITE_WEST_GATE, SITE_EAST_GATE, COBBLED}, {SITE_NORTH_GATE, SITE_SOUTH_GATE, COBBLED},
        {SITE_MINE, SITE_WEST_SHORE, PACKED},      {SITE_HARBOUR, SITE_HAMLET, PACKED},
        {SITE_VILLAGE, SITE_CASTLE_GATE, PACKED},  {SITE_EAST_MOOR, SITE_LIGHTHOUSE, PACKED},
    };
    bool made = way_create(&world->road) && way_create(&world->street);
    for (size_t i = 0; made && i < COUNT_OF(roads); i++) {
        made = add_road(world, site_get(roads[i].from), site_get(roads[i].to),
                        roads[i].surface == COBBLED ? &world->street : NULL);
    }
    return made;
}

static void level_sites(struct world *world)
{
    double levels[SITE_COUNT];
    for (int k = 0; k < SITE_COUNT; k++) {
        const struct site *site = site_get((enum site_name)k);
        double level = site->level_yd > 0.0 ? site->level_yd : height_at(world, site->x, site->y);
        levels[k] = level < 2.5 ? 2.5 : level;
    }
    shape(world, shape_sites, levels);
}

/* Towards the sun: up, and towards the north-west along the ground. */
#define SUN_UP 0.6018
#define SUN_LEVEL 0.79861

/* Height of the plane through the tops of hills towards the sun, which falls away from it. */
static void cast_shade(struct world *world)
{
    const float fall = (float)(NODE_YD * 1.4142135623730951 * SUN_UP / SUN_LEVEL);
    for (int32_t j = 0; j < LATTICE; j++) {
        for (int32_t i = 0; i < LATTICE; i++) {
            int32_t node = world_node(i, j);
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

/* One pass of a running mean over 2 * reach + 1 nodes, along rows; the outcome is transposed. */
static void blur_rows(const float *from, float *to, int32_t reach)
{
#pragma omp parallel for schedule(static)
    for (int32_t j = 0; j < LATTICE; j++) {
        double sum = 0.0;
        for (int32_t i = -reach; i <= reach; i++) {
            sum += (double)from[world_node(i, j)];
        }
        for (int32_t i = 0; i < LATTICE; i++) {
            to[(size_t)i * LATTICE + (size_t)j] = (float)(sum / (2 * reach + 1));
            sum += (double)from[world_node(i + reach + 1, j)];
            sum -= (double)from[world_node(i - reach, j)];
        }
    }
}

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
    world->crater_rim_yd = (float)height_at(world, CRATER_X, CRATER_Y);
    world->lake_level_yd =
        (float)(portable_floor(height_at(world, LAKE_X, LAKE_Y) * 4.0) / 4.0 - 1.0);
    shape(world, shape_crater, NULL);
    shape(world, shape_swamp, NULL);
    shape(world, shape_lake, NULL);
    level_sites(world);
    if (!make_rivers(world, relief) || !make_roads(world)) {
        return false;
    }
    shape(world, shape_roads, NULL);
    shape(world, shape_rivers, NULL);
    shape(world, shape_harbour, NULL);
    shape(world, shape_quantum, NULL);
    cast_shade(world);
    world->scenery = scenery_create(world);
    return world->scenery && find_hollows(world);
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
    way_free(&world->river);
    way_free(&world->road);
    way_free(&world->street);
    *world = (struct world){0};
}
