/*
 * The solids that models are composed of. A model is a list of them: what draws it, up to two
 * materials, and numbers. Lists nest: AT and ROW draw a list at other places.
 *
 *     MODEL(well, OUTSIDE("Well"), LATHE(RUBBLE, 12, 1.5, -3, 1.5, 1, 1.05, 1),
 *           ROW(2, 0, -1.3, 0, 0, 2.6, 0, BOX(OAK, -0.12, -0.12, 0.12, 0.12, 0.9, 3)));
 *
 * Numbers are yards in the coordinates of a pen: x forward, y left, z up. A rectangle is x0, y0,
 * x1, y1. Textures have their natural size on every face, with u along the face's first edge.
 */
#ifndef DEMO_MODELS_SOLID_H
#define DEMO_MODELS_SOLID_H

#include "demo/models/model.h"

enum { SOLID_NUMBERS = 14 };

/* A place in a model, and what is drawn there is made of. */
struct pen {
    struct model *model;
    double origin[3];
    double rotation[2]; /* cosine and sine; counter-clockwise seen from above */
    enum wall_material material, second;
    enum wall_material palette[2]; /* what WALL_FACADE and WALL_ROOFING are in this model */
    double cell_yd; /* quads of inside groups are divided into cells: light is stored per vertex */
};

typedef void solid_function(struct pen pen, const double *n);

/* One of: a solid, with `draw`; `parts`, drawn at n[0] places; a group that begins, with `name`. */
struct solid {
    solid_function *draw;
    int material, second;
    double n[SOLID_NUMBERS];
    const struct solid *parts;
    const char *name;
};

#define SOLID(draw, material, second, ...)                                                         \
    {                                                                                              \
        draw, WALL_##material, WALL_##second, {__VA_ARGS__}, NULL, NULL                            \
    }
#define GROUP(name, kind)                                                                          \
    {                                                                                              \
        NULL, kind, 0, {0}, NULL, name                                                             \
    }
#define PLACED(parts, ...)                                                                         \
    {                                                                                              \
        NULL, 0, 0, {__VA_ARGS__}, parts, NULL                                                     \
    }
#define END                                                                                        \
    {                                                                                              \
        NULL, 0, 0, {0}, NULL, NULL                                                                \
    }
#define LIST(...) ((const struct solid[]){__VA_ARGS__, END})

/* Lists: NAME_solids, which building.c and doodad.c name; a part that its file names. */
#define MODEL(name, ...) const struct solid name##_solids[] = {__VA_ARGS__, END}
#define PARTS(name, ...) static const struct solid name[] = {__VA_ARGS__, END}

/* Begin a group. */
#define OUTSIDE(name) GROUP(name, GROUP_OUTSIDE)
#define INSIDE(name) GROUP(name, GROUP_INSIDE)

/* A list here; moved and rotated; `count` times, (dx, dy, dz) apart; around the z axis. */
#define PART(parts) PLACED(parts, 1)
#define AT(x, y, z, degrees, ...) PLACED(LIST(__VA_ARGS__), 1, x, y, z, degrees)
#define ROW(count, x, y, z, dx, dy, dz, ...)                                                       \
    PLACED(LIST(__VA_ARGS__), count, x, y, z, 0, dx, dy, dz)
#define RING(count, ...) PLACED(LIST(__VA_ARGS__), count, 0, 0, 0, 0, 0, 0, 0, 360.0 / (count))

/* x0, y0, x1, y1, z0, z1: walls that face outwards; with a top; a room with a floor, whose faces
 * look inwards. x0, y0, x1, y1, z: a level sheet that faces up. */
#define WALLS(material, ...) SOLID(solid_walls, material, STUCCO, __VA_ARGS__)
#define BOX(material, ...) SOLID(solid_box, material, STUCCO, __VA_ARGS__)
#define ROOM(material, floor, ...) SOLID(solid_room, material, floor, __VA_ARGS__)
#define SHEET(material, ...) SOLID(solid_sheet, material, STUCCO, __VA_ARGS__)
solid_function solid_walls, solid_box, solid_room, solid_sheet;

/* A profile of r, z turned about the z axis, smooth round it; level pieces face up. */
#define LATHE(material, sides, ...)                                                                \
    SOLID(solid_lathe, material, STUCCO, sides, sizeof((double[]){__VA_ARGS__}) / sizeof(double),  \
          __VA_ARGS__)
solid_function solid_lathe;

/* x, y, z of two ends, the width, the thickness: a sloping box below that line. Four corners and
 * three, counter-clockwise seen from outside. */
