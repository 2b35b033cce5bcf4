/* Buildings below holes of the ground: the mine, a cave, a cellar. z = 0 is the ground around the
 * hole. */
#include "demo/buildings/building.h"
#include "demo/buildings/building_parts.h"
#include "demo/textures/noise.h"

/* Half the side of the holes (surface_holes): 2 x 2 squares, and one. A square is 1/4 of a chunk
 * wide. */
#define WIDE_HOLE_YD (100.0 / 12.0)
#define SMALL_HOLE_YD (50.0 / 12.0)

static const double torch[3] = {0.66, 0.46, 0.24};

/* A level square ring. */
static void square_ring(struct pen pen, double inner, double outer, double z)
{
    for (int side = 0; side < 4; side++) {
        pen_floor(pen_rotated(pen, 90.0 * side), plan_of(inner, -outer, outer, inner), z);
    }
}

/* The walls of a square pit; they face inwards. */
static void pit_walls(struct pen pen, double half, double z0, double z1)
{
    for (int side = 0; side < 4; side++) {
        pen_quad(pen_rotated(pen, 90.0 * side), xyz(half, half, z0), xyz(half, -half, z0),
                 xyz(half, -half, z1), xyz(half, half, z1));
    }
}

/* The frame with its wheel over the shaft, and the winding house next to it. */
static void headframe(struct pen pen)
{
    for (int side = -1; side <= 1; side += 2) {
        double y = 2.4 * side;
        pen_beam(pen_with(pen, WALL_OAK), xyz(-9.8, y, 0.3), xyz(-1.0, y, 11.0), 0.6, 0.6);
        pen_beam(pen_with(pen, WALL_OAK), xyz(9.8, y, 0.3), xyz(1.0, y, 11.0), 0.6, 0.6);
        pen_beam(pen_with(pen, WALL_OAK), xyz(-2.0, y, 11.2), xyz(2.0, y, 11.2), 0.6, 0.5);
    }
    pen_beam(pen_with(pen, WALL_OAK), xyz(0.0, -3.0, 11.4), xyz(0.0, 3.0, 11.4), 0.5, 0.5);
    pen_beam(pen_with(pen, WALL_IRON), xyz(-1.6, 0.0, 12.8), xyz(1.6, 0.0, 12.8), 0.35, 3.0);
    pen_beam(pen_with(pen, WALL_IRON), xyz(-12.0, 0.0, 4.6), xyz(-1.0, 0.0, 12.6), 0.12, 0.12);
    struct pen house = pen_moved(pen, -16.5, 0.0, 0.0);
    struct plan plan = plan_of(-4.0, -5.0, 4.0, 5.0);
    part_walls(pen_with(house, WALL_PLANKS), plan, 4.0);
    part_gable_roof(pen_with(house, WALL_SLATE), plan, 4.0, 2.8, 0.5, WALL_PLANKS);
    part_chimney(house, 0.0, 3.6, 4.0, 9.0);
}

/* Rails, a cart and spoil heaps. */
static void mine_yard(struct pen pen)
{
    for (int side = -1; side <= 1; side += 2) {
        pen_beam(pen_with(pen, WALL_IRON), xyz(9.0, 0.6 * side, 0.5), xyz(24.0, 0.6 * side, 0.5),
                 0.14, 0.3);
    }
    for (int k = 0; k < 12; k++) {
        pen_solid(pen, WALL_OAK, 10.0 + 1.2 * k, -1.0, 10.3 + 1.2 * k, 1.0, -0.5, 0.32);
    }
    pen_solid(pen, WALL_OAK, 16.0, -0.9, 18.4, 0.9, 0.5, 1.6);
    for (int k = 0; k < 5; k++) {
        pen_cone(pen_moved(pen_with(pen, WALL_CAVE), 14.0 + 3.4 * k, (k % 2 ? 6.5 : -7.0), 0.0), 9,
                 3.6 - 0.3 * k, -1.0, 0.0, 2.6 - 0.2 * k);
    }
}

/* Terraces down to the floor, where galleries begin. */
static void pit(struct pen pen)
{
    static const double terraces[4] = {WIDE_HOLE_YD + 0.4, 6.6, 4.9, 0.0};
    for (int k = 0; k < 3; k++) {
        double z = -4.0 * (k + 1);
        pit_walls(pen_with(pen, WALL_CAVE), terraces[k], z, z + 4.2);
        if (k < 2) {
            square_ring(pen_with(pen, WALL_EARTH), terraces[k + 1], terraces[k], z);
        } else {
            pen_sheet(pen, WALL_EARTH, -terraces[k], -terraces[k], terraces[k], terraces[k], z);
        }
    }
    for (int k = 0; k < 2; k++) {
        double out = terraces[k] - 0.2;
        pen_beam(pen_with(pen_rotated(pen, 180.0 * k), WALL_OAK), xyz(out, 2.0, -4.0 * k),
                 xyz(out - 1.4, 2.0, -4.0 * (k + 1)), 0.8, 0.15);
    }
    pen_cone(pen_moved(pen_with(pen, WALL_CRYSTAL), 3.2, 3.2, -12.0), 5, 0.9, 0.0, 0.0, 1.8);
    pen_solid(pen, WALL_OAK, -3.0, -2.6, -1.0, -1.4, -12.0, -10.8);
    for (int k = 0; k < 4; k++) {
        double x = k & 1 ? 6.0 : -6.0;
        double y = k & 2 ? 6.0 : -6.0;
        pen_light(pen, xyz(x * 0.6, y * 0.6, -9.5), torch, 8.0);
        pen_light(pen, xyz(x, y, -1.0), torch, 7.0);
    }
}

