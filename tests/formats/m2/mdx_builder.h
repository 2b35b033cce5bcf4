/*
 * Builds MDX files of 1300, 1400 and 1500 without code of the readers: two geosets of a triangle
 * each, two materials of which the second has two layers, a bone and a helper.
 */
#ifndef TESTS_FORMATS_MDX_BUILDER_H
#define TESTS_FORMATS_MDX_BUILDER_H

#include "formats/m2/m2_builder.h"

enum {
    MDX_TEST_LAYERS = 3,
    MDX_TEST_NODES = 2,
    MDX_TEST_STAND = 1000, /* where Stand begins, in ms */
};

struct built_layer {
    uint32_t blend, flags, texture, uv_set;
    float alpha;
    float alpha_key; /* below 0: no track */
    bool has_transform;
};

struct built_node {
    uint32_t parent, flags;
    float pivot[3], translation[3];
    double rotation[3]; /* x, y, z of a quaternion with w >= 0 */
    bool has_keys;
};

struct built_mdx {
    uint32_t version;
    bool is_replaceable;                        /* the second texture */
    struct built_layer layers[MDX_TEST_LAYERS]; /* the first is the first material */
    int32_t priorities[2];                      /* of the materials */
    uint32_t geoset_materials[2];
    struct built_node nodes[MDX_TEST_NODES]; /* a bone, a helper */
    bool has_transforms;                     /* TXAN, of which layers use the second */
    float uv_translation[3], uv_scale[3];    /* of that one */
    double uv_rotation[3];                   /* x, y, z of a quaternion with w >= 0 */
    bool has_geoset_color;                   /* for geoset 1 */
    float geoset_color[4];                   /* red, green, blue, alpha */
    uint8_t groups[3];                       /* of the vertices of geoset 0 */
    uint32_t group_sizes[2], group_nodes[3];
    uint32_t first_index;  /* of geoset 0; the others are 1 and 2 */
    uint32_t flat_type;    /* of what 1500 draws; 3: triangles */
    uint32_t geosets;      /* 0: two; more are as the second, before 1500 */
    uint32_t more_indices; /* of geoset 0, before 1500: more triangles, all of vertex 0 */
    uint32_t line_indices; /* of geoset 0, before 1500, of the run of lines, which begins with the
                              first; 0: 2 */
    uint32_t more_uv_sets; /* of all, before 1500: behind the first */
};

static const struct built_mdx default_mdx = {
    .version = 1300,
    .layers = {{0, 0, 0, 0, 1, -1, false},
               {1, 0x10, 1, 0, 1, -1, false},
               {4, 0x81, 0, 0, 0.5F, -1, false}},
    .geoset_materials = {0, 1},
    .nodes = {{.parent = 0xFFFFFFFF}, {.parent = 0}},
    .group_sizes = {1, 2},
    .group_nodes = {0, 0, 1},
    .flat_type = 3,
};

static inline void add_name(struct buffer *file, const char *name, size_t size)
{
    buffer_append(file, name, strlen(name));
    add_zeroes(file, size - strlen(name));
}

static inline void write_mdx_head(struct buffer *file, uint32_t version)
{
    buffer_append(file, "MDLX", 4);
    size_t begin = begin_plain_chunk(file, "VERS");
    buffer_u32le(file, version);
    end_chunk(file, begin);
    begin = begin_plain_chunk(file, "MODL");
    add_name(file, "tree", 80);
    add_zeroes(file, 260);
    add_floats(file, (const float[]){-1, -2, 0, 3, 4, 5, 6}, 7);
    add_zeroes(file, 5);
    end_chunk(file, begin);
}

static inline void write_mdx_sequences(struct buffer *file)
{
    static const char *const names[] = {"Birth", "Stand", "StandReady"};
    size_t begin = begin_plain_chunk(file, "SEQS");
    buffer_u32le(file, 3);
    for (uint32_t i = 0; i < 3; i++) {
        add_name(file, names[i], 80);
        buffer_u32le(file, MDX_TEST_STAND * i);
        buffer_u32le(file, MDX_TEST_STAND * i + 500);
        add_zeroes(file, 52);
    }
    end_chunk(file, begin);
}

