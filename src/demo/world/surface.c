#include "demo/world/surface.h"

#include "base/portable_math.h"
#include "base/size.h"
#include "demo/textures/noise.h"
#include "demo/world/sites.h"

/* ---- heights ---- */

double surface_node_height_yd(const struct world *world, double x, double y)
{
    int32_t i = (int32_t)(x * NODES_PER_TILE + 0.5);
    int32_t j = (int32_t)(y * NODES_PER_TILE + 0.5);
    return (double)world->height_yd[lattice_node(i, j)];
}

int32_t surface_node_at(double east_yd, double south_yd)
{
    return lattice_node((int32_t)portable_floor(east_yd / NODE_YD + 0.5),
                        (int32_t)portable_floor(south_yd / NODE_YD + 0.5));
}

double surface_height_yd(const struct world *world, double east_yd, double south_yd)
{
    double i = portable_floor(east_yd / NODE_YD);
    double j = portable_floor(south_yd / NODE_YD);
    double row[2];
    for (int32_t k = 0; k < 2; k++) {
        const float *height = world->height_yd;
        row[k] = noise_mix((double)height[lattice_node((int32_t)i, (int32_t)j + k)],
                           (double)height[lattice_node((int32_t)i + 1, (int32_t)j + k)],
                           east_yd / NODE_YD - i);
    }
    return noise_mix(row[0], row[1], south_yd / NODE_YD - j);
}

void surface_slope(const struct world *world, int32_t i, int32_t j, double slope[2])
{
    const float *height = world->height_yd;
    double east = (double)height[lattice_node(i + 1, j)] - (double)height[lattice_node(i - 1, j)];
    double south = (double)height[lattice_node(i, j + 1)] - (double)height[lattice_node(i, j - 1)];
    slope[0] = east / (2.0 * NODE_YD);
    slope[1] = south / (2.0 * NODE_YD);
}

/* ---- liquids ---- */

/* Whether a liquid of this kind can cover a node; `level_yd` gets the height of its surface. Rivers
 * reach one or two quads beyond their banks, and end at the coast, where the sea takes over. */
static bool find_level(const struct world *world, enum water_kind kind, int32_t i, int32_t j,
                       double *level_yd)
{
    int32_t node = lattice_node(i, j);
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    double river = (double)world->river.level_yd[node];
    double crater = crater_distance_yd(x, y);
    double coast = (double)world->coast_yd[node];
    double width = (double)world->river.half_width_yd[node];
    bool at_river =
        (double)world->river.distance_yd[node] < width + noise_low(6.0 + 1.5 * width, 12.0);
    bool lake = lake_inside_yd(x, y) > -12.0;
    switch (kind) {
    case WATER_FRESH:
        *level_yd = lake ? (double)world->lake_level_yd : river;
        return lake || (at_river && river > 0.05 && crater > 600.0 && coast > 28.0);
    case WATER_SEA:
        *level_yd = 0.0;
        return coast < 42.0;
    case WATER_MAGMA:
        *level_yd = crater < CRATER_RADIUS_YD ? (double)world->lava_level_yd : river;
        return crater < CRATER_RADIUS_YD ||
               (world->river.distance_yd[node] < world->river.half_width_yd[node] + 7.0f &&
                world->river.half_width_yd[node] > 0.8f && crater < 450.0);
    default:
        *level_yd = SWAMP_LEVEL_YD;
        return swamp_distance_yd(x, y) < SWAMP_RADIUS_YD + 60.0 && coast > 60.0;
    }
}

/* Fills a sheet; false if it is empty. A quad carries liquid if all its corners can and at least
 * one lies below the surface. Vertices without liquid take the level of the last one with it. */
