/*
 * Plants stand where the ground is covered accordingly: a grid of cells is laid over the world, one
 * plant at most in each, at a random place in its cell. That keeps trees apart and looks random.
 *
 *     +-----+-----+-----+
 *     |  o  |     |o    |     o  a tree in the canopy, 10 yards a cell
 *     |     |   o |     |
 *     +-----+-----+-----+
 *
 * Orchards, wheat, hedges and fences follow the rows of parcels (fields.h): u runs along a row, v
 * across.
 */
#include "demo/world/place_doodads.h"

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/fields.h"
#include "demo/world/ground_cover.h"
#include "demo/world/placing.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

#define FOREST_CELL_YD 10.0
#define WORLD_YD (WORLD_TILES * TILE_YD)

enum { LIFE_SIZE = 1024 };

/* State while doodads are placed. */
struct planting {
    struct scenery *scenery;
    const struct world *world;
    bool failed; /* out of memory */
};

/* Whether a building stands within `margin` yards, or the world has no tile there. */
static bool is_built(const struct planting *planting, double east, double south, double margin)
{
    const double around[4] = {east - margin, south - margin, east + margin, south + margin};
    if (!surface_has_tile((int32_t)(east / TILE_YD), (int32_t)(south / TILE_YD))) {
        return true;
    }
    for (int p = 0; p < planting->scenery->count; p++) {
        if (placement_touches(&planting->scenery->placements[p], around)) {
            return true;
        }
    }
    return false;
}

static void put(struct planting *planting, const struct doodad_placement *doodad)
{
    planting->failed = !scenery_add_doodad(planting->scenery, doodad) || planting->failed;
}

/* Puts a doodad on the ground. `size` is a factor of its size. */
static void put_on_ground(struct planting *planting, enum doodad doodad, double east, double south,
                          double rotation, double size)
{
    const struct doodad_placement placement = {
        .doodad = doodad,
        .east_yd = east,
        .south_yd = south,
        .base_yd = surface_height_yd(planting->world, east, south),
        .rotation_deg = rotation,
        .scale = (uint16_t)(size * LIFE_SIZE),
    };
    put(planting, &placement);
}

/* ---- forests ---- */

static enum doodad choose_tree(const struct world *world, int32_t node, double pick)
{
    double height = (double)world->height_yd[node];
    double firs = noise_clamp((height - 22.0) / 30.0, 0.08, 0.95);
    if (pick < firs) {
        return pick < 0.75 * firs ? DOODAD_FIR : DOODAD_FIR_YOUNG;
    }
    return pick < firs + 0.7 * (1.0 - firs) ? DOODAD_OAK : DOODAD_OAK_YOUNG;
}

/* What grows at a node; DOODAD_COUNT for nothing. `pick` and `chance` are random, 0..1. */
static enum doodad choose_plant(const struct world *world, int32_t i, int32_t j, double pick,
                                double chance)
{
    double cover[GROUND_MATERIAL_COUNT];
    int32_t node = lattice_node(i, j);
    if ((double)world->coast_yd[node] < -20.0) {
        return DOODAD_COUNT;
    }
    ground_cover_node(world, i, j, cover);
    if (cover[CANOPY] > 0.0) {
        return choose_tree(world, node, pick);
    }
    if (cover[ROCK] > 0.0 || cover[SCREE] > 0.0) {
        return chance > 0.12 ? DOODAD_COUNT : pick < 0.6 ? DOODAD_ROCK : DOODAD_BOULDER;
    }
    if (cover[CANOPY] > -0.5 && cover[DIRT] < 0.0 && cover[COBBLES] < 0.0) {
        return chance > 0.5 ? DOODAD_COUNT : pick < 0.7 ? DOODAD_BUSH : DOODAD_OAK_YOUNG;
    }
    bool heath = cover[HEATH] > 0.0 && chance < 0.12;
    return heath && cover[DIRT] < 0.0 ? DOODAD_BUSH : DOODAD_COUNT;
}

