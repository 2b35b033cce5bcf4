/*
 * Builds a small WMO as v14, v16 or v17 without code of the readers: two groups with a vertex per
 * triangle corner (which v14 requires), two materials, doodads, portals and a liquid.
 */
#ifndef TESTS_FORMATS_WMO_BUILD_H
#define TESTS_FORMATS_WMO_BUILD_H

#include "formats/bytes.h"

enum {
    MODEL_GROUPS = 2,
    MODEL_TRIANGLES = 4, /* of each group; the last is for collision only */
    MODEL_CORNERS = 3 * MODEL_TRIANGLES,
    MODEL_LIQUID_COLUMNS = 3, /* vertices */
    MODEL_LIQUID_ROWS = 2,
};

static const char model_textures[] = "\0\0\0\0roof.blp\0\0wall.blp";
enum { TEXTURE_ROOF = 4, TEXTURE_WALL = 14 };
static const char model_group_names[] = "\0hall\0tower";
enum { NAME_HALL = 1, NAME_TOWER = 6 };
static const char model_doodad_names[] = "lamp.mdx\0tree.mdx";
enum { DOODAD_TREE = 9 };

static const float model_box[6] = {-20, -30, -1, 20, 30, 15};

static inline uint32_t model_group_flags(unsigned group)
{
    return group == 0 ? 0x1 | 0x4 | 0x8 : 0x1 | 0x4 | 0x800 | 0x1000 | 0x2000;
}

static inline float model_coordinate(unsigned group, unsigned corner, unsigned axis)
{
    static const float steps[3] = {1.5F, -2.25F, 0.5F};
    return (float)(corner * (axis + 1) % 7 + group) * steps[axis];
}

static inline void write_mohd(struct buffer *file, unsigned version, uint16_t flags)
{
    static const uint32_t counts[] = {2, MODEL_GROUPS, 1, 0, 2, 2, 2};
    size_t begin = begin_chunk(file, "MOHD");
    for (size_t i = 0; i < 7; i++) {
        buffer_u32le(file, counts[i]);
    }
    buffer_u32le(file, 0xFF102030); /* ambient: blue 0x30, green 0x20, red 0x10 */
    buffer_u32le(file, 4321);
    if (version == 14) {
        add_zeroes(file, 0x1C);
    } else {
        add_floats(file, model_box, 6);
        buffer_u16le(file, flags);
        buffer_u16le(file, 0);
    }
    end_chunk(file, begin);
}

static inline void write_material(struct buffer *file, unsigned version, uint32_t flags,
                                  uint32_t blend, uint32_t texture)
{
    if (version == 14) {
        buffer_u32le(file, 14);
    }
    buffer_u32le(file, flags);
    if (version != 14) {
        buffer_u32le(file, 0); /* shader */
    }
    buffer_u32le(file, blend);
    buffer_u32le(file, texture);
    buffer_u32le(file, 0xFF0A0B0C);
    buffer_u32le(file, 0);
    buffer_u32le(file, 0); /* second texture */
    buffer_u32le(file, 0x80010203);
    buffer_u32le(file, 7);
    add_zeroes(file, version == 14 ? 8 : 28);
}

static inline void write_materials(struct buffer *file, unsigned version)
{
    add_chunk(file, "MOTX", model_textures, sizeof model_textures);
    size_t begin = begin_chunk(file, "MOMT");
    write_material(file, version, 0x4, 1, TEXTURE_ROOF);
    write_material(file, version, 0, 0, TEXTURE_WALL);
    end_chunk(file, begin);
}

static inline void write_group_infos(struct buffer *file, unsigned version)
{
    add_chunk(file, "MOGN", model_group_names, sizeof model_group_names);
    size_t begin = begin_chunk(file, "MOGI");
    for (unsigned i = 0; i < MODEL_GROUPS; i++) {
        if (version == 14) {
            add_zeroes(file, 8); /* offset and size, which are wrong in some files */
        }
        buffer_u32le(file, model_group_flags(i));
        add_floats(file, model_box, 6);
        buffer_u32le(file, i == 0 ? NAME_HALL : NAME_TOWER);
    }
    end_chunk(file, begin);
}

