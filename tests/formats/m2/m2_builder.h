/*
 * Builds M2 files of any version, skins and skeletons, without code of the readers. A test copies
 * `test_model`, changes what it is about, and writes the files.
 */
#ifndef TESTS_FORMATS_M2_BUILDER_H
#define TESTS_FORMATS_M2_BUILDER_H

#include "formats/bytes.h"

enum {
    BUILT_BONES = 4,
    BUILT_VERTICES = 6,
    BUILT_INDICES = 6,
    BUILT_TEXTURES = 4,
    BUILT_MATERIALS = 4,
    BUILT_BATCHES = 4,
    BUILT_SECTIONS = 2,
    BUILT_LOOKUPS = 4,
    BUILT_SEQUENCES = 3,
    NOTHING = 0xFFFF,
};

struct built_bone {
    uint32_t flags;
    int16_t parent;
    float pivot[3];
    bool has_keys; /* else the next three are not written */
    float translation[3], rotation[4], scale[3];
};

struct built_vertex {
    float position[3];
    uint8_t weights[4], bones[4];
    float normal[3], uv[4];
};

struct built_batch {
    int8_t priority;
    uint16_t shader, section, color, material, layer, texture_count;
    uint16_t textures, units, weights, transforms;
};

struct built_section {
    uint16_t level, first_vertex, vertex_count, first_index, index_count;
};

struct built_sequence {
    uint16_t id;
    uint32_t length, flags;
    uint16_t alias;
};

struct built_model {
    unsigned version;
    uint32_t flags;      /* 0x8: with combiner ops */
    bool short_header;   /* 260 to 263 without the two extra arrays */
    bool float_rotation; /* of bones before 264 */
    float box[6];
    uint32_t sequence_count, stand; /* the keys of `stand` are those of the model */
    struct built_sequence sequences[BUILT_SEQUENCES];
    uint32_t bone_count;
    struct built_bone bones[BUILT_BONES];
    uint32_t vertex_count;
    struct built_vertex vertices[BUILT_VERTICES];
    uint32_t texture_count;
    const char *textures[BUILT_TEXTURES]; /* NULL: replaceable */
    uint32_t texture_flags[BUILT_TEXTURES];
    uint32_t texture_ids[BUILT_TEXTURES];   /* for TXID */
    uint16_t materials[BUILT_MATERIALS][2]; /* flags, blend */
    float colors[1][4];
    float weights[BUILT_LOOKUPS];
    float transform[10];   /* T, R, S */
    bool global_transform; /* its tracks run by global loop 0 */
    uint16_t texture_lookup[BUILT_LOOKUPS], unit_lookup[BUILT_LOOKUPS];
    uint16_t weight_lookup[BUILT_LOOKUPS], transform_lookup[BUILT_LOOKUPS];
    uint16_t ops[BUILT_LOOKUPS];
    /* The skin. */
    uint32_t list_count;
    uint16_t list[BUILT_VERTICES];
    uint32_t index_count;
    uint16_t indices[BUILT_INDICES];
    uint32_t section_count, batch_count;
    struct built_section sections[BUILT_SECTIONS];
    struct built_batch batches[BUILT_BATCHES];
};

