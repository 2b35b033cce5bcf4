#include "demo/world/surface.h"

#include <math.h>

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/sites.h"
#include "demo/world/water.h"

double surface_node_height_yd(const struct world *world, double x, double y)
{
    int32_t i = (int32_t)(x * NODES_PER_TILE + 0.5);
    int32_t j = (int32_t)(y * NODES_PER_TILE + 0.5);
    return (double)world->height_yd[lattice_node(i, j)];
}

double surface_height_yd(const struct world *world, double east_yd, double south_yd)
{
    double i = portable_floor(east_yd / NODE_YD);
    double j = portable_floor(south_yd / NODE_YD);
    double s = east_yd / NODE_YD - i;
    double t = south_yd / NODE_YD - j;
    double row[2];
    for (int k = 0; k < 2; k++) {
        const float *height = world->height_yd;
        row[k] = noise_mix((double)height[lattice_node((int32_t)i, (int32_t)j + k)],
                           (double)height[lattice_node((int32_t)i + 1, (int32_t)j + k)], s);
    }
    return noise_mix(row[0], row[1], t);
}

void surface_slope(const struct world *world, int32_t i, int32_t j, double slope[2])
{
    const float *height = world->height_yd;
    double east = (double)height[lattice_node(i + 1, j)] - (double)height[lattice_node(i - 1, j)];
    double south = (double)height[lattice_node(i, j + 1)] - (double)height[lattice_node(i, j - 1)];
    slope[0] = east / (2.0 * NODE_YD);
    slope[1] = south / (2.0 * NODE_YD);
}

/* Multiplies a tint by a colour, to the given share. */
static void multiply_tint(double tint[3], double red, double green, double blue, double share)
{
    share = noise_clamp(share, 0.0, 1.0);
    tint[0] *= 1.0 + (red - 1.0) * share;
    tint[1] *= 1.0 + (green - 1.0) * share;
    tint[2] *= 1.0 + (blue - 1.0) * share;
}

void surface_tint(const struct world *world, int32_t i, int32_t j, double rgb[3])
{
    static const struct noise_sum broad = {.seed = 141, .octaves = 3, .gain = 0.55};
    static const struct noise_sum local = {.seed = 142, .octaves = 2, .gain = 0.6};
    int32_t node = lattice_node(i, j);
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    double height = (double)world->height_yd[node];
    double hollow = (double)world->hollow[node];
    rgb[0] = rgb[1] = rgb[2] = 1.0;
    if (height < -60.0) {
        double deep = noise_clamp((-height - 60.0) / 60.0, 0.0, 1.0);
        rgb[0] = 0.36 - 0.16 * deep;
        rgb[1] = 0.58 - 0.22 * deep;
        rgb[2] = 0.80 - 0.18 * deep;
        return;
    }
    double shown = noise_clamp((height + 60.0) / 40.0, 0.0, 1.0);
    double warm = shown * noise_fractal(x * 1.9, y * 1.9, &broad);
    double spot = shown * noise_fractal(x * 9.0, y * 9.0, &local);
    hollow *= shown;
    multiply_tint(rgb, 1.16, 1.04, 0.84, warm * 0.9);
    multiply_tint(rgb, 0.86, 0.98, 1.00, -warm * 0.9);
    multiply_tint(rgb, 1.10, 1.10, 1.08, spot * 0.7);
    multiply_tint(rgb, 0.88, 0.89, 0.88, -spot * 0.8);
    multiply_tint(rgb, 0.62, 0.66, 0.74, hollow * 0.9);
    multiply_tint(rgb, 1.22, 1.20, 1.14, -hollow * 0.8);
    multiply_tint(rgb, 0.40, 0.66, 0.74, (0.3 - height) / 5.0);
    multiply_tint(rgb, 0.52, 0.76, 0.90, water_inland_depth_yd(world, i, j) / 1.6);
    multiply_tint(rgb, 0.90, 0.88, 1.08, (-height - 9.0) / 40.0);
    double swamp =
        noise_clamp((SWAMP_RADIUS_YD + 60.0 - swamp_distance_yd(x, y)) / 120.0, 0.0, 1.0);
    if ((double)world->coast_yd[node] > 60.0) {
        multiply_tint(rgb, 0.84, 0.90, 0.74, swamp);
        multiply_tint(rgb, 0.46, 0.60, 0.40, swamp * (SWAMP_LEVEL_YD + 0.2 - height) / 0.8);
    }
    multiply_tint(rgb, 0.92, 0.86, 0.84, (360.0 - crater_distance_yd(x, y)) / 200.0);
    multiply_tint(rgb, 1.0, 0.62, 0.42, (95.0 - crater_distance_yd(x, y)) / 60.0);
}

