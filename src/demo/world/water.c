#include "demo/world/water.h"

#include <string.h>

#include "demo/world/sites.h"

double water_inland_depth_yd(const struct world *world, int32_t i, int32_t j)
{
    int32_t node = lattice_node(i, j);
    double height = (double)world->height_yd[node];
    double depth = 0.0;
    if (lake_inside_yd((double)i / NODES_PER_TILE, (double)j / NODES_PER_TILE) > -12.0) {
        depth = (double)world->lake_level_yd - height;
    } else if (world->river.distance_yd[node] < world->river.half_width_yd[node]) {
        depth = (double)world->river.level_yd[node] - height;
    }
    return depth > 0.0 ? depth : 0.0;
}

/* Whether a liquid of this kind can cover an outer vertex; `level_yd` gets the height of its
 * surface. */
static bool find_level(const struct world *world, enum water_kind kind, int32_t i, int32_t j,
                       double *level_yd)
{
    int32_t node = lattice_node(i, j);
    double x = (double)i / NODES_PER_TILE;
    double y = (double)j / NODES_PER_TILE;
    double river = (double)world->river.level_yd[node];
    double reach = (double)world->river.half_width_yd[node] + 12.0; /* one quad beyond the bank */
    bool lake = lake_inside_yd(x, y) > -12.0;
    switch (kind) {
    case WATER_FRESH:
        *level_yd = lake ? (double)world->lake_level_yd : river;
        return lake || ((double)world->river.distance_yd[node] < reach && river > 0.05);
    case WATER_SEA:
        *level_yd = 0.0;
        return (double)world->coast_yd[node] < 40.0 ||
               (!lake && (double)world->river.distance_yd[node] < reach);
    case WATER_MAGMA:
        *level_yd = (double)world->crater_rim_yd - 30.0;
        return crater_distance_yd(x, y) < CRATER_RADIUS_YD;
    default:
        *level_yd = SWAMP_LEVEL_YD;
        return swamp_distance_yd(x, y) < SWAMP_RADIUS_YD + 60.0 &&
               (double)world->coast_yd[node] > 60.0;
    }
}

/* Fills levels and depths. Vertices without liquid take the level of the last vertex with liquid.
 */
static bool fill_vertices(const struct world *world, enum water_kind kind, int32_t x, int32_t y,
                          struct water_sheet *sheet, bool wet[81])
{
    bool any = false;
    double last = 0.0;
    for (int32_t v = 0; v < 81; v++) {
        int32_t i = x * NODES_PER_CHUNK + 2 * (v % 9);
        int32_t j = y * NODES_PER_CHUNK + 2 * (v / 9);
        double level;
        wet[v] = find_level(world, kind, i, j, &level);
        last = wet[v] ? level : last;
        sheet->level_yd[v] = wet[v] ? level : last;
        sheet->depth_yd[v] = sheet->level_yd[v] - (double)world->height_yd[lattice_node(i, j)];
        any = any || (wet[v] && sheet->depth_yd[v] > 0.0);
    }
    return any;
}

/* A quad carries liquid if all its corners can and at least one lies below the surface. */
static bool fill_quads(struct water_sheet *sheet, const bool wet[81])
{
    bool any = false;
    for (int32_t q = 0; q < 64; q++) {
        int32_t v = q / 8 * 9 + q % 8;
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
        bool wet[81];
        struct water_sheet *sheet = &sheets[count];
        *sheet = (struct water_sheet){.kind = (enum water_kind)kind};
        if (fill_vertices(world, sheet->kind, x, y, sheet, wet) && fill_quads(sheet, wet)) {
            count++;
        }
    }
    return count;
}
