/* Rocks, and what people put up: fences, lamps, tents, boats, carts. */
#include "base/portable_math.h"
#include "demo/doodads/doodad.h"
#include "demo/textures/noise.h"

/* The corner of a rock: rings of eight corners, pushed in and out by a hash. */
static struct point rock_corner(int ring, int side, double size, uint32_t seed)
{
    static const double rings[5][2] = {
        {0.9, -0.5}, {1.0, 0.15}, {0.85, 0.55}, {0.45, 0.85}, {0.0, 0.9}};
    double turn = 2.0 * PORTABLE_PI * (side % 8) / 8.0;
    double push = ring == 4 ? 1.0 : 0.72 + 0.5 * noise_unit(ring, side % 8, seed);
    double radius = rings[ring][0] * push * size;
    return xyz(radius * portable_cos(turn), 0.8 * radius * portable_sin(turn),
               rings[ring][1] * (0.6 + 0.4 * push) * size);
}

void build_rock(struct pen pen)
{
    const double size = pen.variant == 0 ? 0.9 : 2.8;
    const uint32_t seed = 561u + (uint32_t)pen.variant;
    for (int ring = 0; ring < 4; ring++) {
        for (int side = 0; side < 8; side++) {
            struct point a = rock_corner(ring, side, size, seed);
            struct point b = rock_corner(ring, side + 1, size, seed);
            struct point c = rock_corner(ring + 1, side + 1, size, seed);
            struct point d = rock_corner(ring + 1, side, size, seed);
            pen_triangle(pen_with(pen, WALL_ROCK), a, b, c);
            if (ring < 3) {
                pen_triangle(pen_with(pen, WALL_ROCK), a, c, d);
            }
        }
    }
}

/* Two posts and three rails, 6 yards along x. */
void build_fence(struct pen pen)
{
    for (int k = 0; k < 3; k++) {
        double x = -3.0 + 3.0 * k;
        pen_solid(pen, WALL_PLANKS, x - 0.14, -0.14, x + 0.14, 0.14, -0.8, 1.35);
    }
    for (int k = 0; k < 3; k++) {
        double z = 0.4 + 0.35 * k;
        pen_beam(pen_with(pen, WALL_PLANKS), xyz(-3.1, 0.0, z), xyz(3.1, 0.0, z), 0.12, 0.14);
    }
}

/* A square that faces along x, for bones that turn it to the viewer. */
static void face_forward(struct pen pen, double z, double half)
{
    pen_quad(pen, xyz(0.0, -half, z - half), xyz(0.0, half, z - half), xyz(0.0, half, z + half),
             xyz(0.0, -half, z + half));
}

