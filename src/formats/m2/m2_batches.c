/*
 * Batches: what a skin says about materials, colours, textures and their transforms, looked up in
 * the model at the time that is shown.
 *
 *     lookups   entry batch.textures + stage of the texture lookup is a texture, and so on
 *     alpha     alpha of the colour * weight of the first texture; 0 is not drawn
 *     uv        see m2_matrix_uv
 */
#include <stdlib.h>

#include "base/array.h"
#include "formats/m2/m2_parts.h"

/* Batches that are being looked up. */
struct resolver {
    const struct m2_file *file;
    const struct m2_animated *animated;
    const struct diag *diag;
    uint32_t index; /* of the batch */
};

static const struct m2_array *array_of(const struct resolver *resolver, enum m2_array_id id)
{
    return &resolver->file->contents->arrays[id];
}

static struct reader m2_batch_entry(const struct resolver *resolver, enum m2_array_id id,
                                    uint32_t index)
{
    return m2_entry(&resolver->animated->bytes, array_of(resolver, id), index);
}

/* Entry `first + stage` of a lookup; M2_NONE past its end. */
static uint16_t look_up(const struct resolver *resolver, enum m2_array_id id, uint32_t first,
                        uint32_t stage)
{
    struct reader entry = m2_batch_entry(resolver, id, first + stage);
    uint16_t value = reader_u16(&entry);
    return entry.bad ? M2_NONE : value;
}

static enum adtmap_status m2_batch_fail(const struct resolver *resolver, enum m2_array_id id,
                                        uint32_t index)
{
    return diag_fail(resolver->diag, ADTMAP_BAD_DATA, "MD20", NO_OFFSET,
                     "batch %u uses entry %u of %u %s, or one that is damaged", resolver->index,
                     index, array_of(resolver, id)->count, m2_array_name(id));
}

static enum adtmap_status m2_batch_read_material(const struct resolver *resolver, uint32_t index,
                                                 struct m2_batch *batch)
{
    struct reader material = m2_batch_entry(resolver, M2_MATERIALS, index);
    uint16_t flags = reader_u16(&material);
    uint16_t blend = reader_u16(&material);
    if (material.bad || blend >= M2_BLENDS) {
        return m2_batch_fail(resolver, M2_MATERIALS, index);
    }
    batch->blend = m2_blends[blend];
    batch->unlit =
        flags & M2_MATERIAL_UNLIT || batch->blend == SURFACE_MOD || batch->blend == SURFACE_MOD2X;
    batch->two_sided = flags & M2_MATERIAL_TWO_SIDED;
    batch->depth_test = !(flags & M2_MATERIAL_NO_DEPTH_TEST);
    batch->depth_write = !(flags & M2_MATERIAL_NO_DEPTH_WRITE);
    return ADTMAP_OK;
}

static enum adtmap_status read_color(const struct resolver *resolver, uint16_t index,
                                     float color[4])
{
    for (int i = 0; i < 4; i++) {
        color[i] = 1.0F;
    }
    if (index == M2_NONE) {
        return ADTMAP_OK;
    }
    struct reader entry = m2_batch_entry(resolver, M2_COLORS, index);
    bool good = m2_track_numbers(resolver->animated, &entry, color, 3) &&
                m2_track_fraction(resolver->animated, &entry, &color[3]);
    return good ? ADTMAP_OK : m2_batch_fail(resolver, M2_COLORS, index);
}

/* A lookup that ends before a stage means a weight of 1. */
static enum adtmap_status read_weight(const struct resolver *resolver, uint32_t first,
                                      uint32_t stage, float *weight)
{
    uint16_t index = look_up(resolver, M2_WEIGHT_LOOKUP, first, stage);
    *weight = 1.0F;
    if (index == M2_NONE) {
        return ADTMAP_OK;
    }
    struct reader entry = m2_batch_entry(resolver, M2_WEIGHTS, index);
    bool good = m2_track_fraction(resolver->animated, &entry, weight);
    return good ? ADTMAP_OK : m2_batch_fail(resolver, M2_WEIGHTS, index);
}

static enum adtmap_status read_transform(const struct resolver *resolver, uint32_t first,
                                         uint32_t stage, float transform[2][3])
{
    float translation[3] = {0, 0, 0};
    float rotation[4] = {0, 0, 0, 1};
    float scale[3] = {1, 1, 1};
    uint16_t index = look_up(resolver, M2_TRANSFORM_LOOKUP, first, stage);
    if (index != M2_NONE) {
        struct reader entry = m2_batch_entry(resolver, M2_TRANSFORMS, index);
        if (!m2_track_numbers(resolver->animated, &entry, translation, 3) ||
            !m2_track_numbers(resolver->animated, &entry, rotation, 4) ||
            !m2_track_numbers(resolver->animated, &entry, scale, 3)) {
            return m2_batch_fail(resolver, M2_TRANSFORMS, index);
        }
    }
    m2_matrix_uv(translation, rotation, scale, transform);
    return ADTMAP_OK;
}

