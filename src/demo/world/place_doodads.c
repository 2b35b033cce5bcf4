/*
 * Plants stand where the ground is covered accordingly: a grid of cells is laid over the world, one
 * plant at most in each, at a random place in its cell. That keeps trees apart and looks random.
 * Orchards, wheat, hedges and fences follow the rows of parcels (surface.h): u runs along a row, v
 * across.
 */
#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/ground.h"
#include "demo/world/scenery.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

/* Whether a building stands within `margin` yards. */
static bool is_built(const struct world *world, double east, double south, double margin)
{
    const double around[4] = {east - margin, south - margin, east + margin, south + margin};
    const struct placement *at = world->scenery->placements[PLACED_BUILDINGS];
    const struct placement *end = at + world->scenery->count[PLACED_BUILDINGS];
    while (at < end && !placement_touches(at, around)) {
        at++;
    }
    return at < end;
}

/* Puts a doodad on the ground, or afloat on the sea. `size` is a factor of its size. */
static void put(struct world *world, enum doodad doodad, double east, double south, double rotation,
                double size)
{
    const struct placement placement = {
        .model = (int)doodad,
        .east_yd = east,
        .south_yd = south,
        .base_yd = noise_high(surface_height_yd(world, east, south), 0.0),
        .rotation_deg = rotation,
        .scale = (uint16_t)(size * LIFE_SIZE),
    };
    scenery_add(world->scenery, PLACED_DOODADS, &placement);
}

/* Firs on the heights, birches at the edges of woods, autumn in the east, oaks elsewhere; groups of
 * one kind, not a mixture. */
static enum doodad choose_tree(const struct world *world, int32_t i, int32_t j, double density,
                               double pick)
{
    double x = (double)i / NODES_PER_TILE;
    double height = (double)world->height_yd[lattice_node(i, j)];
    double group = noise_fractal(x * 14.0, 14.0 * j / NODES_PER_TILE, 807, 2);
    double firs = noise_clamp((height - 22.0) / 30.0 + 0.6 * group, 0.04, 0.97);
    double birches = noise_clamp(0.5 - 0.5 * density - group, 0.05, 0.7);
    double autumn = noise_clamp(0.3 * (x - 4.6) + 0.5 * group, 0.03, 0.8);
    double rest = (pick - firs) / (1.0 - firs);
    return pick < 0.7 * firs     ? DOODAD_FIR
           : pick < firs         ? DOODAD_FIR_YOUNG
           : rest < birches      ? DOODAD_BIRCH
           : rest > 1.0 - autumn ? DOODAD_OAK_AUTUMN
           : rest < 0.7          ? DOODAD_OAK
                                 : DOODAD_OAK_YOUNG;
}

/* What grows at a node; DOODAD_COUNT for nothing. `pick` and `chance` are random, 0..1. */
static enum doodad choose_plant(const struct world *world, int32_t i, int32_t j, double pick,
                                double chance)
{
    double cover[GROUND_MATERIAL_COUNT];
    if ((double)world->coast_yd[lattice_node(i, j)] < -20.0) {
        return DOODAD_COUNT;
    }
    ground_cover_node(world, i, j, cover);
    bool is_worn = cover[DIRT] > 0.0 || cover[COBBLES] > 0.0 || cover[PAVING] > 0.0;
    if (cover[CANOPY] > 0.0) {
        return choose_tree(world, i, j, cover[CANOPY], pick);
    }
    if (cover[ROCK] > 0.0 || cover[SCREE] > 0.0) {
        return chance > 0.12 ? DOODAD_COUNT : pick < 0.6 ? DOODAD_ROCK : DOODAD_BOULDER;
    }
    if (is_worn || cover[ASH] > 0.0) {
        return DOODAD_COUNT;
    }
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    double dry = (double)world->height_yd[lattice_node(i, j)] - SWAMP_LEVEL_YD;
    if (swamp_distance_yd(x, y) < SWAMP_RADIUS_YD + 90.0 && dry < 1.6) {
        return DOODAD_COUNT; /* slime would hide what stands in it */
    }
    if (cover[MUD] > -0.6) {
        return chance > 0.3 ? DOODAD_COUNT : DOODAD_BUSH;
    }
    if (cover[CANOPY] > -0.5) {
        return chance > 0.5 ? DOODAD_COUNT : pick < 0.6 ? DOODAD_BUSH : DOODAD_BIRCH;
    }
    return cover[HEATH] > 0.0 && chance < 0.12 ? DOODAD_BUSH : DOODAD_COUNT;
}

static void plant_forests(struct world *world)
{
    const double cell_yd = 9.0;
    const int32_t cells = (int32_t)(WORLD_TILES * TILE_YD / cell_yd);
    for (int32_t k = 0; k < cells * cells; k++) {
        int32_t column = k % cells;
        int32_t row = k / cells;
        double east = cell_yd * (column + 0.1 + 0.8 * noise_unit(column, row, 801u));
        double south = cell_yd * (row + 0.1 + 0.8 * noise_unit(column, row, 802u));
        double size = noise_unit(column, row, 805u);
        enum doodad doodad =
            choose_plant(world, (int32_t)(east / NODE_YD), (int32_t)(south / NODE_YD),
                         noise_unit(column, row, 803u), noise_unit(column, row, 804u));
        if (doodad != DOODAD_COUNT && !is_built(world, east, south, 4.0)) {
            put(world, doodad, east, south, 360.0 * noise_unit(column, row, 806u),
                0.62 + 0.5 * size + 0.45 * size * size * size);
        }
    }
}

