/*
 * Trees and other plants. A crown is made of cards: squares with leaves on them, each on its own
 * plane, in places that a hash chooses. Normals point away from the middle of the crown, so that
 * light falls on it as on a solid.
 */

#include "base/portable_math.h"
#include "demo/doodads/doodad.h"
#include "demo/textures/noise.h"

/* A crown: an ellipsoid. */
struct crown {
    double z;          /* of its middle */
    double wide, high; /* half axes */
    double card;       /* half the edge of a card */
    int cards;
    uint32_t seed;
};

static uint16_t add_corner(struct pen pen, struct point at, struct point normal, double u, double v)
{
    struct point p = pen_transform(pen, at);
    struct point n = point_unit(normal);
    const struct model_vertex vertex = {
        .position = {(float)p.x, (float)p.y, (float)p.z},
        .normal = {(float)(pen.rotation[0] * n.x - pen.rotation[1] * n.y),
                   (float)(pen.rotation[1] * n.x + pen.rotation[0] * n.y), (float)n.z},
        .uv = {(float)u, (float)v},
    };
    return model_add_vertex(pen.model, &vertex);
}

/* A card with corners middle +- right +- up, lit as the surface with `normal`. */
static void add_card(struct pen pen, struct point middle, struct point right, struct point up,
                     struct point normal)
{
    static const double corners[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};
    uint16_t index[4];
    for (int k = 0; k < 4; k++) {
        struct point at = point_plus(middle, point_plus(point_scaled(right, corners[k][0]),
                                                        point_scaled(up, corners[k][1])));
        index[k] =
            add_corner(pen, at, normal, 0.5 + 0.5 * corners[k][0], 0.5 - 0.5 * corners[k][1]);
    }
    model_add_triangle(pen.model, index[0], index[1], index[2], pen.material);
    model_add_triangle(pen.model, index[0], index[2], index[3], pen.material);
}

/* A direction of the upper two thirds of the sphere. */
static struct point direction(int32_t number, uint32_t seed)
{
    double z = 1.0 - 1.5 * noise_unit(number, 0, seed);
    double turn = 2.0 * PORTABLE_PI * noise_unit(number, 1, seed);
    double flat = portable_sqrt(1.0 - z * z);
    return xyz(flat * portable_cos(turn), flat * portable_sin(turn), z);
}

static void add_crown(struct pen pen, const struct crown *crown)
{
    for (int32_t k = 0; k < crown->cards; k++) {
        struct point out = direction(k, crown->seed);
        double depth = 0.62 + 0.38 * noise_unit(k, 2, crown->seed);
        struct point middle = {out.x * crown->wide * depth, out.y * crown->wide * depth,
                               crown->z + out.z * crown->high * depth};
        struct point tilted =
            point_unit(point_plus(out, point_scaled(direction(k, crown->seed + 1u), 0.7)));
        double turn = 2.0 * PORTABLE_PI * noise_unit(k, 3, crown->seed);
        struct point side = {portable_cos(turn), portable_sin(turn), 0.2};
        struct point right = point_unit(point_cross(side, tilted));
        struct point up = point_cross(tilted, right);
        double half = crown->card * (0.75 + 0.5 * noise_unit(k, 4, crown->seed));
        add_card(pen, middle, point_scaled(right, half), point_scaled(up, half), out);
    }
}

