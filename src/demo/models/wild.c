/* The ruins, and what lies below holes of the ground: the mine, a cave, a cellar. z = 0 is the
 * ground. */
#include "demo/models/building.h"
#include "demo/textures/noise.h"

/* A column broken off at a height: x, y, foot, height. */
static void column(struct pen pen, const double *n)
{
    struct pen stone = pen_at(pen, n[0], n[1], n[2], 0.0);
    solid_box(stone, N(-1.1, -1.1, 1.1, 1.1, -0.1, 0.5));
    solid_lathe(stone, N(12, 6, 0.85, 0.5, 0.74, n[3], 0.0, n[3]));
    if (n[3] > 7.0) {
        solid_box(stone, N(-1.1, -1.1, 1.1, 1.1, n[3], n[3] + 0.6));
    }
}

/* A column drum on the ground: x, y, z, degrees. */
static void fallen_drum(struct pen pen, const double *n)
{
    struct pen along = pen_at(pen, n[0], n[1], n[2], n[3]);
    for (int k = -1; k <= 1; k++) {
        double z = k ? 0.9 : 1.15;
        solid_beam(along, N(-1.4, 0.35 * k, z, 1.4, 0.35 * k, z, 0.7, 1.2));
    }
}

/* A wall along y with a ragged top: y0, y1, height, seed. */
static void ragged_wall(struct pen pen, const double *n)
{
    int count = (int)((n[1] - n[0]) / 1.6);
    for (int k = 0; k < count; k++) {
        double low = n[0] + (n[1] - n[0]) * k / count;
        double high = n[0] + (n[1] - n[0]) * (k + 1) / count;
        double top = n[2] * (0.25 + 0.75 * noise_unit(k, 0, (uint32_t)n[3]));
        solid_box(pen, N(-0.8, low, 0.8, high, -FOUNDATION_YD, top));
    }
}

/* What the centuries left of the temple's outer columns, and drums around it. */
static void temple_columns(struct pen pen, const double *n)
{
    enum { ALONG = 8, ACROSS = 5 };
    (void)n;
    for (int k = 0; k < ALONG * ACROSS; k++) {
        int i = k % ALONG;
        int j = k / ALONG;
        bool rim = i == 0 || j == 0 || i == ALONG - 1 || j == ACROSS - 1;
        double fate = noise_unit(i, j, 501u);
        if (rim && fate > 0.12) {
            column(pen,
                   N(-15.4 + 4.4 * i, -9.0 + 4.5 * j, 1.5, fate > 0.5 ? 8.0 : 1.0 + 8.0 * fate));
        }
    }
    for (int k = 0; k < 9; k++) {
        fallen_drum(pen, N(-19.0 + 40.0 * noise_unit(k, 1, 505u),
                           (k % 2 ? 13.5 : -13.5) + 3.0 * noise_unit(k, 2, 505u), -0.2, 40.0 * k));
    }
}

static void column_ring(struct pen pen, const double *n)
{
    for (int k = 0; k < (int)n[0]; k++) {
        struct pen out = pen_at(pen, 0.0, 0.0, 0.0, 360.0 * k / n[0]);
        double fate = noise_unit(k, 0, 521u);
        if (fate > 0.15) {
            column(out, N(8.6, 0.0, 0.35, fate > 0.55 ? 7.4 : 1.0 + 6.0 * fate));
        } else {
            fallen_drum(out, N(9.6, 0.0, 0.2, 70.0));
        }
    }
}

static void fallen_blocks(struct pen pen, const double *n)
{
    for (int k = 0; k < (int)n[0]; k++) {
        double size = 0.4 + 0.5 * noise_unit(k, 0, 514u);
        solid_box(pen_at(pen, 1.6 + 2.0 * noise_unit(k, 1, 514u), -8.0 + 2.8 * k, 0.0, 25.0 * k),
                  N(-size, -size, size, size, -1.0, size));
    }
}

#define RAGGED(...) SOLID(ragged_wall, RUBBLE, STUCCO, __VA_ARGS__)

MODEL(temple, OUTSIDE("Temple"), BOX(DRESSED, -19, -12.5, 19, 12.5, -3, 0.5),
      BOX(DRESSED, -18, -11.5, 18, 11.5, -3, 1), BOX(DRESSED, -17, -10.5, 17, 10.5, -3, 1.5),
      SHEET(FLAGSTONES, -15, -8.5, 15, 8.5, 1.55), SOLID(temple_columns, MARBLE, STUCCO, 0),
      BOX(MARBLE, -15.9, -9.8, -10.2, -8.2, 10.1, 11.3), BOX(MARBLE, 6, 8.2, 12.2, 9.8, 10.1, 11.3),
      AT(-8, 0, 1.5, 0, RAGGED(-4.6, 4.6, 5, 502), AT(0, 4.6, 0, -90, RAGGED(0, 16, 4.6, 504)),
         AT(0, -4.6, 0, -90, RAGGED(0, 16, 4.6, 503))));

