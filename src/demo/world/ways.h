/*
 * Lines on the ground, rivers and roads: found on the relief, made smooth, and drawn as fields of
 * distance and height. Places are in lattice nodes (world.h).
 */
#ifndef DEMO_WORLD_WAYS_H
#define DEMO_WORLD_WAYS_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/world/relief.h"
#include "demo/world/sites.h"
#include "demo/world/world.h"

struct line_point {
    double x, y;     /* nodes */
    double level_yd; /* height of the line there */
    double width_yd; /* half the width of the way there */
};

struct line {
    struct line_point *points;
    int count;
    int capacity;
};

void line_free(struct line *line);

/* False when out of memory. */
bool line_add(struct line *line, const struct line_point *point);

/* Averages each point with its neighbours, ends fixed, `passes` times. */
void line_smooth(struct line *line, int passes);

/* Way without any line; false when out of memory. way_free takes a half-made one too. */
bool way_create(struct way *way);
void way_free(struct way *way);

/* Adds a line to the fields. */
void way_draw(struct way *way, const struct line *line);

/* The course of water from (x, y), in tiles, down to the sea; levels never rise. */
bool river_trace(const struct relief *relief, double x, double y, struct line *line);

/*
 * The cheapest way on foot between two sites over heights of the lattice: avoids
 * slopes and water, follows ways that are drawn already.
 */
bool road_find(const struct world *world, const struct site *from, const struct site *to,
               struct line *line);

#endif
