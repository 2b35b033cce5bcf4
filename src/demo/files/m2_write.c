/*
 * M2 models and their skins. The versions differ in the places of header fields, in tracks (one
 * time line up to 263, an array a sequence since 264), and in where the skin is: inside the file up
 * to 263, in a .skin file since. Arrays are {count, offset}; offsets count from the file's begin.
 */
#include "base/size.h"
#include "demo/bytes/chunk_write.h"
#include "demo/files/doodad_parts.h"

/* Where a version has what; offsets into the header. */
struct m2_layout {
    uint32_t header_bytes;
    uint32_t sequences, bones, vertices, views, textures, weights, materials;
    uint32_t bone_lookup, texture_lookup, unit_lookup, weight_lookup, transform_lookup, box;
    uint32_t flags;
};

static const struct m2_layout old_layout = {0x144, 0x1C, 0x34, 0x44, 0x4C, 0x5C, 0x64, 0x84,
                                            0x8C,  0x94, 0x9C, 0xA4, 0xAC, 0xB4, 0x10};
static const struct m2_layout new_layout = {0x130, 0x1C, 0x2C, 0x3C, 0x44, 0x50, 0x58, 0x70,
                                            0x78,  0x80, 0x88, 0x90, 0x98, 0xA0, 0x10};

/* A chunk of a skeleton file has one array. */
static const struct m2_layout skeleton_layout = {.sequences = 8};

enum { SKELETON_CHUNK_BYTES = 32 };
enum { AT_NAME = 0x08, FIRST_SEPARATE_SKIN = 264, STAND_MS = 1000, NONE = 0xFFFF };

/* A file under way. */
struct file {
    struct buffer *out;
    size_t begin; /* of the M2 in the buffer */
    uint32_t version;
    const struct m2_layout *layout;
    const struct doodad_parts *parts;
};

static bool is_old(const struct file *file)
{
    return file->version < FIRST_SEPARATE_SKIN;
}

/* Begins the contents of an array whose {count, offset} stands at `field`, aligned to 16. */
static void begin_array(const struct file *file, size_t field, uint32_t count)
{
    while ((file->out->size - file->begin) % 16 != 0) {
        buffer_u8(file->out, 0);
    }
    chunk_put_u32(file->out, file->begin + field, count);
    chunk_put_u32(file->out, file->begin + field + 4, file->out->size - file->begin);
}

#define RADIUS_YD 20.0f

static void write_sequence(const struct file *file)
{
    struct buffer *out = file->out;
    begin_array(file, file->layout->sequences, 1);
    buffer_u32le(out, 0); /* Stand, first variation */
    chunk_zeros(out, is_old(file) ? 4 : 0);
    PUT_U32(out, STAND_MS, 0, 0x20, 32767, 0, 0, 0); /* 0x20: keys are in this file */
    chunk_floats(out, file->parts->model->low, 3);
    chunk_floats(out, file->parts->model->high, 3);
    buffer_f32le(out, RADIUS_YD);
    PUT_U16(out, NONE, 0);
}

static size_t track_bytes(const struct file *file)
{
    return is_old(file) ? 28 : 20;
}

/* A rotation of 256 is four floats; later ones are 16-bit numbers with an odd zero. */
static void write_rotation(const struct file *file, const double rotation[4])
{
    for (int k = 0; k < 4; k++) {
        if (file->version < 257) {
            buffer_f32le(file->out, (float)rotation[k]);
        } else {
            double scaled = rotation[k] * 32767.0 + (rotation[k] > 0.0 ? -32768.0 : 32767.0);
            buffer_u16le(file->out, (uint16_t)(int16_t)scaled);
        }
    }
}

/* A key at the begin of Stand, a rotation or full weight, into the zeroed track at `field`. That
 * has an array of times and one of values. Since 264 these hold an {count, offset} a sequence. */
