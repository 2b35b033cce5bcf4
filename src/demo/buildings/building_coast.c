/* Bridges, the lighthouse, the harbour and ships. z = 0 of everything in water is the water's
 * surface. */
#include "demo/buildings/building.h"
#include "demo/buildings/building_parts.h"

/* Height of a bridge's deck above its ends, `t` from -1 to 1 along it. */
static double hump(double t, double rise)
{
    return rise * (1.0 - t * t);
}

/* Deck and parapets of an arched bridge along x; its ends, at x = -half and half, lie at z = 0. */
static void bridge_deck(struct pen pen, double half, double rise, double wide)
{
    enum { PARTS = 10 };
    for (int k = -1; k <= PARTS; k++) {
        double t[2] = {2.0 * k / PARTS - 1.0, 2.0 * (k + 1) / PARTS - 1.0};
        struct point a = {t[0] * half, 0.0, hump(t[0], rise)};
        struct point b = {t[1] * half, 0.0, hump(t[1], rise)};
        pen_beam(pen_with(pen, WALL_COBBLES), a, b, wide, 1.0);
        for (int side = -1; side <= 1; side += 2) {
            double y = side * (wide / 2.0 + 0.25);
            pen_beam(pen_with(pen, WALL_DRESSED), xyz(a.x, y, a.z + 0.95), xyz(b.x, y, b.z + 0.95),
                     0.5, 3.0);
        }
    }
}

void build_bridge(struct pen pen)
{
    static const double halves[3] = {13.0, 18.0, 24.0};
    double half = halves[pen.variant];
    double rise = 0.13 * half;
    const double wide = 6.4;
    model_begin_group(pen.model, "Bridge", GROUP_OUTSIDE);
    bridge_deck(pen, half, rise, wide);
    int piers = pen.variant + 1;
    for (int k = 0; k < piers; k++) {
        double x = (k - (piers - 1) / 2.0) * 9.0;
        double top = hump(x / half, rise) - 0.5;
        struct pen pier = pen_moved(pen_with(pen, WALL_DRESSED), x, 0.0, 0.0);
        pen_box(pier, plan_of(-1.0, -wide / 2.0, 1.0, wide / 2.0), -9.0, top);
        for (int side = -1; side <= 1; side += 2) {
            struct pen nose = pen_moved(pier, 0.0, side * (wide / 2.0 + 0.5), 0.0);
            pen_cone(nose, 6, 1.4, -9.0, 1.4, top);
            pen_cone(nose, 6, 1.4, top, 0.3, top + 1.2);
        }
    }
    for (int k = 0; k < 4; k++) {
        double x = (k & 1 ? 1.0 : -1.0) * half;
        double y = (k & 2 ? 1.0 : -1.0) * (wide / 2.0 + 0.25);
        pen_solid(pen, WALL_DRESSED, x - 0.6, y - 0.6, x + 0.6, y + 0.6, -4.0, 1.7);
    }
}

void build_footbridge(struct pen pen)
{
    const double half = 11.0;
    model_begin_group(pen.model, "Footbridge", GROUP_OUTSIDE);
    for (int k = -5; k < 5; k++) {
        struct point a = {half * k / 5.0, 0.0, hump(k / 5.0, 1.6)};
        struct point b = {half * (k + 1) / 5.0, 0.0, hump((k + 1) / 5.0, 1.6)};
        pen_beam(pen_with(pen, WALL_PLANKS), a, b, 3.6, 0.3);
        for (int side = -1; side <= 1; side += 2) {
            double y = side * 1.8;
            pen_solid(pen, WALL_OAK, a.x - 0.15, y - 0.15, a.x + 0.15, y + 0.15, -5.0, a.z + 1.1);
            pen_beam(pen_with(pen, WALL_OAK), xyz(a.x, y, a.z + 1.0), xyz(b.x, y, b.z + 1.0), 0.16,
                     0.16);
        }
    }
}

