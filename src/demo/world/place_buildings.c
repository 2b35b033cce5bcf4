/*
 * Houses are searched for on rings of growing radius around a point, 4 yards apart, and candidates
 * every 4 yards on a ring, from a random angle; one in five is skipped at random, which looks less
 * regular. A candidate is first moved to the requested distance from the road and turned to it. It
 * is taken if the ground below it is free, dry and level enough.
 */
#include <math.h>

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/placing.h"
#include "demo/world/scenery.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

/* Arc tangent by iteration, equal on every machine: the sine of the remaining angle is added until
 * it vanishes. */
double placing_degrees(double east, double south)
{
    double length = portable_sqrt(east * east + south * south);
    if (length <= 0.0) {
        return 0.0;
    }
    double angle = fabs(east) > fabs(south) ? (east > 0.0 ? 0.5 : 1.5) : (south > 0.0 ? 0.0 : 1.0);
    angle *= PORTABLE_PI;
    for (int k = 0; k < 20; k++) {
        angle += (portable_cos(angle) * east - portable_sin(angle) * south) / length;
    }
    return portable_floor(angle * 720.0 / PORTABLE_PI + 0.5) / 4.0;
}

/* What lies below a building: the range of heights, and whether something is in its way. */
struct ground_below {
    double low, high;
    bool is_taken;
};

static struct ground_below survey(const struct world *world, const struct placement *placement,
                                  double margin, bool on_fields)
{
    enum { SAMPLES = 6 };
    const struct model *model = &world->scenery->models[placement->building];
    struct ground_below below = {1e9, -1e9, false};
    double rotation[2];
    placement_rotation(placement, rotation);
    for (int k = 0; k < SAMPLES * SAMPLES; k++) {
        float at[3] = {0.0f};
        double point[3];
        for (int axis = 0; axis < 2; axis++) {
            double share = (double)(axis ? k / SAMPLES : k % SAMPLES) / (SAMPLES - 1);
            at[axis] = (float)noise_mix((double)model->low[axis] - margin,
                                        (double)model->high[axis] + margin, share);
        }
        placement_point(placement, rotation, at, point);
        int32_t node = surface_node_at(point[0], point[1]);
        double height = surface_height_yd(world, point[0], point[1]);
        double river =
            (double)world->river.distance_yd[node] - (double)world->river.half_width_yd[node];
        below.low = noise_low(below.low, height);
        below.high = noise_high(below.high, height);
        below.is_taken = below.is_taken || (double)world->road.distance_yd[node] < 3.8 ||
                         river < 7.0 || height < 1.6 ||
                         lake_inside_yd(point[0] / TILE_YD, point[1] / TILE_YD) > -14.0 ||
                         (!on_fields && parcel_at(world, point[0], point[1]).crop != CROP_NONE);
    }
    return below;
}

/* Places a building at a point in yards, its z = 0 at `base_yd`. */
static void put(struct world *world, enum building building, double east_yd, double south_yd,
                double base_yd, double rotation_deg)
{
    const struct placement placement = {
        .building = building,
        .east_yd = east_yd,
        .south_yd = south_yd,
        .base_yd = base_yd,
        .rotation_deg = rotation_deg,
        .doodad_set = world->scenery->models[building].doodad_sets[0] ? 1 : 0};
    scenery_add(world->scenery, &placement);
}

/* Puts a building on the ground, `east` and `south` yards from the middle of a site. */
static void put_at_site(struct world *world, enum building building, enum site_name name,
                        double east, double south, double rotation)
{
    const struct placement placement = {.building = building,
                                        .east_yd = sites[name].x * TILE_YD + east,
                                        .south_yd = sites[name].y * TILE_YD + south,
                                        .rotation_deg = rotation};
    double base = survey(world, &placement, 0.5, true).high - 0.25;
    put(world, building, placement.east_yd, placement.south_yd, base, rotation);
}

/* ---- houses along roads ---- */

