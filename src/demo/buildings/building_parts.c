#include "demo/buildings/building_parts.h"

struct plan plan_grown(struct plan plan, double by)
{
    return (struct plan){plan.x0 - by, plan.y0 - by, plan.x1 + by, plan.y1 + by};
}

void part_begin_inside(struct pen pen, const char *name)
{
    model_begin_group(pen.model, name, GROUP_INSIDE);
}

/* Ridge tiles from a to b. */
static void ridge_cap(struct pen pen, struct point a, struct point b)
{
    a.z += 0.12;
    b.z += 0.12;
    pen_beam(pen, a, b, 0.5, 0.3);
}

void part_gable_roof(struct pen pen, struct plan p, double eaves, double rise, double overhang,
                     enum wall_material gable)
{
    double middle = (p.x0 + p.x1) / 2.0;
    double drop = overhang * rise / (p.x1 - middle);
    double low = eaves - drop;
    double top = eaves + rise;
    struct plan o = plan_grown(p, overhang);
    struct point ridge[2] = {{middle, o.y0, top}, {middle, o.y1, top}};
    pen_quad(pen, xyz(o.x1, o.y0, low), xyz(o.x1, o.y1, low), ridge[1], ridge[0]);
    pen_quad(pen, xyz(o.x0, o.y1, low), xyz(o.x0, o.y0, low), ridge[0], ridge[1]);
    pen_triangle(pen_with(pen, gable), xyz(p.x1, p.y1, eaves), xyz(p.x0, p.y1, eaves),
                 xyz(middle, p.y1, top));
    pen_triangle(pen_with(pen, gable), xyz(p.x0, p.y0, eaves), xyz(p.x1, p.y0, eaves),
                 xyz(middle, p.y0, top));
    ridge_cap(pen, ridge[0], ridge[1]);
}

/* Four slopes from the outline `o` at `low` to the ridge from a to b. */
static void slopes(struct pen pen, struct plan o, double low, struct point a, struct point b)
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
    ends[0] = xyz(x - long_x, y - long_y, top);
    ends[1] = xyz(x + long_x, y + long_y, top);
}

void part_hip_roof(struct pen pen, struct plan p, double eaves, double rise, double overhang)
{
    double deep = (p.x1 - p.x0) / 2.0;
    double wide = (p.y1 - p.y0) / 2.0;
    double drop = overhang * rise / (deep < wide ? deep : wide);
    struct point ends[2];
    hip_ridge(p, eaves + rise, ends);
    slopes(pen, plan_grown(p, overhang), eaves - drop, ends[0], ends[1]);
    if (ends[1].x - ends[0].x + ends[1].y - ends[0].y > 0.5) {
        ridge_cap(pen, ends[0], ends[1]);
    }
}

/* Straw ends around the outline, sloping outwards and down from `z`. */
static void fringe(struct pen pen, struct plan p, double z)
{
    struct plan o = plan_grown(p, 0.62);
    double low = z - 0.5;
    pen_quad(pen_with(pen, WALL_FRINGE), xyz(o.x1, o.y0, low), xyz(o.x1, o.y1, low),
             xyz(p.x1, p.y1, z), xyz(p.x1, p.y0, z));
    pen_quad(pen_with(pen, WALL_FRINGE), xyz(o.x1, o.y1, low), xyz(o.x0, o.y1, low),
             xyz(p.x0, p.y1, z), xyz(p.x1, p.y1, z));
    pen_quad(pen_with(pen, WALL_FRINGE), xyz(o.x0, o.y1, low), xyz(o.x0, o.y0, low),
             xyz(p.x0, p.y0, z), xyz(p.x0, p.y1, z));
    pen_quad(pen_with(pen, WALL_FRINGE), xyz(o.x0, o.y0, low), xyz(o.x1, o.y0, low),
             xyz(p.x1, p.y0, z), xyz(p.x0, p.y0, z));
}

