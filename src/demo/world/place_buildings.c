/* Places the buildings: landmarks, the harbour, bridges, the houses of the settlements. Streets
 * were laid out by a search along the roads, and are kept as a table. */
#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/scenery.h"
#include "demo/world/surface.h"

#define PLACES(...) ((const double[]){__VA_ARGS__, 0})

#define GROUND 1000.0

/* Yards from the north-west corner eastwards and southwards, and the rotation, of each. */
static const struct {
    enum building building;
    double base_yd; /* GROUND: on the highest below it, of bridges at the height of their ends */
    const double *places; /* end with 0 */
} rows[] = {
    {BUILDING_CASTLE, GROUND, PLACES(2133, 1600, 0)},
    {BUILDING_LIGHTHOUSE, GROUND, PLACES(3727, 1877, 210)},
    {BUILDING_WAREHOUSE, GROUND, PLACES(2317, 3430, 0, 2317, 3406, 90)},
    {BUILDING_TEMPLE, GROUND, PLACES(2883, 1990, 90)},
    {BUILDING_COLUMNS, GROUND, PLACES(2864, 2028, 20)},
    {BUILDING_BROKEN_WALL, GROUND,
     PLACES(2925, 2008, 15, 2903, 2050, 95, 2875, 2054, 80, 2929, 2048, 140)},
    {BUILDING_FOUNTAIN, GROUND, PLACES(2160, 2517, 20)},
    {BUILDING_STALL_RED, GROUND, PLACES(2175, 2522, 252, 2145, 2519, 98, 2173, 2509, 304)},
    {BUILDING_STALL_BLUE, GROUND, PLACES(2165, 2532, 200, 2149, 2507, 46)},
    {BUILDING_STALL_OCHRE, GROUND, PLACES(2152, 2531, 149, 2161, 2502, 355)},
    {BUILDING_BRIDGE_LONG, GROUND, PLACES(2156, 2804, 6)},
    {BUILDING_FOOTBRIDGE, GROUND, PLACES(1973, 1507, 192)},
    {BUILDING_BRIDGE_SHORT, GROUND, PLACES(2091, 2195, 189, 2497, 2602, 62)},
    {BUILDING_BRIDGE_MIDDLE, GROUND, PLACES(1979, 2438, 264)},
    {BUILDING_CHURCH, GROUND, PLACES(2142, 2552, 90)},
    {BUILDING_INN, GROUND, PLACES(2172, 2479, 292)},
    {BUILDING_TOWNHOUSE_RED, GROUND,
     PLACES(2131, 2497, 136, 2196, 2474, 37, 2129, 2459, 328, 2335, 3405, 110, 2357, 3373, 287,
            2319, 3351, 110)},
    {BUILDING_TOWNHOUSE_BROWN, GROUND, PLACES(2201, 2540, 232, 2220, 2525, 215, 2182, 2584, 262)},
    {BUILDING_HOUSE_L_SLATE, GROUND, PLACES(2189, 2562, 246, 2107, 2482, 148, 2242, 2518, 198)},
    {BUILDING_HOUSE_L_RED, GROUND,
     PLACES(2152, 2577, 90, 2154, 2450, 293, 2150, 2597, 89, 2149, 2618, 84, 2057, 2464, 168)},
    {BUILDING_COTTAGE_RED, GROUND,
     PLACES(2214, 2466, 32, 2118, 2435, 113, 2178, 2598, 267, 2036, 2455, 172, 2829, 2641, 170,
            2814, 2613, 350, 2360, 3390, 286, 2328, 3368, 108, 2140, 1681, 247, 2133, 1699, 244,
            2119, 1730, 245)},
    {BUILDING_COTTAGE_BROWN, GROUND,
     PLACES(2110, 2451, 332, 2260, 2477, 352, 2150, 2638, 80, 2119, 2370, 290, 2845, 2644, 171,
            2875, 2610, 16, 1260, 2511, 22, 1336, 2490, 221)},
    {BUILDING_COTTAGE_SLATE, GROUND,
     PLACES(2145, 2428, 293, 2265, 2516, 183, 2128, 2388, 292, 2358, 3408, 230, 2332, 3385, 106,
            2348, 3354, 288, 1990, 760, 94, 1992, 742, 45, 2118, 1673, 67, 2145, 1666, 278, 2108,
            1748, 241)},
    {BUILDING_THATCHED, GROUND,
     PLACES(2241, 2477, 8, 2137, 2410, 293, 2147, 2654, 79, 2868, 2644, 184, 2834, 2617, 354, 2792,
            2637, 170, 2013, 753, 274, 2016, 769, 278, 1317, 2504, 221, 1224, 2538, 45)},
    {BUILDING_THATCHED_LONG, GROUND,
     PLACES(2236, 2451, 30, 2280, 2478, 348, 2855, 2617, 12, 2811, 2637, 168)},
    {BUILDING_BARN, GROUND, PLACES(2245, 2429, 30, 2033, 2472, 172, 2892, 2592, 14)},
    {BUILDING_MILL, GROUND, PLACES(2146, 2388, 292)},
    {BUILDING_WELL, GROUND, PLACES(2881, 2636, 189, 2198, 2514, 36)},
    {BUILDING_MATERIAL_SAMPLES, GROUND, PLACES(3461, 1920, 197)},
    {BUILDING_HAYSTACK, GROUND,
     PLACES(2183, 2665, 260, 2042, 2422, 352, 2298, 2456, 212, 2303, 2480, 339, 2088, 2387, 112,
            2272, 2418, 32, 2308, 2534, 160, 2313, 2481, 338, 2136, 2670, 80, 2014, 2464, 174, 2032,
            2422, 354, 2733, 2640, 184, 2740, 2598, 4, 2960, 2593, 356, 2973, 2640, 178, 2969, 2594,
            355)},
    {BUILDING_QUAY, 0.55, PLACES(2346.7, 3454, 0)},
    {BUILDING_PIER, 0.55, PLACES(2325.7, 3452, 0, 2367.7, 3452, 0)},
    {BUILDING_SHIP, 0,
     PLACES(2347.7, 3476, 3, 2390.7, 3506, 336, 2236.7, 3704, 118, 2556.7, 3644, 250)},
    {BUILDING_BOAT, 0,
     PLACES(2318.7, 3466, 8, 2318.2, 3478, 346, 2333.7, 3492, 170, 2375.7, 3474, 20, 2276.7, 3534,
            60, 2466.7, 3584, 210)},
    {BUILDING_MINE, 40.13, PLACES(1283.3, 2516.7, 0)},
    {BUILDING_CAVE, 71.72, PLACES(2150, 1383.3, 0)},
    {BUILDING_CELLAR, 48.18, PLACES(2912.5, 2012.5, 0)},
};

