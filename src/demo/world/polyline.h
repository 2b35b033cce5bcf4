/* Polylines on the ground: the course of a river or a road. Coordinates are lattice nodes. */
#ifndef DEMO_WORLD_POLYLINE_H
#define DEMO_WORLD_POLYLINE_H

#include <stdbool.h>

struct polyline_point {
    double x, y;          /* nodes */
    double level_yd;      /* height of the line at this point */
    double half_width_yd; /* of the river; 0 for roads */
};

/* A zero-initialised polyline is empty. */
struct polyline {
    struct polyline_point *points;
    int count;
    int capacity;
};

void polyline_free(struct polyline *line);

/* Appends a point. False when out of memory. */
bool polyline_add(struct polyline *line, const struct polyline_point *point);

/* Averages each point with its neighbours `passes` times, weights 1 2 1. The ends stay. */
void polyline_smooth(struct polyline *line, int passes);

#endif
