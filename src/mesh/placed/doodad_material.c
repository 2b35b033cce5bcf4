#include "mesh/placed/doodad_material.h"

float doodad_material_weight(const struct m2_batch *batch)
{
    return batch->stage_count > 1 ? batch->stages[1].weight : 1.0F;
}

/* False when out of memory. */
static bool make_material(const struct mesh_builder *target, const struct m2_model *model,
                          const struct m2_batch *batch, struct mesh_material *material)
{
    *material = mesh_material_of(batch->blend);
    material->mix = batch->mix;
    material->two_sided = batch->two_sided;
    material->depth_test = batch->depth_test;
    material->depth_write = batch->depth_write;
    material->is_solid = batch->is_opaque;
    material->third_weight = batch->stage_count > 2 ? batch->stages[2].weight : 0.0F;
    for (uint32_t t = 0; t < batch->stage_count; t++) {
        const struct m2_texture *texture = &model->textures[batch->stages[t].texture];
        material->wrap[t] =
            (texture->wrap_x ? 0U : MIP_CLAMP_U) | (texture->wrap_y ? 0U : MIP_CLAMP_V);
        if (!mesh_builder_pin(target, material, t,
                              (struct asset_ref){texture->name, texture->file_id})) {
            return false;
        }
    }
    return true;
}

struct mesh_material *doodad_materials(const struct mesh_builder *target,
                                       const struct m2_model *model)
{
    struct mesh_material *materials =
        arena_alloc(target->arena, model->batch_count, sizeof *materials);
    for (uint32_t i = 0; materials && i < model->batch_count; i++) {
        if (!make_material(target, model, &model->batches[i], &materials[i])) {
            return NULL;
        }
    }
    return materials;
}