/* The highest of 6 x 6 points below a building and around it. */
static double highest_yd(const struct world *world, const struct placement *placement)
{
    enum { SAMPLES = 6 };
    const double margin = 0.5;
    const struct model *model = &world->scenery->models[placement->model];
    double highest = -1e9;
    for (int k = 0; k < SAMPLES * SAMPLES; k++) {
        float at[3] = {0.0f};
        double point[3];
        for (int axis = 0; axis < 2; axis++) {
            double share = (double)(axis ? k / SAMPLES : k % SAMPLES) / (SAMPLES - 1);
            at[axis] = (float)noise_mix((double)model->low[axis] - margin,
                                        (double)model->high[axis] + margin, share);
        }
        placement_point(placement, at, point);
        highest = noise_high(highest, surface_height_yd(world, point[0], point[1]));
    }
    return highest;
}

/* The height of a bridge whose ends, along its x axis, lie on the ground, and over the water. */
static double bridge_base_yd(const struct world *world, const struct placement *placement)
{
    double sum = 0.0;
    for (int end = -1; end <= 1; end += 2) {
        const float at[3] = {(float)end * world->scenery->models[placement->model].high[0]};
        double point[3];
        placement_point(placement, at, point);
        sum += surface_height_yd(world, point[0], point[1]);
    }
    int32_t node = surface_node_at(placement->east_yd, placement->south_yd);
    return noise_high(0.5 * sum - 0.1, (double)world->river.level_yd[node] + 0.4);
}

void place_buildings(struct world *world)
{
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        enum building building = rows[k].building;
        bool bridge = building >= BUILDING_BRIDGE_SHORT && building <= BUILDING_FOOTBRIDGE;
        for (const double *place = rows[k].places; *place > 0.0; place += 3) {
            struct placement at = {.model = (int)building,
                                   .east_yd = place[0],
                                   .south_yd = place[1],
                                   .base_yd = rows[k].base_yd,
                                   .rotation_deg = place[2]};
            at.doodad_set = world->scenery->models[building].doodad_sets[0] ? 1 : 0;
            if (at.base_yd >= GROUND) {
                at.base_yd = bridge ? bridge_base_yd(world, &at) : highest_yd(world, &at) - 0.25;
            }
            scenery_add(world->scenery, PLACED_BUILDINGS, &at);
        }
    }
}
