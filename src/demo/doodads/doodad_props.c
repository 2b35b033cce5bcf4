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
    return (struct point){radius * portable_cos(turn), 0.8 * radius * portable_sin(turn),
                          rings[ring][1] * (0.6 + 0.4 * push) * size};
}

void build_rock(const struct pen *pen, int variant)
{
    const struct pen rock = pen_with(pen, WALL_ROCK);
    const double size = variant == 0 ? 0.9 : 2.8;
    const uint32_t seed = 561u + (uint32_t)variant;
    for (int ring = 0; ring < 4; ring++) {
        for (int side = 0; side < 8; side++) {
            struct point a = rock_corner(ring, side, size, seed);
            struct point b = rock_corner(ring, side + 1, size, seed);
            struct point c = rock_corner(ring + 1, side + 1, size, seed);
            struct point d = rock_corner(ring + 1, side, size, seed);
            pen_triangle(&rock, a, b, c);
            if (ring < 3) {
                pen_triangle(&rock, a, c, d);
            }
        }
    }
}

/* Two posts and three rails, 6 yards along x. */
void build_fence(const struct pen *pen, int variant)
{
    const struct pen wood = pen_with(pen, WALL_PLANKS);
    (void)variant;
    for (int k = 0; k < 3; k++) {
        double x = -3.0 + 3.0 * k;
        pen_box(&wood, (struct plan){x - 0.14, -0.14, x + 0.14, 0.14}, -0.8, 1.35);
    }
    for (int k = 0; k < 3; k++) {
        double z = 0.4 + 0.35 * k;
        pen_beam(&wood, (struct point){-3.1, 0.0, z}, (struct point){3.1, 0.0, z}, 0.12, 0.14);
    }
}

