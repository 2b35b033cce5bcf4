/*
 * Stages of a batch as textures of a material. Without reflections the stages that reflect are left
 * out, and the others mix as they would without them; only something solid keeps a first stage that
 * reflects, as it has no other.
 */
#include "scene/doodad/doodad_material.h"

struct doodad_look doodad_look_of(const struct m2_batch *batch, enum adtmap_reflections reflections)
{
    struct doodad_look look = {.mix = batch->mix};
    bool is_blended = surface_is_transparent(batch->blend);
    for (uint32_t i = 0; i < batch->stage_count; i++) {
        const struct m2_stage *stage = &batch->stages[i];
        bool is_kept = !stage->is_reflection || reflections != ADTMAP_REFLECTIONS_OFF ||
                       (i == 0 && !is_blended); /* something solid has its texture as it is */
        if (is_kept) {
            look.stages[look.stage_count++] = stage;
        } else if (i == 0) {
            return (struct doodad_look){0};
        } else {
            look.mix = surface_mix_matte(batch->mix);
        }
    }
    return look;
}

/* False when out of memory. */
static bool make_material(struct surface_textures *textures, const struct m2_model *model,
                          const struct m2_batch *batch, struct surface_material *material)
{
    *material = surface_material_of(batch->blend, model->era);
    if (textures->settings->ground == ADTMAP_GROUND_RELIEF) {
        surface_material_make_plain(material);
        return true;
    }
    const struct doodad_look look = doodad_look_of(batch, textures->settings->reflections);
    material->mix = look.mix;
    material->two_sided = batch->two_sided;
    material->depth_test = batch->depth_test;
    material->depth_write = batch->depth_write;
    material->is_solid = batch->is_opaque;
    material->third_weight = look.stage_count > 2 ? look.stages[2]->weight : 0.0F;
    for (uint32_t t = 0; t < look.stage_count; t++) {
        const struct m2_texture *texture = &model->textures[look.stages[t]->texture];
        material->wrap[t] =
            (texture->wrap_x ? 0U : MIP_CLAMP_U) | (texture->wrap_y ? 0U : MIP_CLAMP_V);
        const struct asset_ref file = {texture->name, texture->file_id};
        if (!surface_textures_add(textures, file, t, material)) {
            return false;
        }
    }
    return true;
}

const struct surface_material *doodad_materials(struct surface_textures *textures,
                                                const struct m2_model *model)
{
    struct surface_material *materials =
        arena_alloc(textures->arena, model->batch_count, sizeof *materials);
    for (uint32_t i = 0; materials && i < model->batch_count; i++) {
        if (!make_material(textures, model, &model->batches[i], &materials[i])) {
            return NULL;
        }
    }
    return materials;
}
