#include "demo/files/doodad_parts.h"

static bool needs_combiners(const struct wall_material_info *info)
{
    return info->blend == BLEND_BLEND_ADD || (info->textures[1] && info->blend != BLEND_OPAQUE);
}

/* The M2 mode of a blend. */
static uint16_t m2_blend(uint8_t blend)
{
    static const uint16_t blends[] = {
        [BLEND_OPAQUE] = 0, [BLEND_KEY] = 1,   [BLEND_ALPHA] = 2,        [BLEND_ADD] = 4,
        [BLEND_MOD] = 5,    [BLEND_MOD2X] = 6, [BLEND_NO_ALPHA_ADD] = 3, [BLEND_BLEND_ADD] = 7};
    return blends[blend];
}

/* The pass of a second texture has the blend that does what its op does. */
static uint8_t blend_of_op(uint8_t op)
{
    return op == STAGE_MOD ? BLEND_MOD : op == STAGE_MOD2X ? BLEND_MOD2X : BLEND_NO_ALPHA_ADD;
}

static bool add_stage(struct doodad_parts *parts, const struct wall_material_info *info, int stage)
{
    if (parts->stage_count == DOODAD_STAGES) {
        return false;
    }
    bool unlit = info->flags & SURFACE_UNLIT || (stage > 0 && info->shader == STAGE_ADD);
    uint16_t blend = m2_blend(stage > 0 ? blend_of_op(info->shader) : info->blend);
    parts->stages[parts->stage_count++] = (struct doodad_stage){
        .texture = (enum texture)(info->textures[stage] - 1),
        .wraps = !(info->flags & SURFACE_CLAMP_S),
        .flags = (uint16_t)((unlit ? 1 : 0) | (info->flags & SURFACE_TWO_SIDED ? 4 : 0) |
                            (blend >= 2 ? 0x10 : 0)),
        .blend = blend,
    };
    return true;
}

/* The textures of a part's material. */
static bool add_stages(struct doodad_parts *parts, struct doodad_part *part)
{
    const struct wall_material_info info = wall_material_get(part->batch.material);
    part->first_stage = parts->stage_count;
    part->stage_count = info.textures[1] ? 2 : 1;
    return add_stage(parts, &info, 0) && (part->stage_count == 1 || add_stage(parts, &info, 1));
}

bool doodad_parts_make(struct doodad_parts *parts, enum doodad doodad, const struct model *model,
                       bool has_combiners)
{
    *parts =
        (struct doodad_parts){.model = model, .doodad = doodad, .has_combiners = has_combiners};
    for (int k = 0; k < model->group_count * WALL_MATERIAL_COUNT; k++) {
        const struct wall_material_info info =
            wall_material_get((enum wall_material)(k % WALL_MATERIAL_COUNT));
        if (has_combiners || !needs_combiners(&info)) {
            batches_add(&parts->batches, model, k / WALL_MATERIAL_COUNT,
                        (enum wall_material)(k % WALL_MATERIAL_COUNT), true);
        }
    }
    bool fine = !parts->batches.failed && !model->failed && model->group_count <= DOODAD_BONES &&
                parts->batches.count <= DOODAD_PARTS;
    for (int p = 0; p < parts->batches.count && fine; p++) {
        parts->parts[parts->count++].batch = parts->batches.list[p];
        fine = add_stages(parts, &parts->parts[p]);
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

void doodad_uv(const struct model_vertex *vertex, int stage, float uv[2])
{
    uv[0] = vertex->uv[0] * (float)(1 + stage);
    uv[1] = vertex->uv[1] * (float)(1 + stage);
}
