/*
 * The heights are shaped in passes over the lattice; each sees what those before it made:
 *
 *     relief, crater, swamp, lake -> level building sites -> rivers and roads are laid
 *     -> roads are levelled, rivers cut, the harbour dredged, heights rounded to 1/256 yard
 *     -> shadows of hills -> hollows, which darken the vertex colours -> buildings -> doodads
 */
#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/world/courses.h"
#include "demo/world/relief.h"
#include "demo/world/scenery.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"
#include "demo/world/world.h"

/* The volcano: a cone with a bowl in it. Plates of crust stand out of the lava at its bottom. */
static double shape_crater(const struct world *world, double height, double x, double y)
{
    double distance = crater_distance_yd(x, y);
    if (distance > 3.0 * CRATER_RADIUS_YD) {
        return height;
    }
    double lava = (double)world->lava_level_yd;
    double rim = lava + 24.0;
    if (distance >= CRATER_RADIUS_YD) {
        double cone = rim - (distance - CRATER_RADIUS_YD) * 0.55;
        double outside = noise_step(CRATER_RADIUS_YD, 2.2 * CRATER_RADIUS_YD, distance);
        return noise_mix(cone, height, outside);
    }
    double bend = 0.02 * noise_fractal(x * 24.0, y * 24.0, 82, 3);
    struct noise_cell plate = noise_cellular((x + bend) * 34.0, (y - bend) * 34.0, 83u, 0);
    double crust = noise_unit(plate.x, plate.y, 84u) - 0.8 + 0.6 * distance / CRATER_RADIUS_YD;
    double seam = noise_step(0.08, 0.3, plate.second - plate.nearest);
    double bottom = lava - 4.0 + (crust > 0.0 ? 4.9 * seam : 0.0);
    return noise_high(rim - (CRATER_RADIUS_YD - distance) * 1.0, bottom);
}

static double shape_swamp(const struct world *world, double height, int32_t node, double x,
                          double y)
{
    double distance = swamp_distance_yd(x, y);
    double coast = (double)world->coast_yd[node];
    if (distance > SWAMP_RADIUS_YD + 120.0 || coast < 60.0) {
        return height;
    }
    double share = noise_step(SWAMP_RADIUS_YD + 120.0, SWAMP_RADIUS_YD - 60.0, distance) *
                   noise_step(60.0, 160.0, coast);
    double bog = SWAMP_LEVEL_YD + 0.5 + 5.5 * noise_fractal(x * 11.0, y * 11.0, 81, 4);
    return noise_mix(height, bog, share);
}

static double shape_lake(const struct world *world, double height, double x, double y)
{
    double inside = lake_inside_yd(x, y);
    double level = (double)world->lake_level_yd;
    if (inside < -90.0) {
        return height;
    }
    if (inside > 0.0) {
        return level - noise_clamp(inside * 0.11, 0.0, 11.0);
    }
    double land = noise_mix(level - inside * 0.05, height, noise_step(5.0, 90.0, -inside));
    return noise_high(land, level + 0.15);
}

static double shape_courses(const struct world *world, double height, int32_t node, double x,
                            double y)
{
    double road = (double)world->road.distance_yd[node];
    height = noise_mix((double)world->road.level_yd[node], height, noise_step(4.0, 26.0, road));
    double distance = (double)world->river.distance_yd[node];
    if (distance >= 30.0 || lake_inside_yd(x, y) > 4.0) {
        return height;
    }
    double level = (double)world->river.level_yd[node];
    double width = (double)world->river.half_width_yd[node];
    double across = distance / width;
    if (across < 1.0) {
        double bed = level - noise_low(0.8 + 0.16 * width, 0.7 * width) * (1.0 - across * across);
        return noise_low(bed, height);
    }
    double bank = level + (distance - width) * 0.12;
    double land = noise_mix(bank, height, noise_step(0.0, 18.0, distance - width));
    bool lift = land < level && (double)world->coast_yd[node] > 0.0;
    if (crater_distance_yd(x, y) < 600.0) {
        return noise_high(height,
                          level + 0.8 - 0.9 * noise_high(distance - width - 9.0, 0.0)); /* levees */
    }
    return land < height || lift ? land : height;
}

/* Passes over the lattice. */
enum pass { FEATURES, SITES, WAYS };

