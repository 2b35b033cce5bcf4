/* Cottages, houses, the inn, the church. */
#include "demo/buildings/building.h"
#include "demo/buildings/building_parts.h"

static const enum wall_material roofings[3] = {WALL_TILES_RED, WALL_TILES_BROWN, WALL_SLATE};
static const enum wall_material facades[3] = {WALL_STUCCO, WALL_TIMBERED, WALL_WHITEWASH};

static const double hearth[3] = {0.62, 0.44, 0.26};
static const double candle[3] = {0.42, 0.36, 0.26};

/* A room with a fire at its back wall, a table and a bed. */
static void furnished_room(struct pen pen, struct plan plan, double top)
{
    double middle = (plan.y0 + plan.y1) / 2.0;
    pen_room(pen_with(pen, WALL_STUCCO), plan, 0.65, top, WALL_PLANKS);
    pen_sheet(pen, WALL_CARPET, -1.6, middle - 1.6, 1.6, middle + 1.6, 0.68);
    pen_solid(pen, WALL_OAK, -0.7, middle - 1.1, 0.7, middle + 1.1, 0.65, 1.5);
    pen_solid(pen, WALL_LINEN, plan.x0 + 0.3, plan.y0 + 0.3, plan.x0 + 2.5, plan.y0 + 1.7, 0.65,
              1.2);
    pen_sheet(pen, WALL_LAMP, plan.x0 + 0.2, plan.y1 - 1.8, plan.x0 + 1.0, plan.y1 - 0.8, 0.7);
    pen_light(pen_with(pen, WALL_STUCCO), xyz(plan.x0 + 1.0, plan.y1 - 1.3, 1.6), hearth, 9.0);
    pen_light(pen_with(pen, WALL_STUCCO), xyz(0.0, middle, 2.2), candle, 6.0);
}

static void front_windows(struct pen pen, double x, double half_y, double z)
{
    part_window(pen, x, -half_y * 0.6, z);
    part_window(pen, x, half_y * 0.6, z);
}

void build_cottage(struct pen pen)
{
    struct plan plan = plan_of(-3.6, -5.0, 3.6, 5.0);
    model_begin_group(pen.model, "CottageOutside", GROUP_OUTSIDE);
    part_walls(pen_with(pen, facades[pen.variant]), plan, 3.6);
    part_gable_roof(pen_with(pen, roofings[pen.variant]),

                    plan, 3.6, 3.4, 0.6, facades[pen.variant]);
    part_chimney(pen, -1.2, pen.variant == 1 ? -3.6 : 3.6, 4.5, 8.0);
    part_door(pen, 3.6, 0.0, 0.6);
    front_windows(pen, 3.6, 5.0, 2.1);
    if (pen.variant == 2) {
        part_dormer(pen, 3.0, 0.0, 3.9, roofings[pen.variant]);
    }
    front_windows(pen_rotated(pen, 180.0), 3.6, 5.0, 2.1);
    part_begin_inside(pen, "CottageInside");
    furnished_room(pen, plan_grown(plan, -0.3), 3.5);
}

void build_house_l(struct pen pen)
{
    struct plan body = plan_of(-7.0, -7.5, 0.4, 7.5);
    struct plan wing = plan_of(-3.5, -7.5, 7.0, -0.5);
    model_begin_group(pen.model, "HouseOutside", GROUP_OUTSIDE);
    part_walls(pen_with(pen, facades[pen.variant]), body, 4.2);
    part_gable_roof(pen_with(pen, roofings[pen.variant]), body, 4.2, 3.6, 0.6,
                    facades[pen.variant]);
    part_walls(pen_with(pen, facades[pen.variant]), wing, 4.2);
    part_gable_roof(
        pen_with(pen_rotated(pen_with(pen, facades[pen.variant]), 90.0), roofings[pen.variant]),
        plan_of(wing.y0, -wing.x1, wing.y1, -wing.x0), 4.2, 3.4, 0.6, WALL_TIMBERED);
    part_chimney(pen, -4.2, 5.2, 5.0, 9.0);
    part_chimney(pen, 2.6, -5.6, 4.5, 8.2);
    part_door(pen, 0.4, 2.2, 0.6);
    part_window(pen, 0.4, 5.2, 2.3);
    part_window(pen, 7.0, -4.0, 2.3);
    part_dormer(pen, -0.3, 3.6, 4.4, roofings[pen.variant]);
    part_begin_inside(pen, "HouseInside");
    furnished_room(pen, plan_grown(body, -0.3), 4.1);
}