static void write_key(const struct file *file, size_t field, const double *rotation)
{
    struct buffer *out = file->out;
    size_t at = file->begin + field + (is_old(file) ? 12 : 4);
    size_t arrays[2]; /* of times, of values */
    arrays[0] = out->size - file->begin;
    buffer_u32le(out, 0);
    arrays[1] = out->size - file->begin;
    if (rotation) {
        write_rotation(file, rotation);
    } else {
        buffer_u32le(out, 32767);
    }
    for (size_t k = 0; k < 2; k++) {
        size_t reference = out->size - file->begin;
        if (!is_old(file)) {
            PUT_U32(out, 1, (uint32_t)arrays[k]);
        }
        chunk_put_u32(out, at + 8 * k, 1);
        chunk_put_u32(out, at + 8 * k + 4, is_old(file) ? arrays[k] : reference);
    }
}

static void write_bones(const struct file *file)
{
    struct buffer *out = file->out;
    int count = file->parts->model->group_count;
    size_t rotations[DOODAD_BONES];
    begin_array(file, file->layout->bones, (uint32_t)count);
    for (int b = 0; b < count; b++) {
        struct doodad_bone bone = doodad_bone(file->parts->doodad, b);
        buffer_u32le(out, UINT32_MAX); /* no key bone */
        buffer_u32le(out, (bone.is_billboard ? 0x8 : 0) | (bone.rotation[3] < 1.0 ? 0x200 : 0));
        PUT_U16(out, (uint16_t)(b - 1), 0);
        if (file->version >= 260) {
            buffer_u32le(out, 0);
        }
        rotations[b] = out->size - file->begin + track_bytes(file);
        for (int t = 0; t < 3; t++) {
            PUT_U16(out, 1, NONE);
            chunk_zeros(out, track_bytes(file) - 4);
        }
        chunk_f32s(out, bone.pivot, 3);
    }
    for (int b = 0; b < count; b++) {
        struct doodad_bone bone = doodad_bone(file->parts->doodad, b);
        if (bone.rotation[3] < 1.0) {
            write_key(file, rotations[b], bone.rotation);
        }
    }
}

static void write_vertices(const struct file *file)
{
    const struct doodad_parts *parts = file->parts;
    struct buffer *out = file->out;
    begin_array(file, file->layout->vertices, batches_vertex_count(&parts->batches));
    for (int p = 0; p < parts->count; p++) {
        const struct batch *batch = &parts->parts[p].batch;
        const struct model_vertex *vertex = batches_vertex(&parts->batches, batch->first_vertex);
        for (uint32_t k = 0; k < batch->vertex_count; k++, vertex++) {
            chunk_floats(out, vertex->position, 3);
            PUT_U32(out, 255, (uint32_t)batch->group); /* all weight on the first bone */
            chunk_floats(out, vertex->normal, 3);
            for (int set = 0; set < 2; set++) {
                chunk_floats(out, doodad_uv(vertex, set).at, 2);
            }
        }
    }
}

/* A texture and a material for each stage. */
static void write_textures(const struct file *file)
{
    const struct doodad_parts *parts = file->parts;
    begin_array(file, file->layout->textures, (uint32_t)parts->stage_count);
    size_t first = file->out->size;
    chunk_zeros(file->out, 16 * (size_t)parts->stage_count);
    for (int k = 0; k < parts->stage_count; k++) {
        size_t at = first + 16 * (size_t)k;
        size_t name = file->out->size;
        chunk_put_u32(file->out, at + 4, parts->stages[k].wraps ? 3 : 0);
        if (parts->by_id) {
            continue;
        }
        chunk_path(file->out, texture_name(parts->stages[k].texture), "");
        chunk_put_u32(file->out, at + 8, file->out->size - name);
        chunk_put_u32(file->out, at + 12, name - file->begin);
    }
}

/* Since 264 a flag of the header adds a list of ops, two for each batch. */
static bool has_op_list(const struct file *file)
{
    return file->version == FIRST_SEPARATE_SKIN && file->parts->stage_count > file->parts->count;
}