static inline void write_mdx_textures(struct buffer *file, const struct built_mdx *mdx)
{
    size_t begin = begin_plain_chunk(file, "TEXS");
    for (int i = 0; i < 2; i++) {
        bool named = i == 0 || !mdx->is_replaceable;
        buffer_u32le(file, named ? 0 : 11);
        add_name(file, !named ? "" : i == 0 ? "Tree\\Bark.blp" : "Tree\\Leaves.blp", 260);
        buffer_u32le(file, i == 0 ? 3 : 0);
    }
    end_chunk(file, begin);
}

/* A track with a decoy before Stand, and the key at its begin. */
static inline void write_mdx_track(struct buffer *file, const char *tag, const void *key,
                                   size_t size)
{
    buffer_append(file, tag, 4);
    buffer_u32le(file, 2);
    buffer_u32le(file, 1);
    buffer_u32le(file, 0xFFFFFFFF);
    buffer_u32le(file, 0);
    append_decoy(file, size);
    buffer_u32le(file, MDX_TEST_STAND);
    buffer_append(file, key, size);
}

static inline void write_mdx_numbers(struct buffer *file, const char *tag, const float *values,
                                     size_t count)
{
    struct buffer key = {0};
    add_floats(&key, values, count);
    write_mdx_track(file, tag, key.data, key.size);
    buffer_free(&key);
}

/* Fills in the size of an entry that begins at `begin` with it. */
static inline void end_entry(struct buffer *file, size_t begin)
{
    put_u32(file, begin, (uint32_t)(file->size - begin));
}

static inline void write_mdx_layer(struct buffer *file, const struct built_layer *layer)
{
    size_t begin = file->size;
    const uint32_t words[] = {0,
                              layer->blend,
                              layer->flags,
                              layer->texture,
                              layer->has_transform ? 1 : 0xFFFFFFFF,
                              layer->uv_set};
    for (size_t i = 0; i < 6; i++) {
        buffer_u32le(file, words[i]);
    }
    buffer_f32le(file, layer->alpha);
    if (layer->alpha_key >= 0) {
        write_mdx_numbers(file, "KMTA", &layer->alpha_key, 1);
    }
    end_entry(file, begin);
}

static inline void write_mdx_materials(struct buffer *file, const struct built_mdx *mdx)
{
    size_t begin = begin_plain_chunk(file, "MTLS");
    buffer_u32le(file, 2);
    buffer_u32le(file, 0);
    for (int i = 0; i < 2; i++) {
        size_t entry = file->size;
        buffer_u32le(file, 0);
        buffer_u32le(file, (uint32_t)mdx->priorities[i]);
        buffer_u32le(file, i == 0 ? 1 : 2);
        write_mdx_layer(file, &mdx->layers[i]);
        if (i == 1) {
            write_mdx_layer(file, &mdx->layers[2]);
        }
        end_entry(file, entry);
    }
    end_chunk(file, begin);
}

/* A corner: 0 0 0, 1 0 0 or 0 1 0, one yard higher in the second geoset. */
static inline void write_mdx_position(struct buffer *file, int geoset, int corner)
{
    add_floats(file, (const float[]){corner == 1, corner == 2, (float)geoset}, 3);
}

static inline void begin_part(struct buffer *file, const char *tag, uint32_t count)
{
    buffer_append(file, tag, 4);
    buffer_u32le(file, count);
}

static inline void write_mdx_groups(struct buffer *file, const struct built_mdx *mdx, int geoset)
{
    begin_part(file, "GNDX", 3);
    buffer_append(file, geoset == 0 ? mdx->groups : (const uint8_t[]){0, 0, 0}, 3);
    begin_part(file, "MTGC", 2);
    buffer_u32le(file, mdx->group_sizes[0]);
    buffer_u32le(file, mdx->group_sizes[1]);
    begin_part(file, "MATS", 3);
    for (int i = 0; i < 3; i++) {
        buffer_u32le(file, mdx->group_nodes[i]);
    }
}

