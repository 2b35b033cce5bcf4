/* Cottages, houses, the inn, the church, and what stands between them. */
#include "demo/models/building.h"
#include "demo/models/doodad.h"

#define HEARTH 0.62, 0.44, 0.26
#define CANDLE 0.42, 0.36, 0.26
#define LANTERN 0.40, 0.34, 0.24

/* A room with a fire at its back wall, a table and a bed: x0, y0, x1, y1, top. */
static void furnished_room(struct pen pen, const double *n)
{
    double middle = (n[1] + n[3]) / 2.0;
    solid_room(pen, N(n[0], n[1], n[2], n[3], 0.65, n[4]));
    solid_sheet(WITH(pen, CARPET), N(-1.6, middle - 1.6, 1.6, middle + 1.6, 0.68));
    solid_box(WITH(pen, OAK), N(-0.7, middle - 1.1, 0.7, middle + 1.1, 0.65, 1.5));
    solid_box(WITH(pen, LINEN), N(n[0] + 0.3, n[1] + 0.3, n[0] + 2.5, n[1] + 1.7, 0.65, 1.2));
    solid_sheet(WITH(pen, LAMP), N(n[0] + 0.2, n[3] - 1.8, n[0] + 1.0, n[3] - 0.8, 0.7));
    solid_light(pen, N(n[0] + 1.0, n[3] - 1.3, 1.6, HEARTH, 9.0));
    solid_light(pen, N(0.0, middle, 2.2, CANDLE, 6.0));
}

#define FURNISHED(...) SOLID(furnished_room, STUCCO, PLANKS, __VA_ARGS__)

MODEL(cottage, OUTSIDE("CottageOutside"), HOUSE(FACADE, ROOFING, -3.6, -5, 3.6, 5, 3.6, 3.4, 0.6),
      CHIMNEY(-1.2, 3.6, 4.5, 8), DOOR(3.6, 0, 0.6), WINDOW(3.6, -3, 2.1), WINDOW(3.6, 3, 2.1),
      DORMER(ROOFING, 3, 0, 3.9), AT(0, 0, 0, 180, WINDOW(3.6, -3, 2.1), WINDOW(3.6, 3, 2.1)),
      INSIDE("CottageInside"), FURNISHED(-3.3, -4.7, 3.3, 4.7, 3.5));

MODEL(house_l, OUTSIDE("HouseOutside"), HOUSE(FACADE, ROOFING, -7, -7.5, 0.4, 7.5, 4.2, 3.6, 0.6),
      PLINTH(FACADE, -3.5, -7.5, 7, -0.5, 4.2),
      GABLE(ROOFING, TIMBERED, -3.5, -7.5, 7, -0.5, 4.2, 3.4, 0.6), CHIMNEY(-4.2, 5.2, 5, 9),
      CHIMNEY(2.6, -5.6, 4.5, 8.2), DOOR(0.4, 2.2, 0.6), WINDOW(0.4, 5.2, 2.3), WINDOW(7, -4, 2.3),
      DORMER(ROOFING, -0.3, 3.6, 4.4), INSIDE("HouseInside"), FURNISHED(-6.7, -7.2, 0.1, 7.2, 4.1));

MODEL(thatched, OUTSIDE("ThatchedOutside"), PLINTH(FACADE, -3.4, -4.8, 3.4, 4.8, 3),
      THATCHED(-3.4, -4.8, 3.4, 4.8, 3, 3.8, 0.9), CHIMNEY(0, 2.64, 4, 7.6), DOOR(3.4, 0, 0.6),
      WINDOW(3.4, -2.9, 1.9), WINDOW(3.4, 2.9, 1.9), INSIDE("ThatchedInside"),
      FURNISHED(-3.1, -4.5, 3.1, 4.5, 2.9));