/* `count` buildings around a site, of the kinds listed, in rotation. */
static const struct district {
    enum site_name site;
    int count;
    double from_yd, to_yd; /* distance from the site */
    double setback_yd;     /* from the middle of the road to the front; up to 3 more at random */
    double relief_yd;      /* largest difference of height below */
    enum building kinds[6];
    int kind_count;
} districts[] = {
    {SITE_VILLAGE, 1, 30, 90, 7, 2.8, {BUILDING_CHURCH}, 1},
    {SITE_VILLAGE, 1, 24, 90, 7, 2.8, {BUILDING_INN}, 1},
    {SITE_VILLAGE,
     12,
     20,
     120,
     6.2,
     2.8,
     {BUILDING_TOWNHOUSE_RED, BUILDING_TOWNHOUSE_BROWN, BUILDING_HOUSE_L_SLATE,
      BUILDING_HOUSE_L_RED},
     4},
    {SITE_VILLAGE,
     22,
     45,
     240,
     6.2,
     2.8,
     {BUILDING_COTTAGE_RED, BUILDING_COTTAGE_BROWN, BUILDING_COTTAGE_SLATE, BUILDING_THATCHED,
      BUILDING_HOUSE_L_RED, BUILDING_THATCHED_LONG},
     6},
    {SITE_VILLAGE, 8, 100, 340, 6.2, 2.8, {BUILDING_THATCHED, BUILDING_THATCHED_LONG}, 2},
    {SITE_HAMLET,
     10,
     14,
     150,
     6.2,
     2.8,
     {BUILDING_THATCHED, BUILDING_COTTAGE_BROWN, BUILDING_THATCHED_LONG, BUILDING_COTTAGE_RED},
     4},
    {SITE_HARBOUR,
     8,
     16,
     140,
     6.2,
     2.8,
     {BUILDING_COTTAGE_SLATE, BUILDING_TOWNHOUSE_RED, BUILDING_COTTAGE_RED},
     3},
    {SITE_LANDING, 4, 10, 100, 6.2, 2.8, {BUILDING_COTTAGE_SLATE, BUILDING_THATCHED}, 2},
    {SITE_MINE, 4, 30, 120, 6.2, 2.8, {BUILDING_COTTAGE_BROWN, BUILDING_THATCHED}, 2},
    {SITE_CASTLE_GATE, 6, 14, 160, 6.2, 2.8, {BUILDING_COTTAGE_RED, BUILDING_COTTAGE_SLATE}, 2},
    {SITE_VILLAGE, 3, 90, 380, 20, 2.8, {BUILDING_BARN}, 1},
    {SITE_HAMLET, 2, 40, 220, 19, 2.8, {BUILDING_BARN}, 1},
    {SITE_VILLAGE, 1, 120, 330, 22, 2.8, {BUILDING_MILL}, 1},
    {SITE_HAMLET, 1, 8, 60, 6, 2.8, {BUILDING_WELL}, 1},
    {SITE_VILLAGE, 1, 40, 120, 6, 2.8, {BUILDING_WELL}, 1},
    {SITE_EAST_MOOR, 1, 30, 300, 12, 5.0, {BUILDING_MATERIAL_SAMPLES}, 1},
    {SITE_VILLAGE, 11, 150, 460, 18, 2.8, {BUILDING_HAYSTACK}, 1},
    {SITE_HAMLET, 5, 120, 460, 18, 2.8, {BUILDING_HAYSTACK}, 1},
};

/* Moves the position along the gradient of the distance to the road until the building's front has
 * the setback, and turns the front to the road. False if the road is out of reach, or if two roads
 * are equally near, which shows as a small gradient. */
static bool face_road(const struct world *world, double setback_yd, struct placement *placement)
{
    const float *road = world->road.distance_yd;
    const double step = 2.0 * NODE_YD;
    double east = placement->east_yd;
    double south = placement->south_yd;
    double here = (double)road[surface_node_at(east, south)];
    double gradient[2] = {(double)road[surface_node_at(east + step, south)] -
                              (double)road[surface_node_at(east - step, south)],
                          (double)road[surface_node_at(east, south + step)] -
                              (double)road[surface_node_at(east, south - step)]};
    double length = portable_sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1]);
    double front = (double)world->scenery->models[placement->building].high[0];
    double away = setback_yd + front - here;
    if (here >= 0.9 * COURSE_FAR_YD || length < 1.4 * step || fabs(away) > 7.0) {
        return false;
    }
    placement->east_yd = east + gradient[0] / length * away;
    placement->south_yd = south + gradient[1] / length * away;
    placement->rotation_deg = placing_degrees(-gradient[0], -gradient[1]);
    return true;
}

static bool try_place(struct world *world, const struct district *district, uint32_t seed,
                      struct placement *placement)
{
    bool hay = placement->building == BUILDING_HAYSTACK;
    double margin = 1.8 + 2.2 * noise_unit(2, 0, seed);
    if (!face_road(world, district->setback_yd + 3.0 * noise_unit(1, 0, seed), placement)) {
        return false;
    }
    scenery_measure(world->scenery, placement);
    const double around[4] = {placement->low[0] - margin, placement->low[1] - margin,
                              placement->high[0] + margin, placement->high[1] + margin};
    for (int p = 0; p < world->scenery->count; p++) {
        if (placement_touches(&world->scenery->placements[p], around)) {
            return false;
        }
    }
    struct ground_below below = survey(world, placement, 0.8, hay);
    if (below.is_taken || below.high - below.low > district->relief_yd) {
        return false;
    }
    put(world, placement->building, placement->east_yd, placement->south_yd, below.high - 0.25,
        placement->rotation_deg);
    return true;
}

