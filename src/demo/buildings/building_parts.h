/* Parts of buildings: roofs, walls, windows, barrels. In the pen's coordinates, in yards. */
#ifndef DEMO_BUILDINGS_BUILDING_PARTS_H
#define DEMO_BUILDINGS_BUILDING_PARTS_H

#include "demo/buildings/pen.h"

/* Depth of foundations below the ground. */
#define FOUNDATION_YD 3.0

/* A roof over a rectangle: eaves at z = `eaves`, the ridge `rise` above them, edges `overhang`
 * beyond the walls. It has the pen's material. */
struct roof {
    struct plan plan;
    double eaves, rise, overhang;
    enum wall_material gable; /* of the triangles below the ends of the ridge */
};

/* Two slopes; the ridge runs along y. */
void part_gable_roof(const struct pen *pen, const struct roof *roof);

/* Four slopes; the ridge runs along the longer side. */
void part_hip_roof(const struct pen *pen, const struct roof *roof);

/* A thick hip roof with a fringe of straw. */
void part_thatched_roof(const struct pen *pen, const struct roof *roof);

/* Walls on a stone plinth. */
void part_walls(const struct pen *pen, struct plan plan, double top);

/* A chimney from z0 to z1. */
void part_chimney(const struct pen *pen, double x, double y, double z0, double z1);

/* A dormer in a roof that falls towards +x; (x, y, z) is the lower edge of its front. `roofing` is
 * the material of its roof. */
void part_dormer(const struct pen *pen, double x, double y, double z, enum wall_material roofing);

/* A window with its centre at (x, y, z), on a wall that faces +x. */
void part_window(const struct pen *pen, double x, double y, double z);

/* A door with its lower edge at (x, y, z), on a wall that faces +x. */
void part_door(const struct pen *pen, double x, double y, double z);

/* Merlons along the edge of a rectangle. */
void part_merlons(const struct pen *pen, struct plan plan, double z);

/* Merlons along a circle. */
void part_round_merlons(const struct pen *pen, int count, double radius, double z);

/* A barrel; a crate. */
void part_barrel(const struct pen *pen, double x, double y, double z);
void part_crate(const struct pen *pen, double x, double y, double z, double size);

struct plan plan_of(double x0, double y0, double x1, double y1);

/* A rectangle grown by `by` on all sides. */
struct plan plan_grown(struct plan plan, double by);

/* Begins an inside group. */
void part_begin_inside(const struct pen *pen, const char *name);

#endif
