/*
 * Materials of MDX and the colours of geosets.
 *
 *     MTLS   u32 count, u32, materials {u32 size, i32 priority, u32 layers, layers {u32 size,
 *            u32 blend, u32 flags, u32 texture, u32 transform, i32 uv set, f32 alpha, tracks KMTF
 *            and KMTA}}
 *     GEOA   u32 count, entries {u32 size, u32 geoset, f32 alpha, f32 blue, green, red, u32 flags,
 *            tracks KGAO and KGAC}
 *     TXAN   u32 count, transforms {u32 size, tracks KTAT, KTAR and KTAS}
 *
 * Each layer is a pass over the triangles.
 */
#include "base/size.h"
#include "formats/m2/mdx_parts.h"

enum {
    FLIP_KEY_BYTES = 8,
    MATERIAL_BYTES_MIN = 12,
    LAYER_BYTES_MIN = 28,
    MDX_BLENDS = 7, /* the first of M2_BLENDS */
};

static bool read_alpha(const struct mdx *mdx, struct reader *layer, float *alpha)
{
    bool good = m2_read_numbers(layer, alpha, 1);
    while (good) {
        if (mdx_tag(layer, &id_KMTF)) {
            /* Exchanges textures: u32 count, i32 global sequence, keys {i32 time, u32 texture}. */
            uint32_t count = reader_u32(layer);
            reader_skip(layer, 4 + (size_t)count * FLIP_KEY_BYTES);
            good = !layer->bad;
        } else if (mdx_tag(layer, &id_KMTA)) {
            good = mdx_track_numbers(mdx, layer, alpha, 1);
        } else {
            break;
        }
    }
    return good;
}

/* The transform of texture coordinates at the time that is shown; none without such an entry. False
 * if it is damaged. */
static bool read_transform(const struct mdx *mdx, uint32_t index, float uv_transform[2][3])
{
    static const struct mdx_transform_tags tags = {&id_KTAT, &id_KTAR, &id_KTAS};
    float translation[3] = {0, 0, 0};
    float rotation[4] = {0, 0, 0, 1};
    float scale[3] = {1, 1, 1};
    const struct mdx_transform transform = {translation, rotation, scale};
    struct reader list = mdx_chunk(mdx, &id_TXAN);
    uint32_t count = reader_u32(&list);
    bool good = true;
    for (uint32_t i = 0; !list.bad && index < count && i <= index; i++) {
        struct reader entry = mdx_entry(&list);
        good = i < index || (!entry.bad && mdx_read_transform(mdx, &entry, &tags, &transform));
    }
    m2_matrix_uv(translation, rotation, scale, uv_transform);
    return good;
}

static bool read_layer(const struct m2_file *file, struct reader reader, struct mdx_layer *layer)
{
    struct m2_batch *batch = &layer->batch;
    struct m2_stage *stage = &batch->stages[0];
    uint32_t blend = reader_u32(&reader);
    uint32_t flags = reader_u32(&reader);
    stage->texture = reader_u32(&reader);
    uint32_t transform = reader_u32(&reader);
    stage->uv_set = reader_u32(&reader) == 1;
    stage->weight = 1.0F;
    batch->color[0] = batch->color[1] = batch->color[2] = 1.0F;
    if (!read_alpha(file->contents->mdx, &reader, &batch->color[3]) || blend >= MDX_BLENDS ||
        stage->texture >= file->texture_count ||
        !read_transform(file->contents->mdx, transform, stage->uv_transform)) {
        return false;
    }
    batch->blend = m2_blends[blend];
    batch->mix = MIX_FIRST;
    batch->is_opaque = batch->blend == SURFACE_OPAQUE;
    batch->stage_count = 1;
    batch->unlit =
        flags & MDX_LAYER_UNLIT || batch->blend == SURFACE_MOD || batch->blend == SURFACE_MOD2X;
    batch->two_sided = flags & MDX_LAYER_TWO_SIDED;
    batch->depth_test = !(flags & MDX_LAYER_NO_DEPTH_TEST);
    batch->depth_write = !(flags & MDX_LAYER_NO_DEPTH_WRITE);
    stage->is_reflection = flags & MDX_LAYER_SPHERE;
    layer->is_drawn = file->textures[stage->texture].name != NULL;
    return true;
}

static enum adtmap_status mdx_read_material(const struct m2_file *file, struct reader *reader,
                                            struct arena *arena, const struct diag *diag,
                                            struct mdx_material *material)
{
    int32_t priority = (int32_t)reader_u32(reader);
    uint32_t count = reader_u32(reader);
    if (reader->bad || count > reader_left(reader) / LAYER_BYTES_MIN) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "MTLS", NO_OFFSET, "a material is cut off");
    }
    struct mdx_layer *layers = arena_alloc(arena, count, sizeof *layers);
    for (uint32_t i = 0; layers && i < count; i++) {
        layers[i].batch.priority = priority;
        layers[i].batch.layer = i;
        if (!read_layer(file, mdx_entry(reader), &layers[i])) {
            return diag_fail(diag, ADTMAP_BAD_DATA, "MTLS", NO_OFFSET,
                             "layer %u is cut off, or has a blend or one of %u textures that does "
                             "not exist, or a damaged transform",
                             i, file->texture_count);
        }
    }
    *material = (struct mdx_material){count, layers};
    return layers ? ADTMAP_OK : diag_fail_memory(diag);
}

enum adtmap_status mdx_read_materials(const struct m2_file *file, struct arena *arena,
                                      const struct diag *diag, struct mdx_materials *materials)
{
    struct reader list = mdx_chunk(file->contents->mdx, &id_MTLS);
    uint32_t stated = reader_u32(&list);
    reader_skip(&list, 4);
    uint32_t count = (uint32_t)size_min(stated, reader_left(&list) / MATERIAL_BYTES_MIN);
    struct mdx_material *read = arena_alloc(arena, count, sizeof *read);
    enum adtmap_status status = read ? ADTMAP_OK : diag_fail_memory(diag);
    for (uint32_t i = 0; !status && i < count; i++) {
        struct reader material = mdx_entry(&list);
        status = mdx_read_material(file, &material, arena, diag, &read[i]);
    }
    *materials = (struct mdx_materials){count, read};
    return status;
}

static bool read_color(const struct mdx *mdx, struct reader entry, float color[4])
{
    float alpha;
    float bgr[3];
    bool good = m2_read_numbers(&entry, &alpha, 1) && m2_read_numbers(&entry, bgr, 3);
    uint32_t flags = reader_u32(&entry);
    while (good) {
        if (mdx_tag(&entry, &id_KGAO)) {
            good = mdx_track_numbers(mdx, &entry, &alpha, 1);
        } else if (mdx_tag(&entry, &id_KGAC)) {
            good = mdx_track_numbers(mdx, &entry, bgr, 3);
        } else {
            break;
        }
    }
    for (int i = 0; i < 3; i++) {
        color[i] = flags & MDX_COLOR_USED ? bgr[2 - i] : 1.0F;
    }
    color[3] = alpha;
    return good && !entry.bad;
}

bool mdx_geoset_color(const struct mdx *mdx, uint32_t geoset, float color[4])
{
    struct reader list = mdx_chunk(mdx, &id_GEOA);
    uint32_t count = reader_u32(&list);
    for (int i = 0; i < 4; i++) {
        color[i] = 1.0F;
    }
    for (uint32_t i = 0; !list.bad && i < count; i++) {
        struct reader entry = mdx_entry(&list);
        if (reader_u32(&entry) == geoset) {
            return read_color(mdx, entry, color);
        }
    }
    return true;
}
