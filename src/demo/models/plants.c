/*
 * Trees and other plants. A crown is made of cards: squares with leaves on them, each on its own
 * plane, in places that a hash chooses. Normals point away from the middle of the crown, so that
 * light falls on it as on a solid.
 */
#include "base/portable_math.h"
#include "demo/models/doodad.h"
#include "demo/textures/noise.h"

static struct point scaled(struct point a, double x, double y, double z)
{
    return xyz(a.x * x, a.y * y, a.z * z);
}

/* A direction of the upper two thirds of the sphere. */
static struct point direction(int32_t number, uint32_t seed)
{
    double z = 1.0 - 1.5 * noise_unit(number, 0, seed);
    double turn = 2.0 * PORTABLE_PI * noise_unit(number, 1, seed);
    double flat = portable_sqrt(1.0 - z * z);
    return xyz(flat * portable_cos(turn), flat * portable_sin(turn), z);
}

/* An ellipsoid of cards: the height of its middle, its half axes across and up, half the edge of a
 * card, the number of cards, a seed. */
static void crown(struct pen pen, const double *n)
{
    uint32_t seed = (uint32_t)n[5];
    for (int32_t k = 0; k < (int32_t)n[4]; k++) {
        struct point out = direction(k, seed);
        double depth = 0.62 + 0.38 * noise_unit(k, 2, seed);
        struct point middle = {out.x * n[1] * depth, out.y * n[1] * depth,
                               n[0] + out.z * n[2] * depth};
        struct point tilted = point_unit(point_along(out, direction(k, seed + 1u), 0.7));
        double turn = 2.0 * PORTABLE_PI * noise_unit(k, 3, seed);
        struct point side = {portable_cos(turn), portable_sin(turn), 0.2};
        struct point right = point_unit(point_cross(side, tilted));
        struct point up = point_cross(tilted, right);
        double half = n[3] * (0.75 + 0.5 * noise_unit(k, 4, seed));
        pen_card(pen, middle, scaled(right, half, half, half), scaled(up, half, half, half), out);
    }
}

/* Tiers of twigs that droop, each shorter than the one below: height, tiers. */
static void fir(struct pen pen, const double *n)
{
    const double height = n[0];
    const int tiers = (int)n[1];
    for (int32_t tier = 0; tier < tiers; tier++) {
        double share = (double)tier / tiers;
        double reach = 0.27 * height * (1.0 - share) + 0.25;
        double z = height * (0.14 + 0.82 * share);
        int count = tier < tiers - 2 ? 9 : 6;
        for (int32_t k = 0; k < count; k++) {
            double turn = 2.0 * PORTABLE_PI *
                          (k + 0.5 * (tier & 1) + 0.3 * noise_unit(k, tier, 531u)) / count;
            struct point out = {portable_cos(turn), portable_sin(turn), -0.32};
            struct point middle = point_along(xyz(0.0, 0.0, z), out, 0.5 * reach);
            struct point across = {-out.y * 0.42 * reach, out.x * 0.42 * reach, 0.0};
            pen_card(pen, middle, across, scaled(out, -0.5 * reach, -0.5 * reach, -0.5 * reach),
                     xyz(out.x * 0.8, out.y * 0.8, 1.0));
        }
    }
}

/* Two crossed cards of ears, and a third flat one: what is seen from above. */
static void tuft(struct pen pen, const double *n)
{
    const struct point up = {0.0, 0.0, 1.0};
    (void)n;
    pen_card(pen, xyz(0.0, 0.0, 0.5), xyz(0.9, 0.0, 0.0), xyz(0.0, 0.1, 0.5), up);
    pen_card(pen, xyz(0.0, 0.0, 0.5), xyz(0.0, 0.9, 0.0), xyz(0.1, 0.0, 0.5), up);
    pen_card(pen, xyz(0.0, 0.0, 0.6), xyz(0.7, 0.3, 0.0), xyz(-0.3, 0.7, 0.25), up);
}

#define TRUNK(sides, radius, top, tip) LATHE(BARK, sides, radius, -0.6, tip, top)
#define CROWN(leaves, ...) SOLID(crown, leaves, STUCCO, __VA_ARGS__)

MODEL(oak, TRUNK(7, 0.715, 8, 0.22), CROWN(LEAVES, 8.2, 4.6, 3.8, 1.7, 70, 501));
MODEL(oak_young, TRUNK(7, 0.325, 4.4, 0.1), CROWN(LEAVES, 4.6, 2.4, 2.1, 1.1, 36, 511));
MODEL(fruit_tree, TRUNK(7, 0.26, 3, 0.08), CROWN(LEAVES_ORCHARD, 3.2, 1.9, 1.5, 0.9, 34, 521));
MODEL(oak_autumn, TRUNK(7, 0.65, 7.2, 0.2), CROWN(LEAVES_AUTUMN, 7.4, 4.1, 3.4, 1.6, 62, 523));
MODEL(birch, TRUNK(7, 0.325, 8.6, 0.1), CROWN(LEAVES_BIRCH, 7.8, 2.5, 4.2, 1.1, 52, 525));
MODEL(fir, TRUNK(6, 0.42, 13.3, 0.05), SOLID(fir, NEEDLES, STUCCO, 14, 8));
MODEL(fir_young, TRUNK(6, 0.18, 5.7, 0.05), SOLID(fir, NEEDLES, STUCCO, 6, 5));
MODEL(bush, CROWN(BUSH, 0.7, 1.3, 0.8, 0.7, 22, 541));
MODEL(wheat, SOLID(tuft, WHEAT, STUCCO, 0));

#define SHRUB(x, seed) AT(x, 0, 0, 0, CROWN(BUSH, 0.9, 1, 0.9, 0.7, 14, seed))

/* A row of bushes, 8 yards along x. */
MODEL(hedge, SHRUB(-3.35, 551), SHRUB(-2.01, 552), SHRUB(-0.67, 553), SHRUB(0.67, 554),
      SHRUB(2.01, 555), SHRUB(3.35, 556));
