/* The village's other buildings: barns, the mill, the well, market stalls, the fountain. */
#include <stddef.h>

#include "demo/buildings/building.h"
#include "demo/buildings/building_parts.h"

void build_barn(const struct pen *pen, int variant)
{
    static const double lantern[3] = {0.40, 0.34, 0.24};
    struct plan plan = plan_of(-5.5, -9.0, 5.5, 9.0);
    model_begin_group(pen->model, "BarnOutside", GROUP_OUTSIDE);
    struct pen wall = pen_with(pen, variant ? WALL_PLANKS : WALL_RED_PAINT);
    struct pen cover = pen_with(pen, WALL_TILES_BROWN);
    struct pen oak = pen_with(pen, WALL_OAK);
    part_walls(&wall, plan, 4.6);
    part_gable_roof(&cover, &(struct roof){plan, 4.6, 4.6, 0.7, WALL_PLANKS});
    pen_box(&oak, plan_of(5.4, -1.8, 5.75, 1.8), -0.5, 3.8);
    struct pen lean_to = pen_moved(pen, -5.5, 0.0, 0.0);
    struct pen slope = pen_with(&lean_to, WALL_PLANKS);
    pen_walls(&slope, plan_of(-3.2, -6.0, 0.0, 4.0), -FOUNDATION_YD, 2.4);
    pen_quad(&slope, (struct point){-3.7, 4.4, 2.2}, (struct point){-3.7, -6.4, 2.2},
             (struct point){0.0, -6.4, 4.2}, (struct point){0.0, 4.4, 4.2});
    part_begin_inside(pen, "BarnInside");
    struct pen board = pen_with(pen, WALL_PLANKS);
    struct pen hay = pen_with(pen, WALL_HAY);
    pen_room(&board, plan_grown(plan, -0.3), 0.65, 4.5, WALL_EARTH);
    pen_box(&hay, plan_of(-4.8, -8.4, 0.0, -4.0), 0.65, 2.6);
    pen_box(&hay, plan_of(-4.8, 5.0, -1.0, 8.4), 0.65, 1.8);
    pen_light(&board, (struct point){1.0, 0.0, 3.6}, lantern, 12.0);
}

void build_haystack(const struct pen *pen, int variant)
{
    (void)variant;
    model_begin_group(pen->model, "Haystack", GROUP_OUTSIDE);
    struct pen hay = pen_with(pen, WALL_HAY);
    pen_cone(&hay, 10, 1.9, -1.0, 2.2, 1.2);
    pen_cone(&hay, 10, 2.2, 1.2, 0.0, 3.6);
}

/* One sail of the mill, in the y-z plane, along +z from the hub before it is rotated. */
static void mill_sail(const struct pen *pen, double turn)
{
    struct pen oak = pen_with(pen, WALL_OAK);
    struct pen cloth = pen_with(pen, WALL_LATTICE);
    static const double steps[4][2] = {{0.0, 1.0}, {1.0, 0.0}, {0.0, -1.0}, {-1.0, 0.0}};
    int which = (int)turn;
    double out_y = steps[which][0] * 0.8 + steps[which][1] * 0.6;
    double out_z = steps[which][1] * 0.8 - steps[which][0] * 0.6;
    struct point hub = {0.0, 0.0, 0.0};
    struct point tip = {0.3, out_y * 8.6, out_z * 8.6};
    struct point side = {0.0, -out_z * 1.7, out_y * 1.7};
    pen_beam(&oak, hub, tip, 0.3, 0.3);
    struct point near_hub = {0.15, out_y * 1.8, out_z * 1.8};
    struct point far[2] = {{tip.x + 0.9, tip.y + side.y, tip.z + side.z},
                           {near_hub.x + 0.9, near_hub.y + side.y, near_hub.z + side.z}};
    pen_quad(&cloth, near_hub, tip, far[0], far[1]);
}

void build_mill(const struct pen *pen, int variant)
{
    static const double lantern[3] = {0.5, 0.44, 0.32};
    (void)variant;
    model_begin_group(pen->model, "MillOutside", GROUP_OUTSIDE);
    struct pen wall = pen_with(pen, WALL_WHITEWASH);
    struct pen stone = pen_with(pen, WALL_RUBBLE);
    struct pen deck = pen_with(pen, WALL_PLANKS);
    struct pen cap = pen_with(pen, WALL_OAK);
    pen_cone(&stone, 12, 5.4, -FOUNDATION_YD, 5.2, 1.0);
    pen_cone(&wall, 12, 4.9, 1.0, 3.3, 11.0);
    pen_ring(&deck, 12, 4.4, 6.4, 4.2);
    pen_cone(&cap, 12, 6.4, 3.9, 6.4, 4.2);
    pen_cone(&cap, 12, 3.9, 10.8, 2.6, 12.6);
    pen_cone(&cap, 12, 2.6, 12.6, 0.0, 14.2);
    pen_beam(&cap, (struct point){-5.6, 0.0, 11.0}, (struct point){5.4, 0.0, 12.4}, 0.7, 0.7);
    struct pen hub = pen_moved(pen, 5.2, 0.0, 12.0);
    for (int k = 0; k < 4; k++) {
        mill_sail(&hub, k);
    }
    part_door(pen, 5.2, 0.0, 0.6);
    part_begin_inside(pen, "MillInside");
    struct pen board = pen_with(pen, WALL_WHITEWASH);
    struct pen grist = pen_with(pen, WALL_RUBBLE);
    pen_room(&board, plan_of(-3.0, -3.0, 3.0, 3.0), 0.8, 8.0, WALL_PLANKS);
    struct pen stand = pen_moved(&grist, 0.0, 0.0, 0.8);
    pen_cone(&stand, 12, 1.6, 0.0, 1.6, 0.9);
    pen_disc(&stand, 12, 1.6, 0.9);
    pen_light(&board, (struct point){1.5, 1.5, 4.0}, lantern, 9.0);
}

