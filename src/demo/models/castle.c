/* The castle: curtain walls between round towers, a gatehouse, a keep, a hall and a chapel around a
 * court. Its middle lies on the corner of four tiles. */
#include "demo/models/building.h"
#include "demo/models/doodad.h"

#define WALL_TOP_YD 10.5
#define TORCH 0.62, 0.46, 0.26

/* A round tower: radius, top, and the height of its roof, 0 for an open platform. */
static void tower(struct pen pen, const double *n)
{
    double r = n[0];
    double top = n[1];
    double flag = top + n[2];
    solid_lathe(WITH(pen, RUBBLE), N(16, 4, r + 1.4, -7.0, r, 3.0));
    solid_lathe(pen, N(16, 6, r, 3.0, r, top - 1.4, r + 0.7, top));
    solid_lathe(WITH(pen, FLAGSTONES), N(16, 4, r + 0.7, top, 0.0, top));
    solid_round_merlons(pen, N(14, r + 0.7, top));
    if (n[2] > 0.0) {
        solid_lathe(pen, N(16, 4, r - 1.3, top, r - 1.3, top + 2.4));
        solid_lathe(WITH(pen, SLATE), N(16, 4, r - 0.8, top + 2.2, 0.0, flag + 2.2));
    }
    solid_box(WITH(pen, OAK), N(-0.12, -0.12, 0.12, 0.12, flag, flag + 5.2));
    solid_quad(WITH(pen, BANNER), N(0.1, 0.2, flag + 3.0, 0.9, 2.2, flag + 3.2, 0.4, 2.3,
                                    flag + 5.2, 0.1, 0.2, flag + 5.0));
    for (int k = 0; k < 3; k++) {
        solid_window(WITH(pen_at(pen, 0.0, 0.0, 0.0, 120.0 * k + 30.0), WINDOW),
                     N(r, 0.0, top - 4.0));
    }
}

/* A curtain wall along y, from n[0] to n[1] at x = 0; its outside faces +x. */
static void curtain(struct pen pen, const double *n)
{
    const double top = WALL_TOP_YD;
    solid_walls(pen, N(-1.8, n[0], 1.8, n[1], -7.0, top));
    solid_sheet(WITH(pen, FLAGSTONES), N(-1.8, n[0], 1.8, n[1], top));
    int count = (int)((n[1] - n[0]) / 2.4);
    for (int k = 0; k <= count; k++) {
        double y = n[0] + (n[1] - n[0]) * k / count;
        solid_box(pen, N(0.9, y - 0.65, 1.8, y + 0.65, top, top + 1.3));
    }
    solid_box(pen, N(-1.8, n[0], -1.4, n[1], top, top + 0.5));
}

#define TOWER(...) SOLID(tower, DRESSED, STUCCO, __VA_ARGS__)
#define CURTAIN(...) SOLID(curtain, DRESSED, STUCCO, __VA_ARGS__)

PARTS(gatehouse, WALLS(DRESSED, -5, -6.5, 5, 6.5, -7, 14), SHEET(FLAGSTONES, -5, -6.5, 5, 6.5, 14),
      MERLONS(-4.5, -6, 4.5, 6, 14), ROW(2, 4, -7.2, 0, 0, 14.4, 0, TOWER(3.6, 16, 0)),
      QUAD(LATTICE, 5.1, -2.2, 0, 5.1, 2.2, 0, 5.1, 2.2, 5, 5.1, -2.2, 5),
      BOX(PLANKS, 5, -2.6, 15, 2.6, -0.4, 0.35));

PARTS(keep, PLINTH(DRESSED, -11, -11, 11, 11, 22), SHEET(FLAGSTONES, -11.6, -11.6, 11.6, 11.6, 22),
      WALLS(DRESSED, -11.6, -11.6, 11.6, 11.6, 20.6, 22), MERLONS(-11.1, -11.1, 11.1, 11.1, 22),
      HIP(SLATE, -8.8, -8.8, 8.8, 8.8, 22.6, 10, 0.2),
      ROW(2, -11, 11, 0, 22, 0, 0, TOWER(3.2, 27, 7)), AT(-11, -11, 0, 0, TOWER(3.2, 27, 9)),
      AT(11, -11, 0, 0, TOWER(3.2, 27, 7)), DOOR(11, 0, 0.6), WINDOW(11, -4, 12),
      WINDOW(11, 4, 12));

/* Rooms of the keep on two floors, with a throne. */
PARTS(keep_rooms, INSIDE("KeepThroneRoom"),
      ROOM(DRESSED, FLAGSTONES, -10.2, -10.2, 10.2, 10.2, 0.7, 9),
      SHEET(CARPET, -7, -1.6, 10, 1.6, 0.75), BOX(MARBLE, -9.6, -3.5, -6.4, 3.5, 0.7, 1.4),
      BOX(OAK, -9, -0.8, -7.8, 0.8, 1.4, 3),
      ROW(2, -4, -6, 0.7, 9, 0, 0, LATHE(MARBLE, 10, 0.8, 0, 0.7, 7.6),
          LIGHT(0, 1.2, 3.8, TORCH, 9)),
      ROW(2, -4, 6, 0.7, 9, 0, 0, LATHE(MARBLE, 10, 0.8, 0, 0.7, 7.6),
          LIGHT(0, -1.2, 3.8, TORCH, 9)),
      DOODAD(TABLE, 0, 3, 7, 0.7, 0), DOODAD(TABLE, 0, 3, -7, 0.7, 0), INSIDE("KeepSolar"),
      ROOM(DRESSED, OAK, -10.2, -10.2, 10.2, 10.2, 9.8, 21), SHEET(CARPET, -4, -4, 4, 4, 9.85),
      BOX(MARBLE, -9.8, -2, -8.8, 2, 9.8, 12), LIGHT(0, 0, 16, TORCH, 16),
      DOODAD(TABLE, 0, 0, 0, 9.85, 90));

