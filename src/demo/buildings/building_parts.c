#include "demo/buildings/building_parts.h"

struct plan plan_of(double x0, double y0, double x1, double y1)
{
    return (struct plan){x0, y0, x1, y1};
}

struct plan plan_grown(struct plan plan, double by)
{
    return (struct plan){plan.x0 - by, plan.y0 - by, plan.x1 + by, plan.y1 + by};
}

void part_begin_inside(const struct pen *pen, const char *name)
{
    model_begin_group(pen->model, name, GROUP_INSIDE);
}

/* Ridge tiles from a to b. */
static void ridge_cap(const struct pen *pen, struct point a, struct point b)
{
    a.z += 0.12;
    b.z += 0.12;
    pen_beam(pen, a, b, 0.5, 0.3);
}

void part_gable_roof(const struct pen *pen, const struct roof *roof)
{
    struct plan p = roof->plan;
    double middle = (p.x0 + p.x1) / 2.0;
    double drop = roof->overhang * roof->rise / (p.x1 - middle);
    double low = roof->eaves - drop;
    double top = roof->eaves + roof->rise;
    struct plan o = plan_grown(p, roof->overhang);
    struct point ridge[2] = {{middle, o.y0, top}, {middle, o.y1, top}};
    struct pen wall = pen_with(pen, roof->gable);
    pen_quad(pen, (struct point){o.x1, o.y0, low}, (struct point){o.x1, o.y1, low}, ridge[1],
             ridge[0]);
    pen_quad(pen, (struct point){o.x0, o.y1, low}, (struct point){o.x0, o.y0, low}, ridge[0],
             ridge[1]);
    pen_triangle(&wall, (struct point){p.x1, p.y1, roof->eaves},
                 (struct point){p.x0, p.y1, roof->eaves}, (struct point){middle, p.y1, top});
    pen_triangle(&wall, (struct point){p.x0, p.y0, roof->eaves},
                 (struct point){p.x1, p.y0, roof->eaves}, (struct point){middle, p.y0, top});
    ridge_cap(pen, ridge[0], ridge[1]);
}

/* Four slopes from the outline `o` at `low` to the ridge from a to b. */
static void slopes(const struct pen *pen, struct plan o, double low, struct point a, struct point b)
{
    struct point corner[4] = {
        {o.x1, o.y0, low}, {o.x1, o.y1, low}, {o.x0, o.y1, low}, {o.x0, o.y0, low}};
    if (b.y > a.y) {
        pen_quad(pen, corner[0], corner[1], b, a);
        pen_triangle(pen, corner[1], corner[2], b);
        pen_quad(pen, corner[2], corner[3], a, b);
        pen_triangle(pen, corner[3], corner[0], a);
        return;
    }
    pen_triangle(pen, corner[0], corner[1], b);
    pen_quad(pen, corner[1], corner[2], a, b);
    pen_triangle(pen, corner[2], corner[3], a);
    pen_quad(pen, corner[3], corner[0], b, a);
}

static void hip_ridge(struct plan p, double top, struct point ends[2])
{
    double deep = (p.x1 - p.x0) / 2.0;
    double wide = (p.y1 - p.y0) / 2.0;
    double x = (p.x0 + p.x1) / 2.0;
    double y = (p.y0 + p.y1) / 2.0;
    double long_x = deep > wide ? deep - wide : 0.0;
    double long_y = wide > deep ? wide - deep : 0.0;
    ends[0] = (struct point){x - long_x, y - long_y, top};
    ends[1] = (struct point){x + long_x, y + long_y, top};
}

void part_hip_roof(const struct pen *pen, const struct roof *roof)
{
    struct plan p = roof->plan;
    double deep = (p.x1 - p.x0) / 2.0;
    double wide = (p.y1 - p.y0) / 2.0;
    double drop = roof->overhang * roof->rise / (deep < wide ? deep : wide);
    struct point ends[2];
    hip_ridge(p, roof->eaves + roof->rise, ends);
    slopes(pen, plan_grown(p, roof->overhang), roof->eaves - drop, ends[0], ends[1]);
    if (ends[1].x - ends[0].x + ends[1].y - ends[0].y > 0.5) {
        ridge_cap(pen, ends[0], ends[1]);
    }
}

/* Straw ends around the outline, sloping outwards and down from `z`. */
static void fringe(const struct pen *pen, struct plan p, double z)
{
    struct pen straw = pen_with(pen, WALL_FRINGE);
    struct plan o = plan_grown(p, 0.62);
    double low = z - 0.5;
    pen_quad(&straw, (struct point){o.x1, o.y0, low}, (struct point){o.x1, o.y1, low},
             (struct point){p.x1, p.y1, z}, (struct point){p.x1, p.y0, z});
    pen_quad(&straw, (struct point){o.x1, o.y1, low}, (struct point){o.x0, o.y1, low},
             (struct point){p.x0, p.y1, z}, (struct point){p.x1, p.y1, z});
    pen_quad(&straw, (struct point){o.x0, o.y1, low}, (struct point){o.x0, o.y0, low},
             (struct point){p.x0, p.y0, z}, (struct point){p.x0, p.y1, z});
    pen_quad(&straw, (struct point){o.x0, o.y0, low}, (struct point){o.x1, o.y0, low},
             (struct point){p.x1, p.y0, z}, (struct point){p.x0, p.y0, z});
}

