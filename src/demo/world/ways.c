#include "demo/world/ways.h"

#include <math.h>
#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"

void line_free(struct line *line)
{
    free(line->points);
    *line = (struct line){0};
}

bool line_add(struct line *line, const struct line_point *point)
{
    if (line->count == line->capacity) {
        int capacity = line->capacity ? line->capacity * 2 : 64;
        struct line_point *points = realloc(line->points, (size_t)capacity * sizeof *line->points);
        if (!points) {
            return false;
        }
        line->points = points;
        line->capacity = capacity;
    }
    line->points[line->count++] = *point;
    return true;
}

void line_smooth(struct line *line, int passes)
{
    for (int pass = 0; pass < passes; pass++) {
        struct line_point before = line->points[0];
        for (int i = 1; i + 1 < line->count; i++) {
            struct line_point here = line->points[i];
            const struct line_point *after = &line->points[i + 1];
            line->points[i].x = 0.25 * (before.x + 2.0 * here.x + after->x);
            line->points[i].y = 0.25 * (before.y + 2.0 * here.y + after->y);
            line->points[i].level_yd =
                0.25 * (before.level_yd + 2.0 * here.level_yd + after->level_yd);
            before = here;
        }
    }
}

bool way_create(struct way *way)
{
    size_t count = (size_t)LATTICE * LATTICE;
    way->distance_yd = malloc(count * sizeof *way->distance_yd);
    way->level_yd = calloc(count, sizeof *way->level_yd);
    way->width_yd = calloc(count, sizeof *way->width_yd);
    if (!way->distance_yd || !way->level_yd || !way->width_yd) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        way->distance_yd[i] = (float)WAY_FAR;
    }
    return true;
}

void way_free(struct way *way)
{
    free(way->distance_yd);
    free(way->level_yd);
    free(way->width_yd);
    *way = (struct way){0};
}

static void draw_node(struct way *way, int32_t i, int32_t j, const struct line_point ends[2])
{
    double along_x = ends[1].x - ends[0].x;
    double along_y = ends[1].y - ends[0].y;
    double length = along_x * along_x + along_y * along_y;
    double t =
        length > 0.0 ? ((i - ends[0].x) * along_x + (j - ends[0].y) * along_y) / length : 0.0;
    t = noise_clamp(t, 0.0, 1.0);
    double dx = i - ends[0].x - t * along_x;
    double dy = j - ends[0].y - t * along_y;
    double distance = sqrt(dx * dx + dy * dy) * NODE_YD;
    int32_t node = world_node(i, j);
    if (distance < (double)way->distance_yd[node]) {
        way->distance_yd[node] = (float)distance;
        way->level_yd[node] = (float)noise_mix(ends[0].level_yd, ends[1].level_yd, t);
        way->width_yd[node] = (float)noise_mix(ends[0].width_yd, ends[1].width_yd, t);
    }
}

static int32_t inside(double node)
{
    return (int32_t)noise_clamp(portable_floor(node), 0.0, LATTICE - 1);
}

void way_draw(struct way *way, const struct line *line)
{
    double reach = WAY_FAR / NODE_YD;
    for (int k = 0; k + 1 < line->count; k++) {
        const struct line_point *ends = &line->points[k];
        double low_x = ends[0].x < ends[1].x ? ends[0].x : ends[1].x;
        double low_y = ends[0].y < ends[1].y ? ends[0].y : ends[1].y;
        double high_x = ends[0].x + ends[1].x - low_x;
        double high_y = ends[0].y + ends[1].y - low_y;
        for (int32_t j = inside(low_y - reach); j <= inside(high_y + reach); j++) {
            for (int32_t i = inside(low_x - reach); i <= inside(high_x + reach); i++) {
                draw_node(way, i, j, ends);
            }
        }
    }
}

/* Half the width of a river that drains an area, grown with its root as nature has it. */
static double river_width(double drained_yd2)
{
    return noise_clamp(1.2 + 0.0038 * sqrt(drained_yd2), 2.2, 9.0);
}

bool river_trace(const struct relief *relief, double x, double y, struct line *line)
{
    int32_t step = (LATTICE - 1) / (RELIEF_SIZE - 1);
    double scale = (double)(RELIEF_SIZE - 1) / WORLD_TILES;
    int32_t node = (int32_t)(y * scale) * RELIEF_SIZE + (int32_t)(x * scale);
    double level = relief->height_yd[node];
    for (;;) {
        double height = relief->height_yd[node];
        level = height < level ? height : level;
        int32_t i = node % RELIEF_SIZE;
        int32_t j = node / RELIEF_SIZE;
        struct line_point point = {.x = (double)(i * step),
                                   .y = (double)(j * step),
                                   .level_yd = level > 0.0 ? level : 0.0,
                                   .width_yd = river_width(relief->drained_yd2[node])};
        if (!line_add(line, &point)) {
            return false;
        }
        if (relief->receiver[node] == node) {
            return true;
        }
        node = relief->receiver[node];
    }
}

/* The grid that roads are searched on. */
enum { ROAD_STEP = 8, ROAD_SIZE = (LATTICE - 1) / ROAD_STEP + 1, ROAD_BUCKETS = 4096 };

/* A search under way: Dijkstra with buckets, one a whole unit of cost, each a linked list. */
struct search {
    double cost[ROAD_SIZE * ROAD_SIZE];
    int32_t from[ROAD_SIZE * ROAD_SIZE];
    int32_t next[ROAD_SIZE * ROAD_SIZE];
    uint8_t done[ROAD_SIZE * ROAD_SIZE];
    int32_t bucket[ROAD_BUCKETS];
};

static int32_t lattice_of(int32_t node)
{
    return world_node(node % ROAD_SIZE * ROAD_STEP, node / ROAD_SIZE * ROAD_STEP);
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
    double beaten = (double)world->road.distance_yd[at] < 12.0 ? 0.45 : 1.0;
    return cost * beaten / 4.0;
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
    for (int32_t turn = 0; !search->done[goal]; turn++) {
        int32_t *bucket = &search->bucket[turn % ROAD_BUCKETS];
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

bool road_find(const struct world *world, const struct site *from, const struct site *to,
               struct line *line)
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
        struct line_point point = {.x = (double)(node % ROAD_SIZE * ROAD_STEP),
                                   .y = (double)(node / ROAD_SIZE * ROAD_STEP),
                                   .level_yd = (double)world->height_yd[lattice_of(node)]};
        added = line_add(line, &point);
        more = search->from[node] != node;
    }
    free(search);
    return added;
}
