/* Where the buildings of the demo world go. */
#include <math.h>

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/sites.h"
#include "demo/world/siting.h"
#include "demo/world/surface.h"

/* ---- bridges ---- */

enum { CROSSINGS_MAX = 16 };

/* Where a road's middle meets a river's; sums over nodes that are near each other. */
struct crossing {
    double i, j, count;
};

/* Distance to the middle of the road that a traveller takes: where a street runs, that. */
static double middle_of_road_yd(const struct world *world, int32_t node)
{
    double street = (double)world->street.distance_yd[node];
    return street < 12.0 ? street : (double)world->road.distance_yd[node];
}

static void note_crossing(struct crossing crossings[CROSSINGS_MAX], int *count, int32_t i,
                          int32_t j)
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
 * The direction of a line of nodes around (i, j): the axis along which their places spread most.
 * With the sums a, b, c of xx, xy and yy its double angle has cosine (a - c) / r and sine 2b / r.
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

static void put_bridge(struct siting *siting, const struct crossing *crossing)
{
    const struct world *world = siting->world;
    double i = crossing->i / crossing->count;
    double j = crossing->j / crossing->count;
    int32_t node = lattice_node((int32_t)(i + 0.5), (int32_t)(j + 0.5));
    double width = (double)world->river.half_width_yd[node];
    enum building building = width > 8.0   ? BUILDING_BRIDGE_LONG
                             : width > 6.0 ? BUILDING_BRIDGE_MIDDLE
                             : width > 2.3 ? BUILDING_BRIDGE_SHORT
                                           : BUILDING_FOOTBRIDGE;
    double half = (double)siting->scenery->models[building].high[0];
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
    siting_put(siting, building, i * NODE_YD, j * NODE_YD, base > least ? base : least,
               siting_degrees(along[0], along[1]));
}

void siting_bridges(struct siting *siting)
{
    const struct world *world = siting->world;
    struct crossing crossings[CROSSINGS_MAX];
    int count = 0;
    for (int32_t j = 0; j < LATTICE; j++) {
        for (int32_t i = 0; i < LATTICE; i++) {
            int32_t node = lattice_node(i, j);
            if (world->river.distance_yd[node] < 1.6f && middle_of_road_yd(world, node) < 1.6) {
                note_crossing(crossings, &count, i, j);
            }
        }
    }
    for (int c = 0; c < count; c++) {
        put_bridge(siting, &crossings[c]);
    }
}

/* ---- places of their own ---- */

/* Stands a building so many yards east and south of a site's middle. */
static void stand_at(struct siting *siting, enum building building, enum site_name name,
                     double east, double south, double turn)
{
    const struct site *site = site_get(name);
    siting_stand(siting, building, site->x * TILE_YD + east, site->y * TILE_YD + south, turn);
}

static void put_harbour(struct siting *siting)
{
    double middle = site_get(SITE_HARBOUR)->x * TILE_YD;
    double front = QUAY_Y * TILE_YD + 2.0;
    siting_put(siting, BUILDING_QUAY, middle, front, 0.55, 0.0);
    for (int k = -1; k <= 1; k += 2) {
        siting_put(siting, BUILDING_PIER, middle + 21.0 * k, front - 2.0, 0.55, 0.0);
    }
    siting_put(siting, BUILDING_SHIP, middle + 1.0, front + 22.0, 0.0, 3.0);
    siting_put(siting, BUILDING_SHIP, middle + 44.0, front + 52.0, 0.0, -24.0);
    siting_put(siting, BUILDING_SHIP, middle - 110.0, front + 250.0, 0.0, 118.0);
    static const double boats[][3] = {{-28.0, 12.0, 8.0},   {-28.5, 24.0, -14.0},
                                      {-13.0, 38.0, 170.0}, {29.0, 20.0, 20.0},
                                      {-70.0, 80.0, 60.0},  {120.0, 130.0, 210.0}};
    for (size_t k = 0; k < COUNT_OF(boats); k++) {
        siting_put(siting, BUILDING_BOAT, middle + boats[k][0], front + boats[k][1], 0.0,
                   boats[k][2]);
    }
    stand_at(siting, BUILDING_WAREHOUSE, SITE_HARBOUR, -30.0, 22.0, 0.0);
    stand_at(siting, BUILDING_WAREHOUSE, SITE_HARBOUR, -30.0, -2.0, 90.0);
}

static void put_ruins(struct siting *siting)
{
    stand_at(siting, BUILDING_TEMPLE, SITE_RUINS, -8.0, -26.0, 90.0);
    stand_at(siting, BUILDING_COLUMNS, SITE_RUINS, -27.0, 12.0, 20.0);
    static const double walls[][3] = {
        {34.0, -8.0, 15.0}, {12.0, 34.0, 95.0}, {-16.0, 38.0, 80.0}, {38.0, 32.0, 140.0}};
    for (size_t k = 0; k < COUNT_OF(walls); k++) {
        stand_at(siting, BUILDING_BROKEN_WALL, SITE_RUINS, walls[k][0], walls[k][1], walls[k][2]);
    }
}

/* Puts a building into the opening of a chunk, `across` yards from its corner and `half` wide
 * each way: its rim on the highest ground around, or, without a rim, all of it below. */