/* The lantern: a lamp, panes that lean inwards, a copper cap. */
static void lantern_room(struct pen pen)
{
    static const double beam[3] = {0.6, 0.54, 0.4};
    pen_cone(pen_with(pen, WALL_IRON), 16, 4.9, -0.5, 4.9, 0.0);
    pen_ring(pen_with(pen, WALL_IRON), 16, 3.0, 4.9, 0.0);
    for (int k = 0; k < 16; k++) {
        struct pen out = pen_rotated(pen_with(pen, WALL_IRON), 22.5 * k);
        pen_box(out, plan_of(4.7, -0.06, 4.82, 0.06), 0.0, 1.1);
        pen_beam(out, xyz(4.7, -0.98, 1.1), xyz(4.7, 0.98, 1.1), 0.1, 0.1);
    }
    pen_disc(pen_with(pen, WALL_LAMP), 16, 3.0, 0.05);
    pen_cone(pen_with(pen, WALL_LAMP), 12, 1.3, 0.0, 1.0, 2.4);
    pen_disc(pen_with(pen, WALL_LAMP), 12, 1.0, 2.4);
    pen_cone(pen_with(pen, WALL_GLASS), 12, 3.0, 0.1, 1.9, 3.0);
    pen_cone(pen_with(pen, WALL_COPPER), 12, 2.0, 3.0, 1.2, 4.2);
    pen_cone(pen_with(pen, WALL_COPPER), 12, 1.2, 4.2, 0.0, 4.8);
    pen_solid(pen, WALL_COPPER, -0.1, -0.1, 0.1, 0.1, 4.5, 6.2);
    pen_light(pen, xyz(0.0, 0.0, 1.0), beam, 14.0);
}

void build_lighthouse(struct pen pen)
{
    static const double candle[3] = {0.46, 0.38, 0.26};
    enum { BANDS = 6 };
    model_begin_group(pen.model, "LighthouseTower", GROUP_OUTSIDE);
    pen_cone(pen_with(pen, WALL_RUBBLE), 16, 11.5, -6.0, 10.0, 1.2);
    pen_disc(pen_with(pen, WALL_FLAGSTONES), 16, 10.0, 1.2);
    for (int band = 0; band < BANDS; band++) {
        double z[2] = {1.2 + 4.2 * band, 1.2 + 4.2 * (band + 1)};
        double r[2] = {6.4 - 0.5 * band, 6.4 - 0.5 * (band + 1)};
        pen_cone(pen_with(pen, band % 2 ? WALL_RED_PAINT : WALL_WHITEWASH), 16, r[0], z[0], r[1],
                 z[1]);
        part_window(pen_rotated(pen, 60.0 * band), r[0] - 0.2, 0.0, z[0] + 2.0);
    }
    part_door(pen, 6.3, 0.0, 1.2);
    lantern_room(pen_moved(pen, 0.0, 0.0, 1.2 + 4.2 * BANDS));
    model_begin_group(pen.model, "LighthouseCottage", GROUP_OUTSIDE);
    struct pen side = pen_moved(pen, -2.0, 14.5, 0.0);
    struct plan plan = plan_of(-3.4, -4.6, 3.4, 4.6);
    part_walls(pen_with(side, WALL_WHITEWASH), plan, 3.2);
    part_gable_roof(pen_with(side, WALL_SLATE), plan, 3.2, 2.8, 0.5, WALL_WHITEWASH);
    part_chimney(side, 0.0, 3.4, 4.0, 7.2);
    part_door(side, 3.4, 0.0, 0.6);
    part_begin_inside(pen, "LighthouseStair");
    pen_room(pen_with(pen, WALL_WHITEWASH), plan_of(-2.6, -2.6, 2.6, 2.6), 1.3, 6.0,
             WALL_FLAGSTONES);
    for (int k = 0; k < 6; k++) {
        pen_solid(pen, WALL_OAK, -2.4 + 0.7 * k, -2.5, -1.7 + 0.7 * k, -1.2, 1.3, 1.7 + 0.6 * k);
    }
    pen_light(pen_with(pen, WALL_WHITEWASH), xyz(0.0, 0.0, 4.0), candle, 8.0);
}

void build_warehouse(struct pen pen)
{
    struct plan plan = plan_of(-5.5, -10.0, 5.5, 10.0);
    model_begin_group(pen.model, "WarehouseOutside", GROUP_OUTSIDE);
    part_walls(pen_with(pen, WALL_PLANKS), plan, 5.4);
    part_gable_roof(pen_with(pen, WALL_SLATE), plan, 5.4, 4.2, 0.6, WALL_PLANKS);
    for (int k = -1; k <= 1; k++) {
        part_dormer(pen, 4.9, 6.0 * k, 5.6, WALL_SLATE);
        part_door(pen, 5.5, 6.0 * k, 0.6);
    }
    for (int k = 0; k < 5; k++) {
        part_crate(pen, 8.0 + 0.6 * (k % 2), -6.0 + 3.0 * k, 0.0, 1.0 + 0.15 * (k % 3));
    }
    part_begin_inside(pen, "WarehouseInside");
    static const double lantern[3] = {0.40, 0.34, 0.24};
    pen_room(pen_with(pen, WALL_PLANKS), plan_grown(plan, -0.3), 0.65, 5.3, WALL_FLAGSTONES);
    for (int k = 0; k < 4; k++) {
        part_crate(pen_with(pen, WALL_PLANKS), -3.5, -7.0 + 4.0 * k, 0.65, 1.8);
    }
    pen_light(pen_with(pen, WALL_PLANKS), xyz(0.0, 0.0, 4.0), lantern, 14.0);
}

