/*
 * Roads are shortest paths on a grid of 257 x 257 nodes, 16.7 yards apart. A step leads to one of
 * 16 neighbours: the 8 adjacent nodes and the 8 knight's moves, so that roads can run in more than
 * 8 directions. A step costs its length, multiplied for slope, low ground and rivers, and less on
 * roads that exist already, so that roads join each other.
 */
#include "demo/world/courses.h"

#include <stdlib.h>

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/node_heap.h"
#include "demo/world/relief.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

static bool map_create(struct distance_map *map)
{
    size_t count = (size_t)LATTICE * LATTICE;
    map->distance_yd = malloc(count * sizeof *map->distance_yd);
    map->level_yd = calloc(count, sizeof *map->level_yd);
    map->half_width_yd = calloc(count, sizeof *map->half_width_yd);
    for (size_t i = 0; map->distance_yd && i < count; i++) {
        map->distance_yd[i] = (float)COURSE_FAR_YD;
    }
    return map->distance_yd && map->level_yd && map->half_width_yd;
}

static int32_t inside(double node)
{
    return (int32_t)noise_clamp(portable_floor(node), 0.0, LATTICE - 1);
}

/* Nodes that the line is nearest to take its distance, height and width. */
static void map_draw(struct distance_map *map, const struct course *course)
{
    const double reach = COURSE_FAR_YD / NODE_YD;
    for (int k = 0; k + 1 < course->count; k++) {
        const struct course_point *a = &course->points[k];
        const struct course_point *b = a + 1;
        double along_x = b->x - a->x;
        double along_y = b->y - a->y;
        double square = along_x * along_x + along_y * along_y;
        for (int32_t j = inside(noise_low(a->y, b->y) - reach);
             j <= inside(noise_high(a->y, b->y) + reach); j++) {
            for (int32_t i = inside(noise_low(a->x, b->x) - reach);
                 i <= inside(noise_high(a->x, b->x) + reach); i++) {
                double t = ((i - a->x) * along_x + (j - a->y) * along_y) / noise_high(square, 1e-9);
                t = noise_clamp(t, 0.0, 1.0);
                double dx = i - a->x - t * along_x;
                double dy = j - a->y - t * along_y;
                double distance = portable_sqrt(dx * dx + dy * dy) * NODE_YD;
                int32_t node = lattice_node(i, j);
                if (distance < (double)map->distance_yd[node]) {
                    map->distance_yd[node] = (float)distance;
                    map->level_yd[node] = (float)noise_mix(a->level_yd, b->level_yd, t);
                    map->half_width_yd[node] =
                        (float)noise_mix(a->half_width_yd, b->half_width_yd, t);
                }
            }
        }
    }
}

static bool add_point(struct course *course, double x, double y, double level_yd, double half_width)
{
    if (course->count == course->capacity) {
        int capacity = course->capacity ? course->capacity * 2 : 64;
        struct course_point *grown =
            realloc(course->points, (size_t)capacity * sizeof *course->points);
        if (!grown) {
            return false;
        }
        course->points = grown;
        course->capacity = capacity;
    }
    course->points[course->count++] = (struct course_point){x, y, level_yd, half_width};
    return true;
}

/* Averages each point with its neighbours, weights 1 2 1. The ends stay. */
static void smooth(struct course *course, int passes)
{
    for (int pass = 0; pass < passes; pass++) {
        struct course_point before = course->points[0];
        for (int i = 1; i + 1 < course->count; i++) {
            struct course_point here = course->points[i];
            const struct course_point *after = &course->points[i + 1];
            course->points[i].x = 0.25 * (before.x + 2.0 * here.x + after->x);
            course->points[i].y = 0.25 * (before.y + 2.0 * here.y + after->y);
            course->points[i].level_yd =
                0.25 * (before.level_yd + 2.0 * here.level_yd + after->level_yd);
            before = here;
        }
    }
}

/* ---- rivers ---- */

/* Appends the nodes that water passes from `node` to the sea. */
static bool trace(const struct relief *relief, int32_t node, struct course *course)
{
    const double step = (double)(LATTICE - 1) / (RELIEF_SIZE - 1);
    for (;;) {
        double width =
            noise_clamp(1.2 + 0.0038 * portable_sqrt(relief->drained_yd2[node]), 2.2, 9.0);
        if (!add_point(course, node % RELIEF_SIZE * step, node / RELIEF_SIZE * step, 0.0, width)) {
            return false;
        }
        if (relief->receiver[node] == node) {
            return true;
        }
        node = relief->receiver[node];
    }
}