static void plant_cell(struct planting *planting, int32_t column, int32_t row)
{
    double east = FOREST_CELL_YD * (column + 0.1 + 0.8 * noise_unit(column, row, 801u));
    double south = FOREST_CELL_YD * (row + 0.1 + 0.8 * noise_unit(column, row, 802u));
    enum doodad doodad =
        choose_plant(planting->world, (int32_t)(east / NODE_YD), (int32_t)(south / NODE_YD),
                     noise_unit(column, row, 803u), noise_unit(column, row, 804u));
    double size = 0.75 + 0.6 * noise_unit(column, row, 805u);
    if (doodad != DOODAD_COUNT && !is_built(planting, east, south, 4.0)) {
        put_on_ground(planting, doodad, east, south, 360.0 * noise_unit(column, row, 806u), size);
    }
}

static void plant_forests(struct planting *planting)
{
    const int32_t cells = (int32_t)(WORLD_YD / FOREST_CELL_YD);
    for (int32_t row = 0; row < cells; row++) {
        for (int32_t column = 0; column < cells; column++) {
            plant_cell(planting, column, row);
        }
    }
}

/* ---- fields ---- */

struct spot {
    double east, south;
};

static struct spot spot_of_row(double u, double v)
{
    return (struct spot){u * FIELD_SLANT_COS - v * FIELD_SLANT_SIN,
                         u * FIELD_SLANT_SIN + v * FIELD_SLANT_COS};
}

/* Whether something can be planted there: not on roads, streams or buildings. */
static bool is_farmed(const struct planting *planting, struct spot at, double margin)
{
    int32_t node = lattice_node((int32_t)(at.east / NODE_YD), (int32_t)(at.south / NODE_YD));
    return (double)planting->world->road.distance_yd[node] > 8.0 &&
           (double)planting->world->river.distance_yd[node] > 18.0 &&
           !is_built(planting, at.east, at.south, margin);
}

/* One plant of a crop, at a place of the grid of 8 yards. */
static void plant_crop(struct planting *planting, struct spot at, const struct field *field)
{
    uint32_t key = (uint32_t)(at.east * 16.0);
    double turn = 360.0 * noise_unit((int32_t)key, (int32_t)(at.south * 16.0), 811u);
    if (field->crop == CROP_FALLOW && field->edge_yd > 5.0 && is_farmed(planting, at, 4.0)) {
        put_on_ground(planting, DOODAD_FRUIT_TREE, at.east, at.south, turn, 0.9 + turn / 1200.0);
    } else if (field->crop == CROP_WHEAT && field->edge_yd > 6.0 && is_farmed(planting, at, 2.0)) {
        put_on_ground(planting, DOODAD_WHEAT, at.east, at.south, turn, 1.6);
    }
}

/* A piece of hedge or fence along the edge of a parcel, in the direction (u, v). */
static void put_border(struct planting *planting, double u, double v, bool along)
{
    struct spot at = spot_of_row(u, v);
    struct spot inside = spot_of_row(along ? u : u + 3.0, along ? v + 3.0 : v);
    struct field field = field_at(planting->world, inside.east, inside.south);
    if (field.crop == CROP_NONE || !is_farmed(planting, at, 3.0)) {
        return;
    }
    struct spot direction = along ? spot_of_row(1.0, 0.0) : spot_of_row(0.0, 1.0);
    put_on_ground(planting, field.hedge ? DOODAD_HEDGE : DOODAD_FENCE, at.east, at.south,
                  placing_degrees(direction.east, direction.south), 1.0);
}

/* Borders between the parcels of a row: where the distance to the edge is least in the row's
 * middle. */
static void put_cross_borders(struct planting *planting, double row, double from, double to)
{
    double last = from;
    for (int along = 0; from + along < to; along++) {
        double u = from + along;
        struct spot at = spot_of_row(u, (row + 0.5) * FIELD_ROW_YD);
        if (u - last > 8.0 && field_at(planting->world, at.east, at.south).edge_yd < 1.0) {
            last = u;
            for (int k = 0; 5 + 7 * k < FIELD_ROW_YD - 4.0; k++) {
                put_border(planting, u, row * FIELD_ROW_YD + (5 + 7 * k), false);
            }
        }
    }
}