/* Two triangles of a section each, one batch each, one bone that does nothing. */
static const struct built_model test_model = {
    .version = 264,
    .box = {-1, -2, 0, 3, 4, 5},
    .sequence_count = 1,
    .sequences = {{0, 1000, 0x20, 0}},
    .bone_count = 1,
    .bones = {{.parent = -1}},
    .vertex_count = 6,
    .vertices = {{{0, 0, 0}, {255, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 1}, {0, 0, 0.5F, 0}},
                 {{1, 0, 0}, {255, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 2}, {1, 0, 0.5F, 0}},
                 {{0, 1, 0}, {255, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 1}, {0, 1, 0.5F, 0}},
                 {{0, 0, 1}, {255, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0}, {0, 0, 0.5F, 1}},
                 {{1, 0, 1}, {255, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0}, {1, 0, 0.5F, 1}},
                 {{0, 1, 1}, {255, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 0}, {0, 1, 0.5F, 1}}},
    .texture_count = 2,
    .textures = {"Tree\\Bark.blp", "Tree\\Leaves.blp"},
    .texture_flags = {3, 0},
    .texture_ids = {7001, 7002},
    .materials = {{0, 0}, {0x4, 1}},
    .colors = {{1, 1, 1, 1}},
    .weights = {1, 1, 1, 1},
    .transform = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1},
    .texture_lookup = {0, 1, 0, 1},
    .unit_lookup = {0, 1, 0, 0},
    .weight_lookup = {0, 1, 2, 3},
    .transform_lookup = {NOTHING, NOTHING, NOTHING, 0},
    .list_count = 6,
    .list = {5, 4, 3, 2, 1, 0},
    .index_count = 6,
    .indices = {5, 4, 3, 2, 1, 0},
    .section_count = 2,
    .sections = {{0, 3, 3, 0, 3}, {0, 0, 3, 3, 3}},
    .batch_count = 2,
    .batches = {{.section = 0, .color = NOTHING, .material = 0, .texture_count = 1},
                {.section = 1, .color = NOTHING, .material = 1, .texture_count = 1, .textures = 1}},
};

/* A file that is being written. Offsets count from `base`. */
struct m2_writer {
    struct buffer *file;
    size_t base;
    const struct built_model *model;
};

static inline bool is_old(const struct built_model *model)
{
    return model->version < 264;
}

static inline uint32_t offset_here(const struct m2_writer *writer)
{
    return (uint32_t)(writer->file->size - writer->base);
}

/* A track with its keys in place, ready to be appended to an entry. */
struct built_track {
    uint8_t bytes[28];
    size_t size;
};

static inline void set_u32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

/* A key that must not be read: far away, or half transparent. */
static inline void append_decoy(struct buffer *file, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        buffer_u8(file, i % 4 == 2 ? 0x20 : i % 4 == 3 ? 0x42 : 0);
    }
}

/* Before 264: a decoy, then the key, and ranges that tell where each sequence begins. */
static inline void write_flat_keys(const struct m2_writer *writer, const void *key, size_t size,
                                   bool loops, struct built_track *track)
{
    uint32_t first = loops ? 0 : 1;
    set_u32(track->bytes + 4, writer->model->sequence_count);
    set_u32(track->bytes + 8, offset_here(writer));
    for (uint32_t i = 0; i < writer->model->sequence_count; i++) {
        buffer_u32le(writer->file, i == writer->model->stand ? first : 0);
        buffer_u32le(writer->file, first);
    }
    set_u32(track->bytes + 12, 2);
    set_u32(track->bytes + 16, offset_here(writer));
    buffer_u32le(writer->file, 0);
    buffer_u32le(writer->file, 3333);
    set_u32(track->bytes + 20, 2);
    set_u32(track->bytes + 24, offset_here(writer));
    for (uint32_t i = 0; i < 2; i++) {
        if (i == first) {
            buffer_append(writer->file, key, size);
        } else {
            append_decoy(writer->file, size);
        }
    }
    track->size = 28;
}

/* Since 264: lists for each sequence; only that of Stand has the key. */
static inline void write_lists(const struct m2_writer *writer, const void *key, size_t size,
                               bool loops, struct built_track *track)
{
    uint32_t keys = offset_here(writer);
    uint32_t sequences = loops ? 1 : writer->model->sequence_count;
    buffer_u32le(writer->file, 0); /* the time of a key */
    buffer_append(writer->file, key, size);
    append_decoy(writer->file, size);
    for (int part = 0; part < 2; part++) {
        set_u32(track->bytes + 4 + 8 * part, sequences);
        set_u32(track->bytes + 8 + 8 * part, offset_here(writer));
        for (uint32_t i = 0; i < sequences; i++) {
            bool shown = loops || i == writer->model->stand;
            buffer_u32le(writer->file, 1);
            buffer_u32le(writer->file, part == 0 ? keys : keys + 4 + (shown ? 0 : (uint32_t)size));
        }
    }
    track->size = 20;
}