/*
 * Bends the line sideways where the land is flat, and sets the water level: below the land at the
 * line, at the lake's level inside the lake, and never rising downstream. A river is a trickle at
 * its spring and wide at its mouth. Lava cools into nothing on its way.
 */
static void finish_river(const struct world *world, struct course *course)
{
    double level = 1e9;
    bool is_lava = false;
    for (int i = 0; i < course->count; i++) {
        struct course_point *point = &course->points[i];
        double x = point->x;
        double y = point->y;
        double land = surface_node_height_yd(world, x / NODES_PER_TILE, y / NODES_PER_TILE);
        double flat = i + 1 < course->count ? 11.0 - 8.8 * noise_step(15.0, 60.0, land) : 0.0;
        flat *= noise_step(0.0, 12.0, i);
        point->x += flat * noise_sum(x / 52.0, y / 52.0, 91u, 1, 0, 1.0);
        point->y += flat * noise_sum(x / 52.0, y / 52.0, 92u, 1, 0, 1.0);
        x = point->x / NODES_PER_TILE;
        y = point->y / NODES_PER_TILE;
        land = surface_node_height_yd(world, x, y) - 0.6;
        bool lake = lake_inside_yd(x, y) > -6.0;
        level = noise_low(level, lake ? (double)world->lake_level_yd : land);
        level = noise_high(level, 0.0);
        point->level_yd = level;
        point->half_width_yd *= 0.12 + 0.88 * noise_step(0.0, 45.0, i);
        point->half_width_yd *= 1.0 + 0.9 * noise_step(16.0, 0.0, course->count - 1 - i);
        double crater = crater_distance_yd(x, y);
        is_lava = is_lava || crater < 200.0;
        if (is_lava && crater > 430.0) {
            course->count = i;
            return;
        }
        if (is_lava) {
            point->half_width_yd =
                4.6 * noise_step(410.0, 140.0, crater) * noise_step(100.0, 150.0, crater) + 0.01;
        }
    }
}

bool courses_add_rivers(struct world *world, const struct relief *relief)
{
    static const double springs[][2] = {{3.10, 2.50}, {4.03, 2.60}, {5.25, 2.40}, {5.60, 4.05},
                                        {2.15, 3.60}, {2.42, 4.98}, {6.02, 5.93}, {5.90, 5.82}};
    const double scale = (double)(RELIEF_SIZE - 1) / WORLD_TILES;
    bool made = map_create(&world->river);
    for (size_t i = 0; made && i < COUNT_OF(springs); i++) {
        struct course *course = &world->courses[world->course_count++];
        int32_t spring =
            (int32_t)(springs[i][1] * scale) * RELIEF_SIZE + (int32_t)(springs[i][0] * scale);
        made = trace(relief, spring, course);
        if (made) {
            smooth(course, 12);
            finish_river(world, course);
            map_draw(&world->river, course);
        }
    }
    return made;
}

/* ---- roads ---- */

/* The search grid: every 8th node of the lattice each way. */
enum {
    ROAD_STEP = 8,
    ROAD_SIZE = (LATTICE - 1) / ROAD_STEP + 1,
    ROAD_NODES = ROAD_SIZE * ROAD_SIZE
};

static int32_t lattice_of(int32_t node)
{
    return lattice_node(node % ROAD_SIZE * ROAD_STEP, node / ROAD_SIZE * ROAD_STEP);
}

static double road_cost(const struct world *world, int32_t a, int32_t b, double length_yd)
{
    double height = (double)world->height_yd[b];
    double slope = (height - (double)world->height_yd[a]) / length_yd;
    double cost = 1.0 + 90.0 * noise_low(slope * slope, 3.0);
    cost += height < 1.5 ? 8.0 : 0.0;
    cost += (double)world->river.distance_yd[b] < 22.0 ? 6.0 : 0.0;
    return cost * length_yd * ((double)world->road.distance_yd[b] < 12.0 ? 0.45 : 1.0);
}

/* Dijkstra's algorithm from `start`; `from` gets the next node on the way back to it. An entry of
 * the heap is out of date if its node was done at lower cost. */