MODEL(broken_wall, OUTSIDE("BrokenWall"), RAGGED(-9, 9, 4.2, 511),
      AT(-4, 9, 0, 90, RAGGED(-4, 3, 3.4, 513)), SOLID(fallen_blocks, RUBBLE, STUCCO, 6));

MODEL(columns, OUTSIDE("Columns"), LATHE(MARBLE, 24, 10.4, -3, 10.4, 0.35),
      LATHE(FLAGSTONES, 24, 10.4, 0.35, 5.6, 0.35), SOLID(column_ring, MARBLE, STUCCO, 12),
      LATHE(MARBLE, 16, 2.4, -3, 2.4, 0.8, 0, 0.8), BOX(MARBLE, -0.8, -0.8, 0.8, 0.8, 0.8, 2.2));

/* ---- underground ---- */

#define TORCH 0.66, 0.46, 0.24

/* Half the side of the holes (surface_holes): 2 x 2 squares, and one. */
#define WIDE_HOLE_YD (100.0 / 12.0)
#define SMALL_HOLE_YD (50.0 / 12.0)

/* A level ring between two squares: half sides, z. Walls of a square pit, which face inwards: half
 * a side, z0, z1. */
#define SQUARE_RING(material, inner, outer, z)                                                     \
    RING(4, SHEET(material, inner, -(outer), outer, inner, z))
#define PIT_WALLS(half, z0, z1)                                                                    \
    RING(4, QUAD(CAVE, half, half, z0, half, -(half), z0, half, -(half), z1, half, half, z1))

/* Terraces down to a floor, where galleries begin, under a frame with its wheel; the winding house,
 * rails, a cart and spoil heaps. */
MODEL(mine, OUTSIDE("MineHead"), SQUARE_RING(PLANKS, WIDE_HOLE_YD - 0.3, WIDE_HOLE_YD + 1.9, 0.55),
      WALLS(PLANKS, -WIDE_HOLE_YD - 1.9, -WIDE_HOLE_YD - 1.9, WIDE_HOLE_YD + 1.9,
            WIDE_HOLE_YD + 1.9, -3, 0.55),
      ROW(2, 0, -2.4, 0, 0, 4.8, 0, BEAM(OAK, -9.8, 0, 0.3, -1, 0, 11, 0.6, 0.6),
          BEAM(OAK, 9.8, 0, 0.3, 1, 0, 11, 0.6, 0.6), BEAM(OAK, -2, 0, 11.2, 2, 0, 11.2, 0.6, 0.5)),
      BEAM(OAK, 0, -3, 11.4, 0, 3, 11.4, 0.5, 0.5),
      BEAM(IRON, -1.6, 0, 12.8, 1.6, 0, 12.8, 0.35, 3),
      BEAM(IRON, -12, 0, 4.6, -1, 0, 12.6, 0.12, 0.12),
      AT(-16.5, 0, 0, 0, HOUSE(PLANKS, SLATE, -4, -5, 4, 5, 4, 2.8, 0.5), CHIMNEY(0, 3.6, 4, 9)),
      ROW(2, 9, -0.6, 0.5, 0, 1.2, 0, BEAM(IRON, 0, 0, 0, 15, 0, 0, 0.14, 0.3)),
      ROW(12, 10, 0, 0, 1.2, 0, 0, BOX(OAK, 0, -1, 0.3, 1, -0.5, 0.32)),
      BOX(OAK, 16, -0.9, 18.4, 0.9, 0.5, 1.6),
      ROW(3, 14, -7, 0, 6.8, 0, 0, LATHE(CAVE, 9, 3.2, -1, 0, 2.4)),
      ROW(2, 17.4, 6.5, 0, 6.8, 0, 0, LATHE(CAVE, 9, 3.1, -1, 0, 2.2)), INSIDE("MinePit"),
      PIT_WALLS(WIDE_HOLE_YD + 0.4, -4, 0.2), SQUARE_RING(EARTH, 6.6, WIDE_HOLE_YD + 0.4, -4),
      PIT_WALLS(6.6, -8, -3.8), SQUARE_RING(EARTH, 4.9, 6.6, -8), PIT_WALLS(4.9, -12, -7.8),
      SHEET(EARTH, -4.9, -4.9, 4.9, 4.9, -12),
      BEAM(OAK, WIDE_HOLE_YD + 0.2, 2, 0, WIDE_HOLE_YD - 1.2, 2, -4, 0.8, 0.15),
      BEAM(OAK, -6.4, -2, -4, -5, -2, -8, 0.8, 0.15),
      AT(3.2, 3.2, -12, 0, LATHE(CRYSTAL, 5, 0.9, 0, 0, 1.8)),
      BOX(OAK, -3, -2.6, -1, -1.4, -12, -10.8),
      RING(4, LIGHT(3.6, 3.6, -9.5, TORCH, 8), LIGHT(6, 6, -1, TORCH, 7)), INSIDE("MineGallery"),
      ROOM(CAVE, EARTH, -30, -1.8, -4.9, 1.8, -12, -8.6),
      ROOM(CAVE, EARTH, -46, -7, -30, 7, -13, -7), LIGHT(-18, 0, -9.5, TORCH, 9),
      LIGHT(-38, 0, -9, TORCH, 12));

