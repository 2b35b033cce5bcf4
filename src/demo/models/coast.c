/* Bridges, the lighthouse, the harbour and ships. z = 0 of everything in water is the water's
 * surface. */
#include "demo/models/building.h"
#include "demo/models/doodad.h"

#define LANTERN 0.40, 0.34, 0.24

/* Height of a bridge's deck above its ends, `t` from -1 to 1 along it. */
static double hump(double t, double rise)
{
    return rise * (1.0 - t * t);
}

/* An arched bridge of stone along x: half its length, and the number of piers. Its ends lie at
 * z = 0. */
static void bridge(struct pen pen, const double *n)
{
    enum { PARTS = 10 };
    const double half = n[0];
    const double rise = 0.13 * half;
    const double rim = 3.45; /* of a deck 6.4 yards wide */
    for (int k = -1; k <= PARTS; k++) {
        double t[2] = {2.0 * k / PARTS - 1.0, 2.0 * (k + 1) / PARTS - 1.0};
        double z[2] = {hump(t[0], rise), hump(t[1], rise)};
        solid_beam(WITH(pen, COBBLES), N(t[0] * half, 0.0, z[0], t[1] * half, 0.0, z[1], 6.4, 1.0));
        for (int side = -1; side <= 1; side += 2) {
            solid_beam(pen, N(t[0] * half, side * rim, z[0] + 0.95, t[1] * half, side * rim,
                              z[1] + 0.95, 0.5, 3.0));
        }
    }
    for (int k = 0; k < (int)n[1]; k++) {
        double x = (k - (n[1] - 1.0) / 2.0) * 9.0;
        double top = hump(x / half, rise) - 0.5;
        struct pen pier = pen_at(pen, x, 0.0, 0.0, 0.0);
        solid_box(pier, N(-1.0, -3.2, 1.0, 3.2, -9.0, top));
        for (int side = -1; side <= 1; side += 2) {
            solid_lathe(pen_at(pier, 0.0, side * 3.7, 0.0, 0.0),
                        N(6, 6, 1.4, -9.0, 1.4, top, 0.3, top + 1.2));
        }
    }
    for (int k = 0; k < 4; k++) {
        struct pen end = pen_at(pen, k & 1 ? half : -half, k & 2 ? rim : -rim, 0.0, 0.0);
        solid_box(end, N(-0.6, -0.6, 0.6, 0.6, -4.0, 1.7));
    }
}

/* A footbridge of planks: half its length. */
static void footbridge(struct pen pen, const double *n)
{
    for (int k = -5; k < 5; k++) {
        double x[2] = {n[0] * k / 5.0, n[0] * (k + 1) / 5.0};
        double z[2] = {hump(k / 5.0, 1.6), hump((k + 1) / 5.0, 1.6)};
        solid_beam(pen, N(x[0], 0.0, z[0], x[1], 0.0, z[1], 3.6, 0.3));
        for (int side = -1; side <= 1; side += 2) {
            double y = side * 1.8;
            solid_box(WITH(pen, OAK),
                      N(x[0] - 0.15, y - 0.15, x[0] + 0.15, y + 0.15, -5.0, z[0] + 1.1));
            solid_beam(WITH(pen, OAK), N(x[0], y, z[0] + 1.0, x[1], y, z[1] + 1.0, 0.16, 0.16));
        }
    }
}

#define BRIDGE(...) SOLID(bridge, DRESSED, STUCCO, __VA_ARGS__)

MODEL(bridge_short, OUTSIDE("Bridge"), BRIDGE(13, 1));
MODEL(bridge_middle, OUTSIDE("Bridge"), BRIDGE(18, 2));
MODEL(bridge_long, OUTSIDE("Bridge"), BRIDGE(24, 3));
MODEL(footbridge, OUTSIDE("Footbridge"), SOLID(footbridge, PLANKS, STUCCO, 11));

#define BAND(number, material)                                                                     \
    LATHE(material, 16, 6.4 - 0.5 * (number), 1.2 + 4.2 * (number), 5.9 - 0.5 * (number),          \
          5.4 + 4.2 * (number)),                                                                   \
        AT(0, 0, 0, 60 * (number), WINDOW(6.2 - 0.5 * (number), 0, 3.2 + 4.2 * (number)))