/* A square that faces along x, for bones that turn it to the viewer. */
static void face_forward(const struct pen *pen, double z, double half)
{
    pen_quad(pen, (struct point){0.0, -half, z - half}, (struct point){0.0, half, z - half},
             (struct point){0.0, half, z + half}, (struct point){0.0, -half, z + half});
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

static void add_glow(const struct pen *pen, double z, double half)
{
    const struct pen glow = pen_with(pen, WALL_GLOW);
    model_begin_group(pen->model, "glow", GROUP_OUTSIDE);
    face_forward(&glow, z, half);
    fit_picture(pen->model);
}

void build_lamp_post(const struct pen *pen, int variant)
{
    const struct pen iron = pen_with(pen, WALL_IRON);
    const struct pen lamp = pen_with(pen, WALL_LAMP);
    (void)variant;
    pen_box(&iron, (struct plan){-0.25, -0.25, 0.25, 0.25}, -0.5, 0.35);
    pen_cone(&iron, 6, 0.12, 0.35, 0.08, 3.0);
    pen_box(&lamp, (struct plan){-0.22, -0.22, 0.22, 0.22}, 3.0, 3.5);
    pen_cone(&iron, 6, 0.42, 3.5, 0.0, 3.8);
    add_glow(pen, 3.3, 1.6);
}

/* A ridge tent, 5 yards long; its cloth is seen from both sides. */
void build_tent(const struct pen *pen, int variant)
{
    const struct pen cloth = pen_with(pen, variant == 0 ? WALL_CANVAS_RED : WALL_CANVAS_BLUE);
    const struct pen pole = pen_with(pen, WALL_OAK);
    for (int side = -1; side <= 1; side += 2) {
        struct point low = {-2.5 * side, 2.0 * side, -0.2};
        struct point low_end = {2.5 * side, 2.0 * side, -0.2};
        pen_quad(&cloth, low_end, low, (struct point){-2.5 * side, 0.0, 2.4},
                 (struct point){2.5 * side, 0.0, 2.4});
        pen_triangle(&cloth, (struct point){-2.5, 2.0 * side, -0.2}, (struct point){-2.5, 0.0, 2.4},
                     (struct point){-2.5, 0.5 * side, -0.2});
        pen_box(&pole, (struct plan){2.5 * side - 0.08, -0.08, 2.5 * side + 0.08, 0.08}, -0.5, 2.6);
    }
}

void build_campfire(const struct pen *pen, int variant)
{
    const struct pen log = pen_with(pen, WALL_OAK);
    const struct pen stone = pen_with(pen, WALL_ROCK);
    (void)variant;
    for (int k = 0; k < 3; k++) {
        const struct pen turned = pen_rotated(&log, 60.0 * k);
        pen_beam(&turned, (struct point){-0.9, 0.0, 0.25}, (struct point){0.9, 0.0, 0.25}, 0.25,
                 0.25);
    }
    for (int k = 0; k < 8; k++) {
        const struct pen turned = pen_rotated(&stone, 45.0 * k);
        pen_box(&turned, (struct plan){1.1, -0.25, 1.5, 0.25}, -0.2, 0.3);
    }
    add_glow(pen, 0.6, 1.4);
}

/* Half of a hull, and benches; `side` is 1 to the left. */
static void add_hull(const struct pen *pen, int side)
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

void build_rowing_boat(const struct pen *pen, int variant)
{
    const struct pen hull = pen_with(pen, WALL_OAK);
    const struct pen bench = pen_with(pen, WALL_PLANKS);
    (void)variant;
    add_hull(&hull, 1);
    add_hull(&hull, -1);
    pen_quad(&hull, (struct point){-2.2, 0.7, 0.55}, (struct point){-2.2, -0.7, 0.55},
             (struct point){-2.2, -0.35, -0.25}, (struct point){-2.2, 0.35, -0.25});
    for (int k = 0; k < 3; k++) {
        double x = -1.7 + 1.3 * k;
        pen_box(&bench, (struct plan){x, -0.85, x + 0.4, 0.85}, 0.3, 0.38);
    }
}

void build_crates(const struct pen *pen, int variant)
{
    const struct pen crate = pen_with(pen, WALL_PLANKS);
    const struct pen turned = pen_rotated(&crate, 20.0);
    const struct pen barrel = pen_with(pen, WALL_OAK);
    const struct pen barrel_place = pen_moved(&barrel, -1.4, 0.9, 0.0);
    (void)variant;
    pen_box(&crate, (struct plan){-0.6, -0.6, 0.6, 0.6}, -0.2, 1.1);
    pen_box(&turned, (struct plan){0.9, -0.5, 1.9, 0.5}, -0.2, 0.8);
    pen_box(&turned, (struct plan){-0.4, -0.4, 0.4, 0.4}, 1.1, 1.9);
    pen_cone(&barrel_place, 10, 0.55, -0.2, 0.55, 1.2);
    pen_disc(&barrel_place, 10, 0.55, 1.2);
}

void build_cart(const struct pen *pen, int variant)
{
    const struct pen wood = pen_with(pen, WALL_PLANKS);
    const struct pen wheel = pen_with(pen, WALL_OAK);
    const struct pen hay = pen_with(pen, WALL_HAY);
    (void)variant;
    pen_box(&wood, (struct plan){-1.6, -0.9, 1.6, 0.9}, 0.8, 1.0);
    for (int side = -1; side <= 1; side += 2) {
        pen_box(&wood, (struct plan){-1.6, 0.85 * side - 0.06, 1.6, 0.85 * side + 0.06}, 1.0, 1.5);
        for (int end = -1; end <= 1; end += 2) {
            pen_box(&wheel,
                    (struct plan){end - 0.55, 1.05 * side - 0.08, end + 0.55, 1.05 * side + 0.08},
                    0.0, 1.1);
        }
        pen_beam(&wood, (struct point){1.6, 0.5 * side, 0.95}, (struct point){3.6, 0.4 * side, 0.6},
                 0.12, 0.12);
    }
    pen_box(&hay, (struct plan){-1.4, -0.75, 1.4, 0.75}, 1.0, 1.7);
}

/* A post with an arm. The board stands on the arm; its bone turns it down. */
void build_sign(const struct pen *pen, int variant)
{
    const struct pen wood = pen_with(pen, WALL_OAK);
    const struct pen board = pen_with(pen, WALL_RED_PAINT);
    (void)variant;
    pen_box(&wood, (struct plan){-1.2, -0.12, -0.96, 0.12}, -0.6, 3.0);
    pen_beam(&wood, (struct point){-1.0, 0.0, 2.8}, (struct point){1.0, 0.0, 2.8}, 0.14, 0.14);
    model_begin_group(pen->model, "board", GROUP_OUTSIDE);
    pen_box(&board, (struct plan){-0.75, -0.06, 0.75, 0.06}, 2.8, 4.0);
}

void build_table(const struct pen *pen, int variant)
{
    const struct pen wood = pen_with(pen, WALL_OAK);
    (void)variant;
    pen_box(&wood, (struct plan){-1.2, -0.6, 1.2, 0.6}, 0.85, 0.95);
    for (int k = 0; k < 4; k++) {
        double x = k & 1 ? 1.0 : -1.0;
        double y = k & 2 ? 0.45 : -0.45;
        pen_box(&wood, (struct plan){x - 0.08, y - 0.08, x + 0.08, y + 0.08}, 0.0, 0.85);
    }
    for (int side = -1; side <= 1; side += 2) {
        pen_box(&wood, (struct plan){-1.1, 1.0 * side - 0.2, 1.1, 1.0 * side + 0.2}, 0.4, 0.5);
    }
}

void build_mist(const struct pen *pen, int variant)
{
    (void)pen;
    (void)variant;
}
