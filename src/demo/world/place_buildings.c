#include "demo/world/place_buildings.h"

#include <math.h>
#include <stdlib.h>

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/placing.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

/* ---- bridges ---- */

enum { CROSSINGS_MAX = 16 };

/* A cluster of nodes where the middle of a road meets the middle of a river: sums of the nodes. */
struct crossing {
    double i, j, count;
};

/* Distance to the middle of the road. Near a street the street counts, so that a bridge carries it
 * and not a road that joins it. */
static double middle_of_road_yd(const struct world *world, int32_t node)
{
    double street = (double)world->street.distance_yd[node];
    return street < 12.0 ? street : (double)world->road.distance_yd[node];
}

static void add_crossing(struct crossing crossings[CROSSINGS_MAX], int *count, int32_t i, int32_t j)
{
    for (int c = 0; c < *count; c++) {
        double di = crossings[c].i / crossings[c].count - i;
        double dj = crossings[c].j / crossings[c].count - j;
        if (di * di + dj * dj < 20.0 * 20.0) {
            crossings[c].i += i;
            crossings[c].j += j;
            crossings[c].count += 1.0;
            return;
        }
    }
    if (*count < CROSSINGS_MAX) {
        crossings[(*count)++] = (struct crossing){i, j, 1.0};
    }
}

/*
 * The direction of the road around (i, j): the principal axis of the road nodes within 10 nodes.
 * With a, b, c the sums of xx, xy and yy, twice its angle has the cosine (a - c) / r and the sine
 * 2 b / r, where r = sqrt((a - c)^2 + 4 b^2).
 */
static void road_direction(const struct world *world, double i, double j, double along[2])
{
    enum { REACH = 10 };
    double a = 0.0;
    double b = 0.0;
    double c = 0.0;
    for (int32_t v = -REACH; v <= REACH; v++) {
        for (int32_t u = -REACH; u <= REACH; u++) {
            int32_t node = lattice_node((int32_t)(i + 0.5) + u, (int32_t)(j + 0.5) + v);
            if (u * u + v * v <= REACH * REACH && middle_of_road_yd(world, node) < 2.4) {
                a += u * u;
                b += u * v;
                c += v * v;
            }
        }
    }
    double r = sqrt((a - c) * (a - c) + 4.0 * b * b);
    double cosine = r > 0.0 ? (a - c) / r : 1.0;
    along[0] = sqrt((1.0 + cosine) / 2.0);
    along[1] = b < 0.0 ? -sqrt((1.0 - cosine) / 2.0) : sqrt((1.0 - cosine) / 2.0);
}

static void put_bridge(struct placing *placing, const struct crossing *crossing)
{
    const struct world *world = placing->world;
    double i = crossing->i / crossing->count;
    double j = crossing->j / crossing->count;
    int32_t node = lattice_node((int32_t)(i + 0.5), (int32_t)(j + 0.5));
    double width = (double)world->river.half_width_yd[node];
    enum building building = width > 8.0   ? BUILDING_BRIDGE_LONG
                             : width > 6.0 ? BUILDING_BRIDGE_MIDDLE
                             : width > 2.3 ? BUILDING_BRIDGE_SHORT
                                           : BUILDING_FOOTBRIDGE;
    double half = (double)placing->scenery->models[building].high[0];
    double along[2];
    road_direction(world, i, j, along);
    double ends[2];
    for (int k = 0; k < 2; k++) {
        double out = k ? half : -half;
        ends[k] =
            surface_height_yd(world, i * NODE_YD + along[0] * out, j * NODE_YD + along[1] * out);
    }
    double base = 0.5 * (ends[0] + ends[1]) - 0.1;
    double least = (double)world->river.level_yd[node] + 0.4;
    placing_put(placing, building, i * NODE_YD, j * NODE_YD, base > least ? base : least,
                placing_degrees(along[0], along[1]));
}

