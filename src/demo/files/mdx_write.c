/*
 * MDX models (0.5.3 to 0.10): chunks whose letters are not reversed, a u32 size, the contents. Each
 * part is a geoset of its own, with a list of vertices that it shares with no other. Bones are
 * nodes with a pivot and tracks; "Stand" is the only sequence.
 */
#include <string.h>

#include "demo/bytes/chunk_write.h"
#include "demo/files/doodad_parts.h"

enum {
    VERSION = 1300,
    NAME_BYTES_MDX = 80,
    PATH_BYTES_MDX = 260,
    STAND_MS = 1000,
    NO_ID = -1,
};

static size_t begin(struct buffer *out, const char id[5])
{
    buffer_append(out, id, 4);
    buffer_u32le(out, 0);
    return out->size;
}

static void end(struct buffer *out, size_t contents)
{
    chunk_put_u32(out, contents - 4, out->size - contents);
}

/* Structs that count their own size in a u32 at their begin. */
static size_t begin_sized(struct buffer *out)
{
    buffer_u32le(out, 0);
    return out->size - 4;
}

static void end_sized(struct buffer *out, size_t at)
{
    chunk_put_u32(out, at, out->size - at);
}

static void write_text(struct buffer *out, const char *text, size_t room)
{
    size_t length = strlen(text);
    buffer_append(out, text, length);
    chunk_zeros(out, room - length);
}

static void write_bounds(struct buffer *out, const struct model *model)
{
    buffer_f32le(out, 20.0f);
    chunk_floats(out, model->low, 3);
    chunk_floats(out, model->high, 3);
}

static void write_head(struct buffer *out, const struct model *model)
{
    buffer_append(out, "MDLX", 4);
    size_t chunk = begin(out, "VERS");
    buffer_u32le(out, VERSION);
    end(out, chunk);
    chunk = begin(out, "MODL");
    write_text(out, "Demo", NAME_BYTES_MDX);
    chunk_zeros(out, PATH_BYTES_MDX);
    write_bounds(out, model);
    buffer_u32le(out, 150);
    buffer_u8(out, 0);
    end(out, chunk);
    chunk = begin(out, "SEQS");
    buffer_u32le(out, 1);
    write_text(out, "Stand", NAME_BYTES_MDX);
    PUT_U32(out, 0, STAND_MS, 0, 0);
    write_bounds(out, model);
    buffer_f32le(out, 1.0f);
    chunk_zeros(out, 12);
    end(out, chunk);
}

/* A layer is a pass; texture and stage have the same number. */
static void write_layer(struct buffer *out, const struct doodad_parts *parts, int number,
                        int uv_set)
{
    const struct doodad_stage *stage = &parts->stages[number];
    size_t layer = begin_sized(out);
    buffer_u32le(out, stage->blend);
    buffer_u32le(out, (stage->flags & 1 ? 0x1U : 0U) | (stage->flags & 4 ? 0x10U : 0U) |
                          (stage->flags & 0x10 ? 0x80U : 0U));
    PUT_U32(out, (uint32_t)number, (uint32_t)NO_ID, (uint32_t)uv_set);
    buffer_f32le(out, 1.0f);
    end_sized(out, layer);
}

static void write_materials(struct buffer *out, const struct doodad_parts *parts)
{
    size_t chunk = begin(out, "MTLS");
    PUT_U32(out, (uint32_t)parts->count, 0);
    for (int p = 0; p < parts->count; p++) {
        const struct doodad_part *part = &parts->parts[p];
        size_t material = begin_sized(out);
        PUT_U32(out, 0, (uint32_t)part->stage_count); /* 0: priority */
        for (int k = 0; k < part->stage_count; k++) {
            write_layer(out, parts, part->first_stage + k, k);
        }
        end_sized(out, material);
    }
    end(out, chunk);
}

static void write_textures(struct buffer *out, const struct doodad_parts *parts)
{
    size_t chunk = begin(out, "TEXS");
    for (int k = 0; k < parts->stage_count; k++) {
        buffer_u32le(out, 0);
        size_t name = out->size;
        chunk_path(out, texture_name(parts->stages[k].texture), "");
        chunk_zeros(out, PATH_BYTES_MDX - (out->size - name));
        buffer_u32le(out, parts->stages[k].wraps ? 3 : 0);
    }
    end(out, chunk);
}

/* An inline list: its letters, the number of items. */
static void begin_list(struct buffer *out, const char id[5], uint32_t count)
{
    buffer_append(out, id, 4);
    buffer_u32le(out, count);
}