MODEL(thatched_long, OUTSIDE("ThatchedOutside"), PLINTH(TIMBERED, -3.4, -7, 3.4, 7, 3),
      THATCHED(-3.4, -7, 3.4, 7, 3, 3.8, 0.9), CHIMNEY(0, 3.85, 4, 7.6), DOOR(3.4, 0, 0.6),
      WINDOW(3.4, -4.2, 1.9), WINDOW(3.4, 4.2, 1.9), BOX(PLANKS, -5.6, -3, -3.4, 1, -3, 2.2),
      INSIDE("ThatchedInside"), FURNISHED(-3.1, -6.7, 3.1, 6.7, 2.9));

MODEL(townhouse, OUTSIDE("TownhouseOutside"), PLINTH(FACADE, -5, -4.4, 5, 4.4, 6.4),
      BOX(TIMBERED, 5, -4.4, 5.5, 4.4, 3.4, 6.4),
      GABLE(ROOFING, TIMBERED, -5, -4.4, 5.4, 4.4, 6.4, 4.4, 0.6), CHIMNEY(-3, 2, 7.5, 11.4),
      DOOR(5, -2, 0.6), WINDOW(5, 1.6, 2.2), WINDOW(5.5, -2, 5), WINDOW(5.5, 2, 5),
      AT(0, 0, 0, 90, DORMER(ROOFING, 3.8, 1, 6.8)), AT(0, 0, 0, -90, DORMER(ROOFING, 3.8, 1, 6.8)),
      INSIDE("TownhouseInside"), FURNISHED(-4.7, -4.1, 4.7, 4.1, 3.3));

/* In its sets of doodads, a feast upstairs, and closed with a cart at the door. */
MODEL(inn, OUTSIDE("InnOutside"), HOUSE(TIMBERED, TILES_RED, -8, -11, 1, 11, 6.6, 4.6, 0.7),
      HOUSE(TIMBERED, TILES_RED, -4, -11, 9, -3.8, 6.2, 3.6, 0.7),
      HOUSE(TIMBERED, TILES_RED, -4, 4.8, 7, 11, 6.2, 3.6, 0.7), WINDOW(9, -7.4, 4.8),
      WINDOW(9, -7.4, 2.2), WINDOW(7, 7.9, 4.8), WINDOW(7, 7.9, 2.2),
      DORMER(TILES_RED, 0, -1.4, 6.9), DORMER(TILES_RED, 0, 2.2, 6.9), CHIMNEY(-5.6, -8, 8, 13),
      CHIMNEY(-5.6, 8, 8, 13), BOX(COBBLES, 1, -3.8, 9, 4.8, -3, 0.35), DOOR(1, 0, 0.6),
      BEAM(OAK, 9, 0, 5.7, 11.4, 0, 5.7, 0.2, 0.2),
      QUAD(BANNER, 9.2, 0, 3.6, 11.2, 0, 3.6, 11.2, 0, 5.6, 9.2, 0, 5.6), BARREL(2, 3.8, 0.35),
      BARREL(3.1, 4, 0.35), DOODAD(CRATES, 0, 5, 3.4, 0.35, 15),
      DOODAD(LAMP_POST, 1, 8, -2.4, 0.35, 0), DOODAD(CART, 2, 5, 0, 0.35, 90), INSIDE("InnInside"),
      FURNISHED(-7.7, -10.7, 0.7, 10.7, 3.4), DOODAD(TABLE, 0, -5, -4, 0.65, 0),
      INSIDE("InnUpstairs"), ROOM(STUCCO, OAK, -7.65, -10.65, 0.65, 10.65, 3.8, 6.5),
      LIGHT(-3, 0, 5.6, CANDLE, 12), DOODAD(CRATES, 0, -6, 8.5, 3.8, 80),
      DOODAD(TABLE, 1, -3, -5, 3.8, 90), DOODAD(TABLE, 1, -3, 0, 3.8, 60),
      DOODAD(TABLE, 1, -3, 5, 3.8, 90));

#define DAYLIGHT 0.50, 0.50, 0.46