static void place_bridges(struct placing *placing)
{
    const struct world *world = placing->world;
    struct crossing crossings[CROSSINGS_MAX];
    int count = 0;
    for (int32_t j = 0; j < LATTICE; j++) {
        for (int32_t i = 0; i < LATTICE; i++) {
            int32_t node = lattice_node(i, j);
            if (world->river.distance_yd[node] < 1.6f && middle_of_road_yd(world, node) < 1.6) {
                add_crossing(crossings, &count, i, j);
            }
        }
    }
    for (int c = 0; c < count; c++) {
        put_bridge(placing, &crossings[c]);
    }
}

/* ---- landmarks ---- */

/* Puts a building on the ground, `east` and `south` yards from the middle of a site. */
static void put_at_site(struct placing *placing, enum building building, enum site_name name,
                        double east, double south, double rotation)
{
    const struct site *site = site_get(name);
    placing_put_on_ground(placing, building, site->x * TILE_YD + east, site->y * TILE_YD + south,
                          rotation);
}

static void put_harbour(struct placing *placing)
{
    double middle = site_get(SITE_HARBOUR)->x * TILE_YD;
    double front = QUAY_Y * TILE_YD + 2.0;
    placing_put(placing, BUILDING_QUAY, middle, front, 0.55, 0.0);
    for (int k = -1; k <= 1; k += 2) {
        placing_put(placing, BUILDING_PIER, middle + 21.0 * k, front - 2.0, 0.55, 0.0);
    }
    placing_put(placing, BUILDING_SHIP, middle + 1.0, front + 22.0, 0.0, 3.0);
    placing_put(placing, BUILDING_SHIP, middle + 44.0, front + 52.0, 0.0, -24.0);
    placing_put(placing, BUILDING_SHIP, middle - 110.0, front + 250.0, 0.0, 118.0);
    static const double boats[][3] = {{-28.0, 12.0, 8.0},   {-28.5, 24.0, -14.0},
                                      {-13.0, 38.0, 170.0}, {29.0, 20.0, 20.0},
                                      {-70.0, 80.0, 60.0},  {120.0, 130.0, 210.0}};
    for (size_t k = 0; k < COUNT_OF(boats); k++) {
        placing_put(placing, BUILDING_BOAT, middle + boats[k][0], front + boats[k][1], 0.0,
                    boats[k][2]);
    }
    put_at_site(placing, BUILDING_WAREHOUSE, SITE_HARBOUR, -30.0, 22.0, 0.0);
    put_at_site(placing, BUILDING_WAREHOUSE, SITE_HARBOUR, -30.0, -2.0, 90.0);
}

static void put_ruins(struct placing *placing)
{
    put_at_site(placing, BUILDING_TEMPLE, SITE_RUINS, -8.0, -26.0, 90.0);
    put_at_site(placing, BUILDING_COLUMNS, SITE_RUINS, -27.0, 12.0, 20.0);
    static const double walls[][3] = {
        {34.0, -8.0, 15.0}, {12.0, 34.0, 95.0}, {-16.0, 38.0, 80.0}, {38.0, 32.0, 140.0}};
    for (size_t k = 0; k < COUNT_OF(walls); k++) {
        put_at_site(placing, BUILDING_BROKEN_WALL, SITE_RUINS, walls[k][0], walls[k][1],
                    walls[k][2]);
    }
}

/* Puts a building into a hole of the ground in the chunk (x, y). The hole's middle lies `across`
 * yards from the chunk's corner each way; `half` is half its side. The rim of the building stands
 * on the highest ground around the hole. The cave has no rim and lies below the lowest. */
static void put_in_hole(struct placing *placing, enum building building, int32_t x, int32_t y,
                        double across, double half)
{
    enum { AROUND = 16 };
    const double chunk_yd = TILE_YD / CHUNKS_PER_TILE;
    double east = x * chunk_yd + across;
    double south = y * chunk_yd + across;
    double base = surface_height_yd(placing->world, east, south);
    bool rim = building != BUILDING_CAVE;
    for (int k = 0; k < AROUND; k++) {
        double angle = 2.0 * PORTABLE_PI * k / AROUND;
        double out = 1.35 * half;
        double ground = surface_height_yd(placing->world, east + out * portable_cos(angle),
                                          south + out * portable_sin(angle));
        base = (rim ? ground > base : ground < base) ? ground : base;
    }
    placing_put(placing, building, east, south, rim ? base - 0.3 : base, 0.0);
}