static bool fill_sheet(const struct world *world, enum water_kind kind, int32_t x, int32_t y,
                       struct water_sheet *sheet)
{
    bool wet[81];
    bool any = false;
    double last = 0.0;
    *sheet = (struct water_sheet){.kind = kind};
    for (int32_t v = 0; v < 81; v++) {
        int32_t i = x * NODES_PER_CHUNK + 2 * (v % 9);
        int32_t j = y * NODES_PER_CHUNK + 2 * (v / 9);
        double level;
        wet[v] = find_level(world, kind, i, j, &level);
        last = wet[v] ? level : last;
        sheet->level_yd[v] = last;
        sheet->depth_yd[v] = last - (double)world->height_yd[lattice_node(i, j)];
    }
    for (int q = 0; q < 64; q++) {
        int v = q / 8 * 9 + q % 8;
        const double *depth = sheet->depth_yd + v;
        bool drowned = depth[0] > 0.0 || depth[1] > 0.0 || depth[9] > 0.0 || depth[10] > 0.0;
        sheet->quad[q] = drowned && wet[v] && wet[v + 1] && wet[v + 9] && wet[v + 10];
        any = any || sheet->quad[q];
    }
    return any;
}

int water_sheets(const struct world *world, int32_t x, int32_t y,
                 struct water_sheet sheets[WATER_KINDS])
{
    int count = 0;
    for (int kind = 0; kind < WATER_KINDS; kind++) {
        count += fill_sheet(world, (enum water_kind)kind, x, y, &sheets[count]);
    }
    return count;
}

/* Depth of a node below the surface of the lake or a river; 0 on dry land and at sea. */
static double inland_depth_yd(const struct world *world, int32_t i, int32_t j)
{
    int32_t node = lattice_node(i, j);
    double height = (double)world->height_yd[node];
    if (lake_inside_yd((double)i / NODES_PER_TILE, (double)j / NODES_PER_TILE) > -12.0) {
        return noise_high((double)world->lake_level_yd - height, 0.0);
    }
    bool river = world->river.distance_yd[node] < world->river.half_width_yd[node];
    double depth = river ? (double)world->river.level_yd[node] - height : 0.0;
    return noise_high(depth, 0.0) * noise_step(-5.0, 60.0, (double)world->coast_yd[node]);
}

/* ---- colours ---- */

/* Multiplies a tint by a colour, to the given share. */
static void multiply_tint(double tint[3], double red, double green, double blue, double share)
{
    share = noise_clamp(share, 0.0, 1.0);
    tint[0] *= 1.0 + (red - 1.0) * share;
    tint[1] *= 1.0 + (green - 1.0) * share;
    tint[2] *= 1.0 + (blue - 1.0) * share;
}

/* Warm glow on the ground around lava. */
static void tint_volcano(const struct world *world, int32_t node, double height, double crater,
                         double rgb[3])
{
    multiply_tint(rgb, 0.92, 0.86, 0.84, (360.0 - crater) / 200.0);
    double above = height - (double)world->lava_level_yd;
    double glow = crater < CRATER_RADIUS_YD + 6.0 ? 1.0 - above / 14.0 : 0.0;
    double stream = (double)world->river.half_width_yd[node];
    if (crater < 450.0 && stream > 0.6) {
        double away = (double)world->river.distance_yd[node] - stream;
        glow = noise_high(glow, noise_low(stream / 5.0, 1.0) * (1.0 - away / 9.0));
    }
    glow = noise_clamp(glow, 0.0, 1.0);
    multiply_tint(rgb, 1.9, 0.95, 0.5, glow * glow);
}