static double shape_sites(const struct world *world, double height, int32_t node, double x,
                          double y)
{
    for (int k = 0; k < SITE_COUNT && (double)world->coast_yd[node] > -100.0; k++) {
        double outer = sites[k].radius_yd + sites[k].blend_yd;
        double distance = site_distance_yd((enum site_name)k, x, y);
        if (distance < outer) {
            height = noise_mix(world->site_level_yd[k], height,
                               noise_step(sites[k].radius_yd, outer, distance));
        }
    }
    return height;
}

static void shape(struct world *world, enum pass pass)
{
#pragma omp parallel for schedule(dynamic, 1024)
    for (int32_t node = 0; node < LATTICE_NODES; node++) {
        double x = (double)(node % LATTICE) / NODES_PER_TILE;
        double y = (double)(node / LATTICE) / NODES_PER_TILE;
        double height = (double)world->height_yd[node];
        if (pass == FEATURES) {
            height = shape_crater(world, height, x, y);
            height = shape_swamp(world, height, node, x, y);
            height = shape_lake(world, height, x, y);
        } else if (pass == SITES) {
            height = shape_sites(world, height, node, x, y);
        } else {
            height = shape_courses(world, height, node, x, y);
            height = noise_mix(height, noise_low(height, -BASIN_YD), harbour_basin(x, y));
            height = portable_floor(height * 256.0 + 0.5) / 256.0;
        }
        world->height_yd[node] = (float)height;
    }
}

/* The direction to the sun: its vertical part, and its horizontal part towards the north-west. The
 * shadow of a node reaches the next node away from the sun, lower by the sun's slope. */
static void cast_shade(struct world *world)
{
    const float fall = (float)(NODE_YD * 1.4142135623730951 * SUN_UP / 0.79861);
    for (int32_t j = 0; j < LATTICE; j++) {
        for (int32_t i = 0; i < LATTICE; i++) {
            int32_t node = lattice_node(i, j);
            int32_t sunward = i == 0 || j == 0 ? node : node - LATTICE - 1;
            float top = sunward == node || world->height_yd[sunward] > world->shade_yd[sunward]
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

/* Sets `hollow` to how far the mean of the surroundings lies above a node, at two scales. `mean`
 * and `copy` are room for tables. */
static void find_hollows(struct world *world, float *mean, float *copy)
{
    for (int32_t reach = 5; reach <= 20; reach += 15) {
        blur_rows(world->height_yd, copy, reach);
        blur_rows(copy, mean, reach);
        double scale = 1.0 / (3.0 + reach * 0.6);
        for (int32_t i = 0; i < LATTICE_NODES; i++) {
            double above = ((double)mean[i] - (double)world->height_yd[i]) * scale;
            world->hollow[i] += (float)(0.5 * noise_clamp(above, -1.0, 1.0));
        }
    }
}

struct world *world_create(void)
{
    struct world *world = calloc(1, sizeof *world);
    float *room = malloc(2 * sizeof world->hollow);
    bool made = world && room && relief_make(world);
    if (made) {
        double lake = surface_node_height_yd(world, LAKE_X, LAKE_Y);
        world->lake_level_yd = (float)(portable_floor(lake * 4.0) / 4.0 - 1.0);
        world->lava_level_yd = (float)(surface_node_height_yd(world, CRATER_X, CRATER_Y) - 26.0);
        shape(world, FEATURES);
        for (int k = 0; k < SITE_COUNT; k++) {
            double land = surface_node_height_yd(world, sites[k].x, sites[k].y);
            double level = sites[k].level_yd > 0.0 ? sites[k].level_yd : land;
            world->site_level_yd[k] = noise_high(level, 2.5);
        }
        shape(world, SITES);
        courses_add(world, false);
        courses_add(world, true);
        shape(world, WAYS);
        cast_shade(world);
        find_hollows(world, room, room + LATTICE_NODES);
        world->scenery = scenery_create();
    }
    if (made && world->scenery) {
        place_buildings(world);
        scenery_cast_shadows(world->scenery, world);
        place_doodads(world);
    }
    made = made && world->scenery && !world->scenery->failed;
    free(room);
    if (!made) {
        world_destroy(world);
        return NULL;
    }
    return world;
}

void world_destroy(struct world *world)
{
    if (world) {
        scenery_destroy(world->scenery);
    }
    free(world);
}
