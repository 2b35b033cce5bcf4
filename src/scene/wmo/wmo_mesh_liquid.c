#include "scene/wmo/wmo_mesh_liquid.h"

#include "formats/grid.h"
#include "scene/mesh/liquid_mesh.h"

/* Liquid in buildings says nothing of depth, or says it of a basin: halfway to deep. */
#define BASIN_DEPTH 0.5F

static bool append_grid(const struct mesh_target *target, const struct mesh_view *view,
                        const struct wmo_liquid *liquid)
{
    const struct liquid_grid *grid = &liquid->grid;
    size_t count = liquid_vertices(grid);
    struct liquid_point *points = arena_alloc_dirty(target->arena, count, sizeof *points);
    if (!points) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const float position[3] = {
            liquid->corner[0] + (float)(i % (grid->width + 1)) * (float)QUAD_YD,
            liquid->corner[1] + (float)(i / (grid->width + 1)) * (float)QUAD_YD,
            grid->height_yd[i],
        };
        float depth = grid->depth ? (float)grid->depth[i] / 255.0F : BASIN_DEPTH;
        points[i] = (struct liquid_point){mesh_view_position(view, position), depth};
    }
    return liquid_append(target, grid, points);
}

/* One quad over the group's box, at its top. */
static bool append_box(const struct mesh_target *target, const struct mesh_view *view,
                       const struct wmo_group *group)
{
    const uint8_t class = (uint8_t)liquid_class_of(group->liquid_type);
    const struct liquid_grid grid = {.width = 1, .height = 1, .quad = &class};
    struct liquid_point points[4];
    for (size_t i = 0; i < 4; i++) {
        const float position[3] = {
            i % 2 ? group->box.high[0] : group->box.low[0],
            i / 2 ? group->box.high[1] : group->box.low[1],
            group->box.high[2],
        };
        points[i] = (struct liquid_point){mesh_view_position(view, position), BASIN_DEPTH};
    }
    return liquid_append(target, &grid, points);
}

bool wmo_mesh_liquid(const struct mesh_target *target, const struct mesh_view *view,
                     const struct wmo_group *group)
{
    if (group->liquid) {
        return append_grid(target, view, group->liquid);
    }
    return !group->is_flooded || append_box(target, view, group);
}
