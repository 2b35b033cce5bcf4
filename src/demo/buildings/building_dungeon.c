/* The map "Hall": roofed rooms and corridors at different heights. The model's bounding box is
 * centred on its origin. */
#include "base/size.h"
#include "demo/buildings/building.h"
#include "demo/buildings/building_parts.h"

static const double torch[3] = {0.62, 0.46, 0.28};
static const double pale[3] = {0.26, 0.40, 0.52};

/* Stairs along x from one end of a plan to the other, between walls. */
static void stairs(const struct pen *pen, struct plan plan, double z0, double z1)
{
    struct pen wall = pen_with(pen, WALL_RUBBLE);
    struct pen flag = pen_with(pen, WALL_FLAGSTONES);
    int count = (int)((plan.x1 - plan.x0) / 1.2);
    double low = z0 < z1 ? z0 : z1;
    double high = z0 < z1 ? z1 : z0;
    for (int k = 0; k < count; k++) {
        double from = plan.x0 + (plan.x1 - plan.x0) * k / count;
        double to = plan.x0 + (plan.x1 - plan.x0) * (k + 1) / count;
        double z = z0 + (z1 - z0) * (k + 0.5) / count;
        pen_box(&flag, plan_of(from, plan.y0, to, plan.y1), low - 0.5, z);
    }
    pen_room(&wall, plan, low - 0.6, high + 4.5, WALL_RUBBLE);
    pen_light(
        &wall,
        (struct point){(plan.x0 + plan.x1) / 2.0, (plan.y0 + plan.y1) / 2.0, (z0 + z1) / 2.0 + 3.0},
        torch, 11.0);
}

/* Outer walls and a roof over a room. */
static void shell(const struct pen *pen, struct plan plan, double z0, double z1,
                  enum wall_material roofing)
{
    struct pen wall = pen_with(pen, WALL_DRESSED);
    struct pen cover = pen_with(pen, roofing);
    struct plan outer = plan_grown(plan, 1.2);
    double narrow = plan.x1 - plan.x0 < plan.y1 - plan.y0 ? plan.x1 - plan.x0 : plan.y1 - plan.y0;
    pen_walls(&wall, outer, z0 - 1.5, z1 + 1.0);
    part_hip_roof(&cover, &(struct roof){outer, z1 + 1.0, narrow * 0.4, 0.8, roofing});
}

static const struct plan great = {-15.0, -21.0, 15.0, 21.0};
static const struct plan crypt = {34.0, -11.0, 58.0, 11.0};
static const struct plan porch = {-58.0, -9.0, -36.0, 9.0};
static const struct plan cistern = {-13.0, -62.0, 13.0, -38.0};
static const struct plan library = {-11.0, 40.0, 11.0, 62.0};

static void great_hall(const struct pen *pen)
{
    struct pen stone = pen_with(pen, WALL_DRESSED);
    struct pen marble = pen_with(pen, WALL_MARBLE);
    struct pen carpet = pen_with(pen, WALL_CARPET);
    part_begin_inside(pen, "GreatHall");
    pen_room(&stone, great, 0.0, 13.0, WALL_FLAGSTONES);
    pen_floor(&carpet, plan_of(-15.0, -2.0, 15.0, 2.0), 0.05);
    pen_floor(&carpet, plan_of(-2.0, -21.0, 2.0, 21.0), 0.06);
    for (int k = 0; k < 8; k++) {
        double x = k & 1 ? 8.5 : -8.5;
        double y = -16.0 + 10.6 * (k / 2);
        struct pen column = pen_moved(&marble, x, y, 0.0);
        pen_cone(&column, 12, 1.2, 0.0, 1.0, 12.5);
        pen_box(&column, plan_of(-1.6, -1.6, 1.6, 1.6), 0.0, 0.8);
    }
    for (int k = 0; k < 4; k++) {
        pen_light(&stone, (struct point){k & 1 ? 9.0 : -9.0, k & 2 ? 11.0 : -11.0, 5.0}, torch,
                  15.0);
    }
}

static void crypt_room(const struct pen *pen)
{
    struct pen rock = pen_with(pen, WALL_RUBBLE);
    struct pen tomb = pen_with(pen, WALL_MARBLE);
    struct pen glow = pen_with(pen, WALL_CRYSTAL);
    part_begin_inside(pen, "Crypt");
    pen_room(&rock, crypt, -9.0, -3.0, WALL_EARTH);
    for (int k = 0; k < 6; k++) {
        double x = 39.0 + 7.0 * (k / 2);
        double y = k & 1 ? 6.0 : -6.0;
        pen_box(&tomb, plan_of(x - 1.0, y - 2.2, x + 1.0, y + 2.2), -9.0, -7.8);
        pen_box(&tomb, plan_of(x - 0.8, y - 2.0, x + 0.8, y + 2.0), -7.8, -7.5);
    }
    struct pen altar = pen_moved(&glow, 55.0, 0.0, -9.0);
    pen_cone(&altar, 6, 1.0, 0.0, 0.0, 3.0);
    pen_light(&altar, (struct point){0.0, 0.0, 2.0}, pale, 14.0);
    pen_light(&rock, (struct point){42.0, 0.0, -5.5}, pale, 12.0);
}

