/* The castle: curtain walls between round towers, a gatehouse, a keep, a hall and a chapel around a
 * court. Its middle lies on the corner of four tiles. */
#include "demo/buildings/building.h"
#include "demo/buildings/building_parts.h"

enum { CORNERS = 4 };

/* Half the castle's depth and width, to the middle of its walls. */
#define HALF_X 42.0
#define HALF_Y 46.0
#define WALL_TOP 10.5

/* A flag on a pole. */
static void flag(struct pen pen, double z)
{
    pen_solid(pen, WALL_OAK, -0.12, -0.12, 0.12, 0.12, z, z + 5.2);
    pen_quad(pen_with(pen, WALL_BANNER), xyz(0.1, 0.2, z + 3.0), xyz(0.9, 2.2, z + 3.2),
             xyz(0.4, 2.3, z + 5.2), xyz(0.1, 0.2, z + 5.0));
}

/* A round tower; `spire` is the height of its roof, 0 for an open platform. */
static void tower(struct pen pen, double radius, double top, double spire)
{
    pen_cone(pen_with(pen, WALL_RUBBLE), 16, radius + 1.4, -7.0, radius, 3.0);
    pen_cone(pen_with(pen, WALL_DRESSED), 16, radius, 3.0, radius, top - 1.4);
    pen_cone(pen_with(pen, WALL_DRESSED), 16, radius, top - 1.4, radius + 0.7, top);
    pen_disc(pen_with(pen, WALL_FLAGSTONES), 16, radius + 0.7, top);
    part_round_merlons(pen_with(pen, WALL_DRESSED), 14, radius + 0.7, top);
    if (spire > 0.0) {
        pen_cone(pen_with(pen, WALL_DRESSED), 16, radius - 1.3, top, radius - 1.3, top + 2.4);
        pen_cone(pen_with(pen, WALL_SLATE), 16, radius - 0.8, top + 2.2, 0.0, top + 2.2 + spire);
        flag(pen, top + spire);
    } else {
        flag(pen, top);
    }
    for (int k = 0; k < 3; k++) {
        part_window(pen_rotated(pen, 120.0 * k + 30.0), radius, 0.0, top - 4.0);
    }
}

/* A curtain wall along y from y0 to y1 at x = 0; its outside faces +x. */
static void curtain(struct pen pen, double y0, double y1)
{
    pen_walls(pen_with(pen, WALL_DRESSED), plan_of(-1.8, y0, 1.8, y1), -7.0, WALL_TOP);
    pen_sheet(pen, WALL_FLAGSTONES, -1.8, y0, 1.8, y1, WALL_TOP);
    int count = (int)((y1 - y0) / 2.4);
    for (int k = 0; k <= count; k++) {
        double y = y0 + (y1 - y0) * k / count;
        pen_solid(pen, WALL_DRESSED, 0.9, y - 0.65, 1.8, y + 0.65, WALL_TOP, WALL_TOP + 1.3);
    }
    pen_solid(pen, WALL_DRESSED, -1.8, y0, -1.4, y1, WALL_TOP, WALL_TOP + 0.5);
}

static void gatehouse(struct pen pen)
{
    struct plan plan = plan_of(-5.0, -6.5, 5.0, 6.5);
    pen_walls(pen_with(pen, WALL_DRESSED), plan, -7.0, 14.0);
    pen_floor(pen_with(pen, WALL_FLAGSTONES), plan, 14.0);
    part_merlons(pen_with(pen, WALL_DRESSED), plan_grown(plan, -0.5), 14.0);
    for (int side = -1; side <= 1; side += 2) {
        tower(pen_moved(pen, 4.0, side * 7.2, 0.0), 3.6, 16.0, 0.0);
    }
    pen_quad(pen_with(pen, WALL_LATTICE), xyz(5.1, -2.2, 0.0), xyz(5.1, 2.2, 0.0),
             xyz(5.1, 2.2, 5.0), xyz(5.1, -2.2, 5.0));
    pen_solid(pen, WALL_PLANKS, 5.0, -2.6, 15.0, 2.6, -0.4, 0.35);
}