static void search(struct world *world, const struct district *district, int number, uint32_t seed)
{
    const double ring_yd = 4.0;
    int32_t ring = 0;
    for (double r = district->from_yd; r <= district->to_yd; r += ring_yd, ring++) {
        int32_t count = (int32_t)(2.0 * PORTABLE_PI * r / ring_yd) + 1;
        double start = noise_unit(ring, 0, seed);
        for (int32_t k = 0; k < count; k++) {
            double angle = 2.0 * PORTABLE_PI * (start + (double)k / count);
            struct placement placement = {
                .building = district->kinds[number % district->kind_count],
                .east_yd = sites[district->site].x * TILE_YD + r * portable_cos(angle),
                .south_yd = sites[district->site].y * TILE_YD + r * portable_sin(angle)};
            if (noise_unit(ring, k, seed) < 0.8 && try_place(world, district, seed, &placement)) {
                return;
            }
        }
    }
}

/* ---- bridges ---- */

/* Whether two segments cross; `at` gets the share of the first one. */
static bool cross(const struct course_point a[2], const struct course_point b[2], double *at)
{
    double ax = a[1].x - a[0].x;
    double ay = a[1].y - a[0].y;
    double bx = b[1].x - b[0].x;
    double by = b[1].y - b[0].y;
    double area = ax * by - ay * bx;
    double dx = b[0].x - a[0].x;
    double dy = b[0].y - a[0].y;
    if (fabs(area) < 1e-9) {
        return false;
    }
    *at = (dx * by - dy * bx) / area;
    double other = (dx * ay - dy * ax) / area;
    return *at >= 0.0 && *at < 1.0 && other >= 0.0 && other < 1.0;
}

/* Puts a bridge where `road` crosses a river between its points `k` and k + 1, unless there is one
 * within 40 yards. */
static void put_bridge(struct world *world, const struct course *road, int k, double share,
                       double width)
{
    const struct course_point *p = &road->points[k];
    double east = noise_mix(p[0].x, p[1].x, share) * NODE_YD;
    double south = noise_mix(p[0].y, p[1].y, share) * NODE_YD;
    const double around[4] = {east - 20.0, south - 20.0, east + 20.0, south + 20.0};
    for (int b = 0; b < world->scenery->count; b++) {
        if (placement_touches(&world->scenery->placements[b], around)) {
            return;
        }
    }
    enum building building = width > 8.0   ? BUILDING_BRIDGE_LONG
                             : width > 6.0 ? BUILDING_BRIDGE_MIDDLE
                             : width > 2.3 ? BUILDING_BRIDGE_SHORT
                                           : BUILDING_FOOTBRIDGE;
    const struct course_point *from = &road->points[k > 0 ? k - 1 : 0];
    const struct course_point *to = &road->points[k + 2 < road->count ? k + 2 : road->count - 1];
    double x = to->x - from->x;
    double y = to->y - from->y;
    double half = (double)world->scenery->models[building].high[0] / portable_sqrt(x * x + y * y);
    double base = 0.5 * (surface_height_yd(world, east - x * half, south - y * half) +
                         surface_height_yd(world, east + x * half, south + y * half)) -
                  0.1;
    double water = (double)world->river.level_yd[surface_node_at(east, south)];
    put(world, building, east, south, noise_high(base, water + 0.4), placing_degrees(x, y));
}

static void put_bridges(struct world *world)
{
    for (int pair = 0; pair < world->course_count * world->course_count; pair++) {
        const struct course *road = &world->courses[pair / world->course_count];
        const struct course *river = &world->courses[pair % world->course_count];
        for (int k = 0; road->is_road && !river->is_road && k + 1 < road->count; k++) {
            for (int r = 0; r + 1 < river->count; r++) {
                double share;
                if (cross(&road->points[k], &river->points[r], &share)) {
                    put_bridge(world, road, k, share, river->points[r].half_width_yd);
                }
            }
        }
    }
}

/* ---- landmarks ---- */

