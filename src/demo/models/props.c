/* Rocks, and what people put up: fences, lamps, tents, boats, carts. */
#include "base/portable_math.h"
#include "demo/models/doodad.h"
#include "demo/textures/noise.h"

/* The corner of a rock: rings of eight corners, pushed in and out by a hash. */
static struct point rock_corner(int ring, int side, const double *n)
{
    static const double rings[5][2] = {
        {0.9, -0.5}, {1.0, 0.15}, {0.85, 0.55}, {0.45, 0.85}, {0.0, 0.9}};
    double turn = 2.0 * PORTABLE_PI * (side % 8) / 8.0;
    double push = ring == 4 ? 1.0 : 0.72 + 0.5 * noise_unit(ring, side % 8, (uint32_t)n[1]);
    double radius = rings[ring][0] * push * n[0];
    return xyz(radius * portable_cos(turn), 0.8 * radius * portable_sin(turn),
               rings[ring][1] * (0.6 + 0.4 * push) * n[0]);
}

/* Size, seed. */
static void rock(struct pen pen, const double *n)
{
    for (int k = 0; k < 4 * 8; k++) {
        struct point a = rock_corner(k / 8, k % 8, n);
        struct point c = rock_corner(k / 8 + 1, k % 8 + 1, n);
        pen_triangle(pen, a, rock_corner(k / 8, k % 8 + 1, n), c);
        if (k / 8 < 3) {
            pen_triangle(pen, a, c, rock_corner(k / 8 + 1, k % 8, n));
        }
    }
}

/* A glow that its bone turns to the viewer: a square that faces along x; z, half an edge. */
static void glow(struct pen pen, const double *n)
{
    pen_card(pen, xyz(0.0, 0.0, n[0]), xyz(0.0, n[1], 0.0), xyz(0.0, 0.0, n[1]),
             xyz(1.0, 0.0, 0.0));
}

/* One side of a rowing boat between two frames: x and half width of each. Planks are seen from both
 * sides; the bottom from above. */
static void planking(struct pen pen, const double *n)
{
    struct point rail[2] = {{n[0], n[1], 0.55}, {n[2], n[3], 0.55}};
    struct point chine[2] = {{n[0], 0.5 * n[1], -0.25}, {n[2], 0.5 * n[3], -0.25}};
    struct point keel[2] = {{n[0], 0.0, -0.2}, {n[2], 0.0, -0.2}};
    pen_quad(pen, rail[1], rail[0], chine[0], chine[1]);
    pen_quad(pen, rail[0], rail[1], chine[1], chine[0]);
    if (n[1] + n[3] > 0.0) {
        pen_quad(pen, keel[0], keel[1], chine[1], chine[0]);
    } else {
        pen_quad(pen, chine[0], chine[1], keel[1], keel[0]);
    }
}

#define GLOW(...) GROUP("glow", GROUP_OUTSIDE), SOLID(glow, GLOW, STUCCO, __VA_ARGS__)
#define PLANKING(x0, half0, x1, half1)                                                             \
    SOLID(planking, OAK, STUCCO, x0, half0, x1, half1),                                            \
        SOLID(planking, OAK, STUCCO, x0, -(half0), x1, -(half1))

MODEL(rock, SOLID(rock, ROCK, STUCCO, 0.9, 561));
MODEL(boulder, SOLID(rock, ROCK, STUCCO, 2.8, 562));

/* Three posts and three rails, 6 yards along x. */
MODEL(fence, ROW(3, -3, 0, 0, 3, 0, 0, BOX(PLANKS, -0.14, -0.14, 0.14, 0.14, -0.8, 1.35)),
      ROW(3, 0, 0, 0.4, 0, 0, 0.35, BEAM(PLANKS, -3.1, 0, 0, 3.1, 0, 0, 0.12, 0.14)));

MODEL(lamp_post, BOX(IRON, -0.25, -0.25, 0.25, 0.25, -0.5, 0.35),
      LATHE(IRON, 6, 0.12, 0.35, 0.08, 3), BOX(LAMP, -0.22, -0.22, 0.22, 0.22, 3, 3.5),
      LATHE(IRON, 6, 0.42, 3.5, 0, 3.8), GLOW(3.3, 1.6));