static void keep(struct pen pen)
{
    struct plan plan = plan_of(-11.0, -11.0, 11.0, 11.0);
    part_walls(pen_with(pen, WALL_DRESSED), plan, 22.0);
    pen_floor(pen_with(pen, WALL_FLAGSTONES), plan_grown(plan, 0.6), 22.0);
    pen_walls(pen_with(pen, WALL_DRESSED), plan_grown(plan, 0.6), 20.6, 22.0);
    part_merlons(pen_with(pen, WALL_DRESSED), plan_grown(plan, 0.1), 22.0);
    part_hip_roof(pen_with(pen, WALL_SLATE), plan_grown(plan, -2.2), 22.6, 10.0, 0.2);
    for (int k = 0; k < CORNERS; k++) {
        tower(pen_moved(pen, k & 1 ? 11.0 : -11.0, k & 2 ? 11.0 : -11.0, 0.0), 3.2, 27.0,
              k == 0 ? 9.0 : 7.0);
    }
    part_door(pen, 11.0, 0.0, 0.6);
    for (int k = 0; k < 2; k++) {
        part_window(pen, 11.0, -4.0 + 8.0 * k, 12.0);
    }
}

/* A building along the inside of a wall. */
static void wall_building(struct pen pen, struct plan plan, double eaves,
                          enum wall_material wall_finish, enum wall_material roofing)
{
    part_walls(pen_with(pen, wall_finish), plan, eaves);
    part_gable_roof(pen_with(pen, roofing), plan, eaves, (plan.x1 - plan.x0) * 0.42, 0.5,
                    wall_finish);
    part_window(pen, plan.x1, (plan.y0 + plan.y1) / 2.0, eaves - 1.6);
}

static void well(struct pen pen)
{
    pen_cone(pen_with(pen, WALL_RUBBLE), 12, 1.8, -1.0, 1.8, 1.2);
    pen_ring(pen_with(pen, WALL_RUBBLE), 12, 1.3, 1.8, 1.2);
    pen_disc(pen_with(pen, WALL_SOOT), 12, 1.3, 0.7);
}

static void tents(struct pen pen)
{
    static const double places[5][2] = {
        {16.0, -26.0}, {23.0, -19.0}, {31.0, -26.0}, {17.0, -13.0}, {30.0, -12.0}};
    for (int k = 0; k < 5; k++) {
        pen_cone(pen_with(pen_moved(pen, places[k][0], places[k][1], 0.0),
                          k % 2 ? WALL_CANVAS_BLUE : WALL_CANVAS_RED),
                 8, 2.8, -0.5, 2.5, 1.8);
        pen_cone(pen_with(pen_moved(pen, places[k][0], places[k][1], 0.0),
                          k % 2 ? WALL_CANVAS_BLUE : WALL_CANVAS_RED),
                 8, 2.9, 1.8, 0.0, 4.4);
    }
}

/* The wall between the outer and the inner court, with its gate. */
static void inner_wall(struct pen pen)
{
    struct pen at = pen_moved(pen, 9.0, 0.0, 0.0);
    curtain(at, -HALF_Y, 10.0);
    curtain(at, 17.0, HALF_Y);
    for (int side = 0; side < 2; side++) {
        tower(pen_moved(at, 0.0, side ? 18.5 : 8.5, 0.0), 2.8, 13.5, 5.5);
    }
    pen_solid(at, WALL_FLAGSTONES, -2.2, 10.0, 2.2, 17.0, 6.0, WALL_TOP);
    part_merlons(pen_with(at, WALL_DRESSED), plan_of(-1.7, 10.5, 1.7, 16.5), WALL_TOP);
}

static void court(struct pen pen)
{
    struct pen hall = pen_moved(pen, -33.5, 18.0, 0.0);
    wall_building(hall, plan_of(-6.0, -18.0, 6.0, 20.0), 7.0, WALL_DRESSED, WALL_TILES_RED);
    for (int k = 0; k < 3; k++) {
        part_dormer(hall, 5.2, -10.0 + 10.0 * k, 7.4, WALL_TILES_RED);
    }
    part_chimney(hall, -2.0, 16.0, 8.0, 14.0);
    wall_building(pen_rotated(pen_moved(pen, -26.0, -38.5, 0.0), 90.0),
                  plan_of(-5.0, -12.0, 5.0, 12.0), 8.0, WALL_DRESSED, WALL_COPPER);
    tower(pen_moved(pen, -12.0, -38.5, 0.0), 2.6, 16.0, 7.0);
    wall_building(pen_rotated(pen_moved(pen, 26.0, 39.5, 0.0), -90.0),
                  plan_of(-4.0, -11.0, 4.0, 12.0), 4.4, WALL_TIMBERED, WALL_TILES_BROWN);
    struct pen smithy = pen_rotated(pen_moved(pen, 36.0, -30.0, 0.0), 180.0);
    wall_building(smithy, plan_of(-3.5, -9.0, 3.5, 9.0), 4.0, WALL_RUBBLE, WALL_SLATE);
    part_chimney(smithy, -1.5, 6.0, 4.0, 9.0);
    well(pen_moved(pen, -12.0, 28.0, 0.0));
    tents(pen);
    inner_wall(pen);
    for (int k = 0; k < 9; k++) {
        part_crate(pen, 30.0 + 1.4 * (k % 3), 22.0 + 1.5 * (k / 3), 0.0, 0.8 + 0.1 * (k % 4));
    }
}