#define TENT(cloth) LATHE(cloth, 8, 2.8, -0.5, 2.5, 1.8), LATHE(cloth, 8, 2.9, 1.8, 0, 4.4)

/* Houses along the walls, a well, tents, a wall with a gate between two courts; lamps at the gate
 * and a cart, and the camp of a siege in a set of doodads. */
PARTS(court,
      AT(-33.5, 18, 0, 0, HOUSE(DRESSED, TILES_RED, -6, -18, 6, 20, 7, 5, 0.5),
         ROW(3, 5.2, -10, 7.4, 0, 10, 0, DORMER(TILES_RED, 0, 0, 0)), CHIMNEY(-2, 16, 8, 14)),
      AT(-26, -38.5, 0, 90, HOUSE(DRESSED, COPPER, -5, -12, 5, 12, 8, 4.2, 0.5), WINDOW(5, 0, 6.4)),
      AT(-12, -38.5, 0, 0, TOWER(2.6, 16, 7)),
      AT(26, 39.5, 0, -90, HOUSE(TIMBERED, TILES_BROWN, -4, -11, 4, 12, 4.4, 3.4, 0.5),
         WINDOW(4, 0.5, 2.8)),
      AT(36, -30, 0, 180, HOUSE(RUBBLE, SLATE, -3.5, -9, 3.5, 9, 4, 3, 0.5), WINDOW(3.5, 0, 2.4),
         CHIMNEY(-1.5, 6, 4, 9)),
      AT(-12, 28, 0, 0, LATHE(RUBBLE, 12, 1.8, -1, 1.8, 1.2, 1.3, 1.2),
         LATHE(SOOT, 12, 1.3, 0.7, 0, 0.7)),
      ROW(2, 16, -26, 0, 15, 0, 0, TENT(CANVAS_RED)), AT(23, -19, 0, 0, TENT(CANVAS_BLUE)),
      AT(17, -13, 0, 0, TENT(CANVAS_BLUE)), AT(30, -12, 0, 0, TENT(CANVAS_RED)),
      AT(9, 0, 0, 0, CURTAIN(-46, 10), CURTAIN(17, 46),
         ROW(2, 0, 8.5, 0, 0, 10, 0, TOWER(2.8, 13.5, 5.5)),
         BOX(FLAGSTONES, -2.2, 10, 2.2, 17, 6, WALL_TOP_YD),
         MERLONS(-1.7, 10.5, 1.7, 16.5, WALL_TOP_YD)),
      ROW(3, 30, 22, 0, 1.4, 0, 0, CRATE(0, 0, 0, 0.8), CRATE(0, 1.5, 0, 1.1), CRATE(0, 3, 0, 0.9)),
      DOODAD(LAMP_POST, 0, 38, 5.5, 0, 0), DOODAD(LAMP_POST, 0, 38, -5.5, 0, 0),
      DOODAD(CART, 0, 27, 16, 0, 20), DOODAD(TENT_RED, 1, 21, 9, 0, 200),
      DOODAD(TENT_BLUE, 1, 20, -6, 0, 160), DOODAD(CAMPFIRE, 1, 27, 1, 0, 0),
      DOODAD(CRATES, 1, 31, 9, 0, 40));

/* At the end a collision floor that is not drawn, and an antiportal. */
MODEL(castle, OUTSIDE("CastleWalls"), AT(42, 0, 0, 0, CURTAIN(-46, 46)),
      AT(0, 46, 0, 90, CURTAIN(-42, 42)), AT(-42, 0, 0, 180, CURTAIN(-46, 46)),
      AT(0, -46, 0, 270, CURTAIN(-42, 42)), AT(-42, -46, 0, 0, TOWER(6.2, 17, 9.5)),
      AT(42, -46, 0, 0, TOWER(6.2, 18, 9.5)), AT(-42, 46, 0, 0, TOWER(6.2, 19, 9.5)),
      AT(42, 46, 0, 0, TOWER(6.2, 20, 0)), AT(-42, 0, 0, 0, TOWER(4.6, 14.5, 7)),
      AT(42, 0, 0, 0, PART(gatehouse)), OUTSIDE("CastleCourt"), PART(court), OUTSIDE("CastleKeep"),
      AT(-9, -9, 0, 0, PART(keep), PART(keep_rooms)), SHEET(COLLISION_ONLY, -42, -46, 42, 46, 8),
      GROUP("antiportal", GROUP_OCCLUDER), BOX(COLLISION_ONLY, -20, -20, 20, 20, 0, 40));
