#include "demo/world/ground_cover.h"

#include <math.h>

#include "demo/textures/noise.h"
#include "demo/world/fields.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

/* The inputs of the rules, at one node. */
struct surroundings {
    double x, y; /* tiles */
    double height_yd;
    double steep;    /* rise over run */
    double coast_yd; /* positive on land */
    double broad;    /* noise with features of hundreds of yards, -1..1 */
    double local;    /* noise with features of tens of yards, -1..1 */
    double road_yd, street_yd;
    double river_yd; /* to the bank */
    double swamp_yd, crater_yd, lake_yd;
    double farm; /* 1 on fields, 0 elsewhere */
};

static struct surroundings surroundings_of(const struct world *world, int32_t i, int32_t j)
{
    static const struct noise_sum broad = {.seed = 111, .octaves = 3, .gain = 0.55};
    static const struct noise_sum local = {.seed = 112, .octaves = 3, .gain = 0.6};
    int32_t node = lattice_node(i, j);
    double slope[2];
    surface_slope(world, i, j, slope);
    struct surroundings at = {
        .x = (double)i / NODES_PER_TILE,
        .y = (double)j / NODES_PER_TILE,
        .height_yd = (double)world->height_yd[node],
        .steep = sqrt(slope[0] * slope[0] + slope[1] * slope[1]),
        .coast_yd = (double)world->coast_yd[node],
        .road_yd = (double)world->road.distance_yd[node],
        .street_yd = (double)world->street.distance_yd[node],
        .river_yd =
            (double)world->river.distance_yd[node] - (double)world->river.half_width_yd[node],
    };
    at.broad = noise_fractal(at.x * 2.3, at.y * 2.3, &broad);
    at.local = noise_fractal(at.x * 13.0, at.y * 13.0, &local);
    at.swamp_yd = swamp_distance_yd(at.x, at.y) - SWAMP_RADIUS_YD;
    at.crater_yd = crater_distance_yd(at.x, at.y);
    at.lake_yd = lake_inside_yd(at.x, at.y);
    return at;
}

static double lower(double a, double b)
{
    return a < b ? a : b;
}

static double higher(double a, double b)
{
    return a > b ? a : b;
}

/* Sand and grass: the two materials of the open land. */
static void cover_shore(const struct surroundings *at, double cover[GROUND_MATERIAL_COUNT])
{
    double shoal = (at->height_yd + 5.0 + 2.5 * at->local + 3.0 * at->broad) / 6.0;
    double lake_bed = at->lake_yd > 8.0 ? (12.0 - at->lake_yd) / 16.0 : 1.0;
    cover[SAND] = lower(shoal, lake_bed);
    double above_tide = (at->height_yd - 2.4 - 1.6 * at->broad - 0.8 * at->local) / 1.4;
    double dry = lower(higher(above_tide, (at->coast_yd - 90.0) / 20.0),
                       (at->coast_yd - 34.0 - 30.0 * at->broad - 10.0 * at->local) / 16.0);
    double beside_lake = (-at->lake_yd - 2.0) / 6.0;
    double beside_river = (at->river_yd - 1.5) / 1.6;
    cover[GRASS] = lower(dry, lower(beside_lake, beside_river));
}

/* Meadow, heath, forest floor and trees, kept clear of settlements and roads. */
static void cover_plants(const struct surroundings *at, double cover[GROUND_MATERIAL_COUNT])
{
    double grass = cover[GRASS];
    double village = site_distance_yd(SITE_VILLAGE, at->x, at->y);
    cover[MEADOW] = lower(grass, 1.6 * (at->local * 0.6 - at->broad * 0.9) - 0.25);
    double highland = (at->height_yd - 52.0 - 25.0 * at->broad - 16.0 * at->local) / 22.0;
    double east = (at->x - 5.75 - 0.22 * (at->y - 3.2) + 0.9 * at->broad + 0.35 * at->local) / 0.35;
    double north = (4.75 - at->y + 0.6 * at->broad + 0.4 * at->local) / 0.3;
    cover[HEATH] = lower(grass, higher(highland, lower(east, north)));
    double west = (3.1 - at->x) * 0.10;
    double woods = 1.9 * at->broad + 0.9 * at->local + west - 0.15;
    double treeline = (100.0 - at->height_yd + 22.0 * at->local) / 18.0;
    treeline = lower(treeline, (0.68 - at->steep) / 0.08);
    double clear = lower((village - 190.0) / 60.0, (at->road_yd - 9.0) / 5.0);
    clear = lower(clear,
                  lower((at->crater_yd - 330.0 - 60.0 * at->local) / 50.0,
                        higher(at->swamp_yd / 60.0, (at->height_yd - SWAMP_LEVEL_YD - 1.8) / 0.6)));
    clear = lower(clear, (site_distance_yd(SITE_RUINS, at->x, at->y) - 70.0) / 30.0);
    clear = lower(clear, (site_distance_yd(SITE_HARBOUR, at->x, at->y) - 60.0) / 10.0);
    clear = lower(clear, (at->street_yd - 8.0) / 4.0);
    clear = lower(clear, (site_distance_yd(SITE_CASTLE, at->x, at->y) - 96.0) / 20.0);
    clear = lower(clear, (site_distance_yd(SITE_LIGHTHOUSE, at->x, at->y) - 40.0) / 10.0);
    clear = lower(clear, (site_distance_yd(SITE_HAMLET, at->x, at->y) - 90.0) / 20.0);
    double open = at->farm > 0.0 ? -1.0 : 1.0;
    cover[CANOPY] = lower(lower(grass, open), lower(lower(woods, treeline), clear));
    double gentle = lower((0.36 - at->steep) / 0.05, (58.0 - at->height_yd) / 6.0);
    cover[FOREST] = lower(cover[CANOPY], gentle);
    cover[MEADOW] = lower(cover[MEADOW], gentle);
    cover[HEATH] = lower(cover[HEATH], -2.0 * cover[CANOPY] - 0.5);
}

