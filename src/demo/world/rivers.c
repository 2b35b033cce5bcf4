#include "demo/world/rivers.h"

#include <math.h>

#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/sites.h"
#include "demo/world/surface.h"

/* Half the width of a river, which grows with the square root of the area that it drains. */
static double half_width(double drained_yd2)
{
    return noise_clamp(1.2 + 0.0038 * sqrt(drained_yd2), 2.2, 9.0);
}

/* The course of water from (x, y), in tiles, down to the sea; levels never rise. */
static bool trace(const struct relief *relief, double x, double y, struct polyline *line)
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
        struct polyline_point point = {.x = (double)(i * step),
                                       .y = (double)(j * step),
                                       .level_yd = level > 0.0 ? level : 0.0,
                                       .half_width_yd = half_width(relief->drained_yd2[node])};
        if (!polyline_add(line, &point)) {
            return false;
        }
        if (relief->receiver[node] == node) {
            return true;
        }
        node = relief->receiver[node];
    }
}

/* Bends the line sideways where the land is flat. */
static void meander(struct polyline *line)
{
    for (int i = 1; i + 1 < line->count; i++) {
        struct polyline_point *point = &line->points[i];
        double flat = 1.0 - 0.8 * noise_step(15.0, 60.0, point->level_yd);
        double x = point->x;
        double y = point->y;
        point->x += 11.0 * flat * noise_gradient(x / 52.0, y / 52.0, 91u, 0);
        point->y += 11.0 * flat * noise_gradient(x / 52.0, y / 52.0, 92u, 0);
    }
}

/* Sets the water level: below the land at the line, at the lake's level inside the lake, and never
 * rising downstream. The river is narrow at its spring. */
static void set_levels(const struct world *world, struct polyline *line)
{
    double level = 1e9;
    for (int i = 0; i < line->count; i++) {
        struct polyline_point *point = &line->points[i];
        double x = point->x / NODES_PER_TILE;
        double y = point->y / NODES_PER_TILE;
        double land = surface_node_height_yd(world, x, y) - 0.6;
        bool lake = lake_inside_yd(x, y) > -6.0;
        double here = lake ? (double)world->lake_level_yd : land;
        level = here < level ? here : level;
        level = level < 0.0 ? 0.0 : level;
        point->level_yd = level;
        point->half_width_yd *= 0.35 + 0.65 * noise_step(0.0, 30.0, (double)i);
    }
}

static bool add_river(struct world *world, const struct relief *relief, double x, double y)
{
    struct polyline line = {0};
    bool added = trace(relief, x, y, &line);
    if (added) {
        polyline_smooth(&line, 12);
        meander(&line);
        set_levels(world, &line);
        distance_map_draw(&world->river, &line);
    }
    polyline_free(&line);
    return added;
}

bool rivers_create(struct world *world, const struct relief *relief)
{
    static const double springs[][2] = {{3.10, 2.72}, {4.02, 2.62}, {5.25, 2.55},
                                        {5.55, 4.25}, {2.15, 3.70}, {2.60, 5.05}};
    bool made = distance_map_create(&world->river);
    for (size_t i = 0; made && i < COUNT_OF(springs); i++) {
        made = add_river(world, relief, springs[i][0], springs[i][1]);
    }
    return made;
}