static void put_harbour(struct world *world)
{
    static const struct {
        enum building building;
        double east, south, base, rotation; /* from the middle of the quay's edge */
    } rows[] = {
        {BUILDING_QUAY, 0, 0, 0.55, 0},     {BUILDING_PIER, -21, -2, 0.55, 0},
        {BUILDING_PIER, 21, -2, 0.55, 0},   {BUILDING_SHIP, 1, 22, 0, 3},
        {BUILDING_SHIP, 44, 52, 0, -24},    {BUILDING_SHIP, -110, 250, 0, 118},
        {BUILDING_SHIP, 210, 190, 0, 250},  {BUILDING_BOAT, -28, 12, 0, 8},
        {BUILDING_BOAT, -28.5, 24, 0, -14}, {BUILDING_BOAT, -13, 38, 0, 170},
        {BUILDING_BOAT, 29, 20, 0, 20},     {BUILDING_BOAT, -70, 80, 0, 60},
        {BUILDING_BOAT, 120, 130, 0, 210},
    };
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        put(world, rows[k].building, sites[SITE_HARBOUR].x * TILE_YD + rows[k].east,
            QUAY_Y * TILE_YD + 2.0 + rows[k].south, rows[k].base, rows[k].rotation);
    }
}

/* Puts a building into a hole of the ground in the chunk (x, y). The hole's middle lies `across`
 * yards from the chunk's corner each way; `half` is half its side. The rim of the building stands
 * on the highest ground around the hole. The cave has no rim and lies below the lowest. */
static void put_in_hole(struct world *world, enum building building, int32_t x, int32_t y,
                        double across, double half)
{
    enum { AROUND = 16 };
    double east = x * TILE_YD / CHUNKS_PER_TILE + across;
    double south = y * TILE_YD / CHUNKS_PER_TILE + across;
    double low = surface_height_yd(world, east, south);
    double high = low;
    for (int k = 0; k < AROUND; k++) {
        double angle = 2.0 * PORTABLE_PI * k / AROUND;
        double ground = surface_height_yd(world, east + 1.35 * half * portable_cos(angle),
                                          south + 1.35 * half * portable_sin(angle));
        low = noise_low(low, ground);
        high = noise_high(high, ground);
    }
    put(world, building, east, south, building == BUILDING_CAVE ? low : high - 0.3, 0.0);
}

static void put_landmarks(struct world *world)
{
    static const struct {
        enum building building;
        enum site_name site;
        double east, south, rotation;
    } rows[] = {
        {BUILDING_CASTLE, SITE_CASTLE, 0, 0, 0},
        {BUILDING_LIGHTHOUSE, SITE_LIGHTHOUSE, 4, 0, 210},
        {BUILDING_WAREHOUSE, SITE_HARBOUR, -30, 22, 0},
        {BUILDING_WAREHOUSE, SITE_HARBOUR, -30, -2, 90},
        {BUILDING_TEMPLE, SITE_RUINS, -8, -26, 90},
        {BUILDING_COLUMNS, SITE_RUINS, -27, 12, 20},
        {BUILDING_BROKEN_WALL, SITE_RUINS, 34, -8, 15},
        {BUILDING_BROKEN_WALL, SITE_RUINS, 12, 34, 95},
        {BUILDING_BROKEN_WALL, SITE_RUINS, -16, 38, 80},
        {BUILDING_BROKEN_WALL, SITE_RUINS, 38, 32, 140},
        {BUILDING_FOUNTAIN, SITE_VILLAGE, 0, 0, 20},
    };
    static const enum building stalls[3] = {BUILDING_STALL_RED, BUILDING_STALL_BLUE,
                                            BUILDING_STALL_OCHRE};
    const double half_chunk = TILE_YD / CHUNKS_PER_TILE / 2.0;
    for (size_t k = 0; k < COUNT_OF(rows); k++) {
        put_at_site(world, rows[k].building, rows[k].site, rows[k].east, rows[k].south,
                    rows[k].rotation);
    }
    for (int k = 0; k < 7; k++) {
        double angle = 2.0 * PORTABLE_PI * (k + 0.35) / 7.0;
        double east = 15.5 * portable_cos(angle);
        double south = 15.5 * portable_sin(angle);
        put_at_site(world, stalls[k % 3], SITE_VILLAGE, east, south,
                    placing_degrees(-east, -south));
    }
    put_harbour(world);
    put_in_hole(world, BUILDING_MINE, 38, 75, half_chunk, half_chunk / 2.0);
    put_in_hole(world, BUILDING_CAVE, 64, 41, half_chunk, half_chunk / 2.0);
    put_in_hole(world, BUILDING_CELLAR, 87, 60, 0.75 * half_chunk, half_chunk / 4.0);
}

bool place_buildings(struct world *world)
{
    put_landmarks(world);
    put_bridges(world);
    for (uint32_t d = 0; d < COUNT_OF(districts); d++) {
        for (int k = 0; k < districts[d].count; k++) {
            search(world, &districts[d], k, 601u + 30u * d + (uint32_t)k);
        }
    }
    return !world->scenery->failed;
}
