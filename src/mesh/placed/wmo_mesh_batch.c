#include "mesh/placed/wmo_mesh_batch.h"

#include "formats/grid.h"

static uint32_t vertex_count_of(const struct wmo_batch *batch)
{
    return batch->vertex_last - batch->vertex_first + 1;
}

/* Fills the positions; returns their mean height. */
static float place_vertices(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch)
{
    struct mesh_position *positions = drawing->seen->positions;
    uint32_t count = vertex_count_of(batch);
    double sum = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        positions[i] =
            mesh_view_position(&drawing->view, drawing->group->positions[batch->vertex_first + i]);
        sum += (double)positions[i].z_yd;
    }
    return (float)(sum / (double)count);
}

static void fill_copy(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch,
                      const struct mesh_copy *copy)
{
    const struct mesh_visible *seen = drawing->seen;
    for (uint32_t i = 0; i < seen->vertex_count; i++) {
        if (seen->number[i]) {
            uint32_t to = seen->number[i] - 1;
            uint32_t from = batch->vertex_first + i;
            wmo_mesh_vertex(drawing, batch, from, &seen->positions[i], &copy->vertices[to]);
            if (copy->layers) {
                wmo_mesh_layers(drawing, batch, from, &copy->layers[to]);
            }
        }
    }
}

bool wmo_mesh_append_batch(const struct wmo_mesh_group *drawing, const struct wmo_batch *batch)
{
    struct mesh_visible *seen = drawing->seen;
    struct arena *arena = drawing->target->arena;
    struct mesh_material *material = wmo_mesh_batch_material(drawing, batch);
    if (!mesh_visible_begin(seen, vertex_count_of(batch), batch->index_count, arena)) {
        return false;
    }
    struct mesh_batch mesh = {.height_yd = place_vertices(drawing, batch)};
    struct mesh_copy copy;
    mesh_visible_list(seen, &drawing->group->indices[batch->index_begin], batch->vertex_first,
                      material, QUADS_PER_TILE * drawing->target->quad_px);
    if (seen->corner_count == 0) {
        return true;
    }
    if (!mesh_visible_copy(seen, material, arena, &copy, &mesh)) {
        return false;
    }
    fill_copy(drawing, batch, &copy);
    return mesh_builder_append(drawing->target, material, &mesh);
}
