#include "demo/world/siting.h"

#include <math.h>
#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/world/fields.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

static int32_t node_at(double east_yd, double south_yd)
{
    return lattice_node((int32_t)portable_floor(east_yd / NODE_YD + 0.5),
                        (int32_t)portable_floor(south_yd / NODE_YD + 0.5));
}

/* The sine of what is left to turn is added until nothing is left. */
double siting_degrees(double east, double south)
{
    double length = sqrt(east * east + south * south);
    if (length <= 0.0) {
        return 0.0;
    }
    double angle = fabs(east) > fabs(south) ? (east > 0.0 ? 0.5 : 1.5) : (south > 0.0 ? 0.0 : 1.0);
    angle *= PORTABLE_PI;
    for (int k = 0; k < 20; k++) {
        angle += (portable_cos(angle) * east - portable_sin(angle) * south) / length;
    }
    double quarters = portable_floor(angle * 720.0 / PORTABLE_PI + 0.5);
    return quarters / 4.0;
}

/* The ground plan of a placement in the world. */
struct footprint {
    double east, south; /* of the model's origin */
    double turn[2];
    double low[2], high[2]; /* in the model's coordinates */
};

static struct footprint footprint_of(const struct siting *siting, const struct placement *placement,
                                     double margin)
{
    const struct model *model = &siting->scenery->models[placement->building];
    struct footprint print = {.east = placement->east_yd, .south = placement->south_yd};
    placement_turn(placement, print.turn);
    for (int k = 0; k < 2; k++) {
        print.low[k] = (double)model->low[k] - margin;
        print.high[k] = (double)model->high[k] + margin;
    }
    return print;
}

static bool covers(const struct footprint *print, double east, double south)
{
    double e = east - print->east;
    double s = south - print->south;
    double x = print->turn[1] * e + print->turn[0] * s;
    double y = print->turn[0] * e - print->turn[1] * s;
    return x >= print->low[0] && x <= print->high[0] && y >= print->low[1] && y <= print->high[1];
}

typedef bool visit_node(struct siting *siting, int32_t node, double east, double south,
                        void *context);

/* Visits the nodes under a footprint until one says no. */
static bool visit_footprint(struct siting *siting, const struct footprint *print, visit_node *visit,
                            void *context)
{
    double reach = 0.0;
    for (int k = 0; k < 2; k++) {
        double most = print->high[k] > -print->low[k] ? print->high[k] : -print->low[k];
        reach += most;
    }
    int32_t nodes = (int32_t)(reach / NODE_YD) + 1;
    int32_t i0 = (int32_t)(print->east / NODE_YD);
    int32_t j0 = (int32_t)(print->south / NODE_YD);
    for (int32_t j = j0 - nodes; j <= j0 + nodes; j++) {
        for (int32_t i = i0 - nodes; i <= i0 + nodes; i++) {
            if (covers(print, i * NODE_YD, j * NODE_YD) &&
                !visit(siting, lattice_node(i, j), i * NODE_YD, j * NODE_YD, context)) {
                return false;
            }
        }
    }
    return true;
}

static bool take_node(struct siting *siting, int32_t node, double east, double south, void *context)
{
    (void)east;
    (void)south;
    (void)context;
    siting->taken[node] = 1;
    return true;
}

void siting_put(struct siting *siting, enum building building, double east_yd, double south_yd,
                double base_yd, double turn_deg)
{
    struct placement placement = {.building = building,
                                  .east_yd = east_yd,
                                  .south_yd = south_yd,
                                  .base_yd = base_yd,
                                  .turn_deg = turn_deg,
                                  .set = siting->scenery->models[building].sets[0] ? 1 : 0};
    siting->failed = siting->failed || !scenery_add(siting->scenery, &placement);
    struct footprint print = footprint_of(siting, &placement, 0.0);
    visit_footprint(siting, &print, take_node, NULL);
}

/* Extremes of the ground under a footprint. */
struct ground_range {
    double low, high;
};

static bool measure_node(struct siting *siting, int32_t node, double east, double south,
                         void *context)
{
    struct ground_range *range = context;
    double height = (double)siting->world->height_yd[node];
    (void)east;
    (void)south;
    range->low = height < range->low ? height : range->low;
    range->high = height > range->high ? height : range->high;
    return true;
}

static struct ground_range ground_under(struct siting *siting, const struct placement *placement)
{
    struct footprint print = footprint_of(siting, placement, 0.5);
    double here = surface_height_yd(siting->world, placement->east_yd, placement->south_yd);
    struct ground_range range = {here, here};
    visit_footprint(siting, &print, measure_node, &range);
    return range;
}