/* Ledges of stone along two walls of the cistern, one of them with a step: the water lies to one
 * side, and its shape is another if it is mirrored or turned. */
static const char *const cistern_cells[] = {
    "######", /* y grows downwards, x to the right */
    "....##", "....##", ".....#", ".....#",
};

static void cistern_pool(const struct pen *pen)
{
    struct pen ledge = pen_with(pen, WALL_DRESSED);
    struct model_pool pool = {
        .x = -12.5, .y = -61.5, .z = -11.2, .columns = 6, .rows = COUNT_OF(cistern_cells)};
    for (int cell = 0; cell < pool.columns * pool.rows; cell++) {
        double x = pool.x + MODEL_POOL_CELL_YD * (cell % pool.columns);
        double y = pool.y + MODEL_POOL_CELL_YD * (cell / pool.columns);
        if (cistern_cells[cell / pool.columns][cell % pool.columns] == '#') {
            pool.dry |= UINT64_C(1) << cell;
            pen_box(&ledge, plan_of(x, y, x + MODEL_POOL_CELL_YD, y + MODEL_POOL_CELL_YD), -12.0,
                    -10.6);
        }
    }
    pen->model->groups[pen->model->group_count - 1].pool = pool;
}

static void cistern_room(const struct pen *pen)
{
    struct pen stone = pen_with(pen, WALL_RUBBLE);
    struct pen column = pen_with(pen, WALL_DRESSED);
    part_begin_inside(pen, "Cistern");
    pen_room(&stone, cistern, -12.0, -4.0, WALL_FLAGSTONES);
    for (int k = 0; k < 9; k++) {
        double x = -8.0 + 8.0 * (k % 3);
        double y = -58.0 + 8.0 * (k / 3);
        pen_box(&column, plan_of(x - 0.8, y - 0.8, x + 0.8, y + 0.8), -12.0, -4.0);
    }
    pen_light(&stone, (struct point){0.0, -44.0, -7.0}, torch, 13.0);
    pen_light(&stone, (struct point){0.0, -56.0, -7.0}, pale, 13.0);
    cistern_pool(pen);
}

static void library_room(const struct pen *pen)
{
    struct pen wall = pen_with(pen, WALL_STUCCO);
    struct pen shelf = pen_with(pen, WALL_OAK);
    struct pen carpet = pen_with(pen, WALL_CARPET);
    part_begin_inside(pen, "Library");
    pen_room(&wall, library, 5.0, 12.0, WALL_PLANKS);
    pen_floor(&carpet, plan_of(-4.0, 47.0, 4.0, 55.0), 5.05);
    for (int k = 0; k < 5; k++) {
        double y = 43.0 + 4.0 * k;
        pen_box(&shelf, plan_of(-10.5, y, -5.5, y + 1.0), 5.0, 8.0);
        pen_box(&shelf, plan_of(5.5, y, 10.5, y + 1.0), 5.0, 8.0);
    }
    pen_light(&wall, (struct point){0.0, 46.0, 9.0}, torch, 14.0);
    pen_light(&wall, (struct point){0.0, 57.0, 9.0}, torch, 14.0);
}

void build_dungeon(const struct pen *pen, int variant)
{
    struct pen rotated = pen_rotated(pen, 90.0);
    (void)variant;
    model_begin_group(pen->model, "Roofs", GROUP_OUTSIDE);
    shell(pen, great, 0.0, 13.0, WALL_SLATE);
    shell(pen, crypt, -9.0, -3.0, WALL_COPPER);
    shell(pen, porch, 6.0, 11.0, WALL_TILES_RED);
    shell(pen, cistern, -12.0, -4.0, WALL_SLATE);
    shell(pen, library, 5.0, 12.0, WALL_TILES_BROWN);
    shell(pen, plan_of(15.0, -3.0, 34.0, 3.0), -9.0, 4.5, WALL_SLATE);
    shell(pen, plan_of(-36.0, -3.0, -15.0, 3.0), 0.0, 10.5, WALL_SLATE);
    shell(pen, plan_of(-3.0, 21.0, 3.0, 40.0), 0.0, 9.5, WALL_SLATE);
    shell(pen, plan_of(-3.0, -38.0, 3.0, -21.0), -12.0, 4.5, WALL_SLATE);
    great_hall(pen);
    crypt_room(pen);
    cistern_room(pen);
    library_room(pen);
    part_begin_inside(pen, "Porch");
    struct pen stone = pen_with(pen, WALL_DRESSED);
    pen_room(&stone, porch, 6.0, 11.0, WALL_COBBLES);
    pen_light(&stone, (struct point){-47.0, 0.0, 9.0}, torch, 14.0);
    part_begin_inside(pen, "CryptStairs");
    stairs(pen, plan_of(15.0, -3.0, 34.0, 3.0), 0.0, -9.0);
    part_begin_inside(pen, "PorchStairs");
    stairs(pen, plan_of(-36.0, -3.0, -15.0, 3.0), 6.0, 0.0);
    part_begin_inside(pen, "LibraryStairs");
    stairs(&rotated, plan_of(21.0, -3.0, 40.0, 3.0), 0.0, 5.0);
    part_begin_inside(pen, "CisternStairs");
    stairs(&rotated, plan_of(-38.0, -3.0, -21.0, 3.0), -12.0, 0.0);
}
