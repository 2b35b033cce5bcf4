#include "mesh/placed/wmo_mesh.h"

#include "formats/grid.h"
#include "mesh/placed/relief_shapes.h"
#include "mesh/placed/wmo_mesh_group.h"
#include "mesh/placed/wmo_mesh_lightmap.h"
#include "mesh/placed/wmo_mesh_liquid.h"
#include "scene/wmo/wmo_rooms.h"

/* Tells the batches of group `index` apart, which were appended last. */
static void mark_group(const struct wmo_mesh_group *drawing, uint32_t first, uint32_t index)
{
    struct mesh_list *list = drawing->builder->list;
    bool is_shell = wmo_group_is_shell(drawing->group) && wmo_has_rooms(drawing->object->building);
    for (uint32_t i = first; i < list->count; i++) {
        list->batches[i].group = (uint16_t)(index + 1);
        list->batches[i].is_shell = is_shell;
    }
}

static bool append_group(const struct wmo_mesh_group *drawing)
{
    const bool is_relief = relief_is_drawn(drawing->builder->settings);
    for (uint32_t i = 0; i < drawing->group->batch_count; i++) {
        const struct wmo_batch *batch = &drawing->group->batches[i];
        if (batch->index_count == 0) {
            continue;
        }
        const struct wmo_mesh_batch drawn = wmo_mesh_batch_of(drawing, batch);
        const struct mesh_shape shape = wmo_mesh_shape(&drawn);
        if (is_relief && surface_is_transparent(shape.material->blend)) {
            continue;
        }
        if (!is_relief && wmo_mesh_is_lightmapped(&drawn)
                ? !wmo_mesh_append_lightmapped(&drawn)
                : !mesh_builder_add(drawing->builder, &shape)) {
            return false;
        }
    }
    bool liquid = (drawing->builder->settings->draw & ADTMAP_DRAW_LIQUID) != 0;
    return !liquid || wmo_mesh_liquid(drawing);
}

/* Whether all triangles of a group lie in what is left out. A pixel on each side is for what
 * rounding does to corners. */
static bool is_left_out(const struct mesh_builder *builder, const struct placement_matrix *matrix,
                        const struct wmo_box *group)
{
    const struct pixel_area *area = builder->left_out;
    if (!area) {
        return false;
    }
    const struct adt_box box = placement_box(matrix, group->low, group->high);
    double first_px[2], end_px[2];
    mesh_builder_place(builder, (double)box.high[0], (double)box.high[1], first_px);
    mesh_builder_place(builder, (double)box.low[0], (double)box.low[1], end_px);
    return first_px[0] > area->first_column + 1.0 && end_px[0] < area->end_column - 1.0 &&
           first_px[1] > area->first_row + 1.0 && end_px[1] < area->end_row - 1.0;
}

/* Object `index` of the scene. */
static bool append_object(struct mesh_builder *builder, uint32_t index,
                          struct wmo_mesh_lightmaps *lightmaps)
{
    const struct placed_wmo *object = &builder->scene->placements[index];
    const struct wmo_model *building = object->building;
    struct wmo_mesh_group drawing = {
        .builder = builder,
        .object = object,
        .materials = builder->scene->placement_materials[index],
        .view = mesh_builder_view(builder, &object->matrix),
        .lightmaps = lightmaps,
    };
    if (builder->scene->hours) {
        const struct adt_box box =
            placement_box(&object->matrix, building->box.low, building->box.high);
        drawing.hours = hour_field_near(builder->scene->hours, &box, builder->arena);
        if (!drawing.hours) {
            return false;
        }
        drawing.light = sun_light_at_hour(&builder->light, &drawing.hours->everywhere);
    }
    sun_light_in_model(builder->light.sun, &object->matrix, drawing.sun);
    for (uint32_t g = 0; g < building->root->group_count; g++) {
        if (!wmo_group_is_drawn(object, g, builder->settings, builder->scene->x,
                                builder->scene->y)) {
            continue;
        }
        if (is_left_out(builder, &object->matrix, &building->group_boxes[g])) {
            continue;
        }
        uint32_t first = builder->list->count;
        drawing.group = building->groups[g];
        if (!append_group(&drawing)) {
            return false;
        }
        mark_group(&drawing, first, g);
    }
    return true;
}

bool wmo_meshes(struct mesh_builder *builder)
{
    struct wmo_mesh_lightmaps lightmaps = {0};
    for (uint32_t i = 0; i < builder->scene->placement_count; i++) {
        if (!append_object(builder, i, &lightmaps)) {
            return false;
        }
    }
    return true;
}
