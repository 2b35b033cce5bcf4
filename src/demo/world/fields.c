#include "demo/world/fields.h"

#include "base/portable_math.h"
#include "demo/textures/noise.h"
#include "demo/world/sites.h"

/* Whether a parcel with this middle is farmed. */
static bool is_farmland(const struct world *world, double east_yd, double south_yd)
{
    static const struct noise_sum edge = {.seed = 101, .octaves = 2, .gain = 0.5};
    double x = east_yd / TILE_YD;
    double y = south_yd / TILE_YD;
    double village = site_distance_yd(SITE_VILLAGE, x, y + 0.12);
    double hamlet = site_distance_yd(SITE_HAMLET, x, y) * 2.0;
    double distance = village < hamlet ? village : hamlet;
    if (distance > 700.0) {
        return false;
    }
    if (site_distance_yd(SITE_VILLAGE, x, y) < 125.0 || hamlet < 2.0 * 72.0) {
        return false;
    }
    distance += 150.0 * noise_fractal(x * 2.1, y * 2.1, &edge);
    int32_t node = lattice_node((int32_t)(east_yd / NODE_YD), (int32_t)(south_yd / NODE_YD));
    return distance < 430.0 && village > 95.0 && (double)world->coast_yd[node] > 170.0 &&
           lake_inside_yd(x, y) < -70.0 && (double)world->height_yd[node] < 48.0;
}

static enum crop choose_crop(const struct world *world, int32_t column, int32_t row,
                             double middle_u, double middle_v)
{
    double east_yd = middle_u * FIELD_SLANT_COS - middle_v * FIELD_SLANT_SIN;
    double south_yd = middle_u * FIELD_SLANT_SIN + middle_v * FIELD_SLANT_COS;
    if (!is_farmland(world, east_yd, south_yd)) {
        return CROP_NONE;
    }
    static const enum crop crops[8] = {CROP_WHEAT,  CROP_PLOUGHED, CROP_GREENS, CROP_WHEAT,
                                       CROP_FALLOW, CROP_GREENS,   CROP_WHEAT,  CROP_PLOUGHED};
    return crops[noise_hash(column, row, 102u) & 7];
}

static double least(double a, double b)
{
    return a < b ? a : b;
}

struct field field_at(const struct world *world, double east_yd, double south_yd)
{
    double u = east_yd * FIELD_SLANT_COS + south_yd * FIELD_SLANT_SIN;
    double v = south_yd * FIELD_SLANT_COS - east_yd * FIELD_SLANT_SIN;
    double row = portable_floor(v / FIELD_ROW_YD);
    double in_row = v - row * FIELD_ROW_YD;
    double width = 46.0 + 60.0 * noise_unit((int32_t)row, 0, 103u);
    double shifted = u + width * noise_unit((int32_t)row, 1, 103u);
    double column = portable_floor(shifted / width);
    double in_column = shifted - column * width;
    double middle_u = u - in_column + 0.5 * width;
    double middle_v = (row + 0.5) * FIELD_ROW_YD;
    bool lengthwise = (noise_hash((int32_t)column, (int32_t)row, 104u) & 1) != 0;
    return (struct field){
        .crop = choose_crop(world, (int32_t)column, (int32_t)row, middle_u, middle_v),
        .edge_yd = least(least(in_row, FIELD_ROW_YD - in_row), least(in_column, width - in_column)),
        .furrow_yd = lengthwise ? in_column : in_row,
        .hedge = (noise_hash((int32_t)column, (int32_t)row, 105u) & 3) == 0,
    };
}
