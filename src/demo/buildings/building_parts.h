/* Parts that buildings are put together from. All in the pen's coordinates, lengths in yards. */
#ifndef DEMO_BUILDINGS_BUILDING_PARTS_H
#define DEMO_BUILDINGS_BUILDING_PARTS_H

#include "demo/buildings/pen.h"

/* How far foundations reach below the ground. */
#define FOUNDATION_YD 3.0

/* A roof over a rectangle: eaves at `eaves`, `rise` up to the ridge, edges `overhang` beyond the
 * walls. The material of the pen covers it. */
struct roof {
    struct plan plan;
    double eaves, rise, overhang;
    enum wall_material gable; /* of the triangles under the ridge's ends */
};

/* Two slopes; the ridge runs along y. */
void part_gable_roof(const struct pen *pen, const struct roof *roof);

/* Four slopes; the ridge runs along y, or along x where that side is longer. */
void part_hip_roof(const struct pen *pen, const struct roof *roof);

/* Thatch: hipped, thick, with a fringe of straw. */
void part_thatched_roof(const struct pen *pen, const struct roof *roof);

/* Walls on a plinth of stone. */
void part_walls(const struct pen *pen, struct plan plan, double top);

/* A stack with a dark mouth, its foot at z0. */
void part_chimney(const struct pen *pen, double x, double y, double z0, double z1);

/* A gabled window standing out of a roof that falls towards +x; (x, y, z) is the foot of its
 * front. `roofing` covers it. */
void part_dormer(const struct pen *pen, double x, double y, double z, enum wall_material roofing);

/* A window on a wall that faces +x, its middle at (x, y, z). */
void part_window(const struct pen *pen, double x, double y, double z);

/* A door likewise, its foot at (x, y, z). */
void part_door(const struct pen *pen, double x, double y, double z);

/* Merlons around a rectangle's edge. */
void part_merlons(const struct pen *pen, struct plan plan, double z);

/* Merlons around a circle. */
void part_round_merlons(const struct pen *pen, int count, double radius, double z);

/* A barrel, a crate or sack on the ground. */
void part_barrel(const struct pen *pen, double x, double y, double z);
void part_crate(const struct pen *pen, double x, double y, double z, double size);

/* A rectangle. */
struct plan plan_of(double x0, double y0, double x1, double y1);

/* Grown by `by` on all sides. */
struct plan plan_grown(struct plan plan, double by);

/* Begins the group of rooms, and goes on with the pen given. */
void part_begin_inside(const struct pen *pen, const char *name);

#endif
