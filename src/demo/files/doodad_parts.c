#include "demo/files/doodad_parts.h"

#include <stdlib.h>
#include <string.h>

static void count_sizes(const struct model *model, uint32_t *vertices, uint32_t *triangles)
{
    *vertices = 0;
    *triangles = 0;
    for (int g = 0; g < model->group_count; g++) {
        *vertices += 3 * model->groups[g].triangle_count;
        *triangles += model->groups[g].triangle_count;
    }
}

static bool is_same(const struct model_vertex *a, const struct model_vertex *b)
{
    bool same = a->uv[0] == b->uv[0] && a->uv[1] == b->uv[1];
    for (int k = 0; k < 3; k++) {
        same = same && a->position[k] == b->position[k] && a->normal[k] == b->normal[k];
    }
    return same;
}

/* The number of a vertex of the group in the part, which is given one when it is met first. */
static uint16_t number_of(struct doodad_parts *parts, const struct model_group *group,
                          uint32_t first, uint16_t vertex)
{
    const struct model_vertex *wanted = &group->vertices[vertex];
    for (uint32_t k = first; k < parts->vertex_count; k++) {
        if (is_same(&parts->vertices[k], wanted)) {
            return (uint16_t)k;
        }
    }
    parts->vertices[parts->vertex_count] = *wanted;
    return (uint16_t)parts->vertex_count++;
}

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
    const struct wall_material_info info = wall_material_get(part->material);
    part->first_stage = parts->stage_count;
    part->stage_count = info.textures[1] ? 2 : 1;
    return add_stage(parts, &info, 0) && (part->stage_count == 1 || add_stage(parts, &info, 1));
}

static bool add_part(struct doodad_parts *parts, int g, enum wall_material material)
{
    const struct model_group *group = &parts->model->groups[g];
    if (parts->count == DOODAD_PARTS) {
        return false;
    }
    struct doodad_part *part = &parts->parts[parts->count++];
    *part = (struct doodad_part){.material = material,
                                 .group = g,
                                 .first_vertex = parts->vertex_count,
                                 .first_index = parts->index_count};
    for (uint32_t t = 0; t < group->triangle_count; t++) {
        for (int k = 0; k < 3 && group->triangles[t].material == material; k++) {
            parts->indices[parts->index_count++] =
                number_of(parts, group, part->first_vertex, group->triangles[t].corner[k]);
        }
    }
    part->vertex_count = parts->vertex_count - part->first_vertex;
    part->index_count = parts->index_count - part->first_index;
    return add_stages(parts, part);
}

/* Whether a group has triangles of a material that the format can say. */
static bool has_material(const struct model_group *group, enum wall_material material,
                         bool has_combiners)
{
    const struct wall_material_info info = wall_material_get(material);
    if (!has_combiners && needs_combiners(&info)) {
        return false;
    }
    for (uint32_t t = 0; t < group->triangle_count; t++) {
        if (group->triangles[t].material == material) {
            return true;
        }
    }
    return false;
}

bool doodad_parts_make(struct doodad_parts *parts, enum doodad doodad, const struct model *model,
                       bool has_combiners)
{
    uint32_t vertices;
    uint32_t triangles;
    count_sizes(model, &vertices, &triangles);
    *parts =
        (struct doodad_parts){.model = model, .doodad = doodad, .has_combiners = has_combiners};
    parts->vertices = malloc(vertices * sizeof *parts->vertices + 1);
    parts->indices = malloc(3 * triangles * sizeof *parts->indices + 1);
    bool fine = parts->vertices && parts->indices && !model->failed &&
                model->group_count <= DOODAD_BONES && vertices <= UINT16_MAX;
    for (int g = 0; g < model->group_count && fine; g++) {
        for (int m = 0; m < WALL_MATERIAL_COUNT && fine; m++) {
            if (has_material(&model->groups[g], (enum wall_material)m, has_combiners)) {
                fine = add_part(parts, g, (enum wall_material)m);
            }
        }
    }
    return fine;
}

void doodad_parts_free(struct doodad_parts *parts)
{
    free(parts->vertices);
    free(parts->indices);
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
    const struct wall_material_info info = wall_material_get(parts->parts[part].material);
    return (struct doodad_ops){info.blend != BLEND_OPAQUE, info.textures[1] ? info.shader : 0};
}

void doodad_uv(const struct model_vertex *vertex, int stage, float uv[2])
{
    uv[0] = vertex->uv[0] * (float)(1 + stage);
    uv[1] = vertex->uv[1] * (float)(1 + stage);
}