/* What batches refer to besides textures: one weight, a material for each stage, lookups, ops. */
static void write_tables(const struct file *file)
{
    const struct doodad_parts *parts = file->parts;
    const struct m2_layout *layout = file->layout;
    const struct {
        uint32_t field;
        int count, first, step;
    } lookups[] = {
        {layout->bone_lookup, parts->model->group_count, 0, 1},
        {layout->texture_lookup, parts->stage_count, 0, 1},
        {layout->unit_lookup, 2, 0, 1},
        {layout->weight_lookup, 2, 0, 0},
        {layout->transform_lookup, 2, NONE, 0},
    };
    begin_array(file, layout->weights, 1);
    size_t weight = file->out->size - file->begin;
    PUT_U16(file->out, 0, NONE);
    chunk_zeros(file->out, track_bytes(file) - 4);
    write_key(file, weight, NULL);
    begin_array(file, layout->materials, (uint32_t)parts->stage_count);
    for (int k = 0; k < parts->stage_count; k++) {
        PUT_U16(file->out, parts->stages[k].flags, parts->stages[k].blend);
    }
    for (size_t i = 0; i < COUNT_OF(lookups); i++) {
        begin_array(file, lookups[i].field, (uint32_t)lookups[i].count);
        for (int k = 0; k < lookups[i].count; k++) {
            buffer_u16le(file->out, (uint16_t)(lookups[i].first + k * lookups[i].step));
        }
    }
    if (has_op_list(file)) {
        begin_array(file, layout->header_bytes, 2 * (uint32_t)parts->count);
        for (int p = 0; p < parts->count; p++) {
            struct doodad_ops ops = doodad_ops_of(parts, p);
            PUT_U16(file->out, ops.first, ops.second);
        }
    }
}

/* ---- skins ---- */

static void write_section(struct buffer *out, const struct batch *batch, uint32_t version)
{
    uint16_t bone = (uint16_t)batch->group;
    PUT_U16(out, 0, 0, (uint16_t)batch->first_vertex, (uint16_t)batch->vertex_count,
            (uint16_t)batch->first_index, (uint16_t)batch->index_count, 1, bone, 1, bone);
    chunk_zeros(out, version < 260 ? 12 : 28); /* centres and a radius, for sorting */
}

/* How a batch combines its textures: 264 has the place of its two ops in the list, later versions
 * have the ops, and whether the last texture uses the second set of coordinates. */
static uint16_t shader_of(const struct file *file, int part)
{
    struct doodad_ops ops = doodad_ops_of(file->parts, part);
    if (file->version <= FIRST_SEPARATE_SKIN) {
        return has_op_list(file) ? (uint16_t)(2 * part) : 0;
    }
    bool second = file->parts->parts[part].stage_count > 1;
    return (uint16_t)(ops.first << 4 | ops.second | (second ? 0x4000 : 0));
}

/* A batch of a part with `stages` of its textures, from stage `layer` on. */
static void write_batch(const struct file *file, int part, int layer, int stages)
{
    uint16_t first = (uint16_t)(file->parts->parts[part].first_stage + layer);
    PUT_U16(file->out, 16, shader_of(file, part), (uint16_t)part, (uint16_t)part, NONE, first,
            (uint16_t)layer, (uint16_t)stages, first, (uint16_t)layer, 0, 0);
}

/* One batch for each part, or without combiners one for each stage. */
static void write_batches(const struct file *file)
{
    const struct doodad_parts *parts = file->parts;
    for (int p = 0; p < parts->count; p++) {
        int count = parts->parts[p].stage_count;
        for (int k = 0; k < count && !parts->has_combiners; k++) {
            write_batch(file, p, k, 1);
        }
        if (parts->has_combiners) {
            write_batch(file, p, 0, count);
        }
    }
}