/* Scree, rock, snow, ash and basalt, by slope, height and distance to the volcano. */
static void cover_heights(const struct surroundings *at, double cover[GROUND_MATERIAL_COUNT])
{
    double stone = (at->steep - 0.74 - 0.20 * at->local - 0.08 * at->broad) / 0.16;
    double high = (at->height_yd - 135.0 - 25.0 * at->broad - 20.0 * at->local) / 25.0;
    double inland = at->height_yd > 3.0 ? 1.0 : -1.0;
    cover[SCREE] = lower(inland, higher((at->steep - 0.60 - 0.16 * at->local) / 0.12, high));
    cover[ROCK] = lower(inland, stone);
    double cold = (at->height_yd - 128.0 - 26.0 * at->local - 16.0 * at->broad) / 18.0;
    cover[SNOW] = lower(cold, (1.60 - at->steep + 0.3 * at->local) / 0.30);
    double volcano = at->crater_yd;
    cover[ASH] = (345.0 - volcano + 70.0 * at->local + 60.0 * at->broad) / 60.0;
    cover[ASH] = lower(cover[ASH], inland);
    double lava = (150.0 - volcano + 55.0 * at->local) / 30.0;
    cover[BASALT] = higher(lower(lava, inland),
                           lower(cover[ASH] - 0.3, (at->steep - 0.6 - 0.1 * at->local) / 0.12));
    cover[SNOW] = lower(cover[SNOW], (volcano - 300.0) / 40.0);
    cover[ROCK] = lower(cover[ROCK], (volcano - 200.0) / 60.0);
    cover[SCREE] = lower(cover[SCREE], (volcano - 220.0) / 60.0);
}

/* Fields, mud, dirt, cobbles and paving. */
static void cover_works(const struct surroundings *at, const struct field *field,
                        double cover[GROUND_MATERIAL_COUNT])
{
    double clear = lower((at->road_yd - 8.0) / 4.0, (at->river_yd - 16.0) / 4.0);
    double inside = lower((field->edge_yd - 2.6) / 2.0, clear);
    cover[PLOUGHED] = field->crop != CROP_NONE && field->crop != CROP_FALLOW ? inside : -1.0;
    cover[GREENS] = field->crop == CROP_GREENS ? inside : -1.0;
    cover[WHEAT] = field->crop == CROP_WHEAT ? inside : -1.0;
    bool hedged = field->crop != CROP_NONE && field->hedge && field->edge_yd < 2.4;
    cover[CANOPY] = hedged && clear > 0.0 ? 1.0 : cover[CANOPY];
    double bog = (-at->swamp_yd + 110.0 * at->local) / 60.0;
    double wet = lower(bog, (SWAMP_LEVEL_YD + 1.0 + 0.5 * at->local - at->height_yd) / 0.5);
    double village = site_distance_yd(SITE_VILLAGE, at->x, at->y);
    cover[MUD] = at->coast_yd > 45.0 ? wet : -1.0;
    double yard = (58.0 - village + 26.0 * at->local) / 16.0;
    double pit = (site_distance_yd(SITE_MINE, at->x, at->y) - 42.0 - 12.0 * at->local) / -10.0;
    double hamlet = (site_distance_yd(SITE_HAMLET, at->x, at->y) - 26.0 - 14.0 * at->local) / -10.0;
    double bed = (at->river_yd + 0.5) / 1.0;
    double track = lower(bed, (3.6 - at->road_yd + 0.9 * at->local) / 2.2);
    cover[DIRT] =
        lower(higher(higher(track, yard), higher(pit, hamlet)), at->height_yd > 0.6 ? 1.0 : -1.0);
    double square = (20.0 - village + 5.0 * at->local) / 4.0;
    double quay = (40.0 - site_distance_yd(SITE_HARBOUR, at->x, at->y) + 4.0 * at->local) / 5.0;
    double castle = (castle_inside_yd(at->x, at->y) + 1.5 * at->local) / 2.0;
    double street = lower(bed, (3.8 - at->street_yd) / 1.8);
    cover[COBBLES] = higher(higher(street, castle), higher(square, quay));
    double ruins = site_distance_yd(SITE_RUINS, at->x, at->y);
    double worn = (46.0 - ruins - 26.0 * at->local) / 8.0;
    double landing = (18.0 - site_distance_yd(SITE_LANDING, at->x, at->y)) / 5.0;
    cover[PAVING] = higher(worn, landing);
}

void ground_cover_node(const struct world *world, int32_t i, int32_t j,
                       double cover[GROUND_MATERIAL_COUNT])
{
    for (int m = 0; m < GROUND_MATERIAL_COUNT; m++) {
        cover[m] = -1.0;
    }
    cover[SEABED] = 1.0;
    if ((double)world->coast_yd[lattice_node(i, j)] < -250.0) {
        return;
    }
    struct surroundings at = surroundings_of(world, i, j);
    struct field field = field_at(world, i * NODE_YD, j * NODE_YD);
    at.farm = field.crop == CROP_NONE ? 0.0 : 1.0;
    cover_shore(&at, cover);
    cover_plants(&at, cover);
    cover_heights(&at, cover);
    cover_works(&at, &field, cover);
}
