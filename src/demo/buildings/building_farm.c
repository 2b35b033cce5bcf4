/* The village's other buildings: barns, the mill, the well, market stalls, the fountain. */
#include <stddef.h>

#include "demo/buildings/building.h"
#include "demo/buildings/building_parts.h"

void build_barn(struct pen pen)
{
    static const double lantern[3] = {0.40, 0.34, 0.24};
    struct plan plan = plan_of(-5.5, -9.0, 5.5, 9.0);
    model_begin_group(pen.model, "BarnOutside", GROUP_OUTSIDE);
    part_walls(pen_with(pen, WALL_RED_PAINT), plan, 4.6);
    part_gable_roof(pen_with(pen, WALL_TILES_BROWN), plan, 4.6, 4.6, 0.7, WALL_PLANKS);
    pen_solid(pen, WALL_OAK, 5.4, -1.8, 5.75, 1.8, -0.5, 3.8);
    pen_walls(pen_with(pen_moved(pen, -5.5, 0.0, 0.0), WALL_PLANKS), plan_of(-3.2, -6.0, 0.0, 4.0),
              -FOUNDATION_YD, 2.4);
    pen_quad(pen_with(pen_moved(pen, -5.5, 0.0, 0.0), WALL_PLANKS), xyz(-3.7, 4.4, 2.2),
             xyz(-3.7, -6.4, 2.2), xyz(0.0, -6.4, 4.2), xyz(0.0, 4.4, 4.2));
    part_begin_inside(pen, "BarnInside");
    pen_room(pen_with(pen, WALL_PLANKS), plan_grown(plan, -0.3), 0.65, 4.5, WALL_EARTH);
    pen_solid(pen, WALL_HAY, -4.8, -8.4, 0.0, -4.0, 0.65, 2.6);
    pen_solid(pen, WALL_HAY, -4.8, 5.0, -1.0, 8.4, 0.65, 1.8);
    pen_light(pen_with(pen, WALL_PLANKS), xyz(1.0, 0.0, 3.6), lantern, 12.0);
}

void build_haystack(struct pen pen)
{
    model_begin_group(pen.model, "Haystack", GROUP_OUTSIDE);
    pen_cone(pen_with(pen, WALL_HAY), 10, 1.9, -1.0, 2.2, 1.2);
    pen_cone(pen_with(pen, WALL_HAY), 10, 2.2, 1.2, 0.0, 3.6);
}

/* One sail of the mill, in the y-z plane, along +z from the hub before it is rotated. */
static void mill_sail(struct pen pen, double turn)
{
    static const double steps[4][2] = {{0.0, 1.0}, {1.0, 0.0}, {0.0, -1.0}, {-1.0, 0.0}};
    int which = (int)turn;
    double out_y = steps[which][0] * 0.8 + steps[which][1] * 0.6;
    double out_z = steps[which][1] * 0.8 - steps[which][0] * 0.6;
    struct point hub = {0.0, 0.0, 0.0};
    struct point tip = {0.3, out_y * 8.6, out_z * 8.6};
    struct point side = {0.0, -out_z * 1.7, out_y * 1.7};
    pen_beam(pen_with(pen, WALL_OAK), hub, tip, 0.3, 0.3);
    struct point near_hub = {0.15, out_y * 1.8, out_z * 1.8};
    struct point far[2] = {{tip.x + 0.9, tip.y + side.y, tip.z + side.z},
                           {near_hub.x + 0.9, near_hub.y + side.y, near_hub.z + side.z}};
    pen_quad(pen_with(pen, WALL_LATTICE), near_hub, tip, far[0], far[1]);
}

void build_mill(struct pen pen)
{
    static const double lantern[3] = {0.5, 0.44, 0.32};
    model_begin_group(pen.model, "MillOutside", GROUP_OUTSIDE);
    pen_cone(pen_with(pen, WALL_RUBBLE), 12, 5.4, -FOUNDATION_YD, 5.2, 1.0);
    pen_cone(pen_with(pen, WALL_WHITEWASH), 12, 4.9, 1.0, 3.3, 11.0);
    pen_ring(pen_with(pen, WALL_PLANKS), 12, 4.4, 6.4, 4.2);
    pen_cone(pen_with(pen, WALL_OAK), 12, 6.4, 3.9, 6.4, 4.2);
    pen_cone(pen_with(pen, WALL_OAK), 12, 3.9, 10.8, 2.6, 12.6);
    pen_cone(pen_with(pen, WALL_OAK), 12, 2.6, 12.6, 0.0, 14.2);
    pen_beam(pen_with(pen, WALL_OAK), xyz(-5.6, 0.0, 11.0), xyz(5.4, 0.0, 12.4), 0.7, 0.7);
    for (int k = 0; k < 4; k++) {
        mill_sail(pen_moved(pen, 5.2, 0.0, 12.0), k);
    }
    part_door(pen, 5.2, 0.0, 0.6);
    part_begin_inside(pen, "MillInside");
    pen_room(pen_with(pen, WALL_WHITEWASH), plan_of(-3.0, -3.0, 3.0, 3.0), 0.8, 8.0, WALL_PLANKS);
    struct pen stand = pen_moved(pen_with(pen, WALL_RUBBLE), 0.0, 0.0, 0.8);
    pen_cone(stand, 12, 1.6, 0.0, 1.6, 0.9);
    pen_disc(stand, 12, 1.6, 0.9);
    pen_light(pen_with(pen, WALL_WHITEWASH), xyz(1.5, 1.5, 4.0), lantern, 9.0);
}