/* Stones on the floor of a cave and along the edge of its hole, and crystals that glow. */
static void cave_stones(struct pen pen, const double *n)
{
    (void)n;
    for (int k = 0; k < 16; k++) {
        double size = 0.6 + 1.2 * noise_unit(k, 2, 531u);
        solid_lathe(pen_at(pen, -11.0 + 22.0 * noise_unit(k, 0, 531u),
                           -11.0 + 22.0 * noise_unit(k, 1, 531u), -8.0, 0.0),
                    N(7, 4, size, -0.2, 0.0, 2.5 * size));
    }
    for (int k = 0; k < 7; k++) {
        struct pen at = pen_at(pen, -7.0 + 14.0 * noise_unit(k, 3, 531u),
                               -7.0 + 14.0 * noise_unit(k, 4, 531u), -8.0, 0.0);
        solid_lathe(WITH(at, CRYSTAL), N(5, 4, 0.5, 0.0, 0.0, 1.6 + noise_unit(k, 5, 531u)));
        solid_light(at, N(0.0, 0.0, 1.6, 0.34, 0.56, 0.72, 12.0));
    }
    for (int k = 0; k < 24; k++) {
        double size = 1.5 + 1.1 * noise_unit(k, 6, 531u);
        struct pen side = pen_at(pen, 0.0, 0.0, 0.0, 90.0 * (k % 4));
        solid_lathe(pen_at(side, 4.6, -4.6 + 1.7 * (k / 4), -8.4, 0.0),
                    N(9, 4, size, 0.0, 0.4, 1.2 + 0.5 * noise_unit(k, 7, 531u)));
    }
}

MODEL(cave, INSIDE("CaveChamber"), ROOM(CAVE, CAVE, -13, -13, 13, 13, -8, 9),
      SOLID(cave_stones, CAVE, STUCCO, 0), POOL(-25.0 / 6.0 + 0.6, -25.0 / 6.0, -7.7, 2, 2),
      INSIDE("CaveTunnel"), ROOM(CAVE, EARTH, 13, -3, 30, 3, -8, -2), LIGHT(22, 0, -5, TORCH, 10));

#define RIM_YD (SMALL_HOLE_YD + 1.1)

MODEL(cellar, OUTSIDE("CellarKerb"), SQUARE_RING(DRESSED, SMALL_HOLE_YD - 0.2, RIM_YD, 0.5),
      WALLS(DRESSED, -RIM_YD, -RIM_YD, RIM_YD, RIM_YD, -3, 0.5), INSIDE("Cellar"),
      ROOM(DRESSED, FLAGSTONES, -7, -9, 7, 9, -5.5, -1),
      ROW(8, 2.4, -4, -5.2, 0, 0.8, 0.6, BOX(DRESSED, 0, 0, 1.8, 0.8, -4.5, 0)),
      BOX(OAK, -3.2, -2.8, -1.6, -1.6, -5.5, -4.4), SHEET(LAMP, -3, -2.6, -1.8, -1.8, -4.38),
      BARREL(-3.2, 1.6, -5.5), BARREL(-2.2, 2.4, -5.5), BARREL(-3.4, 2.9, -5.5),
      LIGHT(-1, 0, -3, TORCH, 9), LIGHT(3, -6, -3, TORCH, 8));