/* Whether something can be planted there: not on roads, streams or buildings. */
static bool is_free(const struct world *world, const double at[2], double margin)
{
    int32_t node = surface_node_at(at[0], at[1]);
    return (double)world->road.distance_yd[node] > 8.0 &&
           (double)world->river.distance_yd[node] > 14.0 && !is_built(world, at[0], at[1], margin);
}

static void spot_of(double u, double v, double at[2])
{
    at[0] = u * FIELD_SLANT_COS - v * FIELD_SLANT_SIN;
    at[1] = u * FIELD_SLANT_SIN + v * FIELD_SLANT_COS;
}

/* One plant of a crop. */
static void plant_crop(struct world *world, double u, double v)
{
    double at[2];
    spot_of(u, v, at);
    struct parcel field = parcel_at(world, at[0], at[1]);
    double turn = 360.0 * noise_unit((int32_t)(at[0] * 16.0), (int32_t)(at[1] * 16.0), 811u);
    if (field.crop == CROP_FALLOW && field.edge_yd > 5.0 && is_free(world, at, 4.0)) {
        put(world, DOODAD_FRUIT_TREE, at[0], at[1], turn, 0.9 + turn / 1200.0);
    } else if (field.crop == CROP_WHEAT && field.edge_yd > 6.0 && is_free(world, at, 2.0)) {
        put(world, DOODAD_WHEAT, at[0], at[1], turn, 1.6);
    }
}

/* A piece of hedge or fence along the edge of a parcel: along a row, or across it. */
static void put_border(struct world *world, double u, double v, bool along)
{
    double at[2];
    double inside[2];
    spot_of(u, v, at);
    spot_of(along ? u : u + 3.0, along ? v + 3.0 : v, inside);
    struct parcel field = parcel_at(world, inside[0], inside[1]);
    if (field.crop != CROP_NONE && is_free(world, at, 3.0)) {
        put(world, field.hedge ? DOODAD_HEDGE : DOODAD_FENCE, at[0], at[1],
            along ? 90.0 - FIELD_SLANT_DEG : -FIELD_SLANT_DEG, 1.0);
    }
}

/* The farm land lies within 700 yards of the village and the hamlet. Borders between the parcels of
 * a row stand where the distance to the edge is least in the row's middle. */
static void plant_fields(struct world *world)
{
    double east = 0.5 * (sites[SITE_VILLAGE].x + sites[SITE_HAMLET].x) * TILE_YD;
    double south = 0.5 * (sites[SITE_VILLAGE].y + sites[SITE_HAMLET].y) * TILE_YD;
    double first = portable_floor(east * FIELD_SLANT_COS + south * FIELD_SLANT_SIN) - 1100.0;
    double middle =
        portable_floor((south * FIELD_SLANT_COS - east * FIELD_SLANT_SIN) / FIELD_ROW_YD);
    for (int row = -10; row <= 10; row++) {
        double v = (middle + row) * FIELD_ROW_YD;
        double last = first;
        for (int k = 0; k < 275; k++) {
            for (int across = 0; across < 9; across++) {
                plant_crop(world, first + 8.0 * k, v + 8.0 * across + 4.0);
            }
            put_border(world, first + 8.0 * k, v, true);
        }
        for (int k = 0; k < 2200; k++) {
            double u = first + k;
            double at[2];
            spot_of(u, v + 0.5 * FIELD_ROW_YD, at);
            if (u - last > 8.0 && parcel_at(world, at[0], at[1]).edge_yd < 1.0) {
                last = u;
                for (int across = 5; across < FIELD_ROW_YD - 4.0; across += 7) {
                    put_border(world, u, v + across, false);
                }
            }
        }
    }
}

/* ---- places ---- */