/* The combiner of a batch. What shader numbers say of the units comes in place of the lookup. */
static struct m2_recipe combine(const struct resolver *resolver, const struct m2_skin_batch *raw,
                                enum surface_blend blend)
{
    const struct m2_array *ops = array_of(resolver, M2_COMBINERS);
    struct m2_combiner combiner = {
        .version = resolver->file->version,
        .blend = blend,
        .shader = raw->shader,
        .texture_count = raw->texture_count,
        .has_ops = ops->count > 0 && raw->shader < ops->count,
    };
    for (uint32_t i = 0; i < 2; i++) {
        combiner.ops[i] = look_up(resolver, M2_COMBINERS, raw->shader, i);
        combiner.units[i] = look_up(resolver, M2_UNIT_LOOKUP, raw->units, i);
    }
    if (raw->units >= array_of(resolver, M2_UNIT_LOOKUP)->count) {
        combiner.units[0] = 0;
    }
    return m2_combine(&combiner);
}

/* Texture coordinates of reflections have no transform; those of real files refer to nothing. */
static enum adtmap_status read_stage(const struct resolver *resolver,
                                     const struct m2_skin_batch *raw,
                                     const struct m2_recipe_stage *recipe, struct m2_stage *stage)
{
    stage->texture = look_up(resolver, M2_TEXTURE_LOOKUP, raw->textures, recipe->index);
    if (stage->texture >= resolver->file->texture_count) {
        return m2_batch_fail(resolver, M2_TEXTURES, stage->texture);
    }
    float weight;
    enum adtmap_status status = read_weight(resolver, raw->weights, recipe->index, &weight);
    if (status) {
        return status;
    }
    stage->weight = recipe->weighted ? weight : 1.0F;
    stage->is_reflection = recipe->uv_set == M2_SPHERE;
    stage->uv_set = stage->is_reflection ? 0 : recipe->uv_set;
    stage->uv_transform[0][0] = stage->uv_transform[1][1] = 1.0F;
    return stage->is_reflection
               ? ADTMAP_OK
               : read_transform(resolver, raw->transforms, recipe->index, stage->uv_transform);
}

/* A batch whose further textures have no files is drawn with the first alone. */
static enum adtmap_status read_stages(const struct resolver *resolver,
                                      const struct m2_skin_batch *raw, struct m2_batch *batch)
{
    struct m2_recipe recipe = combine(resolver, raw, batch->blend);
    batch->mix = recipe.mix;
    batch->is_opaque = recipe.is_opaque;
    batch->fades_at_edges = m2_fades_at_edges(resolver->file->version, raw->shader) &&
                            batch->blend != SURFACE_OPAQUE && batch->blend != SURFACE_ALPHA_KEY;
    batch->stage_count = raw->texture_count ? recipe.stage_count : 0;
    for (uint32_t i = 0; i < batch->stage_count; i++) {
        struct m2_stage *stage = &batch->stages[i];
        enum adtmap_status status = read_stage(resolver, raw, &recipe.stages[i], stage);
        if (status) {
            return status;
        }
        const struct m2_texture *texture = &resolver->file->textures[stage->texture];
        if (!texture->name && !texture->file_id) {
            batch->stage_count = i ? 1 : 0;
            batch->mix = MIX_FIRST;
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status resolve(const struct resolver *resolver, const struct m2_skin_batch *raw,
                                  struct m2_batch *batch)
{
    float weight = 1.0F;
    *batch = (struct m2_batch){.priority = raw->priority, .layer = raw->layer};
    enum adtmap_status status = m2_batch_read_material(resolver, raw->material, batch);
    if (status) {
        return status;
    }
    status = read_color(resolver, raw->color, batch->color);
    if (status) {
        return status;
    }
    status = read_weight(resolver, raw->weights, 0, &weight);
    batch->color[3] *= weight;
    return status ? status : read_stages(resolver, raw, batch);
}

static bool is_solid(const struct m2_batch *batch)
{
    return batch->blend <= SURFACE_ALPHA_KEY;
}

/* array_sort */
static int m2_batch_compare(const void *a, const void *b)
{
    const struct m2_batch *left = a;
    const struct m2_batch *right = b;
    if (is_solid(left) != is_solid(right)) {
        return is_solid(left) ? -1 : 1;
    }
    if (left->priority != right->priority) {
        return left->priority < right->priority ? -1 : 1;
    }
    return left->number < right->number ? -1 : left->number > right->number;
}

void m2_sort_batches(struct m2_batch *batches, uint32_t count)
{
    array_sort(batches, count, sizeof *batches, m2_batch_compare);
}

enum adtmap_status m2_resolve_batches(const struct m2_file *file,
                                      const struct m2_animated *animated,
                                      const struct m2_skin *skin, struct arena *arena,
                                      const struct diag *diag, struct m2_drawn *drawn)
{
    struct resolver resolver = {file, animated, diag, 0};
    struct m2_batch *batches = arena_alloc_dirty(arena, skin->batch_count, sizeof *batches);
    *drawn = (struct m2_drawn){.batches = batches};
    if (!batches) {
        return diag_fail_memory(diag);
    }
    for (uint32_t i = 0; i < skin->batch_count; i++) {
        const struct m2_skin_batch *raw = &skin->batches[i];
        struct m2_batch *next = &batches[drawn->count];
        resolver.index = i;
        enum adtmap_status status = resolve(&resolver, raw, next);
        if (status) {
            return status;
        }
        next->number = i;
        bool is_drawn = next->stage_count > 0 && next->color[3] > 0.0F &&
                        skin->sections[raw->section].index_count > 0;
        drawn->count += is_drawn;
        drawn->hidden_count += !is_drawn;
    }
    m2_sort_batches(batches, drawn->count);
    return ADTMAP_OK;
}