/* A stone wall along y in deep water; x = 0 is its front edge. */
void build_quay(struct pen pen)
{
    const double half = 34.0;
    model_begin_group(pen.model, "Quay", GROUP_OUTSIDE);
    pen_walls(pen_with(pen, WALL_DRESSED), plan_of(-9.0, -half, 0.0, half), -8.0, 2.3);
    pen_sheet(pen, WALL_FLAGSTONES, -9.0, -half, -0.8, half, 2.3);
    pen_sheet(pen, WALL_DRESSED, -0.8, -half, 0.0, half, 2.3);
    for (int k = -3; k <= 3; k++) {
        struct pen bollard = pen_moved(pen_with(pen, WALL_IRON), -0.5, 10.0 * k, 2.3);
        pen_cone(bollard, 8, 0.3, 0.0, 0.35, 0.7);
        pen_disc(bollard, 8, 0.35, 0.7);
    }
    for (int k = 0; k < 6; k++) {
        part_crate(pen, -5.5 + (k % 2), -28.0 + 4.4 * k, 2.3, 0.9 + 0.2 * (k % 3));
        part_barrel(pen, -3.2, 12.0 + 2.0 * k, 2.3);
    }
    pen_solid(pen_moved(pen, -2.4, 24.0, 2.3), WALL_OAK, -0.3, -0.3, 0.3, 0.3, 0.0, 6.0);
    pen_beam(pen_with(pen_moved(pen, -2.4, 24.0, 2.3), WALL_OAK), xyz(-1.6, 0.0, 5.0),
             xyz(5.2, 0.0, 7.6), 0.4, 0.4);
}

/* Planks on piles along +x, with a cross piece at the end. */
void build_pier(struct pen pen)
{
    const double length = 46.0;
    model_begin_group(pen.model, "Pier", GROUP_OUTSIDE);
    pen_solid(pen_rotated(pen, 90.0), WALL_PLANKS, -1.9, -length, 1.9, 6.0, 1.7, 2.05);
    pen_solid(pen_rotated(pen, 90.0), WALL_PLANKS, -9.0, -length - 4.0, 9.0, -length, 1.7, 2.05);
    for (int k = 0; k <= 8; k++) {
        for (int side = -1; side <= 1; side += 2) {
            struct pen pile = pen_moved(pen_with(pen, WALL_OAK), length / 8.0 * k, side * 2.0, 0.0);
            pen_cone(pile, 6, 0.32, -9.0, 0.3, k % 2 ? 2.0 : 3.0);
            pen_disc(pile, 6, 0.3, k % 2 ? 2.0 : 3.0);
        }
    }
    for (int side = -1; side <= 1; side += 2) {
        struct pen pile = pen_moved(pen_with(pen, WALL_OAK), length + 3.6, side * 8.6, 0.0);
        pen_cone(pile, 6, 0.34, -9.0, 0.32, 3.2);
        pen_disc(pile, 6, 0.32, 3.2);
    }
    part_crate(pen, length + 2.0, 5.0, 2.05, 1.0);
    part_barrel(pen, length + 1.5, -5.6, 2.05);
}

enum { HULL_STATIONS = 7 };

/* A hull along x: position, half width and rail height of each station. */
struct hull {
    double x[HULL_STATIONS], half[HULL_STATIONS], rail[HULL_STATIONS];
    double keel, deck;
};