static void write_triangles(struct buffer *out, const struct doodad_parts *parts,
                            const struct doodad_part *part)
{
    begin_list(out, "PTYP", 1);
    buffer_u8(out, 4); /* triangles */
    begin_list(out, "PCNT", 1);
    buffer_u32le(out, part->batch.index_count);
    begin_list(out, "PVTX", part->batch.index_count);
    for (uint32_t k = 0; k < part->batch.index_count; k++) {
        const uint8_t *index = parts->batches.indices.data + 2 * (part->batch.first_index + k);
        buffer_u16le(out, (uint16_t)((index[0] | index[1] << 8) - (int)part->batch.first_vertex));
    }
}

/* All vertices belong to one group, which one node moves. */
static void write_groups(struct buffer *out, const struct doodad_part *part)
{
    begin_list(out, "GNDX", part->batch.vertex_count);
    chunk_zeros(out, part->batch.vertex_count);
    begin_list(out, "MTGC", 1);
    buffer_u32le(out, 1);
    begin_list(out, "MATS", 1);
    buffer_u32le(out, (uint32_t)part->batch.group);
    begin_list(out, "BIDX", 0);
    begin_list(out, "BWGT", 0);
}

static void write_geoset(struct buffer *out, const struct doodad_parts *parts, int number)
{
    const struct doodad_part *part = &parts->parts[number];
    const struct model_vertex *vertices = batches_vertex(&parts->batches, part->batch.first_vertex);
    size_t geoset = begin_sized(out);
    for (int normals = 0; normals < 2; normals++) {
        begin_list(out, normals ? "NRMS" : "VRTX", part->batch.vertex_count);
        for (uint32_t k = 0; k < part->batch.vertex_count; k++) {
            chunk_floats(out, normals ? vertices[k].normal : vertices[k].position, 3);
        }
    }
    begin_list(out, "UVAS", (uint32_t)part->stage_count); /* texture coordinates a stage */
    for (int set = 0; set < part->stage_count; set++) {
        for (uint32_t k = 0; k < part->batch.vertex_count; k++) {
            chunk_floats(out, doodad_uv(&vertices[k], set).at, 2);
        }
    }
    write_triangles(out, parts, part);
    write_groups(out, part);
    PUT_U32(out, (uint32_t)number, 0, 0); /* the material */
    write_bounds(out, parts->model);
    buffer_u32le(out, 0);
    end_sized(out, geoset);
}

/* x in 22 bits of 2^-21, y and z in 21 bits of 2^-20, all signed; w follows from them. */
static void write_rotation_track(struct buffer *out, const double rotation[4])
{
    const int64_t x = (int64_t)(rotation[0] * (1 << 21));
    const int64_t y = (int64_t)(rotation[1] * (1 << 20));
    const int64_t z = (int64_t)(rotation[2] * (1 << 20));
    uint64_t packed = (uint64_t)x << 42 | ((uint64_t)y & 0x1FFFFF) << 21 | ((uint64_t)z & 0x1FFFFF);
    begin_list(out, "KGRT", 1);
    /* linear; at time 0 */
    PUT_U32(out, 1, (uint32_t)NO_ID, 0, (uint32_t)packed, (uint32_t)(packed >> 32));
}

static void write_bones(struct buffer *out, const struct doodad_parts *parts)
{
    size_t chunk = begin(out, "BONE");
    buffer_u32le(out, (uint32_t)parts->model->group_count);
    for (int b = 0; b < parts->model->group_count; b++) {
        struct doodad_bone bone = doodad_bone(parts->doodad, b);
        size_t node = begin_sized(out);
        write_text(out, "Bone", NAME_BYTES_MDX);
        /* number, parent, flags */
        PUT_U32(out, (uint32_t)b, (uint32_t)(b - 1), 0x100U | (bone.is_billboard ? 0x8U : 0U));
        if (bone.rotation[3] < 1.0) {
            write_rotation_track(out, bone.rotation);
        }
        end_sized(out, node);
        PUT_U32(out, (uint32_t)NO_ID, (uint32_t)NO_ID); /* geoset and its animation */
    }
    end(out, chunk);
    chunk = begin(out, "PIVT");
    for (int b = 0; b < parts->model->group_count; b++) {
        chunk_f32s(out, doodad_bone(parts->doodad, b).pivot, 3);
    }
    end(out, chunk);
}

void mdx_write(struct buffer *out, const struct doodad_parts *parts)
{
    write_head(out, parts->model);
    write_materials(out, parts);
    write_textures(out, parts);
    size_t chunk = begin(out, "GEOS");
    buffer_u32le(out, (uint32_t)parts->count);
    for (int p = 0; p < parts->count; p++) {
        write_geoset(out, parts, p);
    }
    end(out, chunk);
    write_bones(out, parts);
}