MODEL(church, OUTSIDE("ChurchOutside"), HOUSE(DRESSED, SLATE, -13, -5.4, 9.5, 5.4, 8, 6, 0.5),
      HOUSE(DRESSED, SLATE, -7, -9.6, -0.5, 9.6, 7.6, 4.6, 0.5),
      AT(-13, 0, 0, 0, LATHE(DRESSED, 12, 4.2, -3, 4.2, 7), LATHE(SLATE, 12, 4.7, 6.8, 0, 10.6)),
      AT(11.5, 0, 0, 0, PLINTH(DRESSED, -3.2, -3.2, 3.2, 3.2, 17),
         BOX(DRESSED, -3.55, -3.55, 3.55, 3.55, 16.4, 17.2), MERLONS(-3.1, -3.1, 3.1, 3.1, 17.2),
         HIP(SLATE, -2.3, -2.3, 2.3, 2.3, 17.2, 10.5, 0.2),
         BOX(LAMP, -0.12, -0.12, 0.12, 0.12, 27, 29.6),
         BOX(LAMP, -0.12, -0.8, 0.12, 0.8, 28.6, 28.85),
         RING(4, QUAD(LATTICE, 3.28, -1, 12.5, 3.28, 1, 12.5, 3.28, 1, 15.5, 3.28, -1, 15.5))),
      DOOR(14.7, 0, 0.6),
      AT(0, 0, 0, 90, WINDOW(5.4, -2, 4.5), WINDOW(5.4, -5.2, 4.5), WINDOW(5.4, -8.4, 4.5)),
      ROW(5, -10, 5.9, 0, 4.6, 0, 0, BOX(DRESSED, -0.5, -0.6, 0.5, 0.6, -3, 6.2)),
      ROW(5, -10, -5.9, 0, 4.6, 0, 0, BOX(DRESSED, -0.5, -0.6, 0.5, 0.6, -3, 6.2)),
      INSIDE("ChurchNave"), ROOM(WHITEWASH, FLAGSTONES, -12.6, -5, 9.1, 5, 0.65, 7.8),
      SHEET(CARPET, -10.6, -0.9, 8.1, 0.9, 0.7),
      ROW(7, -5.6, 0, 0, 2, 0, 0, BOX(OAK, 0, 1.4, 0.6, 4.6, 0.65, 1.5),
          BOX(OAK, 0, -4.6, 0.6, -1.4, 0.65, 1.5)),
      BOX(MARBLE, -11.1, -1.5, -9.9, 1.5, 0.65, 1.9),
      ROW(3, -9.6, 0, 4.5, 8, 0, 0, LIGHT(0, 0, 0, DAYLIGHT, 10)));

MODEL(barn, OUTSIDE("BarnOutside"), PLINTH(RED_PAINT, -5.5, -9, 5.5, 9, 4.6),
      GABLE(TILES_BROWN, PLANKS, -5.5, -9, 5.5, 9, 4.6, 4.6, 0.7),
      BOX(OAK, 5.4, -1.8, 5.75, 1.8, -0.5, 3.8), WALLS(PLANKS, -8.7, -6, -5.5, 4, -3, 2.4),
      QUAD(PLANKS, -9.2, 4.4, 2.2, -9.2, -6.4, 2.2, -5.5, -6.4, 4.2, -5.5, 4.4, 4.2),
      INSIDE("BarnInside"), ROOM(PLANKS, EARTH, -5.2, -8.7, 5.2, 8.7, 0.65, 4.5),
      BOX(HAY, -4.8, -8.4, 0, -4, 0.65, 2.6), BOX(HAY, -4.8, 5, -1, 8.4, 0.65, 1.8),
      LIGHT(1, 0, 3.6, LANTERN, 12), DOODAD(CART, 0, 2, 3, 0.65, 100),
      DOODAD(CRATES, 0, 3, -6, 0.65, 20));

MODEL(haystack, OUTSIDE("Haystack"), LATHE(HAY, 10, 1.9, -1, 2.2, 1.2, 0, 3.6));

