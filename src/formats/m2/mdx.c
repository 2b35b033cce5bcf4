/*
 * MDX (0.5.3 to 0.10): 'MDLX', then chunks whose ids are not reversed.
 *
 *     VERS   u32 version: 1300, 1400, 1500
 *     MODL   name[80], animation file[260], f32 low[3], high[3], radius, u32, u8
 *     SEQS   u32 count, sequences of 140 bytes: name[80], i32 begin, end on the one time line, ...
 *     TEXS   textures of 268 bytes: u32 replaceable, name[260], u32 flags
 *     MTLS, GEOA in mdx_materials.c; BONE, HELP, PIVT in mdx_nodes.c; GEOS in mdx_geosets.c
 */
#include <string.h>

#include "base/size.h"
#include "formats/m2/mdx_parts.h"

enum {
    VERSION_MIN = 1300,
    VERSION_MAX = 1500,
    MODEL_BOX = 0x50 + 0x104, /* in MODL */
    TEXTURE_BYTES = 268,
};

bool mdx_is_model(const struct reader *bytes)
{
    return reader_left(bytes) >= 4 && memcmp(bytes->at, id_MDLX.text, 4) == 0;
}

/* A copy of a name in `size` bytes; NULL when out of memory. */
static const char *copy_name(const uint8_t *bytes, size_t size, struct arena *arena)
{
    return arena_string(arena, (const char *)bytes, strnlen((const char *)bytes, size));
}

static bool is_stand(const char *name)
{
    return strncmp(name, "Stand", strlen("Stand")) == 0;
}

/* Stand is the first sequence of that name; without one, the first of all. */
static bool read_sequence(struct reader entry, struct arena *arena, bool is_first, bool *has_stand,
                          struct mdx *mdx, struct m2_sequence *sequence)
{
    const uint8_t *name = reader_bytes(&entry, MDX_NAME_BYTES);
    int32_t begin = (int32_t)reader_u32(&entry);
    int32_t end = (int32_t)reader_u32(&entry);
    sequence->name = copy_name(name, MDX_NAME_BYTES, arena);
    sequence->length_ms = end > begin ? (uint32_t)end - (uint32_t)begin : 0;
    if (!sequence->name) {
        return false;
    }
    if (is_first || (!*has_stand && is_stand(sequence->name))) {
        mdx->stand_ms[0] = begin;
        mdx->stand_ms[1] = end;
        *has_stand = is_stand(sequence->name);
    }
    return true;
}

static enum adtmap_status read_sequences(struct mdx *mdx, struct arena *arena,
                                         const struct diag *diag, struct m2_file *file)
{
    struct reader list = mdx_chunk(mdx, &id_SEQS);
    uint32_t stated = reader_u32(&list);
    size_t stride = stated ? reader_left(&list) / stated : 0;
    uint32_t count = stride >= MDX_NAME_BYTES + 8 ? stated : 0;
    struct m2_sequence *sequences = arena_alloc(arena, count, sizeof *sequences);
    bool has_stand = false;
    bool good = sequences;
    for (uint32_t i = 0; good && i < count; i++) {
        struct reader entry = reader_sub(&list, 4 + i * stride, stride);
        good = read_sequence(entry, arena, i == 0, &has_stand, mdx, &sequences[i]);
    }
    file->sequence_count = count;
    file->sequences = sequences;
    return good ? ADTMAP_OK : diag_fail_memory(diag);
}

static bool read_texture(struct reader entry, struct arena *arena, struct m2_texture *texture)
{
    texture->type = reader_u32(&entry);
    const uint8_t *name = reader_bytes(&entry, M2_TEXTURE_NAME_MAX);
    uint32_t flags = reader_u32(&entry);
    texture->wrap_x = flags & M2_WRAP_X;
    texture->wrap_y = flags & M2_WRAP_Y;
    if (texture->type == 0 && name[0]) {
        texture->name = copy_name(name, M2_TEXTURE_NAME_MAX, arena);
        return texture->name;
    }
    return true;
}

static enum adtmap_status read_textures(const struct mdx *mdx, struct arena *arena,
                                        const struct diag *diag, struct m2_file *file)
{
    struct reader list = mdx_chunk(mdx, &id_TEXS);
    uint32_t count = (uint32_t)(reader_left(&list) / TEXTURE_BYTES);
    struct m2_texture *textures = arena_alloc(arena, count, sizeof *textures);
    bool good = textures;
    for (uint32_t i = 0; good && i < count; i++) {
        struct reader entry = reader_sub(&list, (size_t)i * TEXTURE_BYTES, TEXTURE_BYTES);
        good = read_texture(entry, arena, &textures[i]);
    }
    file->texture_count = count;
    file->textures = textures;
    return good ? ADTMAP_OK : diag_fail_memory(diag);
}

enum adtmap_status mdx_read(struct reader bytes, struct arena *arena, const struct diag *diag,
                            struct m2_file *file)
{
    struct mdx *mdx = arena_alloc(arena, 1, sizeof *mdx);
    if (!mdx) {
        return diag_fail_memory(diag);
    }
    mdx->chunks = reader_sub(&bytes, 4, (size_t)(bytes.end - bytes.begin) - 4);
    struct reader version = mdx_chunk(mdx, &id_VERS);
    struct reader pivots = mdx_chunk(mdx, &id_PIVT);
    file->contents->mdx = mdx;
    file->is_mdx = true;
    file->version = reader_u32(&version);
    file->bone_count = (uint32_t)(reader_left(&pivots) / 12);
    if (file->version < VERSION_MIN || file->version > VERSION_MAX) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, "VERS", NO_OFFSET,
                         "MDX version %u; %d to %d are read", file->version, VERSION_MIN,
                         VERSION_MAX);
    }
    m2_read_box(mdx_chunk(mdx, &id_MODL), MODEL_BOX, &file->box);
    enum adtmap_status status = read_sequences(mdx, arena, diag, file);
    return status ? status : read_textures(mdx, arena, diag, file);
}

enum adtmap_status mdx_build(const struct m2_file *file, struct arena *arena,
                             const struct diag *diag, struct m2_model *model)
{
    struct arena *scratch = file->contents->scratch;
    struct mdx_materials materials;
    struct m2_pose pose;
    enum adtmap_status status = mdx_read_pose(file->contents->mdx, scratch, diag, &pose);
    if (!status) {
        status = mdx_read_materials(file, scratch, diag, &materials);
    }
    return status ? status : mdx_build_mesh(file, &materials, &pose, arena, diag, model);
}