/* A track whose key at the time that is shown is `key`; NULL: no key at all. */
static inline struct built_track write_track(const struct m2_writer *writer, const void *key,
                                             size_t size, bool loops)
{
    struct built_track track = {{0}, is_old(writer->model) ? 28 : 20};
    track.bytes[0] = 1;
    track.bytes[2] = track.bytes[3] = loops ? 0 : 0xFF;
    if (key && is_old(writer->model)) {
        write_flat_keys(writer, key, size, loops, &track);
    } else if (key) {
        write_lists(writer, key, size, loops, &track);
    }
    return track;
}

/* A track of numbers. */
static inline struct built_track write_number_track(const struct m2_writer *writer,
                                                    const float *values, size_t count, bool loops)
{
    struct buffer key = {0};
    add_floats(&key, values ? values : (const float[4]){0}, count);
    struct built_track track = write_track(writer, values ? key.data : NULL, key.size, loops);
    buffer_free(&key);
    return track;
}

static inline struct built_track write_fraction_track(const struct m2_writer *writer, float value)
{
    uint16_t part = (uint16_t)(int)(value * 32767.0F);
    const uint8_t key[2] = {(uint8_t)part, (uint8_t)(part >> 8)};
    return write_track(writer, key, sizeof key, false);
}

/* -1..1 as two bytes: 0 for -1, 32767 for 0, 65535 for 1. */
static inline uint16_t packed_rotation(float value)
{
    int scaled = (int)(value * 32767.0F + (value < 0 ? -0.5F : 0.5F));
    return (uint16_t)(scaled > 0 ? scaled - 32768 : scaled + 32767);
}

static inline struct built_track write_rotation_track(const struct m2_writer *writer,
                                                      const float rotation[4])
{
    struct buffer key = {0};
    if (writer->model->float_rotation) {
        return write_number_track(writer, rotation, 4, false);
    }
    for (int i = 0; rotation && i < 4; i++) {
        buffer_u16le(&key, packed_rotation(rotation[i]));
    }
    struct built_track track = write_track(writer, key.data, key.size, false);
    buffer_free(&key);
    return track;
}

static inline void append_track(struct buffer *entry, const struct built_track *track)
{
    buffer_append(entry, track->bytes, track->size);
}

/* Appends entries that were collected, and returns their offset. */
static inline uint32_t place(const struct m2_writer *writer, struct buffer *entries)
{
    uint32_t offset = offset_here(writer);
    buffer_append(writer->file, entries->data, entries->size);
    buffer_free(entries);
    *entries = (struct buffer){0};
    return offset;
}

static inline uint32_t write_bones(const struct m2_writer *writer)
{
    struct buffer entries = {0};
    for (uint32_t i = 0; i < writer->model->bone_count; i++) {
        const struct built_bone *bone = &writer->model->bones[i];
        struct built_track tracks[3] = {
            write_number_track(writer, bone->has_keys ? bone->translation : NULL, 3, false),
            write_rotation_track(writer, bone->has_keys ? bone->rotation : NULL),
            write_number_track(writer, bone->has_keys ? bone->scale : NULL, 3, false),
        };
        buffer_u32le(&entries, 0xFFFFFFFF);
        buffer_u32le(&entries, bone->flags);
        buffer_u16le(&entries, (uint16_t)bone->parent);
        buffer_u16le(&entries, 0);
        if (writer->model->version >= 260) {
            buffer_u32le(&entries, 0x12345678);
        }
        for (int t = 0; t < 3; t++) {
            append_track(&entries, &tracks[t]);
        }
        add_floats(&entries, bone->pivot, 3);
    }
    return place(writer, &entries);
}