void build_thatched(struct pen pen)
{
    double half = pen.variant ? 7.0 : 4.8;
    struct plan plan = plan_of(-3.4, -half, 3.4, half);
    model_begin_group(pen.model, "ThatchedOutside", GROUP_OUTSIDE);
    part_walls(pen_with(pen, pen.variant ? WALL_TIMBERED : WALL_WHITEWASH), plan, 3.0);
    part_thatched_roof(pen_with(pen, WALL_THATCH), plan, 3.0, 3.8, 0.9);
    part_chimney(pen, 0.0, half * 0.55, 4.0, 7.6);
    part_door(pen, 3.4, 0.0, 0.6);
    front_windows(pen, 3.4, half, 1.9);
    if (pen.variant) {
        pen_solid(pen, WALL_PLANKS, -5.6, -3.0, -3.4, 1.0, -FOUNDATION_YD, 2.2);
    }
    part_begin_inside(pen, "ThatchedInside");
    furnished_room(pen, plan_grown(plan, -0.3), 2.9);
}

void build_townhouse(struct pen pen)
{
    struct plan plan = plan_of(-5.0, -4.4, 5.0, 4.4);
    model_begin_group(pen.model, "TownhouseOutside", GROUP_OUTSIDE);
    part_walls(pen_with(pen, pen.variant ? WALL_STUCCO : WALL_TIMBERED), plan, 6.4);
    pen_solid(pen, WALL_TIMBERED, 5.0, -4.4, 5.5, 4.4, 3.4, 6.4);
    struct pen rotated = pen_rotated(pen, 90.0);
    part_gable_roof(pen_with(rotated, roofings[pen.variant]), plan_of(-4.4, -5.4, 4.4, 5.0), 6.4,
                    4.4, 0.6, WALL_TIMBERED);
    part_chimney(pen, -3.0, 2.0, 7.5, 11.4);
    part_door(pen, 5.0, -2.0, 0.6);
    part_window(pen, 5.0, 1.6, 2.2);
    part_window(pen, 5.5, -2.0, 5.0);
    part_window(pen, 5.5, 2.0, 5.0);
    part_dormer(rotated, 3.8, 1.0, 6.8, roofings[pen.variant]);
    part_dormer(pen_rotated(pen, -90.0), 3.8, 1.0, 6.8, roofings[pen.variant]);
    part_begin_inside(pen, "TownhouseInside");
    furnished_room(pen, plan_grown(plan, -0.3), 3.3);
}

/* The sign over the inn's door. */
static void inn_sign(struct pen pen, double x, double z)
{
    pen_beam(pen_with(pen, WALL_OAK), xyz(x, 0.0, z + 2.1), xyz(x + 2.4, 0.0, z + 2.1), 0.2, 0.2);
    pen_quad(pen_with(pen, WALL_BANNER), xyz(x + 0.2, 0.0, z), xyz(x + 2.2, 0.0, z),
             xyz(x + 2.2, 0.0, z + 2.0), xyz(x + 0.2, 0.0, z + 2.0));
}

void build_inn(struct pen pen)
{
    struct plan body = plan_of(-8.0, -11.0, 1.0, 11.0);
    struct plan wings[2] = {plan_of(-4.0, -11.0, 9.0, -3.8), plan_of(-4.0, 4.8, 7.0, 11.0)};
    model_begin_group(pen.model, "InnOutside", GROUP_OUTSIDE);
    pen.model->doodad_sets[0] = "Set_Feast";
    pen.model->doodad_sets[1] = "Set_Closed";
    part_walls(pen_with(pen, WALL_TIMBERED), body, 6.6);
    part_gable_roof(pen_with(pen, WALL_TILES_RED), body, 6.6, 4.6, 0.7, WALL_TIMBERED);
    for (int k = 0; k < 2; k++) {
        struct plan w = wings[k];
        part_walls(pen_with(pen, WALL_TIMBERED), w, 6.2);
        part_gable_roof(pen_with(pen_rotated(pen, 90.0), WALL_TILES_RED),
                        plan_of(w.y0, -w.x1, w.y1, -w.x0), 6.2, 3.6, 0.7, WALL_TIMBERED);
        part_window(pen, w.x1, (w.y0 + w.y1) / 2.0, 4.8);
        part_window(pen, w.x1, (w.y0 + w.y1) / 2.0, 2.2);
    }
    for (int k = 0; k < 2; k++) {
        part_dormer(pen, 0.0, -1.4 + 3.6 * k, 6.9, WALL_TILES_RED);
    }
    part_chimney(pen, -5.6, -8.0, 8.0, 13.0);
    part_chimney(pen, -5.6, 8.0, 8.0, 13.0);
    pen_solid(pen, WALL_COBBLES, 1.0, -3.8, 9.0, 4.8, -FOUNDATION_YD, 0.35);
    part_door(pen, 1.0, 0.0, 0.6);
    inn_sign(pen, 9.0, 3.6);
    part_barrel(pen, 2.0, 3.8, 0.35);
    part_barrel(pen, 3.1, 4.0, 0.35);
    part_begin_inside(pen, "InnInside");
    furnished_room(pen, plan_grown(body, -0.3), 3.4);
    part_begin_inside(pen, "InnUpstairs");
    pen_room(pen_with(pen, WALL_STUCCO), plan_grown(body, -0.35), 3.8, 6.5, WALL_OAK);
    pen_light(pen_with(pen, WALL_STUCCO), xyz(-3.0, 0.0, 5.6), candle, 12.0);
}

