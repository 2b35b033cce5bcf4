#include "demo/buildings/pen.h"

#include "base/portable_math.h"

enum { CELLS_MAX = 24 };

struct pen pen_start(struct model *model)
{
    return (struct pen){.model = model, .rotation = {1.0, 0.0}, .cell_yd = 3.0};
}

struct point pen_transform(struct pen pen, struct point point)
{
    return xyz(pen.origin[0] + pen.rotation[0] * point.x - pen.rotation[1] * point.y,
               pen.origin[1] + pen.rotation[1] * point.x + pen.rotation[0] * point.y,
               pen.origin[2] + point.z);
}

struct pen pen_moved(struct pen pen, double x, double y, double z)
{
    struct point position = pen_transform(pen, xyz(x, y, z));
    pen.origin[0] = position.x;
    pen.origin[1] = position.y;
    pen.origin[2] = position.z;
    return pen;
}

struct pen pen_rotated(struct pen pen, double degrees)
{
    struct pen rotated = pen;
    double cosine = portable_cos(degrees * PORTABLE_PI / 180.0);
    double sine = portable_sin(degrees * PORTABLE_PI / 180.0);
    rotated.rotation[0] = pen.rotation[0] * cosine - pen.rotation[1] * sine;
    rotated.rotation[1] = pen.rotation[1] * cosine + pen.rotation[0] * sine;
    return rotated;
}

struct pen pen_with(struct pen pen, enum wall_material material)
{
    pen.material = material;
    return pen;
}

/* The texture coordinates of a face: origin and axes in the model. */
struct texture_frame {
    struct point origin, right, up, normal;
    double repeat_yd;
};

static struct texture_frame frame_on(struct pen pen, struct point a, struct point b, struct point c)
{
    struct point right = point_unit(point_minus(b, a));
    struct point normal = point_unit(point_cross(point_minus(b, a), point_minus(c, a)));
    return (struct texture_frame){.origin = a,
                                  .right = right,
                                  .up = point_cross(normal, right),
                                  .normal = normal,
                                  .repeat_yd = (double)wall_material_get(pen.material).repeat_yd};
}

/* Blend factor of a vertex of a mixed group: 0 at u = 0, 255 at u = 1. */
static uint8_t mix_at(double u)
{
    u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
    return (uint8_t)portable_floor(255.0 * u + 0.5);
}

/* Adds a vertex; `a` and `normal` are in the model's coordinates. */
static uint16_t corner(struct pen pen, const struct texture_frame *frame, struct point a,
                       struct point normal)
{
    struct point from = point_minus(a, frame->origin);
    double u = point_dot(from, frame->right) / frame->repeat_yd;
    double v = 1.0 - point_dot(from, frame->up) / frame->repeat_yd;
    struct model_vertex vertex = {
        .position = {(float)a.x, (float)a.y, (float)a.z},
        .normal = {(float)normal.x, (float)normal.y, (float)normal.z},
        .uv = {(float)u, (float)v},
        .mix = mix_at(u),
    };
    return model_add_vertex(pen.model, &vertex);
}

static void add(struct pen pen, uint16_t a, uint16_t b, uint16_t c)
{
    model_add_triangle(pen.model, a, b, c, pen.material);
}

void pen_triangle(struct pen pen, struct point a, struct point b, struct point c)
{
    a = pen_transform(pen, a);
    b = pen_transform(pen, b);
    c = pen_transform(pen, c);
    struct texture_frame frame = frame_on(pen, a, b, c);
    uint16_t first = corner(pen, &frame, a, frame.normal);
    uint16_t second = corner(pen, &frame, b, frame.normal);
    add(pen, first, second, corner(pen, &frame, c, frame.normal));
}

static int cells_of(struct pen pen, struct point a, struct point b)
{
    const struct model *model = pen.model;
    struct point delta = point_minus(b, a);
    if (model->groups[model->group_count - 1].kind != GROUP_INSIDE) {
        return 1;
    }
    double cells = portable_floor(portable_sqrt(point_dot(delta, delta)) / pen.cell_yd) + 1.0;
    return cells > CELLS_MAX ? CELLS_MAX : (int)cells;
}