static void place_landmarks(struct placing *placing)
{
    const double half_chunk = TILE_YD / CHUNKS_PER_TILE / 2.0;
    put_at_site(placing, BUILDING_CASTLE, SITE_CASTLE, 0.0, 0.0, 0.0);
    put_at_site(placing, BUILDING_LIGHTHOUSE, SITE_LIGHTHOUSE, 4.0, 0.0, 210.0);
    put_harbour(placing);
    put_ruins(placing);
    put_in_hole(placing, BUILDING_MINE, 38, 75, half_chunk, half_chunk / 2.0);
    put_in_hole(placing, BUILDING_CAVE, 64, 41, half_chunk, half_chunk / 2.0);
    put_in_hole(placing, BUILDING_CELLAR, 87, 60, 0.75 * half_chunk, half_chunk / 4.0);
}

/* ---- village, hamlet, farms ---- */

/* Largest difference of height under a house; less than the depth of its foundations. */
#define RELIEF_YD 2.8

static void put_square(struct placing *placing)
{
    put_at_site(placing, BUILDING_FOUNTAIN, SITE_VILLAGE, 0.0, 0.0, 20.0);
    static const enum building stalls[3] = {BUILDING_STALL_RED, BUILDING_STALL_BLUE,
                                            BUILDING_STALL_OCHRE};
    for (int k = 0; k < 7; k++) {
        double angle = 2.0 * PORTABLE_PI * (k + 0.35) / 7.0;
        double east = 15.5 * portable_cos(angle);
        double south = 15.5 * portable_sin(angle);
        put_at_site(placing, stalls[k % 3], SITE_VILLAGE, east, south,
                    placing_degrees(-east, -south));
    }
}

/* `count` buildings around a site, of the kinds listed, in rotation. */
struct district {
    enum site_name site;
    int count;
    double from_yd, to_yd;
    enum building kinds[6];
    int kind_count;
    uint32_t seed;
};

static void put_district(struct placing *placing, const struct district *district)
{
    const struct site *site = site_get(district->site);
    for (int k = 0; k < district->count; k++) {
        int pick = k % district->kind_count;
        struct placing_request request = {
            .building = district->kinds[pick],
            .from_yd = district->from_yd,
            .to_yd = district->to_yd,
            .setback_yd = 6.2 + 3.0 * noise_unit(k, 1, district->seed),
            .relief_yd = RELIEF_YD,
            .margin_yd = 1.8 + 2.2 * noise_unit(k, 2, district->seed),
            .seed = district->seed + (uint32_t)k,
        };
        placing_search(placing, &request, site->x, site->y);
    }
}

static const struct district districts[] = {
    {SITE_VILLAGE, 1, 30.0, 90.0, {BUILDING_CHURCH}, 1, 601u},
    {SITE_VILLAGE, 1, 24.0, 90.0, {BUILDING_INN}, 1, 602u},
    {SITE_VILLAGE,
     10,
     20.0,
     120.0,
     {BUILDING_TOWNHOUSE_RED, BUILDING_TOWNHOUSE_BROWN, BUILDING_HOUSE_L_SLATE,
      BUILDING_HOUSE_L_RED},
     4,
     610u},
    {SITE_VILLAGE,
     16,
     50.0,
     230.0,
     {BUILDING_COTTAGE_RED, BUILDING_COTTAGE_BROWN, BUILDING_COTTAGE_SLATE, BUILDING_THATCHED,
      BUILDING_HOUSE_L_RED, BUILDING_THATCHED_LONG},
     6,
     640u},
    {SITE_VILLAGE, 6, 100.0, 330.0, {BUILDING_THATCHED, BUILDING_THATCHED_LONG}, 2, 670u},
    {SITE_HAMLET,
     9,
     14.0,
     150.0,
     {BUILDING_THATCHED, BUILDING_COTTAGE_BROWN, BUILDING_THATCHED_LONG, BUILDING_COTTAGE_RED},
     4,
     690u},
    {SITE_HARBOUR,
     6,
     16.0,
     120.0,
     {BUILDING_COTTAGE_SLATE, BUILDING_TOWNHOUSE_RED, BUILDING_COTTAGE_RED},
     3,
     710u},
    {SITE_LANDING, 3, 10.0, 90.0, {BUILDING_COTTAGE_SLATE, BUILDING_THATCHED}, 2, 720u},
    {SITE_MINE, 3, 30.0, 110.0, {BUILDING_COTTAGE_BROWN, BUILDING_THATCHED}, 2, 730u},
    {SITE_CASTLE_GATE, 4, 20.0, 150.0, {BUILDING_COTTAGE_RED, BUILDING_COTTAGE_SLATE}, 2, 740u},
};

