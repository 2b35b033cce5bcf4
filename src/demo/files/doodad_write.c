#include "demo/files/doodad_write.h"

#include <stdio.h>

#include "demo/bytes/chunk_write.h"
#include "demo/files/doodad_parts.h"
#include "demo/files/file_ids.h"

enum { NAME_ROOM = 128 };

static const uint32_t versions[] = {
    [DOODAD_M2_1] = 256, [DOODAD_M2_2] = 260, [DOODAD_M2_3] = 264,
    [DOODAD_M2_4] = 272, [DOODAD_M2_7] = 274, [DOODAD_M2_8] = 274,
};

/* Writes and frees `bytes`. */
static enum adtmap_status put_file(const char *root, const char *name, const char *suffix,
                                   struct buffer *bytes, const struct diag *diag)
{
    char file[NAME_ROOM];
    snprintf(file, sizeof file, "%s%s", name, suffix);
    return chunk_write_file(root, file, bytes, diag);
}

/* Since 7.x the model is one chunk of its file, and chunks have ids. The letters of these chunks
 * are not reversed. */
static void write_id(struct buffer *out, const char chunk[5], enum doodad doodad,
                     enum doodad_file file)
{
    buffer_append(out, chunk, 4);
    PUT_U32(out, 4, file_id_doodad(doodad, file));
}

static void write_ids(struct buffer *out, const struct doodad_parts *parts)
{
    write_id(out, "SFID", parts->doodad, DOODAD_SKIN);
    buffer_append(out, "TXID", 4);
    buffer_u32le(out, 4 * (uint32_t)parts->stage_count);
    for (int k = 0; k < parts->stage_count; k++) {
        buffer_u32le(out, file_id_texture(parts->stages[k].texture));
    }
    if (parts->by_id && doodad_parts_turn(parts)) {
        write_id(out, "SKID", parts->doodad, DOODAD_SKELETON);
    }
}

static void write_model(struct buffer *out, const struct doodad_parts *parts,
                        enum doodad_format format)
{
    if (format < DOODAD_M2_7) {
        m2_write(out, parts, versions[format]);
        return;
    }
    buffer_append(out, "MD21", 4);
    buffer_u32le(out, 0);
    size_t begin = out->size;
    m2_write(out, parts, versions[format]);
    chunk_put_u32(out, begin - 4, out->size - begin);
    write_ids(out, parts);
}

static enum adtmap_status write_m2(const char *root, const struct doodad_parts *parts,
                                   enum doodad_format format, const struct diag *diag)
{
    const char *name = doodad_name(parts->doodad);
    struct buffer file = {0};
    write_model(&file, parts, format);
    enum adtmap_status status = put_file(root, name, ".m2", &file, diag);
    if (!status && format >= DOODAD_M2_3) {
        struct buffer skin = {0};
        skin_write(&skin, parts, versions[format]);
        status = put_file(root, name, "00.skin", &skin, diag);
    }
    if (!status && parts->by_id && doodad_parts_turn(parts)) {
        struct buffer skeleton = {0};
        skeleton_write(&skeleton, parts, versions[format]);
        status = put_file(root, name, ".skel", &skeleton, diag);
    }
    return status;
}

static enum adtmap_status write_doodad(const char *root, enum doodad doodad,
                                       enum doodad_format format, const struct diag *diag)
{
    struct model model;
    struct doodad_parts parts;
    doodad_make(doodad, &model);
    enum adtmap_status status = doodad_parts_make(&parts, doodad, &model, format >= DOODAD_M2_3)
                                    ? ADTMAP_OK
                                    : diag_fail_memory(diag);
    parts.by_id = format == DOODAD_M2_8;
    if (!status && format == DOODAD_MDX) {
        struct buffer file = {0};
        mdx_write(&file, &parts);
        status = put_file(root, doodad_name(doodad), ".mdx", &file, diag);
    } else if (!status) {
        status = write_m2(root, &parts, format, diag);
    }
    doodad_parts_free(&parts);
    model_free(&model);
    return status;
}

enum adtmap_status doodad_write_files(const char *root, enum doodad_format format,
                                      const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    for (int d = 0; d < DOODAD_COUNT && !status; d++) {
        status = write_doodad(root, (enum doodad)d, format, diag);
    }
    return status;
}
