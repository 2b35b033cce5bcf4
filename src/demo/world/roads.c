/*
 * Roads are shortest paths on a grid of 257 x 257 nodes, 16.7 yards apart. A step leads to one of
 * 16 neighbours: the 8 adjacent nodes and the 8 knight's moves, so that roads can run in more than
 * 8 directions. A step costs its length, multiplied for slope, low ground and rivers, and less on
 * roads that exist already, so that roads join each other.
 *
 * Dijkstra's algorithm with buckets: open nodes are listed by whole units of cost. A step costs at
 * most 2700 units, so that 4096 buckets, used cyclically, never mix two costs.
 */
#include "demo/world/roads.h"

#include <math.h>
#include <stdlib.h>

#include "base/size.h"
#include "demo/world/sites.h"

/* The search grid: every 8th node of the lattice each way. */
enum { ROAD_STEP = 8, ROAD_SIZE = (LATTICE - 1) / ROAD_STEP + 1, ROAD_BUCKETS = 4096 };

/* State of a search. bucket[k] heads the list of open nodes of cost k, rounded down, modulo
 * ROAD_BUCKETS; `next` links the list, -1 ends it. */
struct search {
    double cost[ROAD_SIZE * ROAD_SIZE];
    int32_t from[ROAD_SIZE * ROAD_SIZE];
    int32_t next[ROAD_SIZE * ROAD_SIZE];
    uint8_t done[ROAD_SIZE * ROAD_SIZE];
    int32_t bucket[ROAD_BUCKETS];
};

static int32_t lattice_of(int32_t node)
{
    return lattice_node(node % ROAD_SIZE * ROAD_STEP, node / ROAD_SIZE * ROAD_STEP);
}

static double road_cost(const struct world *world, int32_t a, int32_t b, double length_yd)
{
    int32_t at = lattice_of(b);
    double rise = (double)world->height_yd[at] - (double)world->height_yd[lattice_of(a)];
    double slope = rise / length_yd;
    double steep = slope * slope < 3.0 ? slope * slope : 3.0;
    double cost = length_yd * (1.0 + 90.0 * steep);
    if ((double)world->height_yd[at] < 1.5) {
        cost += length_yd * 8.0;
    }
    if ((double)world->river.distance_yd[at] < 22.0) {
        cost += length_yd * 6.0;
    }
    double reuse = (double)world->road.distance_yd[at] < 12.0 ? 0.45 : 1.0;
    return cost * reuse / 4.0;
}

static void search_reach(struct search *search, int32_t node, int32_t from, double cost)
{
    if (search->done[node] || cost >= search->cost[node]) {
        return;
    }
    if (search->from[node] >= 0) {
        int32_t *link = &search->bucket[(int32_t)search->cost[node] % ROAD_BUCKETS];
        while (*link != node) {
            link = &search->next[*link];
        }
        *link = search->next[node];
    }
    int32_t *bucket = &search->bucket[(int32_t)cost % ROAD_BUCKETS];
    search->cost[node] = cost;
    search->from[node] = from;
    search->next[node] = *bucket;
    *bucket = node;
}

static void search_expand(struct search *search, const struct world *world, int32_t node)
{
    static const int32_t steps[16][2] = {{1, 0},  {-1, 0},  {0, 1},  {0, -1}, {1, 1},  {-1, 1},
                                         {1, -1}, {-1, -1}, {2, 1},  {-2, 1}, {2, -1}, {-2, -1},
                                         {1, 2},  {-1, 2},  {1, -2}, {-1, -2}};
    for (int k = 0; k < 16; k++) {
        int32_t x = node % ROAD_SIZE + steps[k][0];
        int32_t y = node / ROAD_SIZE + steps[k][1];
        if (x < 0 || y < 0 || x >= ROAD_SIZE || y >= ROAD_SIZE) {
            continue;
        }
        int32_t next = y * ROAD_SIZE + x;
        int32_t square = steps[k][0] * steps[k][0] + steps[k][1] * steps[k][1];
        double length = sqrt((double)square) * ROAD_STEP * NODE_YD;
        search_reach(search, next, node, search->cost[node] + road_cost(world, node, next, length));
    }
}

