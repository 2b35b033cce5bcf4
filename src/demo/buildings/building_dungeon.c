/*
 * The map "Hall": a dungeon of rooms and corridors at different heights. Both are rectangles in a
 * table. Their walls are open where another rectangle touches them, so that corridors end in doors.
 * x runs south, y east; the middle is that of the map.
 */
#include "base/size.h"
#include "demo/buildings/building.h"
#include "demo/buildings/building_parts.h"

#define WALL_YD 5.0
#define HIGH_YD 16.0

enum { ROOMS = 14 };

/* What most floors are, and by what a chamber is lit. */
#define STONE WALL_FLAGSTONES
enum { TORCH, MOON };

/* Rooms come first. A corridor falls from z0 at its low end to z1, along its longer side. */
static const struct chamber {
    const char *name;
    struct plan plan;
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
};

/* What stands in rooms: `along` times `across` equal things, evenly spaced over a rectangle. */
static const struct furniture {
    enum { BOX, COLUMN, SPIKE } shape;
    int room;
    enum wall_material material;
    struct plan over; /* shares of the room, -1..1 */
    int along, across;
    double half_x, half_y, high;
} furniture[] = {
    {COLUMN, 0, WALL_MARBLE, {-0.8, -0.62, 0.8, 0.62}, 7, 2, 4.5, 4.5, 15},
    {BOX, 0, WALL_CARPET, {0, 0, 0, 0}, 1, 1, 83, 9, 0.2},
    {BOX, 0, WALL_CARPET, {0, 0, 0, 0}, 1, 1, 9, 63, 0.3},
    {COLUMN, 1, WALL_MARBLE, {-0.7, -0.7, 0.75, 0.7}, 5, 2, 4, 4, 15},
    {BOX, 1, WALL_CARPET, {0.2, 0, 0.2, 0}, 1, 1, 48, 8, 0.2},
    {BOX, 1, WALL_DRESSED, {-0.75, 0, -0.75, 0}, 1, 1, 13, 26, 2},
    {BOX, 1, WALL_DRESSED, {-0.8, 0, -0.8, 0}, 1, 1, 8, 18, 4},
    {BOX, 1, WALL_LAMP, {-0.84, 0, -0.84, 0}, 1, 1, 3, 4, 8},
    {COLUMN, 2, WALL_DRESSED, {-0.6, -0.6, 0.6, 0.6}, 3, 2, 5, 5, 12},
    {BOX, 3, WALL_OAK, {-0.84, -0.6, 0.84, 0.6}, 7, 2, 2.5, 17, 7},
    {BOX, 3, WALL_CARPET, {0, 0, 0, 0}, 1, 1, 60, 7, 0.2},
    {COLUMN, 4, WALL_DRESSED, {-0.84, -0.84, 0.84, 0.84}, 5, 5, 4, 4, 14},
    {BOX, 5, WALL_MARBLE, {-0.7, -0.55, 0.7, 0.55}, 5, 3, 5, 11, 3},
    {BOX, 5, WALL_DRESSED, {-0.7, -0.55, 0.7, 0.55}, 5, 3, 4, 9, 4},
    {SPIKE, 5, WALL_CRYSTAL, {-0.9, -0.9, 0.9, 0.9}, 2, 2, 6, 6, 9},
    {BOX, 6, WALL_LINEN, {-0.8, -0.8, 0.8, 0.8}, 6, 2, 4, 9, 2},
    {BOX, 6, WALL_OAK, {-0.6, 0, 0.6, 0}, 3, 1, 12, 6, 3},
    {BOX, 7, WALL_OAK, {-0.7, -0.7, 0.7, 0.7}, 4, 4, 6, 5, 3},
    {BOX, 7, WALL_LAMP, {-0.7, -0.7, 0.7, 0.7}, 4, 4, 4.5, 3.5, 3.4},
    {BOX, 8, WALL_IRON, {-0.5, -0.6, 0.5, 0.6}, 2, 3, 7, 5, 3},
    {BOX, 8, WALL_SOOT, {-0.85, 0, -0.85, 0}, 1, 1, 8, 40, 6},
    {BOX, 8, WALL_LAMP, {-0.85, -0.5, -0.85, 0.5}, 1, 3, 5, 8, 6.4},
    {SPIKE, 9, WALL_CRYSTAL, {0, 0, 0, 0}, 1, 1, 14, 14, 14},
    {COLUMN, 9, WALL_MARBLE, {-0.7, -0.7, 0.7, 0.7}, 2, 2, 4, 4, 12},
    {SPIKE, 10, WALL_HAY, {-0.8, -0.75, 0.8, 0.75}, 6, 4, 6, 6, 7},
    {BOX, 11, WALL_OAK, {-0.5, -0.6, 0.6, 0.6}, 6, 2, 3, 12, 2},
    {BOX, 11, WALL_LAMP, {-0.85, 0, -0.85, 0}, 1, 1, 4, 12, 4},
    {BOX, 12, WALL_DRESSED, {0, -0.66, 0, 0.66}, 1, 5, 20, 1.5, 10},
    {BOX, 13, WALL_DRESSED, {0, -0.66, 0, 0.66}, 1, 5, 20, 1.5, 10},
    {COLUMN, 15, WALL_DRESSED, {-0.9, -0.7, 0.9, 0.7}, 9, 2, 2.5, 2.5, 12},
};

