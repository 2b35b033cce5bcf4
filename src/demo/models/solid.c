#include "demo/models/solid.h"

#include "base/portable_math.h"

enum { CELLS_MAX = 24 };

/* ---- points and pens ---- */

struct point point_along(struct point a, struct point b, double t)
{
    return xyz(a.x + b.x * t, a.y + b.y * t, a.z + b.z * t);
}

struct point point_cross(struct point a, struct point b)
{
    return xyz(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

static double point_dot(struct point a, struct point b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

struct point point_unit(struct point a)
{
    double length = portable_sqrt(point_dot(a, a));
    length = length > 0.0 ? length : 1.0;
    return xyz(a.x / length, a.y / length, a.z / length);
}

/* A direction of the pen in the model. */
static struct point rotated(struct pen pen, struct point a)
{
    return xyz(pen.rotation[0] * a.x - pen.rotation[1] * a.y,
               pen.rotation[1] * a.x + pen.rotation[0] * a.y, a.z);
}

static struct point placed(struct pen pen, struct point a)
{
    return point_along(xyz(pen.origin[0], pen.origin[1], pen.origin[2]), rotated(pen, a), 1.0);
}

struct pen pen_with(struct pen pen, enum wall_material material, enum wall_material second)
{
    const enum wall_material *palette = pen.palette;
    pen.material = material >= WALL_FACADE ? palette[material - WALL_FACADE] : material;
    pen.second = second >= WALL_FACADE ? palette[second - WALL_FACADE] : second;
    return pen;
}

struct pen pen_at(struct pen pen, double x, double y, double z, double degrees)
{
    struct point origin = placed(pen, xyz(x, y, z));
    double angle = degrees * PORTABLE_PI / 180.0;
    struct point turn = rotated(pen, xyz(portable_cos(angle), portable_sin(angle), 0.0));
    struct pen at = pen;
    at.origin[0] = origin.x;
    at.origin[1] = origin.y;
    at.origin[2] = origin.z;
    at.rotation[0] = turn.x;
    at.rotation[1] = turn.y;
    return at;
}

void pen_draw(struct pen pen, const struct solid *list)
{
    for (; list->draw || list->parts || list->name; list++) {
        const double *n = list->n;
        if (list->name) {
            model_begin_group(pen.model, list->name, (enum group_kind)list->material);
        }
        for (int k = 0; list->parts && k < (int)n[0]; k++) {
            pen_draw(
                pen_at(pen, n[1] + k * n[5], n[2] + k * n[6], n[3] + k * n[7], n[4] + k * n[8]),
                list->parts);
        }
        if (list->draw) {
            list->draw(
                pen_with(pen, (enum wall_material)list->material, (enum wall_material)list->second),
                n);
        }
    }
}

void solids_make(struct model *model, const struct solid *list, const enum wall_material palette[2])
{
    pen_draw((struct pen){.model = model,
                          .rotation = {1.0, 0.0},
                          .palette = {palette[0], palette[1]},
                          .cell_yd = 3.0},
             list);
    model_complete(model);
}

/* ---- faces ---- */

/* The texture coordinates of a face: origin and axes in the model. */
struct texture_frame {
    struct point origin, right, up, normal;
    double repeat_yd;
};

static struct texture_frame frame_on(struct pen pen, struct point a, struct point b, struct point c)
{
    struct point along = point_along(b, a, -1.0);
    struct point right = point_unit(along);
    struct point normal = point_unit(point_cross(along, point_along(c, a, -1.0)));
    return (struct texture_frame){.origin = a,
                                  .right = right,
                                  .up = point_cross(normal, right),
                                  .normal = normal,
                                  .repeat_yd = (double)wall_material_get(pen.material).repeat_yd};
}

static uint16_t add_vertex(struct pen pen, struct point a, struct point normal, double u, double v)
{
    /* the blend factor of a mixed group: 0 at u = 0, 255 at u = 1 */
    double mix = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
    struct model_vertex vertex = {
        .position = {(float)a.x, (float)a.y, (float)a.z},
        .normal = {(float)normal.x, (float)normal.y, (float)normal.z},
        .uv = {(float)u, (float)v},
        .mix = (uint8_t)portable_floor(255.0 * mix + 0.5),
    };
    return model_add_vertex(pen.model, &vertex);
}

/* Adds a vertex; `a` and `normal` are in the model's coordinates. */
static uint16_t corner(struct pen pen, const struct texture_frame *frame, struct point a,
                       struct point normal)
{
    struct point from = point_along(a, frame->origin, -1.0);
    return add_vertex(pen, a, normal, point_dot(from, frame->right) / frame->repeat_yd,
                      1.0 - point_dot(from, frame->up) / frame->repeat_yd);
}

static void add(struct pen pen, uint16_t a, uint16_t b, uint16_t c)
{
    model_add_triangle(pen.model, a, b, c, pen.material);
}

void pen_triangle(struct pen pen, struct point a, struct point b, struct point c)
{
    struct point at[3] = {placed(pen, a), placed(pen, b), placed(pen, c)};
    struct texture_frame frame = frame_on(pen, at[0], at[1], at[2]);
    uint16_t first = corner(pen, &frame, at[0], frame.normal);
    uint16_t second = corner(pen, &frame, at[1], frame.normal);
    add(pen, first, second, corner(pen, &frame, at[2], frame.normal));
}

static int cells_of(struct pen pen, struct point a, struct point b)
{
    const struct model *model = pen.model;
    struct point delta = point_along(b, a, -1.0);
    if (model->groups[model->group_count - 1].kind != GROUP_INSIDE) {
        return 1;
    }
    double cells = portable_floor(portable_sqrt(point_dot(delta, delta)) / pen.cell_yd) + 1.0;
    return cells > CELLS_MAX ? CELLS_MAX : (int)cells;
}

void pen_quad(struct pen pen, struct point a, struct point b, struct point c, struct point d)
{
    a = placed(pen, a);
    b = placed(pen, b);
    c = placed(pen, c);
    d = placed(pen, d);
    struct texture_frame frame = frame_on(pen, a, b, c);
    int across = cells_of(pen, a, b);
    int up = cells_of(pen, a, d);
    uint16_t rows[2][CELLS_MAX + 1];
    for (int j = 0; j <= up; j++) {
        for (int i = 0; i <= across; i++) {
            double s = (double)i / across;
            struct point low = point_along(a, point_along(b, a, -1.0), s);
            struct point high = point_along(d, point_along(c, d, -1.0), s);
            struct point at = point_along(low, point_along(high, low, -1.0), (double)j / up);
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

void pen_card(struct pen pen, struct point middle, struct point right, struct point up,
              struct point normal)
{
    uint16_t index[4];
    for (int k = 0; k < 4; k++) {
        double x = k == 1 || k == 2 ? 1.0 : -1.0;
        double y = k >= 2 ? 1.0 : -1.0;
        struct point at = point_along(
            middle, point_along(xyz(right.x * x, right.y * x, right.z * x), up, y), 1.0);
        index[k] = add_vertex(pen, placed(pen, at), rotated(pen, point_unit(normal)), 0.5 + 0.5 * x,
                              0.5 - 0.5 * y);
    }
    add(pen, index[0], index[1], index[2]);
    add(pen, index[0], index[2], index[3]);
}

void solid_quad(struct pen pen, const double *n)
{
    pen_quad(pen, xyz(n[0], n[1], n[2]), xyz(n[3], n[4], n[5]), xyz(n[6], n[7], n[8]),
             xyz(n[9], n[10], n[11]));
}

void solid_triangle(struct pen pen, const double *n)
{
    pen_triangle(pen, xyz(n[0], n[1], n[2]), xyz(n[3], n[4], n[5]), xyz(n[6], n[7], n[8]));
}

/* ---- boxes ---- */

void solid_sheet(struct pen pen, const double *n)
{
    pen_quad(pen, xyz(n[2], n[1], n[4]), xyz(n[2], n[3], n[4]), xyz(n[0], n[3], n[4]),
             xyz(n[0], n[1], n[4]));
}

/* A vertical wall from (x0, y0) to (x1, y1) that faces to the right of that direction. */
static void wall(struct pen pen, double x0, double y0, double x1, double y1, const double *z)
{
    pen_quad(pen, xyz(x0, y0, z[0]), xyz(x1, y1, z[0]), xyz(x1, y1, z[1]), xyz(x0, y0, z[1]));
}

void solid_walls(struct pen pen, const double *n)
{
    wall(pen, n[2], n[1], n[2], n[3], n + 4);
    wall(pen, n[2], n[3], n[0], n[3], n + 4);
    wall(pen, n[0], n[3], n[0], n[1], n + 4);
    wall(pen, n[0], n[1], n[2], n[1], n + 4);
}

void solid_box(struct pen pen, const double *n)
{
    solid_walls(pen, n);
    solid_sheet(pen, N(n[0], n[1], n[2], n[3], n[5]));
}

void solid_room(struct pen pen, const double *n)
{
    solid_sheet(pen_with(pen, pen.second, pen.second), n);
    wall(pen, n[2], n[3], n[2], n[1], n + 4);
    wall(pen, n[0], n[3], n[2], n[3], n + 4);
    wall(pen, n[0], n[1], n[0], n[3], n + 4);
    wall(pen, n[2], n[1], n[0], n[1], n + 4);
    pen_quad(pen, xyz(n[0], n[1], n[5]), xyz(n[0], n[3], n[5]), xyz(n[2], n[3], n[5]),
             xyz(n[2], n[1], n[5]));
}

void solid_beam(struct pen pen, const double *n)
{
    struct point a = {n[0], n[1], n[2]};
    struct point b = {n[3], n[4], n[5]};
    struct point delta = point_along(b, a, -1.0);
    double level = portable_sqrt(delta.x * delta.x + delta.y * delta.y);
    level = level > 0.0 ? level : 1.0;
    struct point side = {-delta.y / level * n[6] / 2.0, delta.x / level * n[6] / 2.0, 0.0};
    struct point top[4] = {point_along(a, side, -1.0), point_along(b, side, -1.0),
                           point_along(b, side, 1.0), point_along(a, side, 1.0)};
    pen_quad(pen, top[0], top[1], top[2], top[3]);
    for (int k = 0; k < 4; k++) {
        struct point left = top[k];
        struct point right = top[(k + 1) % 4];
        pen_quad(pen, xyz(left.x, left.y, left.z - n[7]), xyz(right.x, right.y, right.z - n[7]),
                 right, left);
    }
}

/* ---- round solids ---- */

static struct point around(double side, double sides, double radius, double z)
{
    double angle = 2.0 * PORTABLE_PI * side / sides;
    return xyz(radius * portable_cos(angle), radius * portable_sin(angle), z);
}

/* The piece of a profile from p to p + 2: a cone, with the texture wound around it, or a level ring
 * with the texture of a floor. */
static void lathe_piece(struct pen pen, int sides, const double *p)
{
    bool level = p[1] >= p[3];
    double fall = level ? 1.0 : (p[0] - p[2]) / (p[3] - p[1]);
    double widest = p[0] > p[2] ? p[0] : p[2];
    double side_yd = 2.0 * PORTABLE_PI * widest / sides;
    for (int side = 0; side < sides; side++) {
        struct point at[4] = {placed(pen, around(side, sides, p[0], p[1])),
                              placed(pen, around(side + 1, sides, p[0], p[1])),
                              placed(pen, around(side + 1, sides, p[2], p[3])),
                              placed(pen, around(side, sides, p[2], p[3]))};
        uint16_t index[4];
        struct texture_frame frame =
            p[0] > 0.0 ? frame_on(pen, at[0], at[1], at[2]) : frame_on(pen, at[3], at[2], at[0]);
        if (level) {
            frame.origin = placed(pen, xyz(0.0, 0.0, p[1]));
            frame.right = xyz(1.0, 0.0, 0.0);
            frame.up = xyz(0.0, 1.0, 0.0);
        } else {
            frame.origin = point_along(frame.origin, frame.right, -side_yd * side);
        }
        for (int k = 0; k < 4; k++) {
            struct point out = around(side + (k == 1 || k == 2), sides, level ? 0.0 : 1.0, fall);
            index[k] = corner(pen, &frame, at[k], rotated(pen, point_unit(out)));
        }
        add(pen, index[0], index[1], index[2]);
        if (p[2] > 0.0) {
            add(pen, index[0], index[2], index[3]);
        }
    }
}

void solid_lathe(struct pen pen, const double *n)
{
    for (int k = 2; k + 2 < 2 + (int)n[1]; k += 2) {
        lathe_piece(pen, (int)n[0], n + k);
    }
}

/* ---- roofs ---- */

/* Ridge tiles, wide and thick. */
static void ridge_cap(struct pen pen, struct point a, struct point b, double lift, double wide,
                      double thick)
{
    solid_beam(pen, N(a.x, a.y, a.z + lift, b.x, b.y, b.z + lift, wide, thick));
}

/* The roof's rectangle in a pen whose y axis runs along its longer side. */
static struct pen along_ridge(struct pen pen, const double *n, double turned[SOLID_NUMBERS])
{
    bool turn = n[2] - n[0] > n[3] - n[1];
    for (int k = 0; k < SOLID_NUMBERS; k++) {
        turned[k] = n[k];
    }
    if (turn) {
        turned[0] = n[1];
        turned[1] = -n[2];
        turned[2] = n[3];
        turned[3] = -n[0];
    }
    return pen_at(pen, 0.0, 0.0, 0.0, turn ? 90.0 : 0.0);
}

void solid_gable(struct pen given, const double *numbers)
{
    double n[SOLID_NUMBERS];
    struct pen pen = along_ridge(given, numbers, n);
    double middle = (n[0] + n[2]) / 2.0;
    double low = n[4] - n[6] * n[5] / (n[2] - middle);
    struct point ridge[2] = {{middle, n[1] - n[6], n[4] + n[5]},
                             {middle, n[3] + n[6], n[4] + n[5]}};
    double x0 = n[0] - n[6];
    double x1 = n[2] + n[6];
    pen_quad(pen, xyz(x1, ridge[0].y, low), xyz(x1, ridge[1].y, low), ridge[1], ridge[0]);
    pen_quad(pen, xyz(x0, ridge[1].y, low), xyz(x0, ridge[0].y, low), ridge[0], ridge[1]);
    struct pen end = pen_with(pen, pen.second, pen.second);
    pen_triangle(end, xyz(n[2], n[3], n[4]), xyz(n[0], n[3], n[4]), xyz(middle, n[3], ridge[0].z));
    pen_triangle(end, xyz(n[0], n[1], n[4]), xyz(n[2], n[1], n[4]), xyz(middle, n[1], ridge[0].z));
    ridge_cap(pen, ridge[0], ridge[1], 0.12, 0.5, 0.3);
}

/* Four slopes from the edge of a roof at `low` to a ridge that is longer by `more` at both ends. */
static void slopes(struct pen pen, const double *n, double low, double more, struct point ridge[2])
{
    double x = (n[0] + n[2]) / 2.0;
    double half = (n[2] - n[0]) / 2.0 - more;
    struct point c[4] = {{n[2] + n[6], n[1] - n[6], low},
                         {n[2] + n[6], n[3] + n[6], low},
                         {n[0] - n[6], n[3] + n[6], low},
                         {n[0] - n[6], n[1] - n[6], low}};
    ridge[0] = xyz(x, n[1] + half, n[4] + n[5]);
    ridge[1] = xyz(x, n[3] - half, n[4] + n[5]);
    pen_quad(pen, c[0], c[1], ridge[1], ridge[0]);
    pen_triangle(pen, c[1], c[2], ridge[1]);
    pen_quad(pen, c[2], c[3], ridge[0], ridge[1]);
    pen_triangle(pen, c[3], c[0], ridge[0]);
}

void solid_hip(struct pen given, const double *numbers)
{
    double n[SOLID_NUMBERS];
    struct pen pen = along_ridge(given, numbers, n);
    struct point ridge[2];
    slopes(pen, n, n[4] - n[6] * n[5] / ((n[2] - n[0]) / 2.0), 0.0, ridge);
    if (ridge[1].y - ridge[0].y > 0.5) {
        ridge_cap(pen, ridge[0], ridge[1], 0.12, 0.5, 0.3);
    }
}

void solid_thatched(struct pen given, const double *numbers)
{
    double n[SOLID_NUMBERS];
    struct pen pen = along_ridge(given, numbers, n);
    struct point ridge[2];
    double o[4] = {n[0] - n[6], n[1] - n[6], n[2] + n[6], n[3] + n[6]};
    double low = n[4] - 0.4;
    double edge = low + 0.5;
    slopes(pen, n, edge, 0.9, ridge);
    solid_walls(pen, N(o[0], o[1], o[2], o[3], low, edge));
    for (int side = 0; side < 4; side++) { /* straw ends that slope outwards and down */
        static const int at[5][2] = {{2, 1}, {2, 3}, {0, 3}, {0, 1}, {2, 1}};
        struct point ends[2][2];
        for (int k = 0; k < 2; k++) {
            const int *c = at[side + k];
            double x = o[c[0]];
            double y = o[c[1]];
            ends[k][0] = xyz(x, y, edge);
            ends[k][1] = xyz(x + (c[0] ? 0.62 : -0.62), y + (c[1] > 1 ? 0.62 : -0.62), low);
        }
        pen_quad(WITH(pen, FRINGE), ends[0][1], ends[1][1], ends[1][0], ends[0][0]);
    }
    ridge_cap(WITH(pen, HAY), ridge[0], ridge[1], 0.25, 1.3, 0.6);
}

/* ---- parts of buildings ---- */

void solid_plinth(struct pen pen, const double *n)
{
    solid_walls(pen, N(n[0], n[1], n[2], n[3], 0.6, n[4]));
    solid_box(WITH(pen, RUBBLE),
              N(n[0] - 0.15, n[1] - 0.15, n[2] + 0.15, n[3] + 0.15, -FOUNDATION_YD, 0.6));
}

void solid_house(struct pen pen, const double *n)
{
    solid_plinth(pen, n);
    solid_gable(pen_with(pen, pen.second, pen.material), n);
}

/* A box around an upright line; `half` its width. */
static void post(struct pen pen, double x, double y, double half, double z0, double z1)
{
    solid_box(pen, N(x - half, y - half, x + half, y + half, z0, z1));
}

void solid_chimney(struct pen pen, const double *n)
{
    post(pen, n[0], n[1], 0.55, n[2], n[3]);
    post(pen, n[0], n[1], 0.7, n[3] - 0.3, n[3] + 0.1);
    solid_sheet(WITH(pen, SOOT),
                N(n[0] - 0.35, n[1] - 0.35, n[0] + 0.35, n[1] + 0.35, n[3] + 0.13));
}

void solid_window(struct pen pen, const double *n)
{
    double x = n[0] + 0.04;
    double y = n[1];
    double z = n[2];
    pen_quad(pen, xyz(x, y - 0.6, z - 0.6), xyz(x, y + 0.6, z - 0.6), xyz(x, y + 0.6, z + 0.6),
             xyz(x, y - 0.6, z + 0.6));
    solid_box(WITH(pen, OAK), N(x - 0.1, y - 0.75, x + 0.25, y + 0.75, z - 0.75, z - 0.6));
}

void solid_door(struct pen pen, const double *n)
{
    solid_box(pen, N(n[0] - 0.1, n[1] - 0.7, n[0] + 0.12, n[1] + 0.7, n[2], n[2] + 2.2));
    solid_box(WITH(pen, FLAGSTONES),
              N(n[0], n[1] - 1.1, n[0] + 1.2, n[1] + 1.1, -FOUNDATION_YD, n[2]));
}

void solid_dormer(struct pen pen, const double *n)
{
    struct pen front = pen_at(pen, n[0], n[1], n[2], 0.0);
    solid_walls(WITH(front, STUCCO), N(-2.4, -0.9, 0.0, 0.9, -0.3, 1.3));
    solid_window(WITH(front, WINDOW), N(0.0, 0.0, 0.65));
    solid_gable(front, N(-2.9, -0.9, 0.0, 0.9, 1.3, 0.8, 0.25));
}

void solid_merlons(struct pen pen, const double *n)
{
    for (int side = 0; side < 4; side++) {
        int axis = side % 2;
        int count = (int)((n[axis + 2] - n[axis]) / 2.2);
        for (int k = 0; k <= count; k++) {
            double along = n[axis] + (n[axis + 2] - n[axis]) * k / count;
            double across = axis ? n[side == 1 ? 2 : 0] : n[side == 0 ? 1 : 3];
            post(pen, axis ? across : along, axis ? along : across, 0.5, n[4], n[4] + 1.1);
        }
    }
}

void solid_round_merlons(struct pen pen, const double *n)
{
    for (int k = 0; k < (int)n[0]; k++) {
        solid_box(pen_at(pen, 0.0, 0.0, 0.0, 360.0 * k / n[0]),
                  N(n[1] - 0.7, -0.55, n[1], 0.55, n[2], n[2] + 1.1));
    }
}

void solid_crate(struct pen pen, const double *n)
{
    post(pen, n[0], n[1], n[3] / 2.0, n[2] - 0.5, n[2] + n[3]);
}

void solid_barrel(struct pen pen, const double *n)
{
    solid_lathe(pen_at(pen, n[0], n[1], n[2], 0.0), N(8, 6, 0.42, 0.0, 0.42, 1.0, 0.0, 1.0));
}

/* ---- what is not drawn ---- */

void solid_light(struct pen pen, const double *n)
{
    struct point at = placed(pen, xyz(n[0], n[1], n[2]));
    const struct model_light light = {{at.x, at.y, at.z}, {n[3], n[4], n[5]}, n[6]};
    model_add_light(pen.model, &light);
}

void solid_pool(struct pen pen, const double *n)
{
    pen.model->groups[pen.model->group_count - 1].pool = (struct model_pool){
        .x = n[0], .y = n[1], .z = n[2], .columns = (int)n[3], .rows = (int)n[4]};
}

void solid_doodad(struct pen pen, const double *n)
{
    struct point at = placed(pen, xyz(n[2], n[3], n[4]));
    const struct model_doodad doodad = {.doodad = (int)n[0],
                                        .set = (int)n[1],
                                        .group = pen.model->group_count - 1,
                                        .position = {(float)at.x, (float)at.y, (float)at.z},
                                        .rotation_deg = n[5]};
    model_add_doodad(pen.model, &doodad);
}