/* A run of lines stands in front of the triangle; it is not drawn. */
static inline void write_mdx_geoset(struct buffer *file, const struct built_mdx *mdx, int geoset)
{
    size_t begin = file->size;
    buffer_u32le(file, 0);
    begin_part(file, "VRTX", 3);
    for (int i = 0; i < 3; i++) {
        write_mdx_position(file, geoset, i);
    }
    begin_part(file, "NRMS", 3);
    for (int i = 0; i < 3; i++) {
        add_floats(file, (const float[]){0, 0, 2}, 3);
    }
    begin_part(file, "UVAS", 1 + mdx->more_uv_sets);
    for (int i = 0; i < 3; i++) {
        add_floats(file, (const float[]){i == 1, i == 2}, 2);
    }
    add_zeroes(file, (size_t)3 * 8 * mdx->more_uv_sets);
    begin_part(file, "PTYP", 2);
    buffer_append(file, (const uint8_t[]){2, 4}, 2);
    uint32_t more = geoset == 0 ? mdx->more_indices : 0;
    begin_part(file, "PCNT", 2);
    buffer_u32le(file, geoset == 0 && mdx->line_indices ? mdx->line_indices : 2);
    buffer_u32le(file, 3 + more);
    begin_part(file, "PVTX", 5 + more);
    const uint16_t indices[] = {2, 1, (uint16_t)mdx->first_index, 1, 2};
    for (int i = 0; i < 5; i++) {
        buffer_u16le(file, indices[i]);
    }
    add_zeroes(file, 2 * (size_t)more);
    write_mdx_groups(file, mdx, geoset);
    begin_part(file, "BIDX", 0);
    begin_part(file, "BWGT", 0);
    buffer_u32le(file, mdx->geoset_materials[geoset > 0]);
    add_zeroes(file, 2 * 4 + 7 * 4 + 4);
    end_entry(file, begin);
}

static inline void write_flat_head(struct buffer *file, const struct built_mdx *mdx, int geoset)
{
    buffer_u32le(file, mdx->geoset_materials[geoset]);
    add_zeroes(file, 16 + 12);
    begin_part(file, "PVTX", 3);
    begin_part(file, "PTYP", 1);
    begin_part(file, "PVTX", 3);
    add_zeroes(file, 8);
}

static inline void write_flat_body(struct buffer *file, const struct built_mdx *mdx, int geoset)
{
    for (int i = 0; i < 3; i++) {
        write_mdx_position(file, geoset, i);
        buffer_u32le(file, 255);
        buffer_u32le(file, 0);
        add_floats(file, (const float[]){0, 0, 2, i == 1, i == 2, 0.5F, 0.25F}, 7);
    }
    const uint32_t words[] = {mdx->flat_type, 0, 3, 2};
    for (int i = 0; i < 4; i++) {
        buffer_u32le(file, words[i]);
    }
    buffer_u16le(file, (uint16_t)mdx->first_index);
    buffer_u16le(file, 1);
    buffer_u16le(file, 2);
    add_zeroes(file, 5 * 2);
}

static inline void write_mdx_geosets(struct buffer *file, const struct built_mdx *mdx)
{
    int count = mdx->geosets ? (int)mdx->geosets : 2;
    size_t begin = begin_plain_chunk(file, "GEOS");
    buffer_u32le(file, (uint32_t)count);
    for (int i = 0; i < count; i++) {
        if (mdx->version < 1500) {
            write_mdx_geoset(file, mdx, i);
        } else {
            write_flat_head(file, mdx, i);
        }
    }
    for (int i = 0; i < 2 && mdx->version >= 1500; i++) {
        write_flat_body(file, mdx, i);
    }
    end_chunk(file, begin);
}