static inline void write_portals(struct buffer *file)
{
    static const float vertices[] = {0, 0, 0, 1, 0, 0, 1, 0, 2, 0, 0, 2};
    size_t begin = begin_chunk(file, "MOPV");
    add_floats(file, vertices, 12);
    end_chunk(file, begin);
    begin = begin_chunk(file, "MOPT");
    buffer_u16le(file, 0);
    buffer_u16le(file, 4);
    add_floats(file, (const float[]){0, 1, 0, 0.5F}, 4);
    end_chunk(file, begin);
    begin = begin_chunk(file, "MOPR");
    for (unsigned i = 0; i < 2; i++) {
        buffer_u16le(file, 0);
        buffer_u16le(file, (uint16_t)(1 - i));
        buffer_u16le(file, i == 0 ? 1 : 0xFFFF);
        buffer_u16le(file, 0);
    }
    end_chunk(file, begin);
}

static inline void write_doodads(struct buffer *file)
{
    char set[20] = "Set_$DefaultGlobal";
    size_t begin = begin_chunk(file, "MODS");
    for (uint32_t i = 0; i < 2; i++) {
        buffer_append(file, set, sizeof set);
        buffer_u32le(file, i);
        buffer_u32le(file, 1);
        buffer_u32le(file, 0);
        strcpy(set, "Set_Party");
    }
    end_chunk(file, begin);
    add_chunk(file, "MODN", model_doodad_names, sizeof model_doodad_names);
    begin = begin_chunk(file, "MODD");
    for (unsigned i = 0; i < 2; i++) {
        buffer_u32le(file, i == 0 ? 0 : DOODAD_TREE | 0x02000000);
        add_floats(file, (const float[]){1, 2, 3, 0, 0, 0.6F, 0.8F, 1.5F}, 8);
        buffer_u32le(file, 0xFF010203);
    }
    end_chunk(file, begin);
}

/* The root's chunks without MVER and MOMO. */
static inline void write_root_chunks(struct buffer *file, unsigned version, uint16_t flags)
{
    write_mohd(file, version, flags);
    write_materials(file, version);
    write_group_infos(file, version);
    write_portals(file);
    write_doodads(file);
}

static inline void write_root(struct buffer *file, unsigned version, uint16_t flags)
{
    add_u32_chunk(file, "MVER", version);
    write_root_chunks(file, version, flags);
}

static inline void write_mogp_header(struct buffer *file, unsigned version, unsigned group,
                                     const uint16_t batches[3])
{
    buffer_u32le(file, group == 0 ? NAME_HALL : NAME_TOWER);
    buffer_u32le(file, 0);
    buffer_u32le(file, model_group_flags(group));
    add_floats(file, model_box, 6);
    if (version == 14) {
        buffer_u32le(file, group);
        buffer_u32le(file, 1);
    } else {
        buffer_u16le(file, (uint16_t)group);
        buffer_u16le(file, 1);
        for (size_t i = 0; i < 3; i++) {
            buffer_u16le(file, batches[i]);
        }
        buffer_u16le(file, 0);
    }
    add_zeroes(file, 4);   /* fog */
    buffer_u32le(file, 0); /* liquid: basic water */
    add_zeroes(file, version == 14 ? 64 : 0);
    buffer_u32le(file, 900 + group);
    add_zeroes(file, 8);
}

static inline void write_polygons(struct buffer *file, unsigned version)
{
    size_t begin = begin_chunk(file, "MOPY");
    for (unsigned i = 0; i < MODEL_TRIANGLES; i++) {
        uint8_t material = i < 2 ? 0 : i == 2 ? 1 : 0xFF;
        buffer_u8(file, material == 0xFF ? 0x08 : 0x24);
        if (version < 17) {
            buffer_u8(file, 0); /* lightmap */
        }
        buffer_u8(file, material);
        if (version < 17) {
            buffer_u8(file, 0);
        }
    }
    end_chunk(file, begin);
}

static inline void write_indices(struct buffer *file, unsigned version)
{
    size_t begin = begin_chunk(file, version == 14 ? "MOIN" : "MOVI");
    for (unsigned i = 0; i < MODEL_CORNERS; i++) {
        buffer_u16le(file, (uint16_t)i);
    }
    end_chunk(file, begin);
}

static inline void write_vertices(struct buffer *file, unsigned group)
{
    size_t begin = begin_chunk(file, "MOVT");
    for (unsigned i = 0; i < 3 * MODEL_CORNERS; i++) {
        buffer_f32le(file, model_coordinate(group, i / 3, i % 3));
    }
    end_chunk(file, begin);
    begin = begin_chunk(file, "MONR");
    for (unsigned i = 0; i < MODEL_CORNERS; i++) {
        add_floats(file, (const float[]){0, 0.6F, 0.8F}, 3);
    }
    end_chunk(file, begin);
    begin = begin_chunk(file, "MOTV");
    for (unsigned i = 0; i < MODEL_CORNERS; i++) {
        add_floats(file, (const float[]){(float)i / 4, (float)(i % 3)}, 2);
    }
    end_chunk(file, begin);
}

