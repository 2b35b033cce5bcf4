/* The ruins: a broken temple, walls and columns. */
#include "demo/buildings/building.h"
#include "demo/buildings/building_parts.h"
#include "demo/textures/noise.h"

/* A column broken off at `height`. */
static void column(struct pen pen, double x, double y, double foot, double height)
{
    struct pen stone = pen_moved(pen, x, y, foot);
    stone.material = WALL_MARBLE;
    pen_box(stone, plan_of(-1.1, -1.1, 1.1, 1.1), -0.1, 0.5);
    pen_cone(stone, 12, 0.85, 0.5, 0.74, height);
    pen_disc(stone, 12, 0.74, height);
    if (height > 7.0) {
        pen_box(stone, plan_of(-1.1, -1.1, 1.1, 1.1), height, height + 0.6);
    }
}

/* A column drum on the ground, rotated by `degrees`. */
static void fallen_drum(struct pen pen, double x, double y, double z, double degrees)
{
    struct pen along = pen_rotated(pen_moved(pen, x, y, z), degrees);
    along.material = WALL_MARBLE;
    pen_beam(along, xyz(-1.4, -0.35, 0.9), xyz(1.4, -0.35, 0.9), 0.7, 1.2);
    pen_beam(along, xyz(-1.4, 0.35, 0.9), xyz(1.4, 0.35, 0.9), 0.7, 1.2);
    pen_beam(along, xyz(-1.4, 0.0, 1.15), xyz(1.4, 0.0, 1.15), 0.7, 1.2);
}

/* A wall along y with a ragged top. */
static void ragged_wall(struct pen pen, double y0, double y1, double height, uint32_t seed)
{
    int count = (int)((y1 - y0) / 1.6);
    for (int k = 0; k < count; k++) {
        double low = y0 + (y1 - y0) * k / count;
        double high = y0 + (y1 - y0) * (k + 1) / count;
        double top = height * (0.25 + 0.75 * noise_unit(k, 0, seed));
        pen_solid(pen, WALL_RUBBLE, -0.8, low, 0.8, high, -FOUNDATION_YD, top);
    }
}

void build_temple(struct pen pen)
{
    enum { ALONG = 8, ACROSS = 5 };
    model_begin_group(pen.model, "Temple", GROUP_OUTSIDE);
    for (int k = 0; k < 3; k++) {
        double by = 1.0 * (2 - k);
        pen_walls(pen_with(pen, WALL_DRESSED), plan_grown(plan_of(-17.0, -10.5, 17.0, 10.5), by),
                  -FOUNDATION_YD, 0.5 + 0.5 * k);
        pen_floor(pen_with(pen, WALL_DRESSED), plan_grown(plan_of(-17.0, -10.5, 17.0, 10.5), by),
                  0.5 + 0.5 * k);
    }
    pen_sheet(pen, WALL_FLAGSTONES, -15.0, -8.5, 15.0, 8.5, 1.55);
    for (int k = 0; k < ALONG * ACROSS; k++) {
        int i = k % ALONG;
        int j = k / ALONG;
        bool rim = i == 0 || j == 0 || i == ALONG - 1 || j == ACROSS - 1;
        double fate = noise_unit(i, j, 501u);
        if (rim && fate > 0.12) {
            column(pen, -15.4 + 4.4 * i, -9.0 + 4.5 * j, 1.5, fate > 0.5 ? 8.0 : 1.0 + 8.0 * fate);
        }
    }
    pen_solid(pen, WALL_MARBLE, -15.9, -9.8, -10.2, -8.2, 10.1, 11.3);
    pen_solid(pen, WALL_MARBLE, 6.0, 8.2, 12.2, 9.8, 10.1, 11.3);
    struct pen cella = pen_moved(pen, -8.0, 0.0, 1.5);
    ragged_wall(cella, -4.6, 4.6, 5.0, 502u);
    for (int side = -1; side <= 1; side += 2) {
        ragged_wall(pen_moved(pen_rotated(cella, -90.0), side * 4.6, 0.0, 0.0), 0.0, 16.0, 4.6,
                    side > 0 ? 503u : 504u);
    }
    for (int k = 0; k < 9; k++) {
        fallen_drum(pen, -19.0 + 40.0 * noise_unit(k, 1, 505u),
                    (k % 2 ? 13.5 : -13.5) + 3.0 * noise_unit(k, 2, 505u), -0.2, 40.0 * k);
    }
}

void build_broken_wall(struct pen pen)
{
    model_begin_group(pen.model, "BrokenWall", GROUP_OUTSIDE);
    ragged_wall(pen, -9.0, 9.0, 4.2, 511u);
    ragged_wall(pen_rotated(pen_moved(pen, -4.0, 9.0, 0.0), 90.0), -4.0, 3.0, 3.4, 513u);
    for (int k = 0; k < 6; k++) {
        double size = 0.4 + 0.5 * noise_unit(k, 0, 514u);
        struct pen block = pen_moved(pen_with(pen, WALL_RUBBLE), 1.6 + 2.0 * noise_unit(k, 1, 514u),
                                     -8.0 + 2.8 * k, 0.0);
        pen_box(pen_rotated(block, 25.0 * k), plan_of(-size, -size, size, size), -1.0, size);
    }
}

void build_columns(struct pen pen)
{
    enum { COUNT = 12 };
    model_begin_group(pen.model, "Columns", GROUP_OUTSIDE);
    pen_cone(pen_with(pen, WALL_MARBLE), 24, 10.4, -FOUNDATION_YD, 10.4, 0.35);
    pen_ring(pen_with(pen, WALL_FLAGSTONES), 24, 5.6, 10.4, 0.35);
    for (int k = 0; k < COUNT; k++) {
        struct pen out = pen_rotated(pen, 360.0 * k / COUNT);
        double fate = noise_unit(k, 0, 521u);
        if (fate > 0.15) {
            column(out, 8.6, 0.0, 0.35, fate > 0.55 ? 7.4 : 1.0 + 6.0 * fate);
        } else {
            fallen_drum(out, 9.6, 0.0, 0.2, 70.0);
        }
    }
    pen_cone(pen_with(pen, WALL_MARBLE), 16, 2.4, -FOUNDATION_YD, 2.4, 0.8);
    pen_disc(pen_with(pen, WALL_MARBLE), 16, 2.4, 0.8);
    pen_solid(pen, WALL_MARBLE, -0.8, -0.8, 0.8, 0.8, 0.8, 2.2);
}
