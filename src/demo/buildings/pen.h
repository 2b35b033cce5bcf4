/*
 * Draws solids into a model. A pen has a place and a direction inside the model; everything is
 * given in its own coordinates (x forward, y left, z up). Textures lie on each face at their
 * natural size, u along the face's first edge.
 */
#ifndef DEMO_BUILDINGS_PEN_H
#define DEMO_BUILDINGS_PEN_H

#include "demo/buildings/model.h"

struct pen {
    struct model *model;
    double place[3];
    double turn[2]; /* cosine and sine of the angle, counter-clockwise seen from above */
    enum wall_material material;
};

struct point {
    double x, y, z;
};

/* A box from low to high. */
struct extent {
    struct point low, high;
};

/* Ground plan of a solid: a rectangle. */
struct plan {
    double x0, y0, x1, y1;
};

/* A pen at the model's origin. */
struct pen pen_start(struct model *model);

/* A pen moved by (x, y, z) and then turned. */
struct pen pen_moved(const struct pen *pen, double x, double y, double z);
struct pen pen_turned(const struct pen *pen, double degrees);

/* A pen with another material. */
struct pen pen_with(const struct pen *pen, enum wall_material material);

/* Corners counter-clockwise seen from outside; flat. Quads of inside groups are cut into cells of
 * about 3 yards, so that light can change across them. */
void pen_triangle(const struct pen *pen, struct point a, struct point b, struct point c);
void pen_quad(const struct pen *pen, struct point a, struct point b, struct point c,
              struct point d);

/* A level rectangle, seen from above. */
void pen_floor(const struct pen *pen, struct plan plan, double z);

/* Four walls; with a top. Seen from outside. */
void pen_walls(const struct pen *pen, struct plan plan, double z0, double z1);
void pen_box(const struct pen *pen, struct plan plan, double z0, double z1);

/* A box along a sloping line from a to b, `wide` across and `thick` down from its top line. */
void pen_beam(const struct pen *pen, struct point a, struct point b, double wide, double thick);

/* Walls of a round tower, radius r0 at z0 and r1 at z1, smooth; and a level disc. */
void pen_cone(const struct pen *pen, int sides, double r0, double z0, double r1, double z1);
void pen_disc(const struct pen *pen, int sides, double radius, double z);

/* A level ring between two radii. */
void pen_ring(const struct pen *pen, int sides, double inner, double outer, double z);

/* The inside of a room: floor, walls and ceiling that face inwards. Material of the walls is the
 * pen's. */
void pen_room(const struct pen *pen, struct plan plan, double z0, double z1,
              enum wall_material floor);

/* A light, in the pen's coordinates. */
void pen_light(const struct pen *pen, struct point place, const double rgb[3], double reach_yd);

/* A place in the model's coordinates. */
struct point pen_place(const struct pen *pen, struct point point);

#endif