void build_well(const struct pen *pen, int variant)
{
    (void)variant;
    model_begin_group(pen->model, "Well", GROUP_OUTSIDE);
    struct pen stone = pen_with(pen, WALL_RUBBLE);
    struct pen soot = pen_with(pen, WALL_SOOT);
    struct pen oak = pen_with(pen, WALL_OAK);
    struct pen cover = pen_with(pen, WALL_TILES_BROWN);
    pen_cone(&stone, 12, 1.5, -FOUNDATION_YD, 1.5, 1.0);
    pen_ring(&stone, 12, 1.05, 1.5, 1.0);
    pen_disc(&soot, 12, 1.1, 0.4);
    for (int side = -1; side <= 1; side += 2) {
        pen_box(&oak, plan_of(-0.12, side * 1.3 - 0.12, 0.12, side * 1.3 + 0.12), 0.9, 3.0);
    }
    part_gable_roof(&cover, &(struct roof){plan_of(-0.5, -1.3, 0.5, 1.3), 3.0, 0.7, 0.3, WALL_OAK});
}

void build_fountain(const struct pen *pen, int variant)
{
    (void)variant;
    model_begin_group(pen->model, "Fountain", GROUP_OUTSIDE);
    struct pen stone = pen_with(pen, WALL_DRESSED);
    struct pen marble = pen_with(pen, WALL_MARBLE);
    pen_cone(&stone, 24, 8.0, -FOUNDATION_YD, 8.0, 0.35);
    pen_disc(&stone, 24, 8.0, 0.35);
    for (int side = 0; side < 4; side++) {
        struct pen rim = pen_rotated(&stone, 90.0 * side);
        pen_box(&rim, plan_of(4.1, -4.9, 4.9, 4.1), 0.0, 1.1);
    }
    pen_cone(&marble, 12, 1.5, 0.0, 1.1, 1.6);
    pen_cone(&marble, 12, 1.1, 1.6, 2.2, 2.2);
    pen_ring(&marble, 12, 1.8, 2.2, 2.2);
    pen_disc(&marble, 12, 1.8, 2.0);
    pen_cone(&marble, 8, 0.5, 2.0, 0.3, 4.0);
    pen_cone(&marble, 8, 0.7, 4.0, 0.0, 4.9);
    struct model *model = pen->model;
    model->groups[model->group_count - 1].pool =
        (struct model_pool){.x = -25.0 / 6.0, .y = -25.0 / 6.0, .z = 0.85, .columns = 2, .rows = 2};
}

void build_stall(const struct pen *pen, int variant)
{
    static const enum wall_material cloths[3] = {WALL_CANVAS_RED, WALL_CANVAS_BLUE,
                                                 WALL_CANVAS_OCHRE};
    model_begin_group(pen->model, "Stall", GROUP_OUTSIDE);
    struct pen oak = pen_with(pen, WALL_OAK);
    struct pen counter = pen_with(pen, WALL_PLANKS);
    struct pen cloth = pen_with(pen, cloths[variant]);
    for (int k = 0; k < 4; k++) {
        double x = k & 1 ? 1.6 : -1.6;
        double y = k & 2 ? 2.2 : -2.2;
        pen_box(&oak, plan_of(x - 0.1, y - 0.1, x + 0.1, y + 0.1), -1.0, x > 0.0 ? 2.4 : 3.1);
    }
    pen_quad(&cloth, (struct point){2.2, -2.6, 2.2}, (struct point){2.2, 2.6, 2.2},
             (struct point){-0.4, 2.6, 3.3}, (struct point){-0.4, -2.6, 3.3});
    pen_quad(&cloth, (struct point){-0.4, -2.6, 3.3}, (struct point){-0.4, 2.6, 3.3},
             (struct point){-2.0, 2.6, 2.8}, (struct point){-2.0, -2.6, 2.8});
    pen_box(&counter, plan_of(1.0, -2.0, 2.9, 2.0), -0.5, 1.1);
    for (int k = 0; k < 4; k++) {
        part_crate(pen, 2.4, -1.5 + 1.0 * k, 1.1, 0.3 + 0.08 * k);
    }
    part_crate(pen, -2.6, 1.4, 0.0, 1.1);
    part_barrel(pen, -2.6, -1.2, 0.0);
}
