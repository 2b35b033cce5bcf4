/*
 * The map "Hall": a dungeon of rooms and corridors at different heights, on two floors. Both are
 * rectangles in a table. Their walls are open where another rectangle of the same height touches
 * them, so that corridors end in doors. x runs south, y east; the middle is that of the map.
 */
#include "base/size.h"
#include "demo/models/building.h"

#define WALL_YD 5.0
#define HIGH_YD 16.0
#define CELLAR_YD (-30.0) /* the floors of the cellar lie below it, all others above */

enum { ROOMS = 17, CISTERN = 4 };

/* What most floors are, and by what a chamber is lit. */
#define STONE WALL_FLAGSTONES
enum { TORCH, MOON };

/* Rooms come first. A corridor falls from z0 at its low end to z1, along its longer side. */
static const struct chamber {
    const char *name;
    double plan[4]; /* x0, y0, x1, y1 */
    double z0, z1;
    enum wall_material floor, wall, roofing;
    int light;
} chambers[] = {
    {"GreatHall", {-84, -64, 84, 64}, 0, 0, STONE, WALL_DRESSED, WALL_SLATE, TORCH},
    {"ThroneRoom", {-310, -76, -190, 76}, 8, 8, WALL_MARBLE, WALL_DRESSED, WALL_COPPER, TORCH},
    {"Gatehouse", {320, -60, 430, 60}, 0, 0, WALL_COBBLES, WALL_DRESSED, WALL_TILES_RED, TORCH},
    {"Library", {-50, 210, 80, 320}, 8, 8, WALL_PLANKS, WALL_STUCCO, WALL_TILES_BROWN, TORCH},
    {"Cistern", {-76, -352, 84, -200}, -12, -12, STONE, WALL_RUBBLE, WALL_SLATE, MOON},
    {"Crypt", {-330, 210, -200, 350}, -12, -12, WALL_EARTH, WALL_RUBBLE, WALL_COPPER, MOON},
    {"Barracks", {-330, -350, -200, -220}, 0, 0, WALL_PLANKS, WALL_RUBBLE, WALL_TILES_BROWN, TORCH},
    {"Treasury", {200, 210, 320, 330}, -6, -6, STONE, WALL_DRESSED, WALL_TILES_RED, TORCH},
    {"Forge", {200, -350, 330, -220}, 0, 0, WALL_COBBLES, WALL_RUBBLE, WALL_SLATE, TORCH},
    {"Observatory", {-450, -48, -360, 48}, 16, 16, WALL_CARPET, WALL_MARBLE, WALL_COPPER, MOON},
    {"Garden", {-60, 370, 90, 460}, 8, 8, WALL_EARTH, WALL_RUBBLE, WALL_THATCH, MOON},
    {"Chapel", {-60, -460, 70, -396}, -12, -12, WALL_CARPET, WALL_MARBLE, WALL_COPPER, MOON},
    {"WestCells", {390, -330, 440, -200}, 0, 0, WALL_RUBBLE, WALL_RUBBLE, WALL_SLATE, MOON},
    {"EastCells", {380, 190, 430, 320}, -6, -6, WALL_RUBBLE, WALL_RUBBLE, WALL_SLATE, MOON},
    {"Undercroft", {-76, -64, 76, 56}, -40, -40, WALL_COBBLES, WALL_RUBBLE, WALL_SLATE, TORCH},
    {"Ossuary", {-280, -50, -150, 50}, -40, -40, WALL_EARTH, WALL_RUBBLE, WALL_SLATE, MOON},
    {"Vault", {150, -50, 250, 50}, -40, -40, WALL_MARBLE, WALL_DRESSED, WALL_SLATE, TORCH},
    {"Corridors", {-190, -14, -84, 14}, 8, 0, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {84, -18, 320, 18}, 0, 0, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {-12, 64, 12, 210}, 0, 8, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {-12, -200, 12, -64}, -12, 0, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {"EastPassages", {-262, 76, -238, 210}, 8, -12, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {-262, -220, -238, -76}, 0, 8, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {-200, 252, -50, 276}, -12, 8, WALL_EARTH, WALL_RUBBLE, WALL_SLATE, TORCH},
    {"WestPassages", {-200, -296, -76, -272}, 0, -12, WALL_EARTH, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {80, 252, 200, 276}, 8, -6, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {84, -296, 200, -272}, -12, 0, WALL_EARTH, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {248, 18, 272, 210}, 0, -6, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {248, -220, 272, -18}, 0, 0, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {-360, -10, -310, 10}, 16, 8, WALL_CARPET, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {-10, 320, 14, 370}, 8, 8, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {-10, -396, 14, -352}, -12, -12, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {330, -296, 390, -276}, 0, 0, WALL_EARTH, WALL_RUBBLE, WALL_SLATE, TORCH},
    {NULL, {320, 250, 380, 270}, -6, -6, WALL_EARTH, WALL_RUBBLE, WALL_SLATE, TORCH},
    {"CellarStairs", {38, -200, 62, -64}, -12, -40, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
    {"CellarPassages", {-150, -10, -76, 10}, -40, -40, WALL_EARTH, WALL_RUBBLE, WALL_SLATE, MOON},
    {NULL, {76, -12, 150, 12}, -40, -40, STONE, WALL_RUBBLE, WALL_SLATE, TORCH},
};

/* What stands in rooms: `along` times `across` equal things, evenly spaced over a rectangle. */
static const struct furniture {
    enum { BLOCK, COLUMN, SPIKE } shape;
    int room;
    enum wall_material material;
    double over[4]; /* shares of the room, -1..1 */
    int along, across;
    double half_x, half_y, high;
} furniture[] = {
    {COLUMN, 0, WALL_MARBLE, {-0.8, -0.62, 0.8, 0.62}, 7, 2, 4.5, 4.5, 15},
    {BLOCK, 0, WALL_CARPET, {0, 0, 0, 0}, 1, 1, 83, 9, 0.2},
    {BLOCK, 0, WALL_CARPET, {0, 0, 0, 0}, 1, 1, 9, 63, 0.3},
    {COLUMN, 1, WALL_MARBLE, {-0.7, -0.7, 0.75, 0.7}, 5, 2, 4, 4, 15},
    {BLOCK, 1, WALL_CARPET, {0.2, 0, 0.2, 0}, 1, 1, 48, 8, 0.2},
    {BLOCK, 1, WALL_DRESSED, {-0.75, 0, -0.75, 0}, 1, 1, 13, 26, 2},
    {BLOCK, 1, WALL_DRESSED, {-0.8, 0, -0.8, 0}, 1, 1, 8, 18, 4},
    {BLOCK, 1, WALL_LAMP, {-0.84, 0, -0.84, 0}, 1, 1, 3, 4, 8},
    {COLUMN, 2, WALL_DRESSED, {-0.6, -0.6, 0.6, 0.6}, 3, 2, 5, 5, 12},
    {BLOCK, 3, WALL_OAK, {-0.84, -0.6, 0.84, 0.6}, 7, 2, 2.5, 17, 7},
    {BLOCK, 3, WALL_CARPET, {0, 0, 0, 0}, 1, 1, 60, 7, 0.2},
    {COLUMN, 4, WALL_DRESSED, {-0.84, -0.84, 0.84, 0.84}, 5, 5, 4, 4, 14},
    {BLOCK, 5, WALL_MARBLE, {-0.7, -0.55, 0.7, 0.55}, 5, 3, 5, 11, 3},
    {BLOCK, 5, WALL_DRESSED, {-0.7, -0.55, 0.7, 0.55}, 5, 3, 4, 9, 4},
    {SPIKE, 5, WALL_CRYSTAL, {-0.9, -0.9, 0.9, 0.9}, 2, 2, 6, 6, 9},
    {BLOCK, 6, WALL_LINEN, {-0.8, -0.8, 0.8, 0.8}, 6, 2, 4, 9, 2},
    {BLOCK, 6, WALL_OAK, {-0.6, 0, 0.6, 0}, 3, 1, 12, 6, 3},
    {BLOCK, 7, WALL_OAK, {-0.7, -0.7, 0.7, 0.7}, 4, 4, 6, 5, 3},
    {BLOCK, 7, WALL_LAMP, {-0.7, -0.7, 0.7, 0.7}, 4, 4, 4.5, 3.5, 3.4},
    {BLOCK, 8, WALL_IRON, {-0.5, -0.6, 0.5, 0.6}, 2, 3, 7, 5, 3},
    {BLOCK, 8, WALL_SOOT, {-0.85, 0, -0.85, 0}, 1, 1, 8, 40, 6},
    {BLOCK, 8, WALL_LAMP, {-0.85, -0.5, -0.85, 0.5}, 1, 3, 5, 8, 6.4},
    {SPIKE, 9, WALL_CRYSTAL, {0, 0, 0, 0}, 1, 1, 14, 14, 14},
    {COLUMN, 9, WALL_MARBLE, {-0.7, -0.7, 0.7, 0.7}, 2, 2, 4, 4, 12},
    {SPIKE, 10, WALL_HAY, {-0.8, -0.75, 0.8, 0.75}, 6, 4, 6, 6, 7},
    {BLOCK, 11, WALL_OAK, {-0.5, -0.6, 0.6, 0.6}, 6, 2, 3, 12, 2},
    {BLOCK, 11, WALL_LAMP, {-0.85, 0, -0.85, 0}, 1, 1, 4, 12, 4},
    {BLOCK, 12, WALL_DRESSED, {0, -0.66, 0, 0.66}, 1, 5, 20, 1.5, 10},
    {BLOCK, 13, WALL_DRESSED, {0, -0.66, 0, 0.66}, 1, 5, 20, 1.5, 10},
    {COLUMN, 14, WALL_DRESSED, {-0.75, -0.7, 0.75, 0.7}, 5, 3, 4, 4, 14},
    {BLOCK, 14, WALL_OAK, {-0.4, -0.35, 0.4, 0.35}, 4, 2, 6, 5, 5},
    {BLOCK, 15, WALL_MARBLE, {-0.75, -0.6, 0.75, 0.6}, 6, 2, 3, 9, 3},
    {SPIKE, 15, WALL_CRYSTAL, {0, 0, 0, 0}, 1, 1, 8, 8, 10},
    {BLOCK, 16, WALL_CARPET, {0, 0, 0, 0}, 1, 1, 40, 8, 0.2},
    {BLOCK, 16, WALL_LAMP, {0.7, -0.5, 0.7, 0.5}, 1, 3, 4, 6, 4},
    {COLUMN, 18, WALL_DRESSED, {-0.9, -0.7, 0.9, 0.7}, 9, 2, 2.5, 2.5, 12},
};

/* How high the floor of a chamber, or what it would go on as, is at (x, y). */
static double floor_at(const struct chamber *at, double x, double y)
{
    const double *p = at->plan;
    double share =
        p[2] - p[0] > p[3] - p[1] ? (x - p[0]) / (p[2] - p[0]) : (y - p[1]) / (p[3] - p[1]);
    return at->z0 + (at->z1 - at->z0) * share;
}

/* Whether another chamber lies at (x, y), at about the same height. */
static bool is_open(const struct chamber *own, double x, double y)
{
    bool open = false;
    for (const struct chamber *at = chambers; at < chambers + COUNT_OF(chambers); at++) {
        const double *p = at->plan;
        double apart = floor_at(at, x, y) - floor_at(own, x, y);
        open = open || (at != own && x > p[0] && x < p[2] && y > p[1] && y < p[3] &&
                        apart > -HIGH_YD && apart < HIGH_YD);
    }
    return open;
}

/* Whether a chamber lies below others, and so has no roof. */
static bool is_cellar(const struct chamber *at)
{
    return at->z0 < CELLAR_YD || at->z1 < CELLAR_YD;
}

/* The walls along one side, in pieces between openings. A side along `axis` 1 has corners. */
static void wall_side(struct pen pen, const struct chamber *own, int axis, bool far, double z0,
                      double z1)
{
    const double *p = own->plan;
    double corner = axis ? WALL_YD : 0.0;
    double inner = p[1 - axis + (far ? 2 : 0)];
    double low = far ? inner : inner - WALL_YD;
    double from = p[axis] - corner;
    double to = p[axis + 2] + corner;
    double begin = from;
    bool built = false;
    for (int step = 0; from + step <= to; step++) {
        double at = from + step;
        double x = axis ? low + 0.5 * WALL_YD : at + 0.5;
        double y = axis ? at + 0.5 : low + 0.5 * WALL_YD;
        bool wall = at < to && !is_open(own, x, y);
        if (wall && !built) {
            begin = at;
        } else if (!wall && built) {
            solid_box(pen, axis ? N(low, begin, low + WALL_YD, at, z0, z1)
                                : N(begin, low, at, low + WALL_YD, z0, z1));
        }
        built = wall;
    }
}

static void chamber(struct pen pen, const struct chamber *at)
{
    static const double lights[2][3] = {{0.86, 0.66, 0.42}, {0.44, 0.62, 0.80}};
    const double *p = at->plan;
    bool is_room = at < chambers + ROOMS;
    double low = at->z0 < at->z1 ? at->z0 : at->z1;
    double top = at->z0 + at->z1 - low + HIGH_YD;
    struct pen floor = pen_with(pen, at->floor, at->floor);
    struct pen wall = pen_with(pen, at->wall, at->wall);
    int axis = p[2] - p[0] > p[3] - p[1] ? 0 : 1;
    double length = p[axis + 2] - p[axis];
    int steps = at->z0 == at->z1 ? 0 : (int)(length / 6.0);
    if (steps == 0) {
        solid_sheet(floor, N(p[0], p[1], p[2], p[3], low));
    }
    for (int k = 0; k < steps; k++) {
        double a = p[axis] + length * k / steps;
        double b = p[axis] + length * (k + 1) / steps;
        double z = at->z0 + (at->z1 - at->z0) * (k + 0.5) / steps;
        solid_box(floor, axis ? N(p[0], a, p[2], b, z - 1.5, z) : N(a, p[1], b, p[3], z - 1.5, z));
    }
    for (int side = 0; side < 4; side++) {
        wall_side(wall, at, side < 2, side % 2, low - 1.0, top);
    }
    solid_quad(wall, N(p[0], p[1], top, p[0], p[3], top, p[2], p[3], top, p[2], p[1], top));
    int along = (int)(length / 70.0) + 1;
    int rows = is_room ? 2 : axis ? 1 : along;
    int columns = is_room ? 2 : axis ? along : 1;
    for (int k = 0; k < rows * columns; k++) {
        const double *rgb = lights[at->light];
        solid_light(pen, N(p[0] + (p[2] - p[0]) * (0.5 + k % rows) / rows,
                           p[1] + (p[3] - p[1]) * (0.5 + (double)(k / rows)) / columns, top - 4.0,
                           rgb[0], rgb[1], rgb[2], is_room ? 82.0 : 60.0));
    }
}

static void furnish(struct pen pen, const struct furniture *row)
{
    const double *p = chambers[row->room].plan;
    for (int k = 0; k < row->along * row->across; k++) {
        double s = row->along > 1 ? (double)(k / row->across) / (row->along - 1) : 0.0;
        double t = row->across > 1 ? (double)(k % row->across) / (row->across - 1) : 0.0;
        double u = row->over[0] + (row->over[2] - row->over[0]) * s;
        double v = row->over[1] + (row->over[3] - row->over[1]) * t;
        struct pen at =
            pen_at(pen, 0.5 * (p[0] + p[2]) + u * 0.5 * (p[2] - p[0]),
                   0.5 * (p[1] + p[3]) + v * 0.5 * (p[3] - p[1]), chambers[row->room].z0, 0.0);
        double x = row->half_x;
        double y = row->half_y;
        if (row->shape == BLOCK) {
            solid_box(at, N(-x, -y, x, y, 0.0, row->high));
        } else if (row->shape == SPIKE) {
            solid_lathe(at, N(7, 4, x, 0.0, 0.0, row->high));
        } else {
            solid_box(at, N(-x - 1.2, -y - 1.2, x + 1.2, y + 1.2, 0.0, 1.5));
            solid_lathe(at, N(12, 6, x, 1.5, 0.85 * x, row->high, 0.0, row->high));
        }
    }
}

/* The cistern's pool. A ledge of stone takes its first cells: the water lies to one side, and its
 * shape is another if it is mirrored or turned. */
static void cistern_pool(struct pen pen)
{
    struct model_pool pool = {.x = -60.0, .y = -338.0, .z = -9.6, .columns = 30, .rows = 28};
    for (int cell = 0; cell < 64; cell++) {
        double x = pool.x + MODEL_POOL_CELL_YD * (cell % pool.columns);
        double y = pool.y + MODEL_POOL_CELL_YD * (cell / pool.columns);
        if (cell < 30 || (cell >= 40 && cell < 60)) {
            pool.dry |= UINT64_C(1) << cell;
            solid_box(WITH(pen, DRESSED),
                      N(x, y, x + MODEL_POOL_CELL_YD, y + MODEL_POOL_CELL_YD, -12.0, -9.0));
        }
    }
    pen.model->groups[pen.model->group_count - 1].pool = pool;
}

static void halls(struct pen pen, const double *n)
{
    (void)n;
    pen.cell_yd = 8.0;
    for (const struct chamber *at = chambers; at < chambers + COUNT_OF(chambers); at++) {
        const double *p = at->plan;
        double out = WALL_YD + 0.5;
        double narrow = 2.0 * out + (p[2] - p[0] < p[3] - p[1] ? p[2] - p[0] : p[3] - p[1]);
        double low = at->z0 < at->z1 ? at->z0 : at->z1;
        double top = at->z0 + at->z1 - low + HIGH_YD + 1.0;
        if (is_cellar(at)) {
            continue;
        }
        const double *o = N(p[0] - out, p[1] - out, p[2] + out, p[3] + out, top, narrow * 0.3, 2.0);
        solid_walls(pen, N(o[0], o[1], o[2], o[3], low - 4.0, top));
        solid_hip(pen_with(pen, at->roofing, at->roofing), o);
    }
    for (int k = 0; k < (int)COUNT_OF(chambers); k++) {
        if (chambers[k].name) {
            model_begin_group(pen.model, chambers[k].name, GROUP_INSIDE);
        }
        chamber(pen, &chambers[k]);
        for (size_t f = 0; f < COUNT_OF(furniture); f++) {
            if (furniture[f].room == k) {
                furnish(pen_with(pen, furniture[f].material, furniture[f].material), &furniture[f]);
            }
        }
        if (k == CISTERN) {
            cistern_pool(pen);
        }
    }
}

MODEL(dungeon, OUTSIDE("Roofs"), SOLID(halls, DRESSED, STUCCO, 0));