static double middle_of(double a, double b)
{
    return 0.5 * (a + b);
}

/* Whether another chamber lies at (x, y). */
static bool is_open(size_t own, double x, double y)
{
    for (size_t k = 0; k < COUNT_OF(chambers); k++) {
        struct plan p = chambers[k].plan;
        if (k != own && x > p.x0 && x < p.x1 && y > p.y0 && y < p.y1) {
            return true;
        }
    }
    return false;
}

/* The walls along one side, in pieces between openings. `along_y` tells the side's direction; `out`
 * is its outer edge, WALL_YD away from the room. */
static void side(struct pen pen, size_t own, bool along_y, double in, double out, double z0,
                 double z1)
{
    struct plan p = chambers[own].plan;
    double from = (along_y ? p.y0 : p.x0) - (along_y ? WALL_YD : 0.0);
    double to = (along_y ? p.y1 : p.x1) + (along_y ? WALL_YD : 0.0);
    double probe = middle_of(in, out);
    double begin = from;
    bool built = false;
    for (int step = 0; from + step <= to; step++) {
        double at = from + step;
        bool wall =
            at < to && !(along_y ? is_open(own, probe, at + 0.5) : is_open(own, at + 0.5, probe));
        if (wall && !built) {
            begin = at;
        } else if (!wall && built) {
            double low = in < out ? in : out;
            double high = in < out ? out : in;
            pen_box(pen, along_y ? plan_of(low, begin, high, at) : plan_of(begin, low, at, high),
                    z0, z1);
        }
        built = wall;
    }
}

static void chamber(struct pen pen, size_t own)
{
    static const double torch[3] = {0.86, 0.66, 0.42};
    static const double pale[3] = {0.44, 0.62, 0.80};
    const struct chamber *at = &chambers[own];
    struct plan p = at->plan;
    double low = at->z0 < at->z1 ? at->z0 : at->z1;
    double top = (at->z0 < at->z1 ? at->z1 : at->z0) + HIGH_YD;
    struct pen floor = pen_with(pen, at->floor);
    struct pen wall = pen_with(pen, at->wall);
    bool along_x = p.x1 - p.x0 > p.y1 - p.y0;
    double length = along_x ? p.x1 - p.x0 : p.y1 - p.y0;
    int steps = at->z0 == at->z1 ? 0 : (int)(length / 6.0);
    if (steps == 0) {
        pen_floor(floor, p, low);
    }
    for (int k = 0; k < steps; k++) {
        double a = length * k / steps;
        double b = length * (k + 1) / steps;
        double z = at->z0 + (at->z1 - at->z0) * (k + 0.5) / steps;
        pen_box(floor,
                along_x ? plan_of(p.x0 + a, p.y0, p.x0 + b, p.y1)
                        : plan_of(p.x0, p.y0 + a, p.x1, p.y0 + b),
                z - 1.5, z);
    }
    side(wall, own, true, p.x0, p.x0 - WALL_YD, low - 1.0, top);
    side(wall, own, true, p.x1, p.x1 + WALL_YD, low - 1.0, top);
    side(wall, own, false, p.y0, p.y0 - WALL_YD, low - 1.0, top);
    side(wall, own, false, p.y1, p.y1 + WALL_YD, low - 1.0, top);
    pen_quad(wall, xyz(p.x0, p.y0, top), xyz(p.x0, p.y1, top), xyz(p.x1, p.y1, top),
             xyz(p.x1, p.y0, top));
    int rows = own < ROOMS ? 2 : along_x ? (int)(length / 70.0) + 1 : 1;
    int columns = own < ROOMS ? 2 : along_x ? 1 : (int)(length / 70.0) + 1;
    for (int k = 0; k < rows * columns; k++) {
        double x = p.x0 + (p.x1 - p.x0) * (0.5 + k % rows) / rows;
        double y = p.y0 + (p.y1 - p.y0) * (0.5 + (double)(k / rows)) / columns;
        pen_light(pen, xyz(x, y, top - 4.0), at->light == MOON ? pale : torch,
                  own < ROOMS ? 82.0 : 60.0);
    }
}