void surface_tint(const struct world *world, int32_t i, int32_t j, double rgb[3])
{
    int32_t node = lattice_node(i, j);
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    double height = (double)world->height_yd[node];
    if (height < -60.0) {
        double deep = noise_step(60.0, 155.0, -height);
        rgb[0] = 0.36 - 0.16 * deep;
        rgb[1] = 0.58 - 0.22 * deep;
        rgb[2] = 0.80 - 0.18 * deep;
        return;
    }
    double shown = noise_clamp((height + 60.0) / 40.0, 0.0, 1.0);
    double warm = shown * noise_fractal(x * 1.9, y * 1.9, 141, 3);
    double spot = shown * noise_fractal(x * 9.0, y * 9.0, 142, 3);
    double hollow = shown * (double)world->hollow[node];
    double plain = 1.0 - 0.8 * noise_step(110.0, 150.0, height); /* snow stays white */
    warm *= plain;
    spot *= plain;
    double crater = crater_distance_yd(x, y);
    double slope[2];
    surface_slope(world, i, j, slope);
    double bare = noise_step(0.5, 0.9, portable_sqrt(slope[0] * slope[0] + slope[1] * slope[1]));
    double strata = noise_fractal(x * 20.0 + height * 0.03, height * 0.16, 143, 3);
    double crags = noise_fractal(x * 46.0, y * 46.0, 144, 2);
    rgb[0] = rgb[1] = rgb[2] = 1.0;
    multiply_tint(rgb, 1.20, 1.16, 1.10, bare * 1.6 * (0.6 * strata + 0.5 * crags));
    multiply_tint(rgb, 0.66, 0.64, 0.64, -bare * 1.6 * (0.6 * strata + 0.5 * crags));
    multiply_tint(rgb, 1.18, 1.05, 0.80, warm * 1.1);
    multiply_tint(rgb, 0.82, 0.97, 0.98, -warm * 1.1);
    multiply_tint(rgb, 1.12, 1.11, 1.06, spot * 0.9);
    multiply_tint(rgb, 0.86, 0.88, 0.88, -spot * 0.9);
    multiply_tint(rgb, 0.62, 0.66, 0.74, hollow * 0.9);
    multiply_tint(rgb, 1.18, 1.17, 1.13, -hollow * 0.8);
    multiply_tint(rgb, 0.40, 0.66, 0.74, (0.3 - height) / 5.0);
    multiply_tint(rgb, 0.52, 0.76, 0.90, inland_depth_yd(world, i, j) / 1.6);
    multiply_tint(rgb, 0.90, 0.88, 1.08, (-height - 9.0) / 40.0);
    double swamp = (SWAMP_RADIUS_YD + 60.0 - swamp_distance_yd(x, y)) / 120.0;
    if ((double)world->coast_yd[node] > 60.0 && swamp > 0.0) {
        swamp = noise_low(swamp, 1.0);
        multiply_tint(rgb, 0.86, 0.86, 0.72, swamp);
        multiply_tint(rgb, 0.60, 0.60, 0.52, swamp * (SWAMP_LEVEL_YD + 0.6 - height) / 0.8);
    }
    if (crater < 600.0) {
        tint_volcano(world, node, height, crater, rgb);
    }
}

/* ---- regions and holes ---- */