void siting_stand(struct siting *siting, enum building building, double east_yd, double south_yd,
                  double turn_deg)
{
    struct placement placement = {
        .building = building, .east_yd = east_yd, .south_yd = south_yd, .turn_deg = turn_deg};
    struct ground_range range = ground_under(siting, &placement);
    siting_put(siting, building, east_yd, south_yd, range.high - 0.25, turn_deg);
}

static bool is_free(struct siting *siting, int32_t node, double east, double south, void *context)
{
    const struct wish *wish = context;
    const struct world *world = siting->world;
    double river =
        (double)world->river.distance_yd[node] - (double)world->river.half_width_yd[node];
    if (siting->taken[node] || (double)world->road.distance_yd[node] < 3.6 || river < 7.0 ||
        (double)world->height_yd[node] < 1.6) {
        return false;
    }
    return lake_inside_yd(east / TILE_YD, south / TILE_YD) < -14.0 &&
           (wish->fields || field_at(world, east, south).crop == CROP_NONE);
}

/* Moves a place towards or from the road until the building's front is as far from it as wished,
 * and turns the front to it. False where no one road is nearest. */
static bool face_road(const struct siting *siting, const struct wish *wish,
                      struct placement *placement)
{
    const struct distance_map *road = &siting->world->road;
    const double step = 2.0 * NODE_YD;
    double east = placement->east_yd;
    double south = placement->south_yd;
    double here = (double)road->distance_yd[node_at(east, south)];
    double slope[2] = {(double)road->distance_yd[node_at(east + step, south)] -
                           (double)road->distance_yd[node_at(east - step, south)],
                       (double)road->distance_yd[node_at(east, south + step)] -
                           (double)road->distance_yd[node_at(east, south - step)]};
    double length = sqrt(slope[0] * slope[0] + slope[1] * slope[1]);
    if (here >= 0.9 * DISTANCE_MAP_FAR_YD || length < 1.4 * step) {
        return false;
    }
    double front = (double)siting->scenery->models[wish->building].high[0];
    double away = wish->setback_yd + front - here;
    if (fabs(away) > 7.0) {
        return false;
    }
    placement->east_yd = east + slope[0] / length * away;
    placement->south_yd = south + slope[1] / length * away;
    placement->turn_deg = siting_degrees(-slope[0], -slope[1]);
    return true;
}

static bool try_place(struct siting *siting, const struct wish *wish, double east, double south)
{
    struct placement placement = {.building = wish->building, .east_yd = east, .south_yd = south};
    if (!face_road(siting, wish, &placement)) {
        return false;
    }
    struct footprint print = footprint_of(siting, &placement, wish->margin_yd);
    struct wish copy = *wish;
    if (!visit_footprint(siting, &print, is_free, &copy)) {
        return false;
    }
    struct ground_range range = ground_under(siting, &placement);
    if (range.high - range.low > wish->relief_yd) {
        return false;
    }
    siting_put(siting, wish->building, placement.east_yd, placement.south_yd, range.high - 0.25,
               placement.turn_deg);
    return true;
}

bool siting_search(struct siting *siting, const struct wish *wish, double x, double y)
{
    const double ring_yd = 4.0;
    int32_t number = 0;
    for (double r = wish->from_yd; r <= wish->to_yd; r += ring_yd, number++) {
        int32_t count = (int32_t)(2.0 * PORTABLE_PI * r / ring_yd) + 1;
        double start = noise_unit(number, 0, wish->seed);
        for (int32_t k = 0; k < count; k++) {
            double angle = 2.0 * PORTABLE_PI * (start + (double)k / count);
            double east = x * TILE_YD + r * portable_cos(angle);
            double south = y * TILE_YD + r * portable_sin(angle);
            if (noise_unit(number, k, wish->seed) < 0.8 && try_place(siting, wish, east, south)) {
                return true;
            }
        }
    }
    return false;
}

bool siting_find_places(struct scenery *scenery, const struct world *world)
{
    struct siting siting = {
        .world = world, .scenery = scenery, .taken = calloc((size_t)LATTICE * LATTICE, 1)};
    if (!siting.taken) {
        return false;
    }
    siting_landmarks(&siting);
    siting_bridges(&siting);
    siting_village(&siting);
    free(siting.taken);
    return !siting.failed;
}