static void search(const struct world *world, int32_t start, int32_t goal, double *cost,
                   int32_t *from, struct node_heap *heap)
{
    static const int32_t steps[16][2] = {{1, 0},  {-1, 0},  {0, 1},  {0, -1}, {1, 1},  {-1, 1},
                                         {1, -1}, {-1, -1}, {2, 1},  {-2, 1}, {2, -1}, {-2, -1},
                                         {1, 2},  {-1, 2},  {1, -2}, {-1, -2}};
    for (int32_t i = 0; i < ROAD_NODES; i++) {
        cost[i] = 1e18;
    }
    cost[start] = 0.0;
    from[start] = start;
    heap->count = 0;
    node_heap_push(heap, 0.0, start);
    while (heap->count > 0) {
        double reached = heap->entries[0].key;
        int32_t node = node_heap_pop(heap);
        if (node == goal) {
            return;
        }
        for (int k = 0; k < 16 && reached <= cost[node]; k++) {
            int32_t x = node % ROAD_SIZE + steps[k][0];
            int32_t y = node / ROAD_SIZE + steps[k][1];
            if (x < 0 || y < 0 || x >= ROAD_SIZE || y >= ROAD_SIZE) {
                continue;
            }
            int32_t next = y * ROAD_SIZE + x;
            double length =
                portable_sqrt((double)(steps[k][0] * steps[k][0] + steps[k][1] * steps[k][1])) *
                ROAD_STEP * NODE_YD;
            double sum = reached + road_cost(world, lattice_of(node), lattice_of(next), length);
            if (sum < cost[next]) {
                cost[next] = sum;
                from[next] = node;
                node_heap_push(heap, sum, next);
            }
        }
    }
}

static int32_t road_node(const struct site *site)
{
    double scale = (double)(ROAD_SIZE - 1) / WORLD_TILES;
    return (int32_t)(site->y * scale + 0.5) * ROAD_SIZE + (int32_t)(site->x * scale + 0.5);
}

static const struct road {
    enum site_name from, to;
    bool is_trail; /* narrow, and lost in the wild at its end */
} roads[] = {
    {SITE_VILLAGE, SITE_HARBOUR, false},     {SITE_VILLAGE, SITE_LANDING, false},
    {SITE_VILLAGE, SITE_RUINS, false},       {SITE_VILLAGE, SITE_HAMLET, false},
    {SITE_VILLAGE, SITE_MINE, false},        {SITE_HAMLET, SITE_CRATER_TRAIL, true},
    {SITE_MINE, SITE_SWAMP_EDGE, true},      {SITE_RUINS, SITE_EAST_MOOR, false},
    {SITE_MINE, SITE_WEST_SHORE, true},      {SITE_HARBOUR, SITE_CRATER_TRAIL, true},
    {SITE_VILLAGE, SITE_CASTLE_GATE, false}, {SITE_EAST_MOOR, SITE_LIGHTHOUSE, false},
};

bool courses_add_roads(struct world *world)
{
    double *cost = malloc(ROAD_NODES * sizeof *cost);
    int32_t *from = malloc(ROAD_NODES * sizeof *from);
    struct node_heap heap = {.entries = malloc(16 * ROAD_NODES * sizeof *heap.entries)};
    bool made = map_create(&world->road) && cost && from && heap.entries;
    for (size_t i = 0; made && i < COUNT_OF(roads); i++) {
        struct course *course = &world->courses[world->course_count++];
        int32_t start = road_node(&sites[roads[i].to]);
        int32_t node = road_node(&sites[roads[i].from]);
        course->is_road = true;
        search(world, start, node, cost, from, &heap);
        for (bool more = true; more && made; node = from[node]) {
            more = node != start;
            made = add_point(course, node % ROAD_SIZE * ROAD_STEP, node / ROAD_SIZE * ROAD_STEP,
                             (double)world->height_yd[lattice_of(node)], 3.6);
        }
        for (int k = 0; k < course->count && roads[i].is_trail; k++) {
            course->points[k].half_width_yd =
                0.2 + 2.6 * noise_step(0.0, 9.0, course->count - 1 - k);
        }
        if (made) {
            smooth(course, 5);
            map_draw(&world->road, course);
        }
    }
    free(cost);
    free(from);
    free(heap.entries);
    return made;
}

void courses_free(struct world *world)
{
    struct distance_map *maps[2] = {&world->river, &world->road};
    for (int k = 0; k < 2; k++) {
        free(maps[k]->distance_yd);
        free(maps[k]->level_yd);
        free(maps[k]->half_width_yd);
    }
    for (int k = 0; k < world->course_count; k++) {
        free(world->courses[k].points);
    }
}
