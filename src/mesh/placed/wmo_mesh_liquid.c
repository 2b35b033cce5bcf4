#include "mesh/placed/wmo_mesh_liquid.h"

#include "formats/grid.h"
#include "formats/wmo/wmo_flood.h"
#include "mesh/placed/liquid_mesh.h"

/* Liquid in buildings says nothing of depth, or says it of a basin: halfway to deep. */
#define BASIN_DEPTH 0.5F

static bool append_grid(struct mesh_builder *builder, const struct mesh_view *view,
                        const struct wmo_liquid *liquid)
{
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
        points[i] = (struct liquid_point){mesh_view_place(view, position), depth};
    }
    return liquid_append(builder, &grid, points);
}

static bool append_flood(struct mesh_builder *builder, const struct mesh_view *view,
                         const struct wmo_group *group)
{
    enum liquid_class class =
        liquid_types_class(scene_liquid_types(builder->scene), group->liquid_type,
                           liquid_class_of(group->liquid_type));
    struct wmo_flood flood;
    struct liquid_point *points = arena_alloc_dirty(builder->arena, FLOOD_VERTICES, sizeof *points);
    if (!points) {
        return false;
    }
    wmo_flood_fill(group, class, &flood);
    const struct liquid_grid grid = {.width = FLOOD_EDGE, .height = FLOOD_EDGE, .quad = flood.quad};
    for (size_t i = 0; i < FLOOD_VERTICES; i++) {
        points[i] = (struct liquid_point){mesh_view_place(view, flood.position[i]), BASIN_DEPTH};
    }
    return liquid_append(builder, &grid, points);
}

bool wmo_mesh_liquid(struct mesh_builder *builder, const struct mesh_view *view,
                     const struct wmo_group *group)
{
    if (group->liquid) {
        return append_grid(builder, view, group->liquid);
    }
    return !group->is_flooded || append_flood(builder, view, group);
}