static void plant_row(struct planting *planting, double row, double from, double to)
{
    const double step = 8.0;
    for (int column = 0; from + column * step < to; column++) {
        double u = from + column * step;
        for (int k = 0; (k + 0.5) * step < FIELD_ROW_YD; k++) {
            struct spot at = spot_of_row(u, row * FIELD_ROW_YD + (k + 0.5) * step);
            struct field field = field_at(planting->world, at.east, at.south);
            plant_crop(planting, at, &field);
        }
        put_border(planting, u, row * FIELD_ROW_YD, true);
    }
    put_cross_borders(planting, row, from, to);
}

/* The farm land lies within 700 yards of the village and the hamlet. */
static void plant_fields(struct planting *planting)
{
    double east = 0.5 * (site_get(SITE_VILLAGE)->x + site_get(SITE_HAMLET)->x) * TILE_YD;
    double south = 0.5 * (site_get(SITE_VILLAGE)->y + site_get(SITE_HAMLET)->y) * TILE_YD;
    double u = portable_floor(east * FIELD_SLANT_COS + south * FIELD_SLANT_SIN);
    double v = south * FIELD_SLANT_COS - east * FIELD_SLANT_SIN;
    double middle = portable_floor(v / FIELD_ROW_YD);
    for (int row = -10; row <= 10; row++) {
        plant_row(planting, middle + row, u - 1100.0, u + 1100.0);
    }
}

/* ---- places ---- */

/* A doodad near a site: yards east and south of its middle, and a rotation. */
struct prop {
    enum site_name site;
    enum doodad doodad;
    double east, south, rotation;
};

static void put_props(struct planting *planting)
{
    static const struct prop props[] = {
        {SITE_VILLAGE, DOODAD_LAMP_POST, 9.0, 9.0, 0.0},
        {SITE_VILLAGE, DOODAD_LAMP_POST, -9.0, 9.0, 0.0},
        {SITE_VILLAGE, DOODAD_LAMP_POST, 9.0, -9.0, 0.0},
        {SITE_VILLAGE, DOODAD_LAMP_POST, -9.0, -9.0, 0.0},
        {SITE_VILLAGE, DOODAD_CART, 20.0, 4.0, 75.0},
        {SITE_VILLAGE, DOODAD_CART, -19.0, -6.0, 200.0},
        {SITE_VILLAGE, DOODAD_CRATES, 11.0, 19.0, 20.0},
        {SITE_VILLAGE, DOODAD_CRATES, -14.0, 17.0, 130.0},
        {SITE_VILLAGE, DOODAD_SIGN, 4.0, 22.0, 90.0},
        {SITE_HAMLET, DOODAD_CART, 8.0, 5.0, 40.0},
        {SITE_HAMLET, DOODAD_SIGN, -6.0, 8.0, 0.0},
        {SITE_HAMLET, DOODAD_LAMP_POST, 3.0, -7.0, 0.0},
        {SITE_HARBOUR, DOODAD_CRATES, 4.0, 36.0, 10.0},
        {SITE_HARBOUR, DOODAD_CRATES, 9.0, 37.0, 65.0},
        {SITE_HARBOUR, DOODAD_CRATES, -8.0, 38.0, 110.0},
        {SITE_HARBOUR, DOODAD_CART, 16.0, 34.0, 90.0},
        {SITE_HARBOUR, DOODAD_LAMP_POST, 0.0, 41.0, 0.0},
        {SITE_HARBOUR, DOODAD_LAMP_POST, 22.0, 41.0, 0.0},
        {SITE_HARBOUR, DOODAD_LAMP_POST, -22.0, 41.0, 0.0},
        {SITE_MINE, DOODAD_CART, 20.0, 6.0, 150.0},
        {SITE_MINE, DOODAD_CRATES, -18.0, 10.0, 30.0},
        {SITE_RUINS, DOODAD_BOULDER, 20.0, 18.0, 0.0},
        {SITE_RUINS, DOODAD_ROCK, 15.0, 10.0, 80.0},
    };
    for (size_t k = 0; k < COUNT_OF(props); k++) {
        const struct site *site = site_get(props[k].site);
        put_on_ground(planting, props[k].doodad, site->x * TILE_YD + props[k].east,
                      site->y * TILE_YD + props[k].south, props[k].rotation, 1.0);
    }
}