uint32_t surface_area_id(const struct world *world, int32_t x, int32_t y)
{
    double middle_x = (x + 0.5) / CHUNKS_PER_TILE;
    double middle_y = (y + 0.5) / CHUNKS_PER_TILE;
    int32_t node = lattice_node(x * NODES_PER_CHUNK + NODES_PER_CHUNK / 2,
                                y * NODES_PER_CHUNK + NODES_PER_CHUNK / 2);
    if ((double)world->coast_yd[node] < -60.0) {
        return AREA_SEA;
    }
    if (site_distance_yd(SITE_VILLAGE, middle_x, middle_y) < 160.0) {
        return AREA_VILLAGE;
    }
    if (site_distance_yd(SITE_HARBOUR, middle_x, middle_y) < 120.0) {
        return AREA_HARBOUR;
    }
    if (site_distance_yd(SITE_RUINS, middle_x, middle_y) < 120.0) {
        return AREA_RUINS;
    }
    if (crater_distance_yd(middle_x, middle_y) < 380.0) {
        return AREA_VOLCANO;
    }
    if (swamp_distance_yd(middle_x, middle_y) < SWAMP_RADIUS_YD) {
        return AREA_SWAMP;
    }
    if (lake_inside_yd(middle_x, middle_y) > -40.0) {
        return AREA_LAKE;
    }
    return (double)world->height_yd[node] > 75.0 ? AREA_MOUNTAINS : AREA_LOWLAND;
}

/* Places where a building lies below the ground, and what is seen through its floor. */
static uint16_t holes_of_buildings(int32_t x, int32_t y)
{
    static const struct {
        int32_t x, y;
        uint16_t holes;
    } opened[] = {
        {64, 41, 0x0660}, /* the cave that a river rises from */
        {38, 75, 0x0660}, /* the mine's shaft */
        {87, 60, 0x0020}, /* a cellar of the ruins */
        {63, 47, 0xCC00}, /* below the floor of the castle's keep */
    };
    for (size_t k = 0; k < COUNT_OF(opened); k++) {
        if (opened[k].x == x && opened[k].y == y) {
            return opened[k].holes;
        }
    }
    return 0;
}

/* Whether a square of 2 x 2 quads lies below the liquid, a yard and deeper. */
static bool is_flooded(const struct water_sheet *sheet, int column, int row)
{
    bool is = true;
    for (int k = 0; k < 9; k++) {
        is = is && sheet->depth_yd[(2 * row + k / 3) * 9 + 2 * column + k % 3] > 1.0;
    }
    for (int k = 0; k < 4; k++) {
        is = is && sheet->quad[(2 * row + k / 2) * 8 + 2 * column + k % 2];
    }
    return is;
}

/* There is no ground below the lava of the volcano, but for one square of each chunk: WDL files,
 * which have no liquids, leave out chunks without ground. */
static uint16_t holes_of_liquids(const struct world *world, int32_t x, int32_t y)
{
    struct water_sheet sheets[WATER_KINDS];
    int count = water_sheets(world, x, y, sheets);
    uint16_t holes = 0;
    for (int s = 0; s < count; s++) {
        for (int k = 0; k < 15 && (sheets[s].kind == WATER_MAGMA || sheets[s].kind == WATER_SLIME);
             k++) {
            holes = (uint16_t)(holes | is_flooded(&sheets[s], k % 4, k / 4) << k);
        }
    }
    return holes;
}

uint16_t surface_holes(const struct world *world, int32_t x, int32_t y)
{
    return holes_of_buildings(x, y) | holes_of_liquids(world, x, y);
}

bool surface_has_tile(int32_t x, int32_t y)
{
    static const char *const tiles[WORLD_TILES] = {
        "..####..", ".#######", "########", "########",
        "########", "########", "########", ".######.",
    };
    return tiles[y][x] == '#';
}