static void furnish(struct pen pen, int room)
{
    struct plan p = chambers[room].plan;
    double x = middle_of(p.x0, p.x1);
    double y = middle_of(p.y0, p.y1);
    for (size_t f = 0; f < COUNT_OF(furniture); f++) {
        const struct furniture *row = &furniture[f];
        for (int k = 0; row->room == room && k < row->along * row->across; k++) {
            double s = row->along > 1 ? (double)(k / row->across) / (row->along - 1) : 0.0;
            double t = row->across > 1 ? (double)(k % row->across) / (row->across - 1) : 0.0;
            double u = row->over.x0 + (row->over.x1 - row->over.x0) * s;
            double v = row->over.y0 + (row->over.y1 - row->over.y0) * t;
            struct pen at = pen_moved(pen_with(pen, row->material), x + u * 0.5 * (p.x1 - p.x0),
                                      y + v * 0.5 * (p.y1 - p.y0), chambers[room].z0);
            struct plan plan = plan_of(-row->half_x, -row->half_y, row->half_x, row->half_y);
            if (row->shape == BOX) {
                pen_box(at, plan, 0.0, row->high);
            } else if (row->shape == SPIKE) {
                pen_cone(at, 7, row->half_x, 0.0, 0.0, row->high);
            } else {
                pen_box(at, plan_grown(plan, 1.2), 0.0, 1.5);
                pen_cone(at, 12, row->half_x, 1.5, 0.85 * row->half_x, row->high);
                pen_disc(at, 12, 0.85 * row->half_x, row->high);
            }
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
            pen_solid(pen, WALL_DRESSED, x, y, x + MODEL_POOL_CELL_YD, y + MODEL_POOL_CELL_YD,
                      -12.0, -9.0);
        }
    }
    pen.model->groups[pen.model->group_count - 1].pool = pool;
}

void build_dungeon(struct pen pen)
{
    pen.cell_yd = 8.0;
    model_begin_group(pen.model, "Roofs", GROUP_OUTSIDE);
    for (size_t k = 0; k < COUNT_OF(chambers); k++) {
        const struct chamber *at = &chambers[k];
        struct plan outer = plan_grown(at->plan, WALL_YD + 0.5);
        double top = (at->z0 < at->z1 ? at->z1 : at->z0) + HIGH_YD + 1.0;
        double narrow =
            outer.x1 - outer.x0 < outer.y1 - outer.y0 ? outer.x1 - outer.x0 : outer.y1 - outer.y0;
        pen_walls(pen_with(pen, WALL_DRESSED), outer, (at->z0 < at->z1 ? at->z0 : at->z1) - 4.0,
                  top);
        part_hip_roof(pen_with(pen, at->roofing), outer, top, narrow * 0.3, 2.0);
    }
    for (size_t k = 0; k < COUNT_OF(chambers); k++) {
        if (chambers[k].name) {
            part_begin_inside(pen, chambers[k].name);
        }
        chamber(pen, k);
        furnish(pen, (int)k);
        if (k == 4) {
            cistern_pool(pen);
        }
    }
}
