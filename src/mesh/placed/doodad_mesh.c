/*
 * A model is posed once, when it is read; only the transform is the placement's. Of each batch the
 * vertices are moved to pixels, the triangles that look down or lie outside the tile are left out,
 * and what remains is copied with its light. All batches of a doodad have one height, that of its
 * middle, so that translucent ones stay in the order of the model among other translucent things.
 */
#include "mesh/placed/doodad_mesh.h"

#include <math.h>
#include <string.h>

#include "formats/grid.h"
#include "mesh/mesh_view.h"
#include "mesh/mesh_visible.h"
#include "mesh/placed/doodad_material.h"
#include "scene/sun_light.h"

/* One doodad under way. */
struct drawing {
    const struct mesh_builder *target;
    const struct scene_doodad *doodad;
    struct mesh_view view;
    struct mesh_visible *seen;
    float height_yd; /* by which its batches are sorted */
};

/* The unit normal in world axes; zeroes where the model has none. */
static void turn_normal(const struct placement_matrix *matrix, const float model[3],
                        float normal[3])
{
    double turned[3];
    double square = 0.0;
    for (int row = 0; row < 3; row++) {
        turned[row] = 0.0;
        for (int column = 0; column < 3; column++) {
            turned[row] += matrix->m[row][column] * (double)model[column];
        }
        square += turned[row] * turned[row];
    }
    double length = sqrt(square);
    for (int row = 0; row < 3; row++) {
        normal[row] = length > 0.0 ? (float)(turned[row] / length) : 0.0F;
    }
}

/* The light at vertex `i`, with the colour of the batch. */
static void light_vertex(const struct drawing *drawing, const struct m2_batch *batch, uint32_t i,
                         float out[4])
{
    const struct scene_doodad *doodad = drawing->doodad;
    float normal[3];
    turn_normal(&doodad->matrix, doodad->model->model->normals[i], normal);
    float facing = sun_light_facing(drawing->target->settings->light.sun, normal);
    for (int c = 0; c < 3; c++) {
        float light = doodad->light.ambient[c] + doodad->light.diffuse[c] * facing;
        out[c] = batch->color[c] * (batch->unlit ? 1.0F : light);
    }
    out[3] = batch->color[3];
}

/* Coordinates of texture `t` at vertex `i`; left as they are where the batch has no such texture.
 */
static void find_uv(const struct drawing *drawing, const struct m2_batch *batch, uint32_t i,
                    uint32_t t, float out[2])
{
    if (t < batch->stage_count) {
        const struct m2_stage *stage = &batch->stages[t];
        const float *uv = drawing->doodad->model->model->uv[stage->uv_set][i];
        for (int axis = 0; axis < 2; axis++) {
            const float *row = stage->uv_transform[axis];
            out[axis] = row[0] * uv[0] + row[1] * uv[1] + row[2];
        }
    }
}

static void fill_vertex(const struct drawing *drawing, const struct m2_batch *batch, uint32_t i,
                        const struct mesh_position *position, struct mesh_vertex *vertex)
{
    *vertex = (struct mesh_vertex){.position = *position};
    light_vertex(drawing, batch, i, vertex->light);
    find_uv(drawing, batch, i, 0, vertex->uv);
}

static void fill_layers(const struct drawing *drawing, const struct m2_batch *batch, uint32_t i,
                        struct mesh_layers *layers)
{
    *layers = (struct mesh_layers){.mix = doodad_material_weight(batch)};
    for (uint32_t t = 1; t < MESH_TEXTURES; t++) {
        find_uv(drawing, batch, i, t, layers->uv[t - 1]);
    }
}

static void fill_copy(const struct drawing *drawing, const struct m2_batch *batch,
                      const struct mesh_copy *copy)
{
    const struct mesh_visible *seen = drawing->seen;
    for (uint32_t i = 0; i < seen->vertex_count; i++) {
        if (seen->number[i]) {
            uint32_t to = seen->number[i] - 1;
            uint32_t from = batch->first_vertex + i;
            fill_vertex(drawing, batch, from, &seen->positions[i], &copy->vertices[to]);
            if (copy->layers) {
                fill_layers(drawing, batch, from, &copy->layers[to]);
            }
        }
    }
}

/* Appends what is seen of batch `index`. False when out of memory. */
static bool append_batch(const struct drawing *drawing, uint32_t index)
{
    const struct mesh_builder *target = drawing->target;
    const struct doodad_model *of = drawing->doodad->model;
    const struct m2_batch *batch = &of->model->batches[index];
    struct mesh_visible *seen = drawing->seen;
    uint32_t count = batch->last_vertex - batch->first_vertex + 1;
    if (!mesh_visible_begin(seen, count, batch->index_count, target->arena)) {
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        seen->positions[i] =
            mesh_view_position(&drawing->view, of->model->positions[batch->first_vertex + i]);
    }
    struct mesh_batch mesh = {.height_yd = drawing->height_yd, .is_doodad = true};
    struct mesh_copy copy;
    mesh_visible_list(seen, &of->model->indices[batch->first_index], batch->first_vertex,
                      &of->materials[index], QUADS_PER_TILE * target->quad_px);
    if (seen->corner_count == 0) {
        return true;
    }
    if (!mesh_visible_copy(seen, &of->materials[index], target->arena, &copy, &mesh)) {
        return false;
    }
    fill_copy(drawing, batch, &copy);
    return mesh_builder_append(target, &of->materials[index], &mesh);
}

static bool append_doodad(const struct mesh_builder *target, const struct scene_doodad *doodad,
                          struct mesh_visible *seen)
{
    struct doodad_model *model = doodad->model;
    if (!model->materials) {
        model->materials = doodad_materials(target, model->model);
    }
    const struct drawing drawing = {
        .target = target,
        .doodad = doodad,
        .view = mesh_view_of(target, &doodad->matrix),
        .seen = seen,
        .height_yd = (doodad->box.low[2] + doodad->box.high[2]) / 2.0F,
    };
    bool fine = model->materials != NULL;
    for (uint32_t i = 0; i < model->model->batch_count && fine; i++) {
        fine = append_batch(&drawing, i);
    }
    return fine;
}

bool doodad_meshes(const struct mesh_builder *target, const struct doodad_set *doodads)
{
    struct mesh_visible seen = {0};
    bool fine = true;
    for (uint32_t i = 0; i < doodads->count && fine; i++) {
        fine = append_doodad(target, &doodads->doodads[i], &seen);
    }
    return fine;
}