static void search_run(struct search *search, const struct world *world, int32_t start,
                       int32_t goal)
{
    for (int32_t i = 0; i < ROAD_SIZE * ROAD_SIZE; i++) {
        search->cost[i] = 1e9;
        search->from[i] = -1;
        search->done[i] = 0;
    }
    for (int i = 0; i < ROAD_BUCKETS; i++) {
        search->bucket[i] = -1;
    }
    search_reach(search, start, start, 0.0);
    for (int32_t cost = 0; !search->done[goal]; cost++) {
        int32_t *bucket = &search->bucket[cost % ROAD_BUCKETS];
        while (*bucket >= 0) {
            int32_t node = *bucket;
            *bucket = search->next[node];
            search->done[node] = 1;
            search_expand(search, world, node);
        }
    }
}

static int32_t road_node(const struct site *site)
{
    double scale = (double)(ROAD_SIZE - 1) / WORLD_TILES;
    return (int32_t)(site->y * scale + 0.5) * ROAD_SIZE + (int32_t)(site->x * scale + 0.5);
}

/* The cheapest road between two sites. The search starts at `to`, so that the chain of predecessors
 * runs from `from` to `to`. */
static bool find_road(const struct world *world, const struct site *from, const struct site *to,
                      struct polyline *line)
{
    struct search *search = malloc(sizeof *search);
    if (!search) {
        return false;
    }
    int32_t start = road_node(to);
    int32_t node = road_node(from);
    search_run(search, world, start, node);
    bool added = true;
    for (bool more = true; more && added; node = search->from[node]) {
        struct polyline_point point = {.x = (double)(node % ROAD_SIZE * ROAD_STEP),
                                       .y = (double)(node / ROAD_SIZE * ROAD_STEP),
                                       .level_yd = (double)world->height_yd[lattice_of(node)]};
        added = polyline_add(line, &point);
        more = search->from[node] != node;
    }
    free(search);
    return added;
}

/* Draws a road into world->road, and into `also` unless that is NULL. */
static bool add_road(struct world *world, const struct site *from, const struct site *to,
                     struct distance_map *also)
{
    struct polyline line = {0};
    bool added = find_road(world, from, to, &line);
    if (added) {
        polyline_smooth(&line, 5);
        distance_map_draw(&world->road, &line);
        if (also) {
            distance_map_draw(also, &line);
        }
    }
    polyline_free(&line);
    return added;
}

bool roads_create(struct world *world)
{
    enum surface { PACKED, COBBLED };
    static const struct {
        enum site_name from, to;
        enum surface surface;
    } roads[] = {
        {SITE_VILLAGE, SITE_HARBOUR, COBBLED},     {SITE_VILLAGE, SITE_LANDING, PACKED},
        {SITE_VILLAGE, SITE_RUINS, PACKED},        {SITE_VILLAGE, SITE_HAMLET, PACKED},
        {SITE_VILLAGE, SITE_MINE, PACKED},         {SITE_HAMLET, SITE_CRATER_TRAIL, PACKED},
        {SITE_MINE, SITE_SWAMP_EDGE, PACKED},      {SITE_RUINS, SITE_EAST_MOOR, PACKED},
        {SITE_WEST_GATE, SITE_EAST_GATE, COBBLED}, {SITE_NORTH_GATE, SITE_SOUTH_GATE, COBBLED},
        {SITE_MINE, SITE_WEST_SHORE, PACKED},      {SITE_HARBOUR, SITE_HAMLET, PACKED},
        {SITE_VILLAGE, SITE_CASTLE_GATE, PACKED},  {SITE_EAST_MOOR, SITE_LIGHTHOUSE, PACKED},
    };
    bool made = distance_map_create(&world->road) && distance_map_create(&world->street);
    for (size_t i = 0; made && i < COUNT_OF(roads); i++) {
        made = add_road(world, site_get(roads[i].from), site_get(roads[i].to),
                        roads[i].surface == COBBLED ? &world->street : NULL);
    }
    return made;
}