void build_mine(struct pen pen)
{
    model_begin_group(pen.model, "MineHead", GROUP_OUTSIDE);
    square_ring(pen_with(pen, WALL_PLANKS), WIDE_HOLE_YD - 0.3, WIDE_HOLE_YD + 1.9, 0.55);
    pen_walls(
        pen_with(pen, WALL_PLANKS),
        plan_of(-WIDE_HOLE_YD - 1.9, -WIDE_HOLE_YD - 1.9, WIDE_HOLE_YD + 1.9, WIDE_HOLE_YD + 1.9),
        -FOUNDATION_YD, 0.55);
    headframe(pen);
    mine_yard(pen);
    part_begin_inside(pen, "MinePit");
    pit(pen);
    part_begin_inside(pen, "MineGallery");
    pen_room(pen_with(pen, WALL_CAVE), plan_of(-30.0, -1.8, -4.9, 1.8), -12.0, -8.6, WALL_EARTH);
    pen_room(pen_with(pen, WALL_CAVE), plan_of(-46.0, -7.0, -30.0, 7.0), -13.0, -7.0, WALL_EARTH);
    pen_light(pen_with(pen, WALL_CAVE), xyz(-18.0, 0.0, -9.5), torch, 9.0);
    pen_light(pen_with(pen, WALL_CAVE), xyz(-38.0, 0.0, -9.0), torch, 12.0);
}

void build_cave(struct pen pen)
{
    static const double glow[3] = {0.34, 0.56, 0.72};
    part_begin_inside(pen, "CaveChamber");
    pen_room(pen_with(pen, WALL_CAVE), plan_of(-13.0, -13.0, 13.0, 13.0), -8.0, 9.0, WALL_CAVE);
    for (int k = 0; k < 16; k++) {
        double x = -11.0 + 22.0 * noise_unit(k, 0, 531u);
        double y = -11.0 + 22.0 * noise_unit(k, 1, 531u);
        double size = 0.6 + 1.2 * noise_unit(k, 2, 531u);
        pen_cone(pen_moved(pen_with(pen, WALL_CAVE), x, y, -8.0), 7, size, -0.2, 0.0, 2.5 * size);
    }
    for (int k = 0; k < 7; k++) {
        double x = -7.0 + 14.0 * noise_unit(k, 3, 531u);
        double y = -7.0 + 14.0 * noise_unit(k, 4, 531u);
        struct pen at = pen_moved(pen_with(pen, WALL_CRYSTAL), x, y, -8.0);
        pen_cone(at, 5, 0.5, 0.0, 0.0, 1.6 + noise_unit(k, 5, 531u));
        pen_light(at, xyz(0.0, 0.0, 1.6), glow, 12.0);
    }
    for (int k = 0; k < 24; k++) {
        double along = -4.6 + 1.7 * (k / 4);
        double size = 1.5 + 1.1 * noise_unit(k, 6, 531u);
        pen_cone(pen_moved(pen_rotated(pen_with(pen, WALL_CAVE), 90.0 * (k % 4)), 4.6, along, -8.4),
                 9, size, 0.0, 0.4, 1.2 + 0.5 * noise_unit(k, 7, 531u));
    }
    struct model *model = pen.model;
    model->groups[model->group_count - 1].pool = (struct model_pool){
        .x = -25.0 / 6.0 + 0.6, .y = -25.0 / 6.0, .z = -7.7, .columns = 2, .rows = 2};
    part_begin_inside(pen, "CaveTunnel");
    pen_room(pen_with(pen, WALL_CAVE), plan_of(13.0, -3.0, 30.0, 3.0), -8.0, -2.0, WALL_EARTH);
    pen_light(pen_with(pen, WALL_CAVE), xyz(22.0, 0.0, -5.0), torch, 10.0);
}

void build_cellar(struct pen pen)
{
    model_begin_group(pen.model, "CellarKerb", GROUP_OUTSIDE);
    square_ring(pen_with(pen, WALL_DRESSED), SMALL_HOLE_YD - 0.2, SMALL_HOLE_YD + 1.1, 0.5);
    double rim = SMALL_HOLE_YD + 1.1;
    pen_walls(pen_with(pen, WALL_DRESSED), plan_of(-rim, -rim, rim, rim), -FOUNDATION_YD, 0.5);
    part_begin_inside(pen, "Cellar");
    pen_room(pen_with(pen, WALL_DRESSED), plan_of(-7.0, -9.0, 7.0, 9.0), -5.5, -1.0,
             WALL_FLAGSTONES);
    for (int k = 0; k < 8; k++) {
        pen_solid(pen, WALL_DRESSED, 2.4, -4.0 + 0.8 * k, 4.2, -3.2 + 0.8 * k, -5.5,
                  -5.2 + 0.6 * k);
    }
    pen_solid(pen, WALL_OAK, -3.2, -2.8, -1.6, -1.6, -5.5, -4.4);
    pen_sheet(pen, WALL_LAMP, -3.0, -2.6, -1.8, -1.8, -4.38);
    part_barrel(pen, -3.2, 1.6, -5.5);
    part_barrel(pen, -2.2, 2.4, -5.5);
    part_barrel(pen, -3.4, 2.9, -5.5);
    pen_light(pen, xyz(-1.0, 0.0, -3.0), torch, 9.0);
    pen_light(pen, xyz(3.0, -6.0, -3.0), torch, 8.0);
}