#define BEAM(material, ...) SOLID(solid_beam, material, STUCCO, __VA_ARGS__)
#define QUAD(material, ...) SOLID(solid_quad, material, STUCCO, __VA_ARGS__)
#define TRIANGLE(material, ...) SOLID(solid_triangle, material, STUCCO, __VA_ARGS__)
solid_function solid_beam, solid_quad, solid_triangle;

/* x0, y0, x1, y1, the height of the eaves, the rise to the ridge, the overhang: a roof whose ridge
 * runs along the longer side. Of two slopes, with walls below its ends; of four; of four thick
 * ones of straw, with a fringe; of two, and the walls below it on a stone plinth. */
#define GABLE(roofing, wall, ...) SOLID(solid_gable, roofing, wall, __VA_ARGS__)
#define HIP(roofing, ...) SOLID(solid_hip, roofing, STUCCO, __VA_ARGS__)
#define THATCHED(...) SOLID(solid_thatched, THATCH, STUCCO, __VA_ARGS__)
#define HOUSE(wall, roofing, ...) SOLID(solid_house, wall, roofing, __VA_ARGS__)
solid_function solid_gable, solid_hip, solid_thatched, solid_house;

/* x0, y0, x1, y1, top: walls on a stone plinth that reaches below the ground. */
#define PLINTH(material, ...) SOLID(solid_plinth, material, STUCCO, __VA_ARGS__)
solid_function solid_plinth;
#define FOUNDATION_YD 3.0

/* x, y, z of a window's middle; of the lower edge of a door, and of a dormer's front in a roof that
 * falls towards +x: on walls that face +x. x, y, z0, z1. x0, y0, x1, y1, z; count, radius, z. */
#define WINDOW(...) SOLID(solid_window, WINDOW, STUCCO, __VA_ARGS__)
#define DOOR(...) SOLID(solid_door, OAK, STUCCO, __VA_ARGS__)
#define DORMER(roofing, ...) SOLID(solid_dormer, roofing, STUCCO, __VA_ARGS__)
#define CHIMNEY(...) SOLID(solid_chimney, RUBBLE, STUCCO, __VA_ARGS__)
#define MERLONS(...) SOLID(solid_merlons, DRESSED, STUCCO, __VA_ARGS__)
#define ROUND_MERLONS(...) SOLID(solid_round_merlons, DRESSED, STUCCO, __VA_ARGS__)
solid_function solid_window, solid_door, solid_dormer, solid_chimney, solid_merlons,
    solid_round_merlons;

/* x, y, z, size; x, y, z. */
#define CRATE(...) SOLID(solid_crate, PLANKS, STUCCO, __VA_ARGS__)
#define BARREL(...) SOLID(solid_barrel, OAK, STUCCO, __VA_ARGS__)
solid_function solid_crate, solid_barrel;

/* x, y, z, red, green, blue, reach: a point light. x, y, z, columns, rows: water in the group. The
 * doodad's number, its set, x, y, z, degrees: a doodad in the group. */
#define LIGHT(...) SOLID(solid_light, LAMP, STUCCO, __VA_ARGS__)
#define POOL(...) SOLID(solid_pool, LAMP, STUCCO, __VA_ARGS__)
#define DOODAD(name, ...) SOLID(solid_doodad, LAMP, STUCCO, DOODAD_##name, __VA_ARGS__)
solid_function solid_light, solid_pool, solid_doodad;

/* Draws a list into an empty model, and completes it. */
void solids_make(struct model *model, const struct solid *list,
                 const enum wall_material palette[2]);

/* ---- for functions that draw solids of their own ---- */

#define N(...) ((const double[SOLID_NUMBERS]){__VA_ARGS__})
#define WITH(pen, material) pen_with(pen, WALL_##material, WALL_STUCCO)

struct point {
    double x, y, z;
};

static inline struct point xyz(double x, double y, double z)
{
    return (struct point){x, y, z};
}

/* Copies of a pen: with other materials; moved in its own coordinates and rotated. */
struct pen pen_with(struct pen pen, enum wall_material material, enum wall_material second);
struct pen pen_at(struct pen pen, double x, double y, double z, double degrees);

void pen_draw(struct pen pen, const struct solid *list);
void pen_quad(struct pen pen, struct point a, struct point b, struct point c, struct point d);
void pen_triangle(struct pen pen, struct point a, struct point b, struct point c);

/* A square with the texture once on it: corners middle +- right +- up, lit as a face that looks to
 * `normal`. */
void pen_card(struct pen pen, struct point middle, struct point right, struct point up,
              struct point normal);

struct point point_along(struct point a, struct point b, double t); /* a + t * b */
struct point point_cross(struct point a, struct point b);
struct point point_unit(struct point a); /* of length 1; zero stays zero */

#endif
