/*
 * Adds solids to a model. A pen is a coordinate system inside the model (x forward, y left, z up)
 * with a current material; all coordinates below are the pen's. Textures have their natural size on
 * every face, with u along the face's first edge.
 */
#ifndef DEMO_BUILDINGS_PEN_H
#define DEMO_BUILDINGS_PEN_H

#include "demo/buildings/model.h"
#include "demo/buildings/point.h"

struct pen {
    struct model *model;
    double origin[3];
    double rotation[2]; /* cosine and sine; counter-clockwise seen from above */
    enum wall_material material;
    int variant;    /* of the model that is built, of its family */
    double cell_yd; /* quads of inside groups are divided into cells, since light is stored per
                       vertex */
};

/* Ground plan of a solid: a rectangle. */
struct plan {
    double x0, y0, x1, y1;
};

static inline struct plan plan_of(double x0, double y0, double x1, double y1)
{
    return (struct plan){x0, y0, x1, y1};
}

/* A pen at the model's origin. */
struct pen pen_start(struct model *model);

/* Copies of a pen: moved by (x, y, z) in its own coordinates; rotated about its z axis. */
struct pen pen_moved(struct pen pen, double x, double y, double z);
struct pen pen_rotated(struct pen pen, double degrees);

/* A copy of a pen with another material. */
struct pen pen_with(struct pen pen, enum wall_material material);

/* A flat face; corners counter-clockwise seen from outside. */
void pen_triangle(struct pen pen, struct point a, struct point b, struct point c);
void pen_quad(struct pen pen, struct point a, struct point b, struct point c, struct point d);

/* A level rectangle that faces up. */
void pen_floor(struct pen pen, struct plan plan, double z);

/* Four walls that face outwards; pen_box adds a top. */
void pen_walls(struct pen pen, struct plan plan, double z0, double z1);
void pen_box(struct pen pen, struct plan plan, double z0, double z1);

/* A box and a floor of a material. */
void pen_solid(struct pen pen, enum wall_material material, double x0, double y0, double x1,
               double y1, double z0, double z1);
void pen_sheet(struct pen pen, enum wall_material material, double x0, double y0, double x1,
               double y1, double z);

/* A sloping box: its top runs from a to b, `wide` across, its bottom `thick` below. */
void pen_beam(struct pen pen, struct point a, struct point b, double wide, double thick);

/* The walls of a cone, radius r0 at z0 and r1 at z1, smoothly shaded; a level disc. */
void pen_cone(struct pen pen, int sides, double r0, double z0, double r1, double z1);
void pen_disc(struct pen pen, int sides, double radius, double z);

/* A level ring between two radii. */
void pen_ring(struct pen pen, int sides, double inner, double outer, double z);

/* A room: floor, walls and ceiling that face inwards. Walls and ceiling have the pen's material. */
void pen_room(struct pen pen, struct plan plan, double z0, double z1, enum wall_material floor);

/* A point light. */
void pen_light(struct pen pen, struct point position, const double rgb[3], double reach_yd);

/* Transforms a point to the model's coordinates. */
struct point pen_transform(struct pen pen, struct point point);

#endif