/* The uv of a face count its length; a glow is one picture on it. */
static void fit_picture(struct model *model)
{
    static const float uv[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    struct model_group *group = &model->groups[model->group_count - 1];
    for (uint32_t k = 0; k < group->vertex_count && k < 4; k++) {
        group->vertices[k].uv[0] = uv[k][0];
        group->vertices[k].uv[1] = uv[k][1];
    }
}

static void add_glow(struct pen pen, double z, double half)
{
    model_begin_group(pen.model, "pen_with(pen, WALL_GLOW)", GROUP_OUTSIDE);
    face_forward(pen_with(pen, WALL_GLOW), z, half);
    fit_picture(pen.model);
}

void build_lamp_post(struct pen pen)
{
    pen_solid(pen, WALL_IRON, -0.25, -0.25, 0.25, 0.25, -0.5, 0.35);
    pen_cone(pen_with(pen, WALL_IRON), 6, 0.12, 0.35, 0.08, 3.0);
    pen_solid(pen, WALL_LAMP, -0.22, -0.22, 0.22, 0.22, 3.0, 3.5);
    pen_cone(pen_with(pen, WALL_IRON), 6, 0.42, 3.5, 0.0, 3.8);
    add_glow(pen, 3.3, 1.6);
}

/* A ridge tent, 5 yards long; its cloth is seen from both sides. */
void build_tent(struct pen pen)
{
    for (int side = -1; side <= 1; side += 2) {
        struct point low = {-2.5 * side, 2.0 * side, -0.2};
        struct point low_end = {2.5 * side, 2.0 * side, -0.2};
        pen_quad(pen_with(pen, pen.variant == 0 ? WALL_CANVAS_RED : WALL_CANVAS_BLUE), low_end, low,
                 xyz(-2.5 * side, 0.0, 2.4), xyz(2.5 * side, 0.0, 2.4));
        pen_triangle(pen_with(pen, pen.variant == 0 ? WALL_CANVAS_RED : WALL_CANVAS_BLUE),
                     xyz(-2.5, 2.0 * side, -0.2), xyz(-2.5, 0.0, 2.4), xyz(-2.5, 0.5 * side, -0.2));
        pen_solid(pen, WALL_OAK, 2.5 * side - 0.08, -0.08, 2.5 * side + 0.08, 0.08, -0.5, 2.6);
    }
}

void build_campfire(struct pen pen)
{
    for (int k = 0; k < 3; k++) {
        pen_beam(pen_rotated(pen_with(pen, WALL_OAK), 60.0 * k), xyz(-0.9, 0.0, 0.25),
                 xyz(0.9, 0.0, 0.25), 0.25, 0.25);
    }
    for (int k = 0; k < 8; k++) {
        pen_box(pen_rotated(pen_with(pen, WALL_ROCK), 45.0 * k), plan_of(1.1, -0.25, 1.5, 0.25),
                -0.2, 0.3);
    }
    add_glow(pen, 0.6, 1.4);
}

/* Half of a hull, and benches; `side` is 1 to the left. */
static void add_hull(struct pen pen, int side)
{
    static const double frames[6][2] = {{-2.2, 0.7}, {-1.2, 0.95}, {0.0, 1.0},
                                        {1.2, 0.85}, {2.0, 0.45},  {2.6, 0.0}};
    for (int k = 0; k + 1 < 6; k++) {
        struct point a = {frames[k][0], side * frames[k][1], 0.55};
        struct point b = {frames[k + 1][0], side * frames[k + 1][1], 0.55};
        struct point c = {frames[k + 1][0], side * 0.5 * frames[k + 1][1], -0.25};
        struct point d = {frames[k][0], side * 0.5 * frames[k][1], -0.25};
        struct point keel_c = {frames[k + 1][0], 0.0, -0.2};
        struct point keel_d = {frames[k][0], 0.0, -0.2};
        if (side > 0) {
            pen_quad(pen, b, a, d, c);
            pen_quad(pen, a, b, c, d);
            pen_quad(pen, keel_d, keel_c, c, d);
        } else {
            pen_quad(pen, a, b, c, d);
            pen_quad(pen, b, a, d, c);
            pen_quad(pen, d, c, keel_c, keel_d);
        }
    }
}

void build_rowing_boat(struct pen pen)
{
    add_hull(pen_with(pen, WALL_OAK), 1);
    add_hull(pen_with(pen, WALL_OAK), -1);
    pen_quad(pen_with(pen, WALL_OAK), xyz(-2.2, 0.7, 0.55), xyz(-2.2, -0.7, 0.55),
             xyz(-2.2, -0.35, -0.25), xyz(-2.2, 0.35, -0.25));
    for (int k = 0; k < 3; k++) {
        double x = -1.7 + 1.3 * k;
        pen_solid(pen, WALL_PLANKS, x, -0.85, x + 0.4, 0.85, 0.3, 0.38);
    }
}

void build_crates(struct pen pen)
{
    struct pen turned = pen_rotated(pen_with(pen, WALL_PLANKS), 20.0);
    struct pen barrel_place = pen_moved(pen_with(pen, WALL_OAK), -1.4, 0.9, 0.0);
    pen_solid(pen, WALL_PLANKS, -0.6, -0.6, 0.6, 0.6, -0.2, 1.1);
    pen_box(turned, plan_of(0.9, -0.5, 1.9, 0.5), -0.2, 0.8);
    pen_box(turned, plan_of(-0.4, -0.4, 0.4, 0.4), 1.1, 1.9);
    pen_cone(barrel_place, 10, 0.55, -0.2, 0.55, 1.2);
    pen_disc(barrel_place, 10, 0.55, 1.2);
}

void build_cart(struct pen pen)
{
    pen_solid(pen, WALL_PLANKS, -1.6, -0.9, 1.6, 0.9, 0.8, 1.0);
    for (int side = -1; side <= 1; side += 2) {
        pen_solid(pen, WALL_PLANKS, -1.6, 0.85 * side - 0.06, 1.6, 0.85 * side + 0.06, 1.0, 1.5);
        for (int end = -1; end <= 1; end += 2) {
            pen_solid(pen, WALL_OAK, end - 0.55, 1.05 * side - 0.08, end + 0.55, 1.05 * side + 0.08,
                      0.0, 1.1);
        }
        pen_beam(pen_with(pen, WALL_PLANKS), xyz(1.6, 0.5 * side, 0.95), xyz(3.6, 0.4 * side, 0.6),
                 0.12, 0.12);
    }
    pen_solid(pen, WALL_HAY, -1.4, -0.75, 1.4, 0.75, 1.0, 1.7);
}

/* A post with an arm. The board stands on the arm; its bone turns it down. */
void build_sign(struct pen pen)
{
    pen_solid(pen, WALL_OAK, -1.2, -0.12, -0.96, 0.12, -0.6, 3.0);
    pen_beam(pen_with(pen, WALL_OAK), xyz(-1.0, 0.0, 2.8), xyz(1.0, 0.0, 2.8), 0.14, 0.14);
    model_begin_group(pen.model, "pen_with(pen, WALL_RED_PAINT)", GROUP_OUTSIDE);
    pen_solid(pen, WALL_RED_PAINT, -0.75, -0.06, 0.75, 0.06, 2.8, 4.0);
}

void build_table(struct pen pen)
{
    pen_solid(pen, WALL_OAK, -1.2, -0.6, 1.2, 0.6, 0.85, 0.95);
    for (int k = 0; k < 4; k++) {
        double x = k & 1 ? 1.0 : -1.0;
        double y = k & 2 ? 0.45 : -0.45;
        pen_solid(pen, WALL_OAK, x - 0.08, y - 0.08, x + 0.08, y + 0.08, 0.0, 0.85);
    }
    for (int side = -1; side <= 1; side += 2) {
        pen_solid(pen, WALL_OAK, -1.1, 1.0 * side - 0.2, 1.1, 1.0 * side + 0.2, 0.4, 0.5);
    }
}

void build_mist(struct pen pen)
{
    (void)pen;
}