/* A sail of the mill: a beam from the hub, and a lattice along it that leans out of the wind. */
#define MILL_SAIL(y, z)                                                                            \
    BEAM(OAK, 0, 0, 0, 0.3, 8.6 * (y), 8.6 * (z), 0.3, 0.3),                                       \
        QUAD(LATTICE, 0.15, 1.8 * (y), 1.8 * (z), 0.3, 8.6 * (y), 8.6 * (z), 1.2,                  \
             8.6 * (y)-1.7 * (z), 8.6 * (z) + 1.7 * (y), 1.05, 1.8 * (y)-1.7 * (z),                \
             1.8 * (z) + 1.7 * (y))

MODEL(mill, OUTSIDE("MillOutside"), LATHE(RUBBLE, 12, 5.4, -3, 5.2, 1),
      LATHE(WHITEWASH, 12, 4.9, 1, 3.3, 11), LATHE(OAK, 12, 6.4, 3.9, 6.4, 4.2),
      LATHE(PLANKS, 12, 6.4, 4.2, 4.4, 4.2), LATHE(OAK, 12, 3.9, 10.8, 2.6, 12.6, 0, 14.2),
      BEAM(OAK, -5.6, 0, 11, 5.4, 0, 12.4, 0.7, 0.7),
      AT(5.2, 0, 12, 0, MILL_SAIL(0.6, 0.8), MILL_SAIL(0.8, -0.6), MILL_SAIL(-0.6, -0.8),
         MILL_SAIL(-0.8, 0.6)),
      DOOR(5.2, 0, 0.6), INSIDE("MillInside"), ROOM(WHITEWASH, PLANKS, -3, -3, 3, 3, 0.8, 8),
      LATHE(RUBBLE, 12, 1.6, 0.8, 1.6, 1.7, 0, 1.7), LIGHT(1.5, 1.5, 4, 0.5, 0.44, 0.32, 9));

MODEL(well, OUTSIDE("Well"), LATHE(RUBBLE, 12, 1.5, -3, 1.5, 1, 1.05, 1),
      LATHE(SOOT, 12, 1.1, 0.4, 0, 0.4),
      ROW(2, 0, -1.3, 0, 0, 2.6, 0, BOX(OAK, -0.12, -0.12, 0.12, 0.12, 0.9, 3)),
      GABLE(TILES_BROWN, OAK, -0.5, -1.3, 0.5, 1.3, 3, 0.7, 0.3));

MODEL(fountain, OUTSIDE("Fountain"), LATHE(DRESSED, 24, 8, -3, 8, 0.35, 0, 0.35),
      RING(4, BOX(DRESSED, 4.1, -4.9, 4.9, 4.1, 0, 1.1)),
      LATHE(MARBLE, 12, 1.5, 0, 1.1, 1.6, 2.2, 2.2, 1.8, 2.2), LATHE(MARBLE, 12, 1.8, 2, 0, 2),
      LATHE(MARBLE, 8, 0.5, 2, 0.3, 4), LATHE(MARBLE, 8, 0.7, 4, 0, 4.9),
      POOL(-25.0 / 6.0, -25.0 / 6.0, 0.85, 2, 2));

MODEL(stall, OUTSIDE("Stall"),
      ROW(2, 1.6, -2.2, 0, 0, 4.4, 0, BOX(OAK, -0.1, -0.1, 0.1, 0.1, -1, 2.4)),
      ROW(2, -1.6, -2.2, 0, 0, 4.4, 0, BOX(OAK, -0.1, -0.1, 0.1, 0.1, -1, 3.1)),
      QUAD(ROOFING, 2.2, -2.6, 2.2, 2.2, 2.6, 2.2, -0.4, 2.6, 3.3, -0.4, -2.6, 3.3),
      QUAD(ROOFING, -0.4, -2.6, 3.3, -0.4, 2.6, 3.3, -2, 2.6, 2.8, -2, -2.6, 2.8),
      BOX(PLANKS, 1, -2, 2.9, 2, -0.5, 1.1), CRATE(2.4, -1.5, 1.1, 0.3),
      CRATE(2.4, -0.5, 1.1, 0.38), CRATE(2.4, 0.5, 1.1, 0.46), CRATE(2.4, 1.5, 1.1, 0.54),
      CRATE(-2.6, 1.4, 0, 1.1), BARREL(-2.6, -1.2, 0));