MODEL(lighthouse, OUTSIDE("LighthouseTower"), LATHE(RUBBLE, 16, 11.5, -6, 10, 1.2),
      LATHE(FLAGSTONES, 16, 10, 1.2, 0, 1.2), BAND(0, WHITEWASH), BAND(1, RED_PAINT),
      BAND(2, WHITEWASH), BAND(3, RED_PAINT), BAND(4, WHITEWASH), BAND(5, RED_PAINT),
      DOOR(6.3, 0, 1.2),
      /* the lantern: a lamp, panes that lean inwards, a copper cap */
      AT(0, 0, 26.4, 0, LATHE(IRON, 16, 4.9, -0.5, 4.9, 0, 3, 0),
         RING(16, BOX(IRON, 4.7, -0.06, 4.82, 0.06, 0, 1.1),
              BEAM(IRON, 4.7, -0.98, 1.1, 4.7, 0.98, 1.1, 0.1, 0.1)),
         LATHE(LAMP, 16, 3, 0.05, 0, 0.05), LATHE(LAMP, 12, 1.3, 0, 1, 2.4, 0, 2.4),
         LATHE(GLASS, 12, 3, 0.1, 1.9, 3), LATHE(COPPER, 12, 2, 3, 1.2, 4.2, 0, 4.8),
         BOX(COPPER, -0.1, -0.1, 0.1, 0.1, 4.5, 6.2), LIGHT(0, 0, 1, 0.6, 0.54, 0.4, 14)),
      OUTSIDE("LighthouseCottage"),
      AT(-2, 14.5, 0, 0, HOUSE(WHITEWASH, SLATE, -3.4, -4.6, 3.4, 4.6, 3.2, 2.8, 0.5),
         CHIMNEY(0, 3.4, 4, 7.2), DOOR(3.4, 0, 0.6)),
      INSIDE("LighthouseStair"), ROOM(WHITEWASH, FLAGSTONES, -2.6, -2.6, 2.6, 2.6, 1.3, 6),
      ROW(6, -2.4, -2.5, 1.7, 0.7, 0, 0.6, BOX(OAK, 0, 0, 0.7, 1.3, -3, 0)),
      LIGHT(0, 0, 4, 0.46, 0.38, 0.26, 8));

MODEL(warehouse, OUTSIDE("WarehouseOutside"),
      HOUSE(PLANKS, SLATE, -5.5, -10, 5.5, 10, 5.4, 4.2, 0.6),
      ROW(3, 0, -6, 0, 0, 6, 0, DORMER(SLATE, 4.9, 0, 5.6), DOOR(5.5, 0, 0.6)), CRATE(8, -6, 0, 1),
      CRATE(8.6, -3, 0, 1.15), CRATE(8, 0, 0, 1.3), CRATE(8.6, 3, 0, 1), CRATE(8, 6, 0, 1.15),
      INSIDE("WarehouseInside"), ROOM(PLANKS, FLAGSTONES, -5.2, -9.7, 5.2, 9.7, 0.65, 5.3),
      ROW(4, -3.5, -7, 0.65, 0, 4, 0, CRATE(0, 0, 0, 1.8)), LIGHT(0, 0, 4, LANTERN, 14),
      DOODAD(CRATES, 0, 2.5, -6.5, 0.65, 10), DOODAD(CRATES, 0, 2.5, 7, 0.65, 75),
      DOODAD(CART, 0, 1, 0.5, 0.65, 95));

/* A stone wall along y in deep water; x = 0 is its front edge. A crane stands on it. */
MODEL(quay, OUTSIDE("Quay"), WALLS(DRESSED, -9, -34, 0, 34, -8, 2.3),
      SHEET(FLAGSTONES, -9, -34, -0.8, 34, 2.3), SHEET(DRESSED, -0.8, -34, 0, 34, 2.3),
      ROW(7, -0.5, -30, 2.3, 0, 10, 0, LATHE(IRON, 8, 0.3, 0, 0.35, 0.7, 0, 0.7)),
      ROW(3, -5.5, -28, 2.3, 0, 8.8, 0, CRATE(0, 0, 0, 0.9), CRATE(1, 4.4, 0, 1.2)),
      ROW(6, -3.2, 12, 2.3, 0, 2, 0, BARREL(0, 0, 0)),
      AT(-2.4, 24, 2.3, 0, BOX(OAK, -0.3, -0.3, 0.3, 0.3, 0, 6),
         BEAM(OAK, -1.6, 0, 5, 5.2, 0, 7.6, 0.4, 0.4)));

/* Planks on piles along +x, with a cross piece at the end. */
MODEL(pier, OUTSIDE("Pier"), BOX(PLANKS, -6, -1.9, 46, 1.9, 1.7, 2.05),
      BOX(PLANKS, 46, -9, 50, 9, 1.7, 2.05),
      ROW(5, 0, -2, 0, 11.5, 0, 0, LATHE(OAK, 6, 0.32, -9, 0.3, 3, 0, 3),
          AT(0, 4, 0, 0, LATHE(OAK, 6, 0.32, -9, 0.3, 3, 0, 3))),
      ROW(4, 5.75, -2, 0, 11.5, 0, 0, LATHE(OAK, 6, 0.32, -9, 0.3, 2, 0, 2),
          AT(0, 4, 0, 0, LATHE(OAK, 6, 0.32, -9, 0.3, 2, 0, 2))),
      ROW(2, 49.6, -8.6, 0, 0, 17.2, 0, LATHE(OAK, 6, 0.34, -9, 0.32, 3.2, 0, 3.2)),
      CRATE(48, 5, 2.05, 1), BARREL(47.5, -5.6, 2.05));

