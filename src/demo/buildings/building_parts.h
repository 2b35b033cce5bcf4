/* Parts of buildings: roofs, walls, windows, barrels. In the pen's coordinates, in yards. */
#ifndef DEMO_BUILDINGS_BUILDING_PARTS_H
#define DEMO_BUILDINGS_BUILDING_PARTS_H

#include "demo/buildings/pen.h"

/* Depth of foundations below the ground. */
#define FOUNDATION_YD 3.0

/*
 * A roof over a rectangle, of the pen's material: eaves at z = `eaves`, the ridge `rise` above
 * them, edges `overhang` beyond the walls. Two slopes with the ridge along y, and `gable` below its
 * ends; four slopes, the ridge along the longer side; the same of thick straw with a fringe.
 */
void part_gable_roof(struct pen pen, struct plan p, double eaves, double rise, double overhang,
                     enum wall_material gable);
void part_hip_roof(struct pen pen, struct plan p, double eaves, double rise, double overhang);
void part_thatched_roof(struct pen pen, struct plan p, double eaves, double rise, double overhang);

/* Walls on a stone plinth. */
void part_walls(struct pen pen, struct plan plan, double top);

/* A chimney from z0 to z1. */
void part_chimney(struct pen pen, double x, double y, double z0, double z1);

/* A dormer in a roof that falls towards +x; (x, y, z) is the lower edge of its front. `roofing` is
 * the material of its roof. */
void part_dormer(struct pen pen, double x, double y, double z, enum wall_material roofing);

/* A window with its centre at (x, y, z), on a wall that faces +x. */
void part_window(struct pen pen, double x, double y, double z);

/* A door with its lower edge at (x, y, z), on a wall that faces +x. */
void part_door(struct pen pen, double x, double y, double z);

/* Merlons along the edge of a rectangle. */
void part_merlons(struct pen pen, struct plan plan, double z);

/* Merlons along a circle. */
void part_round_merlons(struct pen pen, int count, double radius, double z);

/* A barrel; a crate. */
void part_barrel(struct pen pen, double x, double y, double z);
void part_crate(struct pen pen, double x, double y, double z, double size);

/* A rectangle grown by `by` on all sides. */
struct plan plan_grown(struct plan plan, double by);

/* Begins an inside group. */
void part_begin_inside(struct pen pen, const char *name);

#endif
