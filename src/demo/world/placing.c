/*
 * A search visits rings of growing radius around a point, 4 yards apart, and candidates every 4
 * yards on a ring, from a random angle; one in five is skipped at random, which looks less regular.
 * A candidate is first moved to the requested distance from the road (face_road). It is taken if
 * every lattice node below the building, with its margin, is free and dry, and if the ground is
 * level enough.
 */
#include "demo/world/placing.h"

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

/* Arc tangent by iteration, equal on every machine: the sine of the remaining angle is added until
 * it vanishes. */
double placing_degrees(double east, double south)
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

/* The rectangle of ground that a placement covers, with a margin. */
struct footprint {
    double east, south; /* of the model's origin */
    double rotation[2];
    double low[2], high[2]; /* in model coordinates */
};

static struct footprint footprint_of(const struct placing *placing,
                                     const struct placement *placement, double margin)
{
    const struct model *model = &placing->scenery->models[placement->building];
    struct footprint print = {.east = placement->east_yd, .south = placement->south_yd};
    placement_rotation(placement, print.rotation);
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
    double x = print->rotation[1] * e + print->rotation[0] * s;
    double y = print->rotation[0] * e - print->rotation[1] * s;
    return x >= print->low[0] && x <= print->high[0] && y >= print->low[1] && y <= print->high[1];
}

typedef bool visit_node(struct placing *placing, int32_t node, double east, double south,
                        void *context);

/* Visits the nodes under a footprint until `visit` returns false for one. */
static bool visit_footprint(struct placing *placing, const struct footprint *print,
                            visit_node *visit, void *context)
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
                !visit(placing, lattice_node(i, j), i * NODE_YD, j * NODE_YD, context)) {
                return false;
            }
        }
    }
    return true;
}

static bool occupy_node(struct placing *placing, int32_t node, double east, double south,
                        void *context)
{
    (void)east;
    (void)south;
    (void)context;
    placing->occupied[node] = 1;
    return true;
}

void placing_put(struct placing *placing, enum building building, double east_yd, double south_yd,
                 double base_yd, double rotation_deg)
{
    struct placement placement = {.building = building,
                                  .east_yd = east_yd,
                                  .south_yd = south_yd,
                                  .base_yd = base_yd,
                                  .rotation_deg = rotation_deg,
                                  .doodad_set =
                                      placing->scenery->models[building].doodad_sets[0] ? 1 : 0};
    placing->failed = placing->failed || !scenery_add(placing->scenery, &placement);
    struct footprint print = footprint_of(placing, &placement, 0.0);
    visit_footprint(placing, &print, occupy_node, NULL);
}

/* Lowest and highest ground under a footprint. */
struct ground_range {
    double low, high;
};

static bool measure_node(struct placing *placing, int32_t node, double east, double south,
                         void *context)
{
    struct ground_range *range = context;
    double height = (double)placing->world->height_yd[node];
    (void)east;
    (void)south;
    range->low = height < range->low ? height : range->low;
    range->high = height > range->high ? height : range->high;
    return true;
}

static struct ground_range ground_under(struct placing *placing, const struct placement *placement)
{
    struct footprint print = footprint_of(placing, placement, 0.5);
    double here = surface_height_yd(placing->world, placement->east_yd, placement->south_yd);
    struct ground_range range = {here, here};
    visit_footprint(placing, &print, measure_node, &range);
    return range;
}

void placing_put_on_ground(struct placing *placing, enum building building, double east_yd,
                           double south_yd, double rotation_deg)
{
    struct placement placement = {.building = building,
                                  .east_yd = east_yd,
                                  .south_yd = south_yd,
                                  .rotation_deg = rotation_deg};
    struct ground_range range = ground_under(placing, &placement);
    placing_put(placing, building, east_yd, south_yd, range.high - 0.25, rotation_deg);
}

static bool is_free(struct placing *placing, int32_t node, double east, double south, void *context)
{
    const struct placing_request *request = context;
    const struct world *world = placing->world;
    double river =
        (double)world->river.distance_yd[node] - (double)world->river.half_width_yd[node];
    if (placing->occupied[node] || (double)world->road.distance_yd[node] < 3.6 || river < 7.0 ||
        (double)world->height_yd[node] < 1.6) {
        return false;
    }
    return lake_inside_yd(east / TILE_YD, south / TILE_YD) < -14.0 &&
           (request->fields || field_at(world, east, south).crop == CROP_NONE);
}

/* Moves the position along the gradient of the distance to the road until the building's front has
 * the requested setback, and rotates the front towards the road. False if the road is out of reach,
 * or if two roads are equally near, which shows as a small gradient. */
static bool face_road(const struct placing *placing, const struct placing_request *request,
                      struct placement *placement)
{
    const struct distance_map *road = &placing->world->road;
    const double step = 2.0 * NODE_YD;
    double east = placement->east_yd;
    double south = placement->south_yd;
    double here = (double)road->distance_yd[node_at(east, south)];
    double gradient[2] = {(double)road->distance_yd[node_at(east + step, south)] -
                              (double)road->distance_yd[node_at(east - step, south)],
                          (double)road->distance_yd[node_at(east, south + step)] -
                              (double)road->distance_yd[node_at(east, south - step)]};
    double length = sqrt(gradient[0] * gradient[0] + gradient[1] * gradient[1]);
    if (here >= 0.9 * DISTANCE_MAP_FAR_YD || length < 1.4 * step) {
        return false;
    }
    double front = (double)placing->scenery->models[request->building].high[0];
    double away = request->setback_yd + front - here;
    if (fabs(away) > 7.0) {
        return false;
    }
    placement->east_yd = east + gradient[0] / length * away;
    placement->south_yd = south + gradient[1] / length * away;
    placement->rotation_deg = placing_degrees(-gradient[0], -gradient[1]);
    return true;
}

static bool try_place(struct placing *placing, const struct placing_request *request, double east,
                      double south)
{
    struct placement placement = {
        .building = request->building, .east_yd = east, .south_yd = south};
    if (!face_road(placing, request, &placement)) {
        return false;
    }
    struct footprint print = footprint_of(placing, &placement, request->margin_yd);
    struct placing_request copy = *request;
    if (!visit_footprint(placing, &print, is_free, &copy)) {
        return false;
    }
    struct ground_range range = ground_under(placing, &placement);
    if (range.high - range.low > request->relief_yd) {
        return false;
    }
    placing_put(placing, request->building, placement.east_yd, placement.south_yd,
                range.high - 0.25, placement.rotation_deg);
    return true;
}

bool placing_search(struct placing *placing, const struct placing_request *request, double x,
                    double y)
{
    const double ring_yd = 4.0;
    int32_t number = 0;
    for (double r = request->from_yd; r <= request->to_yd; r += ring_yd, number++) {
        int32_t count = (int32_t)(2.0 * PORTABLE_PI * r / ring_yd) + 1;
        double start = noise_unit(number, 0, request->seed);
        for (int32_t k = 0; k < count; k++) {
            double angle = 2.0 * PORTABLE_PI * (start + (double)k / count);
            double east = x * TILE_YD + r * portable_cos(angle);
            double south = y * TILE_YD + r * portable_sin(angle);
            if (noise_unit(number, k, request->seed) < 0.8 &&
                try_place(placing, request, east, south)) {
                return true;
            }
        }
    }
    return false;
}
