/*
 * A map of the distance from every lattice node to the nearest of the lines drawn into it, with the
 * height and width of that line at its nearest point. Rivers and roads shape the ground by it.
 */
#ifndef DEMO_WORLD_DISTANCE_MAP_H
#define DEMO_WORLD_DISTANCE_MAP_H

#include <stdbool.h>

#include "demo/world/polyline.h"

/* Distances end here; nodes farther from any line keep this value. */
#define DISTANCE_MAP_FAR_YD 60.0

/* One value per lattice node in each table. */
struct distance_map {
    float *distance_yd;   /* to the nearest line, at most DISTANCE_MAP_FAR_YD */
    float *level_yd;      /* height of that line at its nearest point */
    float *half_width_yd; /* of that line at its nearest point */
};

/* A map without lines. False when out of memory; distance_map_free accepts the remains. */
bool distance_map_create(struct distance_map *map);
void distance_map_free(struct distance_map *map);

/* Draws a line: nodes that it is nearest to take its distance, height and width. */
void distance_map_draw(struct distance_map *map, const struct polyline *line);

#endif
