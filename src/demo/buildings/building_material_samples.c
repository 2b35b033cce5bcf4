/* A yard of samples: one board for each blend mode and one for each shader that mixes textures.
 * Rows start at the back (-x), columns at the right (-y). */
#include "demo/buildings/building.h"
#include "demo/buildings/building_parts.h"

enum { PER_ROW = 7, ROWS_OF_BLENDS = 2 };

#define BOARD_YD 5.0
#define PITCH_YD 6.2

/* The rectangle of a board. */
static struct plan board(int row, int column)
{
    double x = -11.8 + PITCH_YD * row;
    double y = -21.1 + PITCH_YD * column;
    return plan_of(x, y, x + BOARD_YD, y + BOARD_YD);
}

/* The background of a sample: half pale, half dark. */
static void backing(struct pen pen, struct plan plan)
{
    double middle = (plan.y0 + plan.y1) / 2.0;
    struct plan whole = plan_grown(plan, 0.2);
    pen_solid(pen, WALL_SAMPLE_PALE, whole.x0, whole.y0, whole.x1, middle, 0.0, 1.0);
    pen_solid(pen, WALL_SAMPLE_DARK, whole.x0, middle, whole.x1, whole.y1, 0.0, 1.0);
}

void build_material_samples(struct pen pen)
{
    model_begin_group(pen.model, "Yard", GROUP_OUTSIDE);
    struct plan yard = plan_of(-14.0, -23.5, 14.0, 23.5);
    pen_box(pen_with(pen, WALL_FLAGSTONES), yard, -2.0 * FOUNDATION_YD, 0.4);
    pen_solid(pen, WALL_OAK, yard.x0, yard.y0, yard.x0 + 0.3, yard.y1, 0.4, 1.9);
    pen_solid(pen, WALL_OAK, yard.x0, yard.y0, yard.x1, yard.y0 + 0.3, 0.4, 1.9);
    pen_solid(pen, WALL_OAK, yard.x0, yard.y1 - 0.3, yard.x1, yard.y1, 0.4, 1.9);
    for (int k = 0; k < WALL_BLENDS; k++) {
        backing(pen, board(k / PER_ROW, k % PER_ROW));
    }
    model_begin_group(pen.model, "Blends", GROUP_OUTSIDE);
    for (int k = 0; k < WALL_BLENDS; k++) {
        pen_floor(pen_with(pen, (enum wall_material)(WALL_SAMPLE_BLEND + k)),
                  board(k / PER_ROW, k % PER_ROW), 1.2);
    }
    model_begin_group(pen.model, "Mixes", GROUP_MIXED);
    for (int k = 0; k < WALL_MIXES; k++) {
        pen_floor(pen_with(pen, (enum wall_material)(WALL_SAMPLE_MIX + k)),
                  board(ROWS_OF_BLENDS + k / PER_ROW, k % PER_ROW), 1.2);
    }
}