void build_broadleaf(struct pen pen)
{
    static const struct crown crowns[] = {
        {.z = 8.2, .wide = 4.6, .high = 3.8, .card = 1.7, .cards = 70, .seed = 501u},
        {.z = 4.6, .wide = 2.4, .high = 2.1, .card = 1.1, .cards = 36, .seed = 511u},
        {.z = 3.2, .wide = 1.9, .high = 1.5, .card = 0.9, .cards = 34, .seed = 521u},
        {.z = 7.4, .wide = 4.1, .high = 3.4, .card = 1.6, .cards = 62, .seed = 523u},
        {.z = 7.8, .wide = 2.5, .high = 4.2, .card = 1.1, .cards = 52, .seed = 525u},
    };
    static const double trunks[][2] = {
        {0.55, 8.0}, {0.25, 4.4}, {0.2, 3.0}, {0.5, 7.2}, {0.25, 8.6}};
    static const enum wall_material foliage[] = {WALL_LEAVES, WALL_LEAVES, WALL_LEAVES_ORCHARD,
                                                 WALL_LEAVES_AUTUMN, WALL_LEAVES_BIRCH};
    pen_cone(pen_with(pen, WALL_BARK), 7, trunks[pen.variant][0] * 1.3, -0.6,
             trunks[pen.variant][0] * 0.4, trunks[pen.variant][1]);
    add_crown(pen_with(pen, foliage[pen.variant]), &crowns[pen.variant]);
}

/* Tiers of twigs that droop, each shorter than the one below. */
void build_fir(struct pen pen)
{
    const double height = pen.variant == 0 ? 14.0 : 6.0;
    const int tiers = pen.variant == 0 ? 8 : 5;
    pen_cone(pen_with(pen, WALL_BARK), 6, 0.03 * height, -0.6, 0.05, height * 0.95);
    for (int32_t tier = 0; tier < tiers; tier++) {
        double share = (double)tier / tiers;
        double reach = 0.27 * height * (1.0 - share) + 0.25;
        double z = height * (0.14 + 0.82 * share);
        int count = tier < tiers - 2 ? 9 : 6;
        for (int32_t k = 0; k < count; k++) {
            double turn = 2.0 * PORTABLE_PI *
                          (k + 0.5 * (tier & 1) + 0.3 * noise_unit(k, tier, 531u)) / count;
            struct point out = {portable_cos(turn), portable_sin(turn), -0.32};
            struct point across = {-out.y * 0.42 * reach, out.x * 0.42 * reach, 0.0};
            struct point middle = {0.5 * reach * out.x, 0.5 * reach * out.y,
                                   z + 0.5 * reach * out.z};
            struct point normal = {out.x * 0.8, out.y * 0.8, 1.0};
            add_card(pen_with(pen, WALL_NEEDLES), middle, across, point_scaled(out, -0.5 * reach),
                     normal);
        }
    }
}

void build_bush(struct pen pen)
{
    static const struct crown crown = {
        .z = 0.7, .wide = 1.3, .high = 0.8, .card = 0.7, .cards = 22, .seed = 541u};
    add_crown(pen_with(pen, WALL_BUSH), &crown);
}

/* A row of bushes, 8 yards along x. */
void build_hedge(struct pen pen)
{
    for (int k = 0; k < 6; k++) {
        const struct crown crown = {.z = 0.9,
                                    .wide = 1.0,
                                    .high = 0.9,
                                    .card = 0.7,
                                    .cards = 14,
                                    .seed = 551u + (uint32_t)k};
        struct pen leaves = pen_moved(pen, -3.35 + 1.34 * k, 0.0, 0.0);
        leaves.material = WALL_BUSH;
        add_crown(leaves, &crown);
    }
}

/* Two crossed cards of ears, and a third flat one: what is seen from above. */
void build_wheat(struct pen pen)
{
    const struct point up = {0.0, 0.0, 1.0};
    add_card(pen_with(pen, pen.variant ? WALL_BUSH : WALL_WHEAT), xyz(0.0, 0.0, 0.5),
             xyz(0.9, 0.0, 0.0), xyz(0.0, 0.1, 0.5), up);
    add_card(pen_with(pen, pen.variant ? WALL_BUSH : WALL_WHEAT), xyz(0.0, 0.0, 0.5),
             xyz(0.0, 0.9, 0.0), xyz(0.1, 0.0, 0.5), up);
    add_card(pen_with(pen, pen.variant ? WALL_BUSH : WALL_WHEAT), xyz(0.0, 0.0, 0.6),
             xyz(0.7, 0.3, 0.0), xyz(-0.3, 0.7, 0.25), up);
}