/* A square tower with a spire, its centre at (x, 0). */
static void church_tower(struct pen pen, double x)
{
    struct pen tower = pen_moved(pen, x, 0.0, 0.0);
    struct plan plan = plan_of(-3.2, -3.2, 3.2, 3.2);
    part_walls(pen_with(tower, WALL_DRESSED), plan, 17.0);
    pen_box(pen_with(tower, WALL_DRESSED), plan_grown(plan, 0.35), 16.4, 17.2);
    part_merlons(pen_with(tower, WALL_DRESSED), plan_grown(plan, -0.1), 17.2);
    part_hip_roof(pen_with(tower, WALL_SLATE), plan_grown(plan, -0.9), 17.2, 10.5, 0.2);
    pen_solid(tower, WALL_LAMP, -0.12, -0.12, 0.12, 0.12, 27.0, 29.6);
    pen_solid(tower, WALL_LAMP, -0.12, -0.8, 0.12, 0.8, 28.6, 28.85);
    for (int side = 0; side < 4; side++) {
        pen_quad(pen_rotated(pen_with(tower, WALL_LATTICE), 90.0 * side), xyz(3.28, -1.0, 12.5),
                 xyz(3.28, 1.0, 12.5), xyz(3.28, 1.0, 15.5), xyz(3.28, -1.0, 15.5));
    }
}

/* Pews, altar and aisle. */
static void nave(struct pen pen, struct plan plan)
{
    static const double daylight[3] = {0.50, 0.50, 0.46};
    pen_room(pen_with(pen, WALL_WHITEWASH), plan, 0.65, 7.8, WALL_FLAGSTONES);
    pen_sheet(pen, WALL_CARPET, plan.x0 + 2.0, -0.9, plan.x1 - 1.0, 0.9, 0.7);
    for (int k = 0; k < 7; k++) {
        double x = plan.x0 + 7.0 + 2.0 * k;
        pen_solid(pen, WALL_OAK, x, 1.4, x + 0.6, 4.6, 0.65, 1.5);
        pen_solid(pen, WALL_OAK, x, -4.6, x + 0.6, -1.4, 0.65, 1.5);
    }
    pen_solid(pen, WALL_MARBLE, plan.x0 + 1.5, -1.5, plan.x0 + 2.7, 1.5, 0.65, 1.9);
    for (int k = 0; k < 3; k++) {
        pen_light(pen_with(pen, WALL_WHITEWASH), xyz(plan.x0 + 3.0 + 8.0 * k, 0.0, 4.5), daylight,
                  10.0);
    }
}

void build_church(struct pen pen)
{
    struct plan body = plan_of(-13.0, -5.4, 9.5, 5.4);
    struct plan aisle = plan_of(-7.0, -9.6, -0.5, 9.6);
    model_begin_group(pen.model, "ChurchOutside", GROUP_OUTSIDE);
    struct pen rotated = pen_rotated(pen, 90.0);
    part_walls(pen_with(pen, WALL_DRESSED), body, 8.0);
    part_gable_roof(pen_with(rotated, WALL_SLATE), plan_of(body.y0, -body.x1, body.y1, -body.x0),
                    8.0, 6.0, 0.5, WALL_DRESSED);
    part_walls(pen_with(pen, WALL_DRESSED), aisle, 7.6);
    part_gable_roof(pen_with(pen, WALL_SLATE), aisle, 7.6, 4.6, 0.5, WALL_DRESSED);
    struct pen apse = pen_moved(pen_with(pen, WALL_DRESSED), -13.0, 0.0, 0.0);
    pen_cone(apse, 12, 4.2, -FOUNDATION_YD, 4.2, 7.0);
    pen_cone(pen_with(apse, WALL_SLATE), 12, 4.7, 6.8, 0.0, 10.6);
    church_tower(pen, 11.5);
    part_door(pen, 14.7, 0.0, 0.6);
    for (int k = 0; k < 3; k++) {
        part_window(rotated, 5.4, -2.0 - 3.2 * k, 4.5);
    }
    for (int side = -1; side <= 1; side += 2) {
        for (int k = 0; k < 5; k++) {
            double x = body.x0 + 3.0 + 4.6 * k;
            pen_solid(pen, WALL_DRESSED, x - 0.5, side * 5.9 - 0.6, x + 0.5, side * 5.9 + 0.6,
                      -FOUNDATION_YD, 6.2);
        }
    }
    part_begin_inside(pen, "ChurchNave");
    nave(pen, plan_grown(body, -0.4));
}