void part_thatched_roof(const struct pen *pen, const struct roof *roof)
{
    struct plan o = plan_grown(roof->plan, roof->overhang);
    struct point ends[2];
    double low = roof->eaves - 0.4;
    double thick = low + 0.5;
    hip_ridge(roof->plan, roof->eaves + roof->rise, ends);
    ends[0].y -= 0.9;
    ends[1].y += 0.9;
    slopes(pen, o, thick, ends[0], ends[1]);
    pen_walls(pen, o, low, thick);
    fringe(pen, o, low + 0.5);
    struct pen cap = pen_with(pen, WALL_HAY);
    ends[0].z += 0.25;
    ends[1].z += 0.25;
    pen_beam(&cap, ends[0], ends[1], 1.3, 0.6);
}

void part_walls(const struct pen *pen, struct plan plan, double top)
{
    struct pen plinth = pen_with(pen, WALL_RUBBLE);
    pen_walls(pen, plan, 0.6, top);
    pen_box(&plinth, plan_grown(plan, 0.15), -FOUNDATION_YD, 0.6);
}

void part_chimney(const struct pen *pen, double x, double y, double z0, double z1)
{
    struct pen stone = pen_with(pen, WALL_RUBBLE);
    struct pen soot = pen_with(pen, WALL_SOOT);
    struct plan stack = plan_of(x - 0.55, y - 0.55, x + 0.55, y + 0.55);
    pen_box(&stone, stack, z0, z1);
    pen_box(&stone, plan_grown(stack, 0.15), z1 - 0.3, z1 + 0.1);
    pen_floor(&soot, plan_grown(stack, -0.2), z1 + 0.13);
}

void part_window(const struct pen *pen, double x, double y, double z)
{
    struct pen pane = pen_with(pen, WALL_WINDOW);
    struct pen sill = pen_with(pen, WALL_OAK);
    x += 0.04;
    pen_quad(&pane, (struct point){x, y - 0.6, z - 0.6}, (struct point){x, y + 0.6, z - 0.6},
             (struct point){x, y + 0.6, z + 0.6}, (struct point){x, y - 0.6, z + 0.6});
    pen_box(&sill, plan_of(x - 0.1, y - 0.75, x + 0.25, y + 0.75), z - 0.75, z - 0.6);
}

void part_door(const struct pen *pen, double x, double y, double z)
{
    struct pen oak = pen_with(pen, WALL_OAK);
    struct pen step = pen_with(pen, WALL_FLAGSTONES);
    pen_box(&oak, plan_of(x - 0.1, y - 0.7, x + 0.12, y + 0.7), z, z + 2.2);
    pen_box(&step, plan_of(x, y - 1.1, x + 1.2, y + 1.1), -FOUNDATION_YD, z);
}

void part_dormer(const struct pen *pen, double x, double y, double z, enum wall_material roofing)
{
    struct pen front = pen_moved(pen, x, y, z);
    struct pen wall = pen_with(&front, WALL_STUCCO);
    pen_walls(&wall, plan_of(-2.4, -0.9, 0.0, 0.9), -0.3, 1.3);
    part_window(&front, 0.0, 0.0, 0.65);
    struct pen along = pen_rotated(&front, 90.0);
    struct pen cover = pen_with(&along, roofing);
    struct roof roof = {.plan = plan_of(-0.9, 0.0, 0.9, 2.9),
                        .eaves = 1.3,
                        .rise = 0.8,
                        .overhang = 0.25,
                        .gable = WALL_STUCCO};
    part_gable_roof(&cover, &roof);
}

void part_merlons(const struct pen *pen, struct plan p, double z)
{
    const double step = 2.2;
    for (int side = 0; side < 4; side++) {
        bool along_x = side % 2 == 0;
        double from = along_x ? p.x0 : p.y0;
        double to = along_x ? p.x1 : p.y1;
        int count = (int)((to - from) / step);
        for (int k = 0; k <= count; k++) {
            double at = from + (to - from) * k / count;
            double x = along_x ? at : side == 1 ? p.x1 : p.x0;
            double y = along_x ? (side == 0 ? p.y0 : p.y1) : at;
            pen_box(pen, plan_of(x - 0.5, y - 0.5, x + 0.5, y + 0.5), z, z + 1.1);
        }
    }
}

void part_round_merlons(const struct pen *pen, int count, double radius, double z)
{
    for (int k = 0; k < count; k++) {
        struct pen out = pen_rotated(pen, 360.0 * k / count);
        pen_box(&out, plan_of(radius - 0.7, -0.55, radius, 0.55), z, z + 1.1);
    }
}

void part_barrel(const struct pen *pen, double x, double y, double z)
{
    struct pen stave = pen_moved(pen, x, y, z);
    stave.material = WALL_OAK;
    pen_cone(&stave, 8, 0.42, 0.0, 0.42, 1.0);
    pen_disc(&stave, 8, 0.42, 0.95);
}

void part_crate(const struct pen *pen, double x, double y, double z, double size)
{
    struct pen crate = pen_with(pen, WALL_PLANKS);
    double half = size / 2.0;
    pen_box(&crate, plan_of(x - half, y - half, x + half, y + half), z - 0.5, z + size);
}