void pen_quad(struct pen pen, struct point a, struct point b, struct point c, struct point d)
{
    a = pen_transform(pen, a);
    b = pen_transform(pen, b);
    c = pen_transform(pen, c);
    d = pen_transform(pen, d);
    struct texture_frame frame = frame_on(pen, a, b, c);
    int across = cells_of(pen, a, b);
    int up = cells_of(pen, a, d);
    uint16_t rows[2][CELLS_MAX + 1];
    for (int j = 0; j <= up; j++) {
        for (int i = 0; i <= across; i++) {
            double s = (double)i / across;
            struct point at = point_mix(point_mix(a, b, s), point_mix(d, c, s), (double)j / up);
            rows[j & 1][i] = corner(pen, &frame, at, frame.normal);
        }
        const uint16_t *below = rows[(j + 1) & 1];
        const uint16_t *above = rows[j & 1];
        for (int i = 0; i < across && j > 0; i++) {
            add(pen, below[i], below[i + 1], above[i + 1]);
            add(pen, below[i], above[i + 1], above[i]);
        }
    }
}

void pen_floor(struct pen pen, struct plan p, double z)
{
    pen_quad(pen, xyz(p.x1, p.y0, z), xyz(p.x1, p.y1, z), xyz(p.x0, p.y1, z), xyz(p.x0, p.y0, z));
}

/* A vertical wall from (x0, y0) to (x1, y1) that faces to the right of that direction. */
static void wall(struct pen pen, struct plan p, double z0, double z1)
{
    pen_quad(pen, xyz(p.x0, p.y0, z0), xyz(p.x1, p.y1, z0), xyz(p.x1, p.y1, z1),
             xyz(p.x0, p.y0, z1));
}

void pen_walls(struct pen pen, struct plan p, double z0, double z1)
{
    wall(pen, plan_of(p.x1, p.y0, p.x1, p.y1), z0, z1);
    wall(pen, plan_of(p.x1, p.y1, p.x0, p.y1), z0, z1);
    wall(pen, plan_of(p.x0, p.y1, p.x0, p.y0), z0, z1);
    wall(pen, plan_of(p.x0, p.y0, p.x1, p.y0), z0, z1);
}

void pen_box(struct pen pen, struct plan plan, double z0, double z1)
{
    pen_walls(pen, plan, z0, z1);
    pen_floor(pen, plan, z1);
}

void pen_solid(struct pen pen, enum wall_material material, double x0, double y0, double x1,
               double y1, double z0, double z1)
{
    pen_box(pen_with(pen, material), plan_of(x0, y0, x1, y1), z0, z1);
}

void pen_sheet(struct pen pen, enum wall_material material, double x0, double y0, double x1,
               double y1, double z)
{
    pen_floor(pen_with(pen, material), plan_of(x0, y0, x1, y1), z);
}

void pen_beam(struct pen pen, struct point a, struct point b, double wide, double thick)
{
    struct point delta = point_minus(b, a);
    double level = portable_sqrt(delta.x * delta.x + delta.y * delta.y);
    level = level > 0.0 ? level : 1.0;
    double side_x = -delta.y / level * wide / 2.0;
    double side_y = delta.x / level * wide / 2.0;
    struct point top[4] = {{a.x - side_x, a.y - side_y, a.z},
                           {b.x - side_x, b.y - side_y, b.z},
                           {b.x + side_x, b.y + side_y, b.z},
                           {a.x + side_x, a.y + side_y, a.z}};
    pen_quad(pen, top[0], top[1], top[2], top[3]);
    for (int k = 0; k < 4; k++) {
        struct point left = top[k];
        struct point right = top[(k + 1) % 4];
        struct point under_left = {left.x, left.y, left.z - thick};
        struct point under_right = {right.x, right.y, right.z - thick};
        pen_quad(pen, under_left, under_right, right, left);
    }
}

static struct point around(int side, int sides, double radius, double z)
{
    double angle = 2.0 * PORTABLE_PI * side / sides;
    return xyz(radius * portable_cos(angle), radius * portable_sin(angle), z);
}