static inline uint32_t write_sequences(const struct m2_writer *writer)
{
    struct buffer entries = {0};
    for (uint32_t i = 0; i < writer->model->sequence_count; i++) {
        const struct built_sequence *sequence = &writer->model->sequences[i];
        buffer_u16le(&entries, sequence->id);
        buffer_u16le(&entries, 0);
        if (is_old(writer->model)) {
            buffer_u32le(&entries, 3333);
            buffer_u32le(&entries, 3333 + sequence->length);
        } else {
            buffer_u32le(&entries, sequence->length);
        }
        buffer_f32le(&entries, 0);
        buffer_u32le(&entries, sequence->flags);
        add_zeroes(&entries, 46);
        buffer_u16le(&entries, sequence->alias);
    }
    return place(writer, &entries);
}

static inline uint32_t write_model_vertices(const struct m2_writer *writer)
{
    struct buffer entries = {0};
    for (uint32_t i = 0; i < writer->model->vertex_count; i++) {
        const struct built_vertex *vertex = &writer->model->vertices[i];
        add_floats(&entries, vertex->position, 3);
        buffer_append(&entries, vertex->weights, 4);
        buffer_append(&entries, vertex->bones, 4);
        add_floats(&entries, vertex->normal, 3);
        add_floats(&entries, vertex->uv, 4);
    }
    return place(writer, &entries);
}

static inline uint32_t write_textures(const struct m2_writer *writer)
{
    struct buffer entries = {0};
    for (uint32_t i = 0; i < writer->model->texture_count; i++) {
        const char *name = writer->model->textures[i];
        buffer_u32le(&entries, name ? 0 : 11);
        buffer_u32le(&entries, writer->model->texture_flags[i]);
        buffer_u32le(&entries, name ? (uint32_t)strlen(name) + 1 : 1);
        buffer_u32le(&entries, offset_here(writer));
        buffer_append(writer->file, name ? name : "", name ? strlen(name) + 1 : 1);
    }
    return place(writer, &entries);
}

static inline uint32_t write_model_colors(const struct m2_writer *writer)
{
    struct buffer entries = {0};
    struct built_track rgb = write_number_track(writer, writer->model->colors[0], 3, false);
    struct built_track alpha = write_fraction_track(writer, writer->model->colors[0][3]);
    append_track(&entries, &rgb);
    append_track(&entries, &alpha);
    return place(writer, &entries);
}

static inline uint32_t write_weights(const struct m2_writer *writer)
{
    struct buffer entries = {0};
    for (int i = 0; i < BUILT_LOOKUPS; i++) {
        struct built_track track = write_fraction_track(writer, writer->model->weights[i]);
        append_track(&entries, &track);
    }
    return place(writer, &entries);
}

static inline uint32_t write_transforms(const struct m2_writer *writer)
{
    static const size_t counts[3] = {3, 4, 3};
    const float *values = writer->model->transform;
    struct buffer entries = {0};
    for (int i = 0; i < 3; i++) {
        struct built_track track =
            write_number_track(writer, values, counts[i], writer->model->global_transform);
        append_track(&entries, &track);
        values += counts[i];
    }
    return place(writer, &entries);
}

static inline uint32_t write_lookup(const struct m2_writer *writer, const uint16_t *values,
                                    uint32_t count)
{
    uint32_t offset = offset_here(writer);
    for (uint32_t i = 0; i < count; i++) {
        buffer_u16le(writer->file, values[i]);
    }
    return offset;
}

static inline void put_array(const struct m2_writer *writer, size_t at, uint32_t count,
                             uint32_t offset)
{
    put_u32(writer->file, writer->base + at, count);
    put_u32(writer->file, writer->base + at + 4, offset);
}

/* The arrays of sections and batches. */
static inline uint32_t write_sections(const struct m2_writer *writer)
{
    uint32_t offset = offset_here(writer);
    for (uint32_t i = 0; i < writer->model->section_count; i++) {
        const struct built_section *section = &writer->model->sections[i];
        const uint16_t words[] = {0,
                                  section->level,
                                  section->first_vertex,
                                  section->vertex_count,
                                  section->first_index,
                                  section->index_count};
        for (size_t k = 0; k < 6; k++) {
            buffer_u16le(writer->file, words[k]);
        }
        add_zeroes(writer->file, writer->model->version < 260 ? 20 : 36);
    }
    return offset;
}

