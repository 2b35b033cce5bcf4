#include "demo/world/distance_map.h"

#include <math.h>
#include <stdlib.h>

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/world/lattice.h"

bool distance_map_create(struct distance_map *map)
{
    size_t count = (size_t)LATTICE * LATTICE;
    map->distance_yd = malloc(count * sizeof *map->distance_yd);
    map->level_yd = calloc(count, sizeof *map->level_yd);
    map->half_width_yd = calloc(count, sizeof *map->half_width_yd);
    if (!map->distance_yd || !map->level_yd || !map->half_width_yd) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        map->distance_yd[i] = (float)DISTANCE_MAP_FAR_YD;
    }
    return true;
}

void distance_map_free(struct distance_map *map)
{
    free(map->distance_yd);
    free(map->level_yd);
    free(map->half_width_yd);
    *map = (struct distance_map){0};
}

static void draw_node(struct distance_map *map, int32_t i, int32_t j,
                      const struct polyline_point ends[2])
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
    int32_t node = lattice_node(i, j);
    if (distance < (double)map->distance_yd[node]) {
        map->distance_yd[node] = (float)distance;
        map->level_yd[node] = (float)noise_mix(ends[0].level_yd, ends[1].level_yd, t);
        map->half_width_yd[node] =
            (float)noise_mix(ends[0].half_width_yd, ends[1].half_width_yd, t);
    }
}

static int32_t inside(double node)
{
    return (int32_t)noise_clamp(portable_floor(node), 0.0, LATTICE - 1);
}

void distance_map_draw(struct distance_map *map, const struct polyline *line)
{
    double reach = DISTANCE_MAP_FAR_YD / NODE_YD;
    for (int k = 0; k + 1 < line->count; k++) {
        const struct polyline_point *ends = &line->points[k];
        double low_x = ends[0].x < ends[1].x ? ends[0].x : ends[1].x;
        double low_y = ends[0].y < ends[1].y ? ends[0].y : ends[1].y;
        double high_x = ends[0].x + ends[1].x - low_x;
        double high_y = ends[0].y + ends[1].y - low_y;
        for (int32_t j = inside(low_y - reach); j <= inside(high_y + reach); j++) {
            for (int32_t i = inside(low_x - reach); i <= inside(high_x + reach); i++) {
                draw_node(map, i, j, ends);
            }
        }
    }
}