void part_thatched_roof(struct pen pen, struct plan p, double eaves, double rise, double overhang)
{
    struct plan o = plan_grown(p, overhang);
    struct point ends[2];
    double low = eaves - 0.4;
    double thick = low + 0.5;
    hip_ridge(p, eaves + rise, ends);
    ends[0].y -= 0.9;
    ends[1].y += 0.9;
    slopes(pen, o, thick, ends[0], ends[1]);
    pen_walls(pen, o, low, thick);
    fringe(pen, o, low + 0.5);
    ends[0].z += 0.25;
    ends[1].z += 0.25;
    pen_beam(pen_with(pen, WALL_HAY), ends[0], ends[1], 1.3, 0.6);
}

void part_walls(struct pen pen, struct plan plan, double top)
{
    pen_walls(pen, plan, 0.6, top);
    pen_box(pen_with(pen, WALL_RUBBLE), plan_grown(plan, 0.15), -FOUNDATION_YD, 0.6);
}

void part_chimney(struct pen pen, double x, double y, double z0, double z1)
{
    struct plan stack = plan_of(x - 0.55, y - 0.55, x + 0.55, y + 0.55);
    pen_box(pen_with(pen, WALL_RUBBLE), stack, z0, z1);
    pen_box(pen_with(pen, WALL_RUBBLE), plan_grown(stack, 0.15), z1 - 0.3, z1 + 0.1);
    pen_floor(pen_with(pen, WALL_SOOT), plan_grown(stack, -0.2), z1 + 0.13);
}

void part_window(struct pen pen, double x, double y, double z)
{
    x += 0.04;
    pen_quad(pen_with(pen, WALL_WINDOW), xyz(x, y - 0.6, z - 0.6), xyz(x, y + 0.6, z - 0.6),
             xyz(x, y + 0.6, z + 0.6), xyz(x, y - 0.6, z + 0.6));
    pen_solid(pen, WALL_OAK, x - 0.1, y - 0.75, x + 0.25, y + 0.75, z - 0.75, z - 0.6);
}

void part_door(struct pen pen, double x, double y, double z)
{
    pen_solid(pen, WALL_OAK, x - 0.1, y - 0.7, x + 0.12, y + 0.7, z, z + 2.2);
    pen_solid(pen, WALL_FLAGSTONES, x, y - 1.1, x + 1.2, y + 1.1, -FOUNDATION_YD, z);
}

void part_dormer(struct pen pen, double x, double y, double z, enum wall_material roofing)
{
    struct pen front = pen_moved(pen, x, y, z);
    pen_walls(pen_with(front, WALL_STUCCO), plan_of(-2.4, -0.9, 0.0, 0.9), -0.3, 1.3);
    part_window(front, 0.0, 0.0, 0.65);
    part_gable_roof(pen_with(pen_rotated(front, 90.0), roofing), plan_of(-0.9, 0.0, 0.9, 2.9), 1.3,
                    0.8, 0.25, WALL_STUCCO);
}

void part_merlons(struct pen pen, struct plan p, double z)
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

void part_round_merlons(struct pen pen, int count, double radius, double z)
{
    for (int k = 0; k < count; k++) {
        pen_box(pen_rotated(pen, 360.0 * k / count), plan_of(radius - 0.7, -0.55, radius, 0.55), z,
                z + 1.1);
    }
}

void part_barrel(struct pen pen, double x, double y, double z)
{
    struct pen stave = pen_moved(pen, x, y, z);
    stave.material = WALL_OAK;
    pen_cone(stave, 8, 0.42, 0.0, 0.42, 1.0);
    pen_disc(stave, 8, 0.42, 0.95);
}

void part_crate(struct pen pen, double x, double y, double z, double size)
{
    double half = size / 2.0;
    pen_solid(pen, WALL_PLANKS, x - half, y - half, x + half, y + half, z - 0.5, z + size);
}