/* The normal of a cone between two sides, in the model's coordinates. */
static struct point cone_normal(struct pen pen, int side, int sides, double fall)
{
    struct point out = point_unit(around(side, sides, 1.0, fall));
    return xyz(pen.rotation[0] * out.x - pen.rotation[1] * out.y,
               pen.rotation[1] * out.x + pen.rotation[0] * out.y, out.z);
}

void pen_cone(struct pen pen, int sides, double r0, double z0, double r1, double z1)
{
    double fall = (r0 - r1) / (z1 - z0);
    double widest = r0 > r1 ? r0 : r1;
    double side_yd = 2.0 * PORTABLE_PI * widest / sides;
    for (int side = 0; side < sides; side++) {
        struct point at[4] = {around(side, sides, r0, z0), around(side + 1, sides, r0, z0),
                              around(side + 1, sides, r1, z1), around(side, sides, r1, z1)};
        uint16_t index[4];
        for (int k = 0; k < 4; k++) {
            at[k] = pen_transform(pen, at[k]);
        }
        struct texture_frame frame =
            r0 > 0.0 ? frame_on(pen, at[0], at[1], at[2]) : frame_on(pen, at[3], at[2], at[0]);
        struct point origin = frame.origin;
        frame.origin = xyz(origin.x - frame.right.x * side_yd * side,
                           origin.y - frame.right.y * side_yd * side,
                           origin.z - frame.right.z * side_yd * side);
        for (int k = 0; k < 4; k++) {
            int which = side + (k == 1 || k == 2 ? 1 : 0);
            index[k] = corner(pen, &frame, at[k], cone_normal(pen, which, sides, fall));
        }
        add(pen, index[0], index[1], index[2]);
        if (r1 > 0.0) {
            add(pen, index[0], index[2], index[3]);
        }
    }
}

void pen_disc(struct pen pen, int sides, double radius, double z)
{
    struct point middle = pen_transform(pen, xyz(0.0, 0.0, z));
    struct texture_frame frame = {.origin = middle,
                                  .right = {1.0, 0.0, 0.0},
                                  .up = {0.0, 1.0, 0.0},
                                  .normal = {0.0, 0.0, 1.0},
                                  .repeat_yd = (double)wall_material_get(pen.material).repeat_yd};
    for (int side = 0; side < sides; side++) {
        uint16_t hub = corner(pen, &frame, middle, frame.normal);
        uint16_t a =
            corner(pen, &frame, pen_transform(pen, around(side, sides, radius, z)), frame.normal);
        uint16_t b = corner(pen, &frame, pen_transform(pen, around(side + 1, sides, radius, z)),
                            frame.normal);
        add(pen, hub, a, b);
    }
}

void pen_ring(struct pen pen, int sides, double inner, double outer, double z)
{
    for (int side = 0; side < sides; side++) {
        pen_quad(pen, around(side, sides, outer, z), around(side + 1, sides, outer, z),
                 around(side + 1, sides, inner, z), around(side, sides, inner, z));
    }
}

void pen_room(struct pen pen, struct plan p, double z0, double z1, enum wall_material floor)
{
    struct pen ground = pen_with(pen, floor);
    pen_floor(ground, p, z0);
    wall(pen, plan_of(p.x1, p.y1, p.x1, p.y0), z0, z1);
    wall(pen, plan_of(p.x0, p.y1, p.x1, p.y1), z0, z1);
    wall(pen, plan_of(p.x0, p.y0, p.x0, p.y1), z0, z1);
    wall(pen, plan_of(p.x1, p.y0, p.x0, p.y0), z0, z1);
    pen_quad(pen, xyz(p.x0, p.y0, z1), xyz(p.x0, p.y1, z1), xyz(p.x1, p.y1, z1),
             xyz(p.x1, p.y0, z1));
}

void pen_light(struct pen pen, struct point position, const double rgb[3], double reach_yd)
{
    struct point at = pen_transform(pen, position);
    const double where[3] = {at.x, at.y, at.z};
    model_add_light(pen.model, where, rgb, reach_yd);
}