/* A piece of a hull along x: at each end x, half width, and height of the rail; keel, depth of the
 * deck below the rail. */
static void hull(struct pen pen, const double *n)
{
    struct point keel[2][2], rail[2][2], deck[2][2];
    for (int end = 0; end < 2; end++) {
        const double *e = n + 3 * end;
        for (int side = 0; side < 2; side++) {
            double y = side ? e[1] : -e[1];
            keel[end][side] = xyz(e[0], 0.5 * y, n[6]);
            rail[end][side] = xyz(e[0], y, e[2]);
            deck[end][side] = xyz(e[0], 0.95 * y, e[2] - n[7]);
        }
    }
    pen_quad(pen, keel[1][1], keel[0][1], rail[0][1], rail[1][1]);
    pen_quad(pen, keel[0][0], keel[1][0], rail[1][0], rail[0][0]);
    pen_quad(WITH(pen, PLANKS), deck[0][0], deck[1][0], deck[1][1], deck[0][1]);
    for (int side = 0; side < 2; side++) {
        struct point a = rail[0][side];
        struct point b = rail[1][side];
        solid_beam(pen, N(a.x, a.y, a.z + 0.05, b.x, b.y, b.z + 0.05, 0.32, 0.3));
    }
}

/* A mast with two square sails that bulge towards +x: x, foot, height, half width of the sail. */
static void mast(struct pen pen, const double *n)
{
    solid_lathe(pen_at(pen, n[0], 0.0, n[1], 0.0), N(8, 4, 0.32, 0.0, 0.16, n[2]));
    for (int tier = 0; tier < 2; tier++) {
        double yard = n[1] + n[2] * (0.60 + 0.34 * tier);
        double drop = n[2] * (tier ? 0.26 : 0.44);
        double wide = n[3] * (tier ? 0.7 : 1.0);
        double x = n[0] + 0.4;
        solid_beam(pen, N(x, -wide - 0.4, yard + 0.2, x, wide + 0.4, yard + 0.2, 0.26, 0.26));
        for (int part = 0; part < 4; part++) {
            double t[2] = {part / 4.0, (part + 1) / 4.0};
            double z[2] = {yard - drop * t[0], yard - drop * t[1]};
            double bulge[2] = {x + 9.0 * t[0] * (1.0 - t[0]),
                               x + 9.0 * t[1] * (1.0 - t[1]) + 0.5 * t[1]};
            solid_quad(WITH(pen, SAIL), N(bulge[1], -wide, z[1], bulge[1], wide, z[1], bulge[0],
                                          wide, z[0], bulge[0], -wide, z[0]));
        }
    }
}

#define HULL(...) SOLID(hull, OAK, STUCCO, __VA_ARGS__)
#define MAST(...) SOLID(mast, OAK, STUCCO, __VA_ARGS__)

MODEL(ship, OUTSIDE("Ship"), HULL(-13, 2.6, 5, -10, 3.6, 4.6, -2.4, 0.9),
      HULL(-10, 3.6, 4.6, -4, 4.2, 3, -2.4, 0.9), HULL(-4, 4.2, 3, 3, 4.2, 2.8, -2.4, 0.9),
      HULL(3, 4.2, 2.8, 9, 3.5, 3.2, -2.4, 0.9), HULL(9, 3.5, 3.2, 13, 2, 3.8, -2.4, 0.9),
      HULL(13, 2, 3.8, 16.5, 0.1, 4.4, -2.4, 0.9), BOX(PLANKS, -12.6, -2.6, -7.6, 2.6, 2, 6.2),
      SHEET(LATTICE, -3, -1.3, 0, 1.3, 2.3), BEAM(OAK, 15, 0, 4.4, 22, 0, 6.6, 0.4, 0.4),
      MAST(6.5, 2, 17, 5.4), MAST(-2, 2, 20, 6.2), MAST(-9.5, 4, 13, 3.8));

MODEL(boat, OUTSIDE("Boat"), HULL(-3.4, 0.8, 0.7, -2.6, 1.1, 0.6, -0.5, 0.35),
      HULL(-2.6, 1.1, 0.6, -1.2, 1.3, 0.55, -0.5, 0.35),
      HULL(-1.2, 1.3, 0.55, 0.4, 1.3, 0.55, -0.5, 0.35),
      HULL(0.4, 1.3, 0.55, 1.8, 1, 0.6, -0.5, 0.35), HULL(1.8, 1, 0.6, 2.8, 0.6, 0.75, -0.5, 0.35),
      HULL(2.8, 0.6, 0.75, 3.6, 0.05, 0.95, -0.5, 0.35),
      ROW(3, -2, 0, 0, 1.7, 0, 0, BOX(OAK, 0, -1.1, 0.4, 1.1, 0.3, 0.5)));