void build_well(struct pen pen)
{
    model_begin_group(pen.model, "Well", GROUP_OUTSIDE);
    pen_cone(pen_with(pen, WALL_RUBBLE), 12, 1.5, -FOUNDATION_YD, 1.5, 1.0);
    pen_ring(pen_with(pen, WALL_RUBBLE), 12, 1.05, 1.5, 1.0);
    pen_disc(pen_with(pen, WALL_SOOT), 12, 1.1, 0.4);
    for (int side = -1; side <= 1; side += 2) {
        pen_solid(pen, WALL_OAK, -0.12, side * 1.3 - 0.12, 0.12, side * 1.3 + 0.12, 0.9, 3.0);
    }
    part_gable_roof(pen_with(pen, WALL_TILES_BROWN), plan_of(-0.5, -1.3, 0.5, 1.3), 3.0, 0.7, 0.3,
                    WALL_OAK);
}

void build_fountain(struct pen pen)
{
    model_begin_group(pen.model, "Fountain", GROUP_OUTSIDE);
    pen_cone(pen_with(pen, WALL_DRESSED), 24, 8.0, -FOUNDATION_YD, 8.0, 0.35);
    pen_disc(pen_with(pen, WALL_DRESSED), 24, 8.0, 0.35);
    for (int side = 0; side < 4; side++) {
        pen_box(pen_rotated(pen_with(pen, WALL_DRESSED), 90.0 * side), plan_of(4.1, -4.9, 4.9, 4.1),
                0.0, 1.1);
    }
    pen_cone(pen_with(pen, WALL_MARBLE), 12, 1.5, 0.0, 1.1, 1.6);
    pen_cone(pen_with(pen, WALL_MARBLE), 12, 1.1, 1.6, 2.2, 2.2);
    pen_ring(pen_with(pen, WALL_MARBLE), 12, 1.8, 2.2, 2.2);
    pen_disc(pen_with(pen, WALL_MARBLE), 12, 1.8, 2.0);
    pen_cone(pen_with(pen, WALL_MARBLE), 8, 0.5, 2.0, 0.3, 4.0);
    pen_cone(pen_with(pen, WALL_MARBLE), 8, 0.7, 4.0, 0.0, 4.9);
    struct model *model = pen.model;
    model->groups[model->group_count - 1].pool =
        (struct model_pool){.x = -25.0 / 6.0, .y = -25.0 / 6.0, .z = 0.85, .columns = 2, .rows = 2};
}

void build_stall(struct pen pen)
{
    static const enum wall_material cloths[3] = {WALL_CANVAS_RED, WALL_CANVAS_BLUE,
                                                 WALL_CANVAS_OCHRE};
    model_begin_group(pen.model, "Stall", GROUP_OUTSIDE);
    for (int k = 0; k < 4; k++) {
        double x = k & 1 ? 1.6 : -1.6;
        double y = k & 2 ? 2.2 : -2.2;
        pen_solid(pen, WALL_OAK, x - 0.1, y - 0.1, x + 0.1, y + 0.1, -1.0, x > 0.0 ? 2.4 : 3.1);
    }
    pen_quad(pen_with(pen, cloths[pen.variant]), xyz(2.2, -2.6, 2.2), xyz(2.2, 2.6, 2.2),
             xyz(-0.4, 2.6, 3.3), xyz(-0.4, -2.6, 3.3));
    pen_quad(pen_with(pen, cloths[pen.variant]), xyz(-0.4, -2.6, 3.3), xyz(-0.4, 2.6, 3.3),
             xyz(-2.0, 2.6, 2.8), xyz(-2.0, -2.6, 2.8));
    pen_solid(pen, WALL_PLANKS, 1.0, -2.0, 2.9, 2.0, -0.5, 1.1);
    for (int k = 0; k < 4; k++) {
        part_crate(pen, 2.4, -1.5 + 1.0 * k, 1.1, 0.3 + 0.08 * k);
    }
    part_crate(pen, -2.6, 1.4, 0.0, 1.1);
    part_barrel(pen, -2.6, -1.2, 0.0);
}
