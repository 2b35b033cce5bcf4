/* Frames of coloured glass: a pane for each blend of doodads and for each way to combine two
 * textures. They stand on paving, half over pale stone and half over dark wood. */
#include "base/size.h"
#include "demo/doodads/doodad.h"

enum { PER_ROW_MAX = 5 };

#define PANE_YD 5.0
#define PITCH_YD 6.2

#define BLEND(name) (WALL_SAMPLE_BLEND + BLEND_##name)
#define STAGES(number) (WALL_SAMPLE_STAGES + (number))

/* What clients without combiners draw too: five blends are their own, a second texture is a second
 * pass. */
static const int common[] = {BLEND(OPAQUE), BLEND(KEY), BLEND(ALPHA), BLEND(NO_ALPHA_ADD),
                             BLEND(ADD),    BLEND(MOD), BLEND(MOD2X), STAGES(0),
                             STAGES(1),     STAGES(2)};
static const int late[] = {BLEND(BLEND_ADD), STAGES(3), STAGES(4), STAGES(5)};

static struct plan pane_plan(size_t number, size_t count)
{
    const size_t columns = size_min(count, PER_ROW_MAX);
    const size_t rows = (count + columns - 1) / columns;
    const double edge = (PITCH_YD - PANE_YD) / 2.0;
    double x = PITCH_YD * ((double)(number / columns) - 0.5 * (double)rows) + edge;
    double y = PITCH_YD * ((double)(number % columns) - 0.5 * (double)columns) + edge;
    return plan_of(x, y, x + PANE_YD, y + PANE_YD);
}

/* What is seen through a pane. */
static void add_backing(struct pen pen, struct plan plan)
{
    double middle = (plan.y0 + plan.y1) / 2.0;
    pen_solid(pen, WALL_SAMPLE_PALE, plan.x0 - 0.2, plan.y0 - 0.2, plan.x1 + 0.2, middle, 0.0, 1.0);
    pen_solid(pen, WALL_SAMPLE_DARK, plan.x0 - 0.2, middle, plan.x1 + 0.2, plan.y1 + 0.2, 0.0, 1.0);
}

void build_glass(struct pen pen)
{
    const int *panes = pen.variant == 0 ? common : late;
    const size_t count = pen.variant == 0 ? COUNT_OF(common) : COUNT_OF(late);
    struct plan first = pane_plan(0, count);
    pen_solid(pen, WALL_FLAGSTONES, first.x0 - 1.0, first.y0 - 1.0, -first.x0 + 1.0,
              -first.y0 + 1.0, -6.0, 0.4);
    for (size_t k = 0; k < count; k++) {
        add_backing(pen, pane_plan(k, count));
        pen_floor(pen_with(pen, (enum wall_material)panes[k]), pane_plan(k, count), 1.2);
    }
}