static inline uint32_t write_batch_entries(const struct m2_writer *writer)
{
    uint32_t offset = offset_here(writer);
    for (uint32_t i = 0; i < writer->model->batch_count; i++) {
        const struct built_batch *batch = &writer->model->batches[i];
        const uint16_t words[] = {batch->shader,        batch->section,   0,
                                  batch->color,         batch->material,  batch->layer,
                                  batch->texture_count, batch->textures,  batch->units,
                                  batch->weights,       batch->transforms};
        buffer_u8(writer->file, 0x10);
        buffer_u8(writer->file, (uint8_t)batch->priority);
        for (size_t k = 0; k < 11; k++) {
            buffer_u16le(writer->file, words[k]);
        }
    }
    return offset;
}

/* The five arrays of a skin, whose table is at `at`. */
static inline void write_view(const struct m2_writer *writer, size_t at)
{
    const struct built_model *model = writer->model;
    put_array(writer, at, model->list_count, write_lookup(writer, model->list, model->list_count));
    put_array(writer, at + 8, model->index_count,
              write_lookup(writer, model->indices, model->index_count));
    put_array(writer, at + 16, model->list_count, offset_here(writer));
    add_zeroes(writer->file, 4 * model->list_count);
    put_array(writer, at + 24, model->section_count, write_sections(writer));
    put_array(writer, at + 32, model->batch_count, write_batch_entries(writer));
}

/* Where the arrays stand; as the documents have it for each layout. */
struct header_places {
    uint32_t sequences, bones, vertices, views, colors, textures, weights, transforms, materials;
    uint32_t texture_lookup, unit_lookup, weight_lookup, transform_lookup, box, end;
};

static inline struct header_places places_of(const struct built_model *model)
{
    const struct header_places recent = {0x1C, 0x2C, 0x3C, 0x44, 0x48, 0x50, 0x58, 0x60,
                                         0x70, 0x80, 0x88, 0x90, 0x98, 0xA0, 0x138};
    const struct header_places old = {0x1C, 0x34, 0x44, 0x4C, 0x54, 0x5C, 0x64, 0x74,
                                      0x84, 0x94, 0x9C, 0xA4, 0xAC, 0xB4, 324};
    const struct header_places old_short = {0x1C, 0x2C, 0x3C, 0x44, 0x4C, 0x54, 0x5C, 0x64,
                                            0x74, 0x84, 0x8C, 0x94, 0x9C, 0xA4, 308};
    return !is_old(model) ? recent : model->short_header ? old_short : old;
}

static inline void write_views(const struct m2_writer *writer, uint32_t at)
{
    if (!is_old(writer->model)) {
        put_u32(writer->file, writer->base + at, 1);
        return;
    }
    size_t view = offset_here(writer);
    put_array(writer, at, 1, (uint32_t)view);
    add_zeroes(writer->file, 44);
    write_view(writer, view);
}

static inline void write_box(const struct m2_writer *writer, uint32_t at)
{
    struct buffer box = {0};
    add_floats(&box, writer->model->box, 6);
    memcpy(writer->file->data + writer->base + at, box.data, box.size);
    buffer_free(&box);
}