uint32_t surface_area_id(const struct world *world, int32_t x, int32_t y)
{
    double at_x = (x + 0.5) / CHUNKS_PER_TILE;
    double at_y = (y + 0.5) / CHUNKS_PER_TILE;
    int32_t node = lattice_node(x * NODES_PER_CHUNK + NODES_PER_CHUNK / 2,
                                y * NODES_PER_CHUNK + NODES_PER_CHUNK / 2);
    return (double)world->coast_yd[node] < -60.0                ? AREA_SEA
           : site_distance_yd(SITE_VILLAGE, at_x, at_y) < 160.0 ? AREA_VILLAGE
           : site_distance_yd(SITE_HARBOUR, at_x, at_y) < 120.0 ? AREA_HARBOUR
           : site_distance_yd(SITE_RUINS, at_x, at_y) < 120.0   ? AREA_RUINS
           : crater_distance_yd(at_x, at_y) < 380.0             ? AREA_VOLCANO
           : swamp_distance_yd(at_x, at_y) < SWAMP_RADIUS_YD    ? AREA_SWAMP
           : lake_inside_yd(at_x, at_y) > -40.0                 ? AREA_LAKE
           : (double)world->height_yd[node] > 75.0              ? AREA_MOUNTAINS
                                                                : AREA_LOWLAND;
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

/* The ground is open where a building lies below it or is seen through its floor, and below lava
 * and slime, but for one square of each chunk: WDL files, which have no liquids, leave out chunks
 * without ground. */
uint16_t surface_holes(const struct world *world, int32_t x, int32_t y)
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
    uint16_t holes = 0;
    for (size_t k = 0; k < COUNT_OF(opened); k++) {
        holes = opened[k].x == x && opened[k].y == y ? opened[k].holes : holes;
    }
    struct water_sheet sheets[WATER_KINDS];
    int count = water_sheets(world, x, y, sheets);
    for (int s = 0; s < count; s++) {
        bool thick = sheets[s].kind == WATER_MAGMA || sheets[s].kind == WATER_SLIME;
        for (int k = 0; k < 15 && thick; k++) {
            holes = (uint16_t)(holes | is_flooded(&sheets[s], k % 4, k / 4) << k);
        }
    }
    return holes;
}

/* ---- fields ---- */

/* Whether a parcel with this middle is farmed. */
static bool is_farmland(const struct world *world, double east_yd, double south_yd)
{
    double x = east_yd / TILE_YD;
    double y = south_yd / TILE_YD;
    double village = site_distance_yd(SITE_VILLAGE, x, y + 0.12);
    double hamlet = site_distance_yd(SITE_HAMLET, x, y) * 2.0;
    double distance = noise_low(village, hamlet);
    int32_t node = surface_node_at(east_yd, south_yd);
    return distance < 700.0 && site_distance_yd(SITE_VILLAGE, x, y) >= 125.0 && hamlet >= 144.0 &&
           distance + 150.0 * noise_sum(x * 2.1, y * 2.1, 101, 2, 0, 0.5) < 430.0 &&
           village > 95.0 && (double)world->coast_yd[node] > 170.0 &&
           lake_inside_yd(x, y) < -70.0 && (double)world->height_yd[node] < 48.0;
}

struct parcel parcel_at(const struct world *world, double east_yd, double south_yd)
{
    static const enum crop crops[8] = {CROP_WHEAT,  CROP_PLOUGHED, CROP_GREENS, CROP_WHEAT,
                                       CROP_FALLOW, CROP_GREENS,   CROP_FALLOW, CROP_PLOUGHED};
    double u = east_yd * FIELD_SLANT_COS + south_yd * FIELD_SLANT_SIN;
    double v = south_yd * FIELD_SLANT_COS - east_yd * FIELD_SLANT_SIN;
    int32_t row = (int32_t)portable_floor(v / FIELD_ROW_YD);
    double in_row = v - row * FIELD_ROW_YD;
    double width = 46.0 + 60.0 * noise_unit(row, 0, 103u);
    double shifted = u + width * noise_unit(row, 1, 103u);
    int32_t column = (int32_t)portable_floor(shifted / width);
    double in_column = shifted - column * width;
    double middle_u = u - in_column + 0.5 * width;
    double middle_v = (row + 0.5) * FIELD_ROW_YD;
    bool farmed = is_farmland(world, middle_u * FIELD_SLANT_COS - middle_v * FIELD_SLANT_SIN,
                              middle_u * FIELD_SLANT_SIN + middle_v * FIELD_SLANT_COS);
    return (struct parcel){
        .crop = farmed ? crops[noise_hash(column, row, 102u) & 7] : CROP_NONE,
        .edge_yd = noise_low(noise_low(in_row, FIELD_ROW_YD - in_row),
                             noise_low(in_column, width - in_column)),
        .furrow_yd = (noise_hash(column, row, 104u) & 1) ? in_column : in_row,
        .hedge = (noise_hash(column, row, 105u) & 3) == 0,
    };
}
