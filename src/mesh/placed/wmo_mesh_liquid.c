#include "mesh/placed/wmo_mesh_liquid.h"

#include "formats/grid.h"
#include "formats/wmo/wmo_flood.h"
#include "mesh/placed/basin_depth.h"
#include "mesh/placed/liquid_depth.h"
#include "mesh/placed/liquid_mesh.h"

/* Liquid in buildings says nothing of depth, or says it of a basin: halfway to deep. */
#define BASIN_DEPTH 0.5F

/* Changes depths of the points of clear water, where the building has something below it. Edges for
 * neighbours are heights alone. False when out of memory. */
static bool clear_water(const struct wmo_mesh_group *drawing, const struct liquid_grid *grid,
                        const struct basin *basin, struct liquid_point *points)
{
    const struct adtmap_settings *settings = drawing->builder->settings;
    const size_t count = liquid_vertices(grid);
    if (drawing->builder->left_out || !liquid_is_clear(settings, grid)) {
        return true;
    }
    float *depth_yd = arena_alloc_dirty(drawing->builder->arena, count, sizeof *depth_yd);
    if (!depth_yd || !basin_depths(drawing, basin, depth_yd)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        points[i].depth =
            depth_yd[i] >= 0.0F ? clear_water_depth(settings, depth_yd[i]) : points[i].depth;
    }
    return true;
}

static bool append_grid(const struct wmo_mesh_group *drawing, const struct wmo_liquid *liquid)
{
    struct mesh_builder *builder = drawing->builder;
    struct liquid_grid grid = liquid->grid;
    size_t count = liquid_vertices(&grid);
    struct liquid_point *points = arena_alloc_dirty(builder->arena, count, sizeof *points);
    if (!points ||
        !liquid_types_apply_to_grid(scene_liquid_types(builder->scene), &grid, builder->arena)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const float position[3] = {
            liquid->corner[0] + (float)(i % (grid.width + 1)) * (float)QUAD_YD,
            liquid->corner[1] + (float)(i / (grid.width + 1)) * (float)QUAD_YD,
            grid.height_yd[i],
        };
        float depth = grid.depth ? (float)grid.depth[i] / 255.0F : BASIN_DEPTH;
        points[i] = (struct liquid_point){mesh_view_place(&drawing->view, position), depth};
    }
    const struct basin basin = {
        .corner = {liquid->corner[0], liquid->corner[1]},
        .step = {(float)QUAD_YD, (float)QUAD_YD},
        .columns = grid.width + 1,
        .rows = grid.height + 1,
        .surface = grid.height_yd,
    };
    return clear_water(drawing, &grid, &basin, points) && liquid_append(builder, &grid, points);
}

static bool append_flood(const struct wmo_mesh_group *drawing)
{
    struct mesh_builder *builder = drawing->builder;
    const struct wmo_group *group = drawing->group;
    enum liquid_class class =
        liquid_types_class(scene_liquid_types(builder->scene), group->liquid_type,
                           liquid_class_of(group->liquid_type));
    struct wmo_flood flood;
    float *surface = arena_alloc_dirty(builder->arena, FLOOD_VERTICES, sizeof *surface);
    struct liquid_point *points = arena_alloc_dirty(builder->arena, FLOOD_VERTICES, sizeof *points);
    if (!points || !surface) {
        return false;
    }
    wmo_flood_fill(group, class, &flood);
    const struct liquid_grid grid = {.width = FLOOD_EDGE, .height = FLOOD_EDGE, .quad = flood.quad};
    for (size_t i = 0; i < FLOOD_VERTICES; i++) {
        points[i] =
            (struct liquid_point){mesh_view_place(&drawing->view, flood.position[i]), BASIN_DEPTH};
        surface[i] = flood.position[i][2];
    }
    const struct basin basin = {
        .corner = {flood.position[0][0], flood.position[0][1]},
        .step = {flood.position[1][0] - flood.position[0][0],
                 flood.position[FLOOD_EDGE + 1][1] - flood.position[0][1]},
        .columns = FLOOD_EDGE + 1,
        .rows = FLOOD_EDGE + 1,
        .surface = surface,
    };
    return clear_water(drawing, &grid, &basin, points) && liquid_append(builder, &grid, points);
}

bool wmo_mesh_liquid(const struct wmo_mesh_group *drawing)
{
    if (drawing->group->liquid) {
        return append_grid(drawing, drawing->group->liquid);
    }
    return !drawing->group->is_flooded || append_flood(drawing);
}