static inline void write_batch(struct buffer *file, unsigned version, uint32_t begin,
                               uint16_t count, uint8_t material)
{
    if (version == 14) {
        buffer_u8(file, 0);
        buffer_u8(file, material);
        add_zeroes(file, 12);
        buffer_u16le(file, (uint16_t)begin);
        buffer_u16le(file, count);
        add_zeroes(file, 6); /* vertex range and flags, which are unreliable */
        return;
    }
    add_zeroes(file, 12);
    buffer_u32le(file, begin);
    buffer_u16le(file, count);
    buffer_u16le(file, (uint16_t)begin);
    buffer_u16le(file, (uint16_t)(begin + count - 1));
    buffer_u8(file, 0);
    buffer_u8(file, material);
    add_zeroes(file, version == 16 ? 8 : 0);
}

static inline void write_batches(struct buffer *file, unsigned version)
{
    size_t begin = begin_chunk(file, "MOBA");
    write_batch(file, version, 0, 6, 0);
    write_batch(file, version, 6, 3, 1);
    end_chunk(file, begin);
}

static inline void write_colors(struct buffer *file)
{
    size_t begin = begin_chunk(file, "MOCV");
    for (unsigned i = 0; i < MODEL_CORNERS; i++) {
        buffer_u32le(file, 0x40102030 + 0x01000000 * i); /* red 0x10, green 0x20, blue 0x30 */
    }
    end_chunk(file, begin);
}

/* The second quad is empty. In v14 the rows are columns, from the largest x down. */
static inline void write_liquid(struct buffer *file, unsigned version)
{
    const bool turned = version == 14;
    const unsigned columns = turned ? MODEL_LIQUID_ROWS : MODEL_LIQUID_COLUMNS;
    const unsigned rows = turned ? MODEL_LIQUID_COLUMNS : MODEL_LIQUID_ROWS;
    size_t begin = begin_chunk(file, "MLIQ");
    buffer_u32le(file, columns);
    buffer_u32le(file, rows);
    buffer_u32le(file, columns - 1);
    buffer_u32le(file, rows - 1);
    add_floats(file, (const float[]){turned ? -5 + 25.0F / 3 : -5, 10, 2}, 3);
    buffer_u16le(file, 1);
    for (unsigned i = 0; i < columns * rows; i++) {
        unsigned from = turned ? i % columns * rows + (rows - 1 - i / columns) : i;
        buffer_u32le(file, 0x00400020);
        buffer_f32le(file, 2.0F + (float)from / 8);
    }
    buffer_u8(file, turned ? 0x0F : 0x40);
    buffer_u8(file, turned ? 0x40 : 0x0F);
    end_chunk(file, begin);
}

/* Writes a MOGP; batches are exterior in group 0, interior in group 1. */
static inline void write_mogp(struct buffer *file, unsigned version, unsigned group)
{
    const uint16_t batches[3] = {0, group == 0 ? 0 : 2, group == 0 ? 2 : 0};
    size_t begin = begin_chunk(file, "MOGP");
    write_mogp_header(file, version, group, batches);
    write_polygons(file, version);
    if (version != 14) {
        write_indices(file, version);
    }
    write_vertices(file, group);
    if (version == 14) {
        write_indices(file, version);
    }
    write_batches(file, version);
    if (group == 1) {
        size_t refs = begin_chunk(file, "MODR");
        buffer_u16le(file, 1);
        end_chunk(file, refs);
    }
    write_colors(file);
    if (group == 1) {
        write_liquid(file, version);
    }
    end_chunk(file, begin);
}

static inline void write_group(struct buffer *file, unsigned version, unsigned group)
{
    add_u32_chunk(file, "MVER", version);
    write_mogp(file, version, group);
}

/* Writes the v14 file, which contains the groups. */
static inline void write_v14(struct buffer *file)
{
    add_u32_chunk(file, "MVER", 14);
    size_t momo = begin_chunk(file, "MOMO");
    write_root_chunks(file, 14, 0);
    end_chunk(file, momo);
    for (unsigned i = 0; i < MODEL_GROUPS; i++) {
        write_mogp(file, 14, i);
    }
}

#endif