/* Barns and other farm buildings, behind the houses. */
static void put_farms(struct placing *placing)
{
    static const struct {
        enum site_name site;
        enum building building;
        double from_yd, to_yd, setback_yd, relief_yd;
    } farms[] = {
        {SITE_VILLAGE, BUILDING_BARN, 90.0, 260.0, 22.0, RELIEF_YD},
        {SITE_VILLAGE, BUILDING_BARN, 130.0, 300.0, 19.0, RELIEF_YD},
        {SITE_VILLAGE, BUILDING_BARN, 170.0, 380.0, 24.0, RELIEF_YD},
        {SITE_HAMLET, BUILDING_BARN, 40.0, 180.0, 20.0, RELIEF_YD},
        {SITE_HAMLET, BUILDING_BARN, 60.0, 220.0, 20.0, RELIEF_YD},
        {SITE_VILLAGE, BUILDING_MILL, 120.0, 330.0, 24.0, RELIEF_YD},
        {SITE_HAMLET, BUILDING_WELL, 8.0, 60.0, 6.0, RELIEF_YD},
        {SITE_VILLAGE, BUILDING_WELL, 40.0, 120.0, 6.0, RELIEF_YD},
        {SITE_EAST_MOOR, BUILDING_MATERIAL_SAMPLES, 30.0, 300.0, 12.0, 5.0},
    };
    for (size_t k = 0; k < COUNT_OF(farms); k++) {
        const struct site *site = site_get(farms[k].site);
        struct placing_request request = {.building = farms[k].building,
                                          .from_yd = farms[k].from_yd,
                                          .to_yd = farms[k].to_yd,
                                          .setback_yd = farms[k].setback_yd,
                                          .relief_yd = farms[k].relief_yd,
                                          .margin_yd = 3.0,
                                          .seed = 760u + (uint32_t)k};
        placing_search(placing, &request, site->x, site->y);
    }
    for (int k = 0; k < 16; k++) {
        struct placing_request request = {.building = BUILDING_HAYSTACK,
                                          .from_yd = 120.0 + 16.0 * k,
                                          .to_yd = 460.0,
                                          .setback_yd = 16.0 + 8.0 * noise_unit(k, 0, 780u),
                                          .relief_yd = RELIEF_YD,
                                          .margin_yd = 2.0,
                                          .fields = true,
                                          .seed = 780u + (uint32_t)k};
        const struct site *site = site_get(k % 3 ? SITE_VILLAGE : SITE_HAMLET);
        placing_search(placing, &request, site->x, site->y);
    }
}

static void place_village(struct placing *placing)
{
    put_square(placing);
    for (size_t k = 0; k < COUNT_OF(districts); k++) {
        put_district(placing, &districts[k]);
    }
    put_farms(placing);
}

bool place_buildings(struct scenery *scenery, const struct world *world)
{
    struct placing placing = {
        .world = world, .scenery = scenery, .occupied = calloc((size_t)LATTICE * LATTICE, 1)};
    if (!placing.occupied) {
        return false;
    }
    place_landmarks(&placing);
    place_bridges(&placing);
    place_village(&placing);
    free(placing.occupied);
    return !placing.failed;
}