/* An MD20 at the end of `file`. */
static inline void write_model(struct buffer *file, const struct built_model *model)
{
    const struct m2_writer writer = {file, file->size, model};
    const struct header_places at = places_of(model);
    buffer_append(file, "MD20", 4);
    buffer_u32le(file, model->version);
    add_zeroes(file, at.end - 8);
    put_u32(file, writer.base + 0x10, model->flags);
    put_array(&writer, at.sequences, model->sequence_count, write_sequences(&writer));
    put_array(&writer, at.bones, model->bone_count, write_bones(&writer));
    put_array(&writer, at.vertices, model->vertex_count, write_model_vertices(&writer));
    put_array(&writer, at.colors, 1, write_model_colors(&writer));
    put_array(&writer, at.textures, model->texture_count, write_textures(&writer));
    put_array(&writer, at.weights, BUILT_LOOKUPS, write_weights(&writer));
    put_array(&writer, at.transforms, 1, write_transforms(&writer));
    put_array(&writer, at.materials, BUILT_MATERIALS,
              write_lookup(&writer, model->materials[0], 2 * BUILT_MATERIALS));
    put_array(&writer, at.texture_lookup, BUILT_LOOKUPS,
              write_lookup(&writer, model->texture_lookup, BUILT_LOOKUPS));
    put_array(&writer, at.unit_lookup, BUILT_LOOKUPS,
              write_lookup(&writer, model->unit_lookup, BUILT_LOOKUPS));
    put_array(&writer, at.weight_lookup, BUILT_LOOKUPS,
              write_lookup(&writer, model->weight_lookup, BUILT_LOOKUPS));
    put_array(&writer, at.transform_lookup, BUILT_LOOKUPS,
              write_lookup(&writer, model->transform_lookup, BUILT_LOOKUPS));
    if (model->flags & 0x8) {
        put_array(&writer, 0x130, BUILT_LOOKUPS, write_lookup(&writer, model->ops, BUILT_LOOKUPS));
    }
    write_box(&writer, at.box);
    write_views(&writer, at.views);
}

static inline void write_skin(struct buffer *file, const struct built_model *model)
{
    const struct m2_writer writer = {file, file->size, model};
    buffer_append(file, "SKIN", 4);
    add_zeroes(file, 44);
    write_view(&writer, 4);
}

/* A chunk of 7.x, whose id is not reversed; pass the result to end_chunk. */
static inline size_t begin_plain_chunk(struct buffer *file, const char *id)
{
    buffer_append(file, id, 4);
    buffer_u32le(file, 0);
    return file->size;
}

static inline void write_ids(struct buffer *file, const char *chunk, const uint32_t *ids,
                             uint32_t count)
{
    size_t begin = begin_plain_chunk(file, chunk);
    for (uint32_t i = 0; i < count; i++) {
        buffer_u32le(file, ids[i]);
    }
    end_chunk(file, begin);
}

/* A file of 7.x; `skeleton_id` 0: bones are inside. */
static inline void write_chunked_model(struct buffer *file, const struct built_model *model,
                                       uint32_t skin_id, uint32_t skeleton_id)
{
    size_t begin = begin_plain_chunk(file, "MD21");
    write_model(file, model);
    end_chunk(file, begin);
    write_ids(file, "SFID", &skin_id, 1);
    write_ids(file, "TXID", model->texture_ids, model->texture_count);
    if (skeleton_id) {
        write_ids(file, "SKID", &skeleton_id, 1);
    }
}

/* Adds the id of a parent to a .skel. */
static inline void write_skeleton_parent(struct buffer *file, uint32_t file_id)
{
    write_ids(file, "SKPD", (const uint32_t[]){77, 78, file_id, 79}, 4);
}

/* A .skel with the bones and sequences of the model. */
static inline void write_skeleton(struct buffer *file, const struct built_model *model)
{
    size_t begin = begin_plain_chunk(file, "SKL1");
    add_zeroes(file, 16);
    end_chunk(file, begin);
    begin = begin_plain_chunk(file, "SKS1");
    struct m2_writer writer = {file, file->size, model};
    add_zeroes(file, 32);
    put_array(&writer, 8, model->sequence_count, write_sequences(&writer));
    end_chunk(file, begin);
    begin = begin_plain_chunk(file, "SKB1");
    writer.base = file->size;
    add_zeroes(file, 16);
    put_array(&writer, 0, model->bone_count, write_bones(&writer));
    end_chunk(file, begin);
}

#endif