static void put_below(struct siting *siting, enum building building, int32_t x, int32_t y,
                      double across, double half)
{
    enum { AROUND = 16 };
    const double chunk_yd = TILE_YD / CHUNKS_PER_TILE;
    double east = x * chunk_yd + across;
    double south = y * chunk_yd + across;
    double base = surface_height_yd(siting->world, east, south);
    bool rim = building != BUILDING_CAVE;
    for (int k = 0; k < AROUND; k++) {
        double angle = 2.0 * PORTABLE_PI * k / AROUND;
        double out = 1.35 * half;
        double ground = surface_height_yd(siting->world, east + out * portable_cos(angle),
                                          south + out * portable_sin(angle));
        base = (rim ? ground > base : ground < base) ? ground : base;
    }
    siting_put(siting, building, east, south, rim ? base - 0.3 : base, 0.0);
}

void siting_landmarks(struct siting *siting)
{
    const double half_chunk = TILE_YD / CHUNKS_PER_TILE / 2.0;
    stand_at(siting, BUILDING_CASTLE, SITE_CASTLE, 0.0, 0.0, 0.0);
    stand_at(siting, BUILDING_LIGHTHOUSE, SITE_LIGHTHOUSE, 4.0, 0.0, 210.0);
    put_harbour(siting);
    put_ruins(siting);
    put_below(siting, BUILDING_MINE, 38, 75, half_chunk, half_chunk / 2.0);
    put_below(siting, BUILDING_CAVE, 64, 41, half_chunk, half_chunk / 2.0);
    put_below(siting, BUILDING_CELLAR, 87, 60, 0.75 * half_chunk, half_chunk / 4.0);
}

/* ---- village, hamlet, farms ---- */

/* How uneven the ground under a house may be: less than foundations reach down. */
#define RELIEF_YD 2.8

static void put_square(struct siting *siting)
{
    stand_at(siting, BUILDING_FOUNTAIN, SITE_VILLAGE, 0.0, 0.0, 20.0);
    static const enum building stalls[3] = {BUILDING_STALL_RED, BUILDING_STALL_BLUE,
                                            BUILDING_STALL_OCHRE};
    for (int k = 0; k < 7; k++) {
        double angle = 2.0 * PORTABLE_PI * (k + 0.35) / 7.0;
        double east = 15.5 * portable_cos(angle);
        double south = 15.5 * portable_sin(angle);
        stand_at(siting, stalls[k % 3], SITE_VILLAGE, east, south, siting_degrees(-east, -south));
    }
}

/* So many buildings of several kinds around a site, taken in turn. */
struct quarter {
    enum site_name site;
    int count;
    double from_yd, to_yd;
    enum building kinds[6];
    int kind_count;
    uint32_t seed;
};

static void put_quarter(struct siting *siting, const struct quarter *quarter)
{
    const struct site *site = site_get(quarter->site);
    for (int k = 0; k < quarter->count; k++) {
        int pick = k % quarter->kind_count;
        struct wish wish = {
            .building = quarter->kinds[pick],
            .from_yd = quarter->from_yd,
            .to_yd = quarter->to_yd,
            .setback_yd = 6.2 + 3.0 * noise_unit(k, 1, quarter->seed),
            .relief_yd = RELIEF_YD,
            .margin_yd = 1.8 + 2.2 * noise_unit(k, 2, quarter->seed),
            .seed = quarter->seed + (uint32_t)k,
        };
        siting_search(siting, &wish, site->x, site->y);
    }
}

static const struct quarter quarters[] = {
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

/* Barns stand back from the road, behind the houses. */
static void put_farms(struct siting *siting)
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
        {SITE_EAST_MOOR, BUILDING_SAMPLER, 30.0, 300.0, 12.0, 5.0},
    };
    for (size_t k = 0; k < COUNT_OF(farms); k++) {
        const struct site *site = site_get(farms[k].site);
        struct wish wish = {.building = farms[k].building,
                            .from_yd = farms[k].from_yd,
                            .to_yd = farms[k].to_yd,
                            .setback_yd = farms[k].setback_yd,
                            .relief_yd = farms[k].relief_yd,
                            .margin_yd = 3.0,
                            .seed = 760u + (uint32_t)k};
        siting_search(siting, &wish, site->x, site->y);
    }
    for (int k = 0; k < 16; k++) {
        struct wish wish = {.building = BUILDING_HAYSTACK,
                            .from_yd = 120.0 + 16.0 * k,
                            .to_yd = 460.0,
                            .setback_yd = 16.0 + 8.0 * noise_unit(k, 0, 780u),
                            .relief_yd = RELIEF_YD,
                            .margin_yd = 2.0,
                            .fields = true,
                            .seed = 780u + (uint32_t)k};
        const struct site *site = site_get(k % 3 ? SITE_VILLAGE : SITE_HAMLET);
        siting_search(siting, &wish, site->x, site->y);
    }
}

void siting_village(struct siting *siting)
{
    put_square(siting);
    for (size_t k = 0; k < COUNT_OF(quarters); k++) {
        put_quarter(siting, &quarters[k]);
    }
    put_farms(siting);
}