/* Tents around a fire, their openings towards it, on the western edge of the castle's lowland. */
static void put_camp(struct planting *planting)
{
    enum { TENTS = 7 };
    const double east = 3.62 * TILE_YD;
    const double south = 3.30 * TILE_YD;
    put_on_ground(planting, DOODAD_CAMPFIRE, east, south, 0.0, 1.2);
    for (int k = 0; k < TENTS; k++) {
        double angle = 2.0 * PORTABLE_PI * (k + 0.3) / TENTS;
        double x = portable_cos(angle);
        double y = portable_sin(angle);
        put_on_ground(planting, k % 3 ? DOODAD_TENT_RED : DOODAD_TENT_BLUE, east + 11.0 * x,
                      south + 11.0 * y, placing_degrees(-x, -y), 1.0);
    }
    put_on_ground(planting, DOODAD_CART, east + 3.0, south - 20.0, 30.0, 1.0);
    put_on_ground(planting, DOODAD_CRATES, east - 5.0, south + 3.0, 30.0, 1.0);
    put_on_ground(planting, DOODAD_TABLE, east + 4.0, south + 3.0, 100.0, 1.0);
}

/* Boats at the quay, along the piers and out at sea, level with the water. */
static void put_boats(struct planting *planting)
{
    static const double boats[][3] = {
        {-12.0, 5.0, 92.0},   {12.0, 4.5, 88.0},   {-24.0, 9.0, 5.0},
        {-25.0, 17.0, 176.0}, {17.0, 12.0, 2.0},   {26.0, 10.0, 185.0},
        {-48.0, 60.0, 40.0},  {70.0, 95.0, 120.0}, {-95.0, 130.0, 75.0}};
    double middle = site_get(SITE_HARBOUR)->x * TILE_YD;
    double front = QUAY_Y * TILE_YD + 2.0;
    for (size_t k = 0; k < COUNT_OF(boats); k++) {
        const struct doodad_placement boat = {.doodad = DOODAD_ROWING_BOAT,
                                              .east_yd = middle + boats[k][0],
                                              .south_yd = front + boats[k][1],
                                              .rotation_deg = boats[k][2],
                                              .scale = LIFE_SIZE};
        put(planting, &boat);
    }
}

/* A leaning boulder, and mist, which is nothing to draw, at the crater's rim. */
static void put_crater(struct planting *planting)
{
    const double east = CRATER_X * TILE_YD;
    const double south = (CRATER_Y * TILE_YD) + 1.6 * CRATER_RADIUS_YD;
    const struct doodad_placement boulder = {.doodad = DOODAD_BOULDER,
                                             .east_yd = east,
                                             .south_yd = south,
                                             .base_yd =
                                                 surface_height_yd(planting->world, east, south),
                                             .rotation_deg = 35.0,
                                             .tilt_deg = 25.0,
                                             .scale = LIFE_SIZE * 2};
    put(planting, &boulder);
    put_on_ground(planting, DOODAD_MIST, east, south, 0.0, 1.0);
}

bool place_doodads(struct scenery *scenery, const struct world *world)
{
    struct planting planting = {.scenery = scenery, .world = world};
    plant_forests(&planting);
    plant_fields(&planting);
    put_props(&planting);
    put_camp(&planting);
    put_boats(&planting);
    put_crater(&planting);
    return !planting.failed;
}