/* A ridge tent, 5 yards long; its cloth is seen from both sides. */
#define TENT(cloth)                                                                                \
    RING(2, QUAD(cloth, 2.5, 2, -0.2, -2.5, 2, -0.2, -2.5, 0, 2.4, 2.5, 0, 2.4),                   \
         BOX(OAK, 2.42, -0.08, 2.58, 0.08, -0.5, 2.6)),                                            \
        TRIANGLE(cloth, -2.5, 2, -0.2, -2.5, 0, 2.4, -2.5, 0.5, -0.2),                             \
        TRIANGLE(cloth, -2.5, -2, -0.2, -2.5, 0, 2.4, -2.5, -0.5, -0.2)

MODEL(tent_red, TENT(CANVAS_RED));
MODEL(tent_blue, TENT(CANVAS_BLUE));

MODEL(campfire, BEAM(OAK, -0.9, 0, 0.25, 0.9, 0, 0.25, 0.25, 0.25),
      AT(0, 0, 0, 60, BEAM(OAK, -0.9, 0, 0.25, 0.9, 0, 0.25, 0.25, 0.25)),
      AT(0, 0, 0, 120, BEAM(OAK, -0.9, 0, 0.25, 0.9, 0, 0.25, 0.25, 0.25)),
      RING(8, BOX(ROCK, 1.1, -0.25, 1.5, 0.25, -0.2, 0.3)), GLOW(0.6, 1.4));

MODEL(rowing_boat, PLANKING(-2.2, 0.7, -1.2, 0.95), PLANKING(-1.2, 0.95, 0, 1),
      PLANKING(0, 1, 1.2, 0.85), PLANKING(1.2, 0.85, 2, 0.45), PLANKING(2, 0.45, 2.6, 0),
      QUAD(OAK, -2.2, 0.7, 0.55, -2.2, -0.7, 0.55, -2.2, -0.35, -0.25, -2.2, 0.35, -0.25),
      ROW(3, -1.7, 0, 0, 1.3, 0, 0, BOX(PLANKS, 0, -0.85, 0.4, 0.85, 0.3, 0.38)));

MODEL(crates, BOX(PLANKS, -0.6, -0.6, 0.6, 0.6, -0.2, 1.1),
      AT(0, 0, 0, 20, BOX(PLANKS, 0.9, -0.5, 1.9, 0.5, -0.2, 0.8),
         BOX(PLANKS, -0.4, -0.4, 0.4, 0.4, 1.1, 1.9)),
      AT(-1.4, 0.9, 0, 0, LATHE(OAK, 10, 0.55, -0.2, 0.55, 1.2, 0, 1.2)));

MODEL(cart, BOX(PLANKS, -1.6, -0.9, 1.6, 0.9, 0.8, 1),
      RING(2, BOX(PLANKS, -1.6, 0.79, 1.6, 0.91, 1, 1.5),
           BOX(OAK, -1.55, 0.97, -0.45, 1.13, 0, 1.1), BOX(OAK, 0.45, 0.97, 1.55, 1.13, 0, 1.1)),
      BEAM(PLANKS, 1.6, 0.5, 0.95, 3.6, 0.4, 0.6, 0.12, 0.12),
      BEAM(PLANKS, 1.6, -0.5, 0.95, 3.6, -0.4, 0.6, 0.12, 0.12),
      BOX(HAY, -1.4, -0.75, 1.4, 0.75, 1, 1.7));

/* A post with an arm. The board stands on the arm; its bone turns it down. */
MODEL(sign, BOX(OAK, -1.2, -0.12, -0.96, 0.12, -0.6, 3),
      BEAM(OAK, -1, 0, 2.8, 1, 0, 2.8, 0.14, 0.14), GROUP("board", GROUP_OUTSIDE),
      BOX(RED_PAINT, -0.75, -0.06, 0.75, 0.06, 2.8, 4));

MODEL(table, BOX(OAK, -1.2, -0.6, 1.2, 0.6, 0.85, 0.95),
      RING(2, BOX(OAK, 0.92, -0.53, 1.08, -0.37, 0, 0.85),
           BOX(OAK, 0.92, 0.37, 1.08, 0.53, 0, 0.85), BOX(OAK, -1.1, 0.8, 1.1, 1.2, 0.4, 0.5)));

const struct solid mist_solids[] = {END};