static inline void write_mdx_colors(struct buffer *file, const struct built_mdx *mdx)
{
    size_t begin = begin_plain_chunk(file, "GEOA");
    buffer_u32le(file, 1);
    size_t entry = file->size;
    const float *color = mdx->geoset_color;
    buffer_u32le(file, 0);
    buffer_u32le(file, 1);
    buffer_f32le(file, 0.9F); /* the key counts */
    add_floats(file, (const float[]){color[2], color[1], color[0]}, 3);
    buffer_u32le(file, 1);
    write_mdx_numbers(file, "KGAO", &color[3], 1);
    end_entry(file, entry);
    end_chunk(file, begin);
}

/* 22, 21 and 21 bits. */
static inline void add_rotation(struct buffer *key, const double rotation[3])
{
    uint64_t x = (uint64_t)(int64_t)(rotation[0] * 2097152) & 0x3FFFFF;
    uint64_t y = (uint64_t)(int64_t)(rotation[1] * 1048576) & 0x1FFFFF;
    uint64_t z = (uint64_t)(int64_t)(rotation[2] * 1048576) & 0x1FFFFF;
    uint64_t packed = x << 42 | y << 21 | z;
    buffer_u32le(key, (uint32_t)packed);
    buffer_u32le(key, (uint32_t)(packed >> 32));
}

/* A transform that does nothing, and that of the layers. */
static inline void write_mdx_transforms(struct buffer *file, const struct built_mdx *mdx)
{
    struct buffer key = {0};
    add_rotation(&key, mdx->uv_rotation);
    size_t begin = begin_plain_chunk(file, "TXAN");
    buffer_u32le(file, 2);
    size_t entry = file->size;
    buffer_u32le(file, 0);
    end_entry(file, entry);
    entry = file->size;
    buffer_u32le(file, 0);
    write_mdx_numbers(file, "KTAT", mdx->uv_translation, 3);
    write_mdx_track(file, "KTAR", key.data, key.size);
    write_mdx_numbers(file, "KTAS", mdx->uv_scale, 3);
    end_entry(file, entry);
    end_chunk(file, begin);
    buffer_free(&key);
}

static inline void write_mdx_node(struct buffer *file, const struct built_mdx *mdx, uint32_t id)
{
    const struct built_node *node = &mdx->nodes[id];
    size_t entry = file->size;
    buffer_u32le(file, 0);
    add_name(file, "node", 80);
    buffer_u32le(file, id);
    buffer_u32le(file, node->parent);
    buffer_u32le(file, node->flags);
    if (node->has_keys) {
        struct buffer key = {0};
        add_rotation(&key, node->rotation);
        write_mdx_numbers(file, "KGTR", node->translation, 3);
        write_mdx_track(file, "KGRT", key.data, key.size);
        buffer_free(&key);
    }
    end_entry(file, entry);
}

static inline void write_mdx_nodes(struct buffer *file, const struct built_mdx *mdx)
{
    for (uint32_t i = 0; i < MDX_TEST_NODES; i++) {
        size_t begin = begin_plain_chunk(file, i == 0 ? "BONE" : "HELP");
        buffer_u32le(file, 1);
        write_mdx_node(file, mdx, i);
        add_zeroes(file, i == 0 ? 8 : 0);
        end_chunk(file, begin);
    }
    size_t begin = begin_plain_chunk(file, "PIVT");
    for (int i = 0; i < MDX_TEST_NODES; i++) {
        add_floats(file, mdx->nodes[i].pivot, 3);
    }
    end_chunk(file, begin);
}

static inline void write_mdx(struct buffer *file, const struct built_mdx *mdx)
{
    write_mdx_head(file, mdx->version);
    write_mdx_sequences(file);
    write_mdx_materials(file, mdx);
    write_mdx_textures(file, mdx);
    if (mdx->has_transforms) {
        write_mdx_transforms(file, mdx);
    }
    write_mdx_geosets(file, mdx);
    if (mdx->has_geoset_color) {
        write_mdx_colors(file, mdx);
    }
    write_mdx_nodes(file, mdx);
}

#endif