static void hull_part(struct pen pen, const struct hull *hull, int s)
{
    double x0 = hull->x[s];
    double x1 = hull->x[s + 1];
    double w0 = hull->half[s];
    double w1 = hull->half[s + 1];
    double r0 = hull->rail[s];
    double r1 = hull->rail[s + 1];
    pen_quad(pen_with(pen, WALL_OAK), xyz(x1, w1 * 0.5, hull->keel), xyz(x0, w0 * 0.5, hull->keel),
             xyz(x0, w0, r0), xyz(x1, w1, r1));
    pen_quad(pen_with(pen, WALL_OAK), xyz(x0, -w0 * 0.5, hull->keel),
             xyz(x1, -w1 * 0.5, hull->keel), xyz(x1, -w1, r1), xyz(x0, -w0, r0));
    double d0 = r0 - hull->deck;
    double d1 = r1 - hull->deck;
    pen_quad(pen_with(pen, WALL_PLANKS), xyz(x0, -w0 * 0.95, d0), xyz(x1, -w1 * 0.95, d1),
             xyz(x1, w1 * 0.95, d1), xyz(x0, w0 * 0.95, d0));
    for (int side = -1; side <= 1; side += 2) {
        pen_beam(pen_with(pen, WALL_OAK), xyz(x0, side * w0, r0 + 0.05),
                 xyz(x1, side * w1, r1 + 0.05), 0.32, 0.3);
    }
}

/* A mast with a square sail that bulges towards +x. */
static void mast(struct pen pen, double x, double foot, double height, double half)
{
    pen_cone(pen_moved(pen_with(pen, WALL_OAK), x, 0.0, foot), 8, 0.32, 0.0, 0.16, height);
    for (int tier = 0; tier < 2; tier++) {
        double yard = foot + height * (0.60 + 0.34 * tier);
        double below = yard - height * (tier ? 0.26 : 0.44);
        double wide = half * (tier ? 0.7 : 1.0);
        pen_beam(pen_with(pen, WALL_OAK), xyz(x + 0.4, -wide - 0.4, yard + 0.2),
                 xyz(x + 0.4, wide + 0.4, yard + 0.2), 0.26, 0.26);
        for (int part = 0; part < 4; part++) {
            double t[2] = {part / 4.0, (part + 1) / 4.0};
            double z[2] = {yard + (below - yard) * t[0], yard + (below - yard) * t[1]};
            double bulge[2] = {x + 0.4 + 9.0 * t[0] * (1.0 - t[0]),
                               x + 0.4 + 9.0 * t[1] * (1.0 - t[1]) + 0.5 * t[1]};
            pen_quad(pen_with(pen, WALL_SAIL), xyz(bulge[1], -wide, z[1]),
                     xyz(bulge[1], wide, z[1]), xyz(bulge[0], wide, z[0]),
                     xyz(bulge[0], -wide, z[0]));
        }
    }
}

void build_ship(struct pen pen)
{
    static const struct hull hull = {
        .x = {-13.0, -10.0, -4.0, 3.0, 9.0, 13.0, 16.5},
        .half = {2.6, 3.6, 4.2, 4.2, 3.5, 2.0, 0.1},
        .rail = {5.0, 4.6, 3.0, 2.8, 3.2, 3.8, 4.4},
        .keel = -2.4,
        .deck = 0.9,
    };
    model_begin_group(pen.model, "Ship", GROUP_OUTSIDE);
    for (int s = 0; s + 1 < HULL_STATIONS; s++) {
        hull_part(pen, &hull, s);
    }
    pen_solid(pen, WALL_PLANKS, -12.6, -2.6, -7.6, 2.6, 2.0, 6.2);
    pen_sheet(pen, WALL_LATTICE, -3.0, -1.3, 0.0, 1.3, 2.3);
    pen_beam(pen_with(pen, WALL_OAK), xyz(15.0, 0.0, 4.4), xyz(22.0, 0.0, 6.6), 0.4, 0.4);
    mast(pen, 6.5, 2.0, 17.0, 5.4);
    mast(pen, -2.0, 2.0, 20.0, 6.2);
    mast(pen, -9.5, 4.0, 13.0, 3.8);
}

void build_boat(struct pen pen)
{
    static const struct hull hull = {
        .x = {-3.4, -2.6, -1.2, 0.4, 1.8, 2.8, 3.6},
        .half = {0.8, 1.1, 1.3, 1.3, 1.0, 0.6, 0.05},
        .rail = {0.7, 0.6, 0.55, 0.55, 0.6, 0.75, 0.95},
        .keel = -0.5,
        .deck = 0.35,
    };
    model_begin_group(pen.model, "Boat", GROUP_OUTSIDE);
    for (int s = 0; s + 1 < HULL_STATIONS; s++) {
        hull_part(pen, &hull, s);
    }
    for (int k = 0; k < 3; k++) {
        double x = -2.0 + 1.7 * k;
        pen_solid(pen, WALL_OAK, x, -1.1, x + 0.4, 1.1, 0.3, 0.5);
    }
}