static void put_props(struct world *world)
{
    static const struct {
        enum site_name site;
        enum doodad doodad;
        double east, south, rotation;
    } props[] = {
        {SITE_VILLAGE, DOODAD_LAMP_POST, 9, 9, 0},
        {SITE_VILLAGE, DOODAD_LAMP_POST, -9, 9, 0},
        {SITE_VILLAGE, DOODAD_LAMP_POST, 9, -9, 0},
        {SITE_VILLAGE, DOODAD_LAMP_POST, -9, -9, 0},
        {SITE_VILLAGE, DOODAD_CART, 20, 4, 75},
        {SITE_VILLAGE, DOODAD_CART, -19, -6, 200},
        {SITE_VILLAGE, DOODAD_CRATES, 11, 19, 20},
        {SITE_VILLAGE, DOODAD_CRATES, -14, 17, 130},
        {SITE_VILLAGE, DOODAD_SIGN, 4, 22, 90},
        {SITE_HAMLET, DOODAD_CART, 8, 5, 40},
        {SITE_HAMLET, DOODAD_SIGN, -6, 8, 0},
        {SITE_HAMLET, DOODAD_LAMP_POST, 3, -7, 0},
        {SITE_HARBOUR, DOODAD_CRATES, 4, 36, 10},
        {SITE_HARBOUR, DOODAD_CRATES, 9, 37, 65},
        {SITE_HARBOUR, DOODAD_CRATES, -8, 38, 110},
        {SITE_HARBOUR, DOODAD_CART, 16, 34, 90},
        {SITE_HARBOUR, DOODAD_LAMP_POST, 0, 41, 0},
        {SITE_HARBOUR, DOODAD_LAMP_POST, 22, 41, 0},
        {SITE_HARBOUR, DOODAD_LAMP_POST, -22, 41, 0},
        {SITE_HARBOUR, DOODAD_ROWING_BOAT, -12, 51, 92},
        {SITE_HARBOUR, DOODAD_ROWING_BOAT, 12, 50.5, 88},
        {SITE_HARBOUR, DOODAD_ROWING_BOAT, -24, 55, 5},
        {SITE_HARBOUR, DOODAD_ROWING_BOAT, -25, 63, 176},
        {SITE_HARBOUR, DOODAD_ROWING_BOAT, 17, 58, 2},
        {SITE_HARBOUR, DOODAD_ROWING_BOAT, 26, 56, 185},
        {SITE_HARBOUR, DOODAD_ROWING_BOAT, -48, 106, 40},
        {SITE_HARBOUR, DOODAD_ROWING_BOAT, 70, 141, 120},
        {SITE_HARBOUR, DOODAD_ROWING_BOAT, -95, 176, 75},
        {SITE_MINE, DOODAD_CART, 20, 6, 150},
        {SITE_MINE, DOODAD_CRATES, -18, 10, 30},
        {SITE_RUINS, DOODAD_BOULDER, 20, 18, 0},
        {SITE_RUINS, DOODAD_ROCK, 15, 10, 80},
        {SITE_EAST_MOOR, DOODAD_SIGN, 3, 6, 30},
        {SITE_SWAMP_EDGE, DOODAD_TENT_BLUE, 8, 0, 0},
        {SITE_SWAMP_EDGE, DOODAD_CAMPFIRE, 2, 6, 0},
        {SITE_WEST_SHORE, DOODAD_ROWING_BOAT, -9, 5, 60},
        {SITE_WEST_SHORE, DOODAD_CRATES, -2, 6, 0},
        {SITE_CRATER_TRAIL, DOODAD_SIGN, 4, 0, 0},
        {SITE_CRATER_TRAIL, DOODAD_MIST, 10, 80, 0}, /* particles: nothing to draw */
    };
    for (size_t k = 0; k < COUNT_OF(props); k++) {
        const struct site *site = &sites[props[k].site];
        put(world, props[k].doodad, site->x * TILE_YD + props[k].east,
            site->y * TILE_YD + props[k].south, props[k].rotation, 1.0);
    }
}

/* Tents around a fire, their openings towards it, west of the castle. */
static void put_camp(struct world *world)
{
    enum { TENTS = 7 };
    const double east = 3.62 * TILE_YD;
    const double south = 3.30 * TILE_YD;
    put(world, DOODAD_CAMPFIRE, east, south, 0.0, 1.2);
    for (int k = 0; k < TENTS; k++) {
        double turns = (k + 0.3) / TENTS;
        put(world, k % 3 ? DOODAD_TENT_RED : DOODAD_TENT_BLUE,
            east + 11.0 * portable_cos(2.0 * PORTABLE_PI * turns),
            south + 11.0 * portable_sin(2.0 * PORTABLE_PI * turns), 270.0 - 360.0 * turns, 1.0);
    }
    put(world, DOODAD_CART, east + 3.0, south - 20.0, 30.0, 1.0);
    put(world, DOODAD_CRATES, east - 5.0, south + 3.0, 30.0, 1.0);
    put(world, DOODAD_TABLE, east + 4.0, south + 3.0, 100.0, 1.0);
}

/* A leaning boulder at the crater's rim. */
static void put_boulder(struct world *world)
{
    struct placement boulder = {.model = DOODAD_BOULDER,
                                .east_yd = CRATER_X * TILE_YD,
                                .south_yd = CRATER_Y * TILE_YD + 1.6 * CRATER_RADIUS_YD,
                                .rotation_deg = 35.0,
                                .tilt_deg = 25.0,
                                .scale = LIFE_SIZE * 2};
    boulder.base_yd = surface_height_yd(world, boulder.east_yd, boulder.south_yd);
    scenery_add(world->scenery, PLACED_DOODADS, &boulder);
}

void place_doodads(struct world *world)
{
    plant_forests(world);
    plant_fields(world);
    put_props(world);
    put_camp(world);
    put_boulder(world);
}
