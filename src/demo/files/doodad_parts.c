#include "demo/files/doodad_parts.h"

/* The M2 modes of blends. */
static const uint16_t m2_blends[] = {
    [BLEND_OPAQUE] = 0, [BLEND_KEY] = 1,   [BLEND_ALPHA] = 2,        [BLEND_ADD] = 4,
    [BLEND_MOD] = 5,    [BLEND_MOD2X] = 6, [BLEND_NO_ALPHA_ADD] = 3, [BLEND_BLEND_ADD] = 7};

/* Appends the pass of one texture; that of a second one has the blend that does what its op does.
 * False if there is no room. */
static bool add_stage(struct doodad_parts *parts, const struct wall_material_info *info, int stage)
{
    if (parts->stage_count == DOODAD_STAGES) {
        return false;
    }
    bool unlit = info->flags & SURFACE_UNLIT || (stage > 0 && info->shader == STAGE_ADD);
    uint8_t op = info->shader;
    uint16_t blend = m2_blends[stage == 0          ? info->blend
                               : op == STAGE_MOD   ? BLEND_MOD
                               : op == STAGE_MOD2X ? BLEND_MOD2X
                                                   : BLEND_NO_ALPHA_ADD];
    parts->stages[parts->stage_count++] = (struct doodad_stage){
        .texture = (enum texture)(info->textures[stage] - 1),
        .wraps = !(info->flags & SURFACE_CLAMP_S),
        .flags = (uint16_t)((unlit ? 1 : 0) | (info->flags & SURFACE_TWO_SIDED ? 4 : 0) |
                            (blend >= 2 ? 0x10 : 0)),
        .blend = blend,
    };
    return true;
}

bool doodad_parts_make(struct doodad_parts *parts, enum doodad doodad, const struct model *model,
                       bool has_combiners)
{
    *parts =
        (struct doodad_parts){.model = model, .doodad = doodad, .has_combiners = has_combiners};
    for (int k = 0; k < model->group_count * WALL_MATERIAL_COUNT; k++) {
        const struct wall_material_info info =
            wall_material_get((enum wall_material)(k % WALL_MATERIAL_COUNT));
        bool needs_combiners =
            info.blend == BLEND_BLEND_ADD || (info.textures[1] && info.blend != BLEND_OPAQUE);
        if (has_combiners || !needs_combiners) {
            batches_add(&parts->batches, model, k / WALL_MATERIAL_COUNT,
                        (enum wall_material)(k % WALL_MATERIAL_COUNT), true);
        }
    }
    bool fine = !parts->batches.failed && !model->failed && model->group_count <= DOODAD_BONES &&
                parts->batches.count <= DOODAD_PARTS;
    for (int p = 0; p < parts->batches.count && fine; p++) {
        const struct wall_material_info info = wall_material_get(parts->batches.list[p].material);
        int stages = info.textures[1] ? 2 : 1;
        parts->parts[parts->count++] =
            (struct doodad_part){parts->batches.list[p], parts->stage_count, stages};
        for (int k = 0; k < stages && fine; k++) {
            fine = add_stage(parts, &info, k);
        }
    }
    return fine;
}

void doodad_parts_free(struct doodad_parts *parts)
{
    batches_free(&parts->batches);
    *parts = (struct doodad_parts){0};
}

bool doodad_parts_turn(const struct doodad_parts *parts)
{
    bool turns = false;
    for (int g = 0; g < parts->model->group_count; g++) {
        turns = turns || doodad_bone(parts->doodad, g).rotation[3] < 1.0;
    }
    return turns;
}

struct doodad_ops doodad_ops_of(const struct doodad_parts *parts, int part)
{
    const struct wall_material_info info = wall_material_get(parts->parts[part].batch.material);
    return (struct doodad_ops){info.blend != BLEND_OPAQUE, info.textures[1] ? info.shader : 0};
}
