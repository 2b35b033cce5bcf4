#include "demo/files/doodad_write.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "demo/files/doodad_parts.h"
#include "os/file.h"
#include "os/temporary.h"

enum { NAME_ROOM = 128 };

static const uint32_t versions[] = {
    [DOODAD_M2_1] = 256, [DOODAD_M2_2] = 260, [DOODAD_M2_3] = 264,
    [DOODAD_M2_4] = 272, [DOODAD_M2_7] = 274,
};

/* Writes and frees `bytes`. */
static enum adtmap_status put_file(const char *root, const char *name, const char *suffix,
                                   struct buffer *bytes, const struct diag *diag)
{
    char file[NAME_ROOM];
    snprintf(file, sizeof file, "%s%s", name, suffix);
    char *path = path_join(root, file);
    char *folder = path ? path_directory(path) : NULL;
    enum adtmap_status status =
        folder && !bytes->failed ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    status = status ? status : file_write_atomic(path, bytes->data, bytes->size, diag);
    free(folder);
    free(path);
    buffer_free(bytes);
    return status;
}

/* From 7.x on the model is one chunk of its file; the letters of chunks are not reversed there. */
static void wrap_in_chunk(struct buffer *out, const struct buffer *model)
{
    buffer_append(out, "MD21", 4);
    buffer_u32le(out, (uint32_t)model->size);
    buffer_append(out, model->data, model->size);
    out->failed = out->failed || model->failed;
}

static enum adtmap_status write_m2(const char *root, const struct doodad_parts *parts,
                                   enum doodad_format format, const struct diag *diag)
{
    const char *name = doodad_name(parts->doodad);
    struct buffer model = {0};
    struct buffer file = {0};
    m2_write(&model, parts, versions[format]);
    if (format == DOODAD_M2_7) {
        wrap_in_chunk(&file, &model);
        buffer_free(&model);
    } else {
        file = model;
    }
    enum adtmap_status status = put_file(root, name, ".m2", &file, diag);
    if (!status && format >= DOODAD_M2_3) {
        struct buffer skin = {0};
        skin_write(&skin, parts, versions[format]);
        status = put_file(root, name, "00.skin", &skin, diag);
    }
    return status;
}

static enum adtmap_status write_doodad(const char *root, enum doodad doodad,
                                       enum doodad_format format, const struct diag *diag)
{
    struct model model;
    struct doodad_parts parts;
    doodad_make(doodad, &model);
    enum adtmap_status status =
        doodad_parts_make(&parts, doodad, &model) ? ADTMAP_OK : diag_fail_memory(diag);
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