/* Rooms of the keep on two floors, with a throne. */
static void keep_rooms(struct pen pen)
{
    static const double torch[3] = {0.62, 0.46, 0.26};
    struct plan plan = plan_of(-10.2, -10.2, 10.2, 10.2);
    part_begin_inside(pen, "KeepThroneRoom");
    pen_room(pen_with(pen, WALL_DRESSED), plan, 0.7, 9.0, WALL_FLAGSTONES);
    pen_sheet(pen, WALL_CARPET, -7.0, -1.6, 10.0, 1.6, 0.75);
    pen_solid(pen, WALL_MARBLE, -9.6, -3.5, -6.4, 3.5, 0.7, 1.4);
    pen_solid(pen, WALL_OAK, -9.0, -0.8, -7.8, 0.8, 1.4, 3.0);
    for (int k = 0; k < CORNERS; k++) {
        double x = k & 1 ? 5.0 : -4.0;
        double y = k & 2 ? 6.0 : -6.0;
        pen_cone(pen_moved(pen_with(pen, WALL_MARBLE), x, y, 0.7), 10, 0.8, 0.0, 0.7, 7.6);
        pen_light(pen_with(pen, WALL_DRESSED), xyz(x, y * 0.8, 4.5), torch, 9.0);
    }
    part_begin_inside(pen, "KeepSolar");
    pen_room(pen_with(pen, WALL_DRESSED), plan, 9.8, 21.0, WALL_OAK);
    pen_sheet(pen, WALL_CARPET, -4.0, -4.0, 4.0, 4.0, 9.85);
    pen_solid(pen, WALL_MARBLE, -9.8, -2.0, -8.8, 2.0, 9.8, 12.0);
    pen_light(pen_with(pen, WALL_DRESSED), xyz(0.0, 0.0, 16.0), torch, 16.0);
}

/* An antiportal, and a collision floor that is not drawn. */
static void invisible_parts(struct pen pen)
{
    pen_sheet(pen, WALL_COLLISION_ONLY, -HALF_X, -HALF_Y, HALF_X, HALF_Y, 8.0);
    model_begin_group(pen.model, "antiportal", GROUP_OCCLUDER);
    pen_solid(pen, WALL_COLLISION_ONLY, -20.0, -20.0, 20.0, 20.0, 0.0, 40.0);
}

void build_castle(struct pen pen)
{
    struct pen keep_at = pen_moved(pen, -9.0, -9.0, 0.0);
    pen.model->doodad_sets[0] = "Set_Siege";
    model_begin_group(pen.model, "CastleWalls", GROUP_OUTSIDE);
    for (int side = 0; side < CORNERS; side++) {
        double out = side % 2 ? HALF_Y : HALF_X;
        double half = side % 2 ? HALF_X : HALF_Y;
        curtain(pen_moved(pen_rotated(pen, 90.0 * side), out, 0.0, 0.0), -half, half);
    }
    for (int k = 0; k < CORNERS; k++) {
        tower(pen_moved(pen, k & 1 ? HALF_X : -HALF_X, k & 2 ? HALF_Y : -HALF_Y, 0.0), 6.2,
              17.0 + k, k == 3 ? 0.0 : 9.5);
    }
    tower(pen_moved(pen, -HALF_X, 0.0, 0.0), 4.6, 14.5, 7.0);
    gatehouse(pen_moved(pen, HALF_X, 0.0, 0.0));
    model_begin_group(pen.model, "CastleCourt", GROUP_OUTSIDE);
    court(pen);
    model_begin_group(pen.model, "CastleKeep", GROUP_OUTSIDE);
    keep(keep_at);
    keep_rooms(keep_at);
    invisible_parts(pen);
}