/* The arrays of a skin, whose {count, offset} fields begin at `fields`. */
static void write_skin(const struct file *file, size_t fields)
{
    const struct doodad_parts *parts = file->parts;
    struct buffer *out = file->out;
    begin_array(file, fields, batches_vertex_count(&parts->batches));
    for (uint32_t k = 0; k < batches_vertex_count(&parts->batches); k++) {
        buffer_u16le(out, (uint16_t)k);
    }
    begin_array(file, fields + 8, batches_index_count(&parts->batches));
    buffer_append(out, parts->batches.indices.data, parts->batches.indices.size);
    begin_array(file, fields + 16, batches_vertex_count(&parts->batches));
    for (int p = 0; p < parts->count; p++) {
        for (uint32_t k = 0; k < parts->parts[p].batch.vertex_count; k++) {
            buffer_u32le(out, (uint32_t)parts->parts[p].batch.group);
        }
    }
    begin_array(file, fields + 24, (uint32_t)parts->count);
    for (int p = 0; p < parts->count; p++) {
        write_section(out, &parts->parts[p].batch, file->version);
    }
    int batches = parts->has_combiners ? parts->count : parts->stage_count;
    begin_array(file, fields + 32, (uint32_t)batches);
    write_batches(file);
    chunk_put_u32(out, file->begin + fields + 40, 21); /* bones that a draw call may use */
}

void skin_write(struct buffer *out, const struct doodad_parts *parts, uint32_t version)
{
    const struct file file = {.out = out, .begin = out->size, .version = version, .parts = parts};
    buffer_append(out, "SKIN", 4);
    chunk_zeros(out, 44 + (version > FIRST_SEPARATE_SKIN ? 8 : 0)); /* and shadow batches: none */
    write_skin(&file, 4);
}

static void write_view(const struct file *file)
{
    if (!is_old(file)) {
        chunk_put_u32(file->out, file->begin + file->layout->views, 1);
        return;
    }
    begin_array(file, file->layout->views, 1);
    size_t fields = file->out->size - file->begin;
    chunk_zeros(file->out, 44);
    write_skin(file, fields);
}

static void write_header(const struct file *file)
{
    struct buffer *out = file->out;
    buffer_append(out, "MD20", 4);
    buffer_u32le(out, file->version);
    chunk_zeros(out, file->layout->header_bytes - 8 + (has_op_list(file) ? 8 : 0));
    chunk_put_u32(out, file->begin + file->layout->flags, has_op_list(file) ? 0x8 : 0);
    for (size_t k = 0; k < 3; k++) {
        chunk_put_f32(out, file->begin + file->layout->box + 4 * k, file->parts->model->low[k]);
        chunk_put_f32(out, file->begin + file->layout->box + 12 + 4 * k,
                      file->parts->model->high[k]);
    }
    chunk_put_f32(out, file->begin + file->layout->box + 24, RADIUS_YD);
    begin_array(file, AT_NAME, 5);
    buffer_append(out, "Demo", 5);
}

void m2_write(struct buffer *out, const struct doodad_parts *parts, uint32_t version)
{
    const struct file file = {
        .out = out,
        .begin = out->size,
        .version = version,
        .layout = version < FIRST_SEPARATE_SKIN ? &old_layout : &new_layout,
        .parts = parts,
    };
    write_header(&file);
    if (!parts->by_id || !doodad_parts_turn(parts)) {
        write_sequence(&file);
        write_bones(&file);
    }
    write_vertices(&file);
    write_textures(&file);
    write_tables(&file);
    write_view(&file);
}

/* A chunk of a skeleton file: arrays, and what `write` puts into one of them. Offsets count from
 * the chunk's data. */
static void write_skeleton_chunk(struct file file, const char name[5],
                                 void (*write)(const struct file *file))
{
    buffer_append(file.out, name, 4);
    buffer_u32le(file.out, 0);
    file.begin = file.out->size;
    chunk_zeros(file.out, SKELETON_CHUNK_BYTES);
    write(&file);
    chunk_put_u32(file.out, file.begin - 4, file.out->size - file.begin);
}

void skeleton_write(struct buffer *out, const struct doodad_parts *parts, uint32_t version)
{
    const struct file file = {
        .out = out, .version = version, .layout = &skeleton_layout, .parts = parts};
    write_skeleton_chunk(file, "SKS1", write_sequence);
    write_skeleton_chunk(file, "SKB1", write_bones);
}
