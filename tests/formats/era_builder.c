#include "formats/era_builder.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CHUNK_HEADER = 8, HEADER = 128, MAP_EDGE = 64, OUTER = 81 };

static void version(struct buffer *bytes)
{
    size_t begin = begin_chunk(bytes, "MVER");
    buffer_u32le(bytes, 18);
    end_chunk(bytes, begin);
}

/* The position of a vertex, east and south of the chunk's corner, in half quads. */
static void position_of(uint32_t vertex, double position[2])
{
    uint32_t rest = vertex % 17;
    position[0] = rest < 9 ? 2.0 * rest : 2.0 * (rest - 9) + 1.0;
    position[1] = 2.0 * (vertex / 17) + (rest < 9 ? 0.0 : 1.0);
}

float alpha_height(uint32_t chunk, uint32_t vertex, bool level)
{
    double p[2];
    position_of(vertex, p);
    double slope = 0.02 * p[0] * p[0] - 0.03 * p[1] * p[1] + 0.01 * p[0] * p[1];
    return (float)(level ? 10.0 : 100.0 - chunk + slope);
}

int8_t alpha_normal(uint32_t vertex, uint32_t axis, bool level)
{
    const double step_yd = 1600.0 / 3.0 / 256.0;
    double p[2];
    position_of(vertex, p);
    double east = level ? 0.0 : (0.04 * p[0] + 0.01 * p[1]) / step_yd;
    double south = level ? 0.0 : (-0.06 * p[1] + 0.01 * p[0]) / step_yd;
    double length = sqrt(east * east + south * south + 1.0);
    double component = axis == 0 ? south : axis == 1 ? east : 1.0;
    return (int8_t)floor(component / length * 127.0 + 0.5);
}

/* The vertex at `index`, if 81 outer vertices precede 64 inner ones. */
static uint32_t outer_first(uint32_t index)
{
    if (index < OUTER) {
        return index / 9 * 17 + index % 9;
    }
    return (index - OUTER) / 8 * 17 + 9 + (index - OUTER) % 8;
}

static void alpha_geometry(struct buffer *bytes, uint32_t chunk,
                           const struct alpha_normals *normals)
{
    for (uint32_t i = 0; i < BUILT_VERTICES; i++) {
        buffer_f32le(bytes, alpha_height(chunk, outer_first(i), normals->level));
    }
    for (uint32_t i = 0; i < BUILT_VERTICES; i++) {
        uint32_t vertex = normals->by_rows ? i : outer_first(i);
        buffer_u8(bytes, (uint8_t)(alpha_normal(vertex, 0, normals->level) * normals->north_sign));
        buffer_u8(bytes, (uint8_t)(alpha_normal(vertex, 1, normals->level) * normals->west_sign));
        buffer_u8(bytes, (uint8_t)alpha_normal(vertex, 2, normals->level));
    }
    append_zeroes(bytes, 13);
}

static void shadow_map(struct buffer *bytes, uint32_t chunk)
{
    for (uint32_t i = 0; i < MAP_EDGE * MAP_EDGE; i += 8) {
        uint8_t bits = 0;
        for (uint32_t k = 0; k < 8; k++) {
            bits |= (uint8_t)(built_shadow(chunk, i % MAP_EDGE + k, i / MAP_EDGE) << k);
        }
        buffer_u8(bytes, bits);
    }
}

static void nibbles(struct buffer *bytes, uint32_t chunk, uint32_t layer)
{
    for (uint32_t i = 0; i < MAP_EDGE * MAP_EDGE; i += 2) {
        uint32_t x = i % MAP_EDGE;
        uint32_t y = i / MAP_EDGE;
        uint8_t low = built_texel(chunk, layer, BUILT_ALPHA_4BIT, x, y) / 17;
        uint8_t high = built_texel(chunk, layer, BUILT_ALPHA_4BIT, x + 1, y) / 17;
        buffer_u8(bytes, (uint8_t)(low | high << 4));
    }
}

static void layer_entry(struct buffer *bytes, uint32_t texture, uint32_t flags, uint32_t alpha)
{
    buffer_u32le(bytes, texture);
    buffer_u32le(bytes, flags);
    buffer_u32le(bytes, alpha);
    buffer_u32le(bytes, 0);
}

/* Sets a header field to the current offset. */
static void put_offset(struct buffer *bytes, size_t begin, size_t field)
{
    put_u32(bytes, begin + CHUNK_HEADER + field,
            (uint32_t)(bytes->size - begin - CHUNK_HEADER - HEADER));
}

static void alpha_chunk(struct buffer *bytes, uint32_t chunk, const struct alpha_normals *normals)
{
    size_t begin = begin_chunk(bytes, "MCNK");
    size_t header = bytes->size;
    append_zeroes(bytes, HEADER);
    put_u32(bytes, header, BUILT_FLAG_SHADOW);
    put_u32(bytes, header + 0x04, chunk % 16);
    put_u32(bytes, header + 0x08, chunk / 16);
    put_u32(bytes, header + 0x10, 4);
    put_u32(bytes, header + 0x38, 77);
    put_u32(bytes, header + 0x40, 0x0021);
    put_u32(bytes, header + 0x1C, BUILT_VERTICES * 4);
    alpha_geometry(bytes, chunk, normals);
    put_offset(bytes, begin, 0x20);
    size_t layers = begin_chunk(bytes, "MCLY");
    for (uint32_t i = 0; i < 4; i++) {
        layer_entry(bytes, 3 - i, i == 1 ? 0x100 : 0, i ? (i - 1) * 2048 : 0);
    }
    end_chunk(bytes, layers);
    put_offset(bytes, begin, 0x24);
    end_chunk(bytes, begin_chunk(bytes, "MCRF"));
    put_offset(bytes, begin, 0x30);
    put_u32(bytes, header + 0x34, 512);
    shadow_map(bytes, chunk);
    put_offset(bytes, begin, 0x28);
    put_u32(bytes, header + 0x2C, 3 * 2048);
    for (uint32_t layer = 1; layer < 4; layer++) {
        nibbles(bytes, chunk, layer);
    }
    put_offset(bytes, begin, 0x64);
    end_chunk(bytes, begin);
}

static void names(struct buffer *bytes, uint32_t count)
{
    size_t begin = begin_chunk(bytes, "MTEX");
    for (uint32_t i = 0; i < count; i++) {
        char name[32];
        int length = snprintf(name, sizeof name, "Tileset\\Built\\G%02u.blp", i);
        buffer_append(bytes, name, (size_t)length + 1);
    }
    end_chunk(bytes, begin);
}

void alpha_build(const struct alpha_normals *normals, struct alpha_built *built)
{
    *built = (struct alpha_built){0};
    struct buffer *bytes = &built->bytes;
    version(bytes);
    size_t chunk = begin_chunk(bytes, "MPHD");
    append_zeroes(bytes, 128);
    end_chunk(bytes, chunk);
    put_u32(bytes, chunk + CHUNK_HEADER, 0xFF); /* a count; readers must not take it for flags */
    built->main = begin_chunk(bytes, "MAIN");
    append_zeroes(bytes, (size_t)4096 * 16);
    end_chunk(bytes, built->main);
    end_chunk(bytes, begin_chunk(bytes, "MDNM"));
    end_chunk(bytes, begin_chunk(bytes, "MONM"));
    built->tile = begin_chunk(bytes, "MHDR");
    put_u32(bytes, built->main + CHUNK_HEADER + (size_t)(40 * 64 + 31) * 16, (uint32_t)built->tile);
    append_zeroes(bytes, 64);
    end_chunk(bytes, built->tile);
    size_t mhdr = built->tile + CHUNK_HEADER;
    put_u32(bytes, mhdr, (uint32_t)(bytes->size - mhdr));
    size_t mcin = begin_chunk(bytes, "MCIN");
    append_zeroes(bytes, (size_t)BUILT_CHUNKS * 16);
    end_chunk(bytes, mcin);
    put_u32(bytes, mhdr + 4, (uint32_t)(bytes->size - mhdr));
    names(bytes, 4);
    for (uint32_t i = 0; i < BUILT_CHUNKS; i++) {
        built->mcnk[i] = bytes->size;
        alpha_chunk(bytes, i, normals);
        put_u32(bytes, mcin + CHUNK_HEADER + (size_t)i * 16, (uint32_t)built->mcnk[i]);
        put_u32(bytes, mcin + CHUNK_HEADER + (size_t)i * 16 + 4,
                (uint32_t)(bytes->size - built->mcnk[i]));
    }
}

static void split_root_chunk(struct buffer *bytes, uint32_t chunk, unsigned traits)
{
    const double tile_yd = 1600.0 / 3.0;
    size_t begin = begin_chunk(bytes, "MCNK");
    size_t header = bytes->size;
    append_zeroes(bytes, 0x68);
    buffer_f32le(bytes, (float)((32.0 - 40.0 - chunk / 16 / 16.0) * tile_yd));
    buffer_f32le(bytes, (float)((32.0 - 31.0 - chunk % 16 / 16.0) * tile_yd));
    buffer_f32le(bytes, 0.0F);
    append_zeroes(bytes, HEADER - 0x74);
    put_u32(bytes, header,
            BUILT_FLAG_SHADOW | BUILT_FLAG_FIXED |
                (traits & SPLIT_HOLES_64 ? BUILT_FLAG_HOLES_64 : 0U));
    put_u32(bytes, header + 0x04, chunk % 16);
    put_u32(bytes, header + 0x08, chunk / 16);
    put_u32(bytes, header + 0x14, traits & SPLIT_HOLES_64 ? 0x01020408 : 0);
    put_u32(bytes, header + 0x18, traits & SPLIT_HOLES_64 ? 0x80000000 : 0);
    put_u32(bytes, header + 0x3C, 0x0021);
    size_t part = begin_chunk(bytes, "MCVT");
    for (uint32_t i = 0; i < BUILT_VERTICES; i++) {
        buffer_f32le(bytes, built_height(chunk, i));
    }
    end_chunk(bytes, part);
    if (traits & SPLIT_LIGHTS) {
        part = begin_chunk(bytes, "MCLV");
        for (uint32_t i = 0; i < BUILT_VERTICES; i++) {
            buffer_u32le(bytes, 0x00302010 + i);
        }
        end_chunk(bytes, part);
    }
    part = begin_chunk(bytes, "MCNR");
    for (uint32_t i = 0; i < BUILT_VERTICES * 3; i++) {
        buffer_u8(bytes, (uint8_t)built_normal(chunk, i / 3, i % 3));
    }
    append_zeroes(bytes, 13);
    end_chunk(bytes, part);
    end_chunk(bytes, begin);
}

uint8_t split_small_texel(uint32_t chunk, uint32_t layer, uint32_t x, uint32_t y)
{
    return (uint8_t)(chunk + layer * 50 + x * 3 + y * 2);
}

static void split_tex_chunk(struct buffer *bytes, uint32_t chunk, unsigned traits)
{
    uint32_t layers = traits & SPLIT_EIGHT_LAYERS ? 8 : 2;
    uint32_t edge = traits & SPLIT_SMALL_MAPS ? 32 : MAP_EDGE;
    size_t begin = begin_chunk(bytes, "MCNK");
    size_t part = begin_chunk(bytes, "MCLY");
    for (uint32_t i = 0; i < layers; i++) {
        layer_entry(bytes, i + 1, i ? 0x100 : 0, i ? (i - 1) * edge * edge : 0);
    }
    end_chunk(bytes, part);
    part = begin_chunk(bytes, "MCSH");
    shadow_map(bytes, chunk);
    end_chunk(bytes, part);
    part = begin_chunk(bytes, "MCAL");
    for (uint32_t layer = 1; layer < layers; layer++) {
        for (uint32_t i = 0; i < edge * edge; i++) {
            buffer_u8(bytes, traits & SPLIT_SMALL_MAPS
                                 ? split_small_texel(chunk, layer, i % edge, i / edge)
                                 : built_texel(chunk, layer, BUILT_ALPHA_8BIT, i % edge, i / edge));
        }
    }
    end_chunk(bytes, part);
    end_chunk(bytes, begin);
}

static void split_textures(struct buffer *bytes, unsigned traits)
{
    if (traits & SPLIT_FILE_IDS) {
        static const char *const ids[] = {"MDID", "MHID"};
        for (uint32_t k = 0; k < (traits & SPLIT_NO_MHID ? 1U : 2U); k++) {
            size_t begin = begin_chunk(bytes, ids[k]);
            for (uint32_t i = 0; i < SPLIT_TEXTURES; i++) {
                buffer_u32le(bytes, (k ? SPLIT_HEIGHT_ID : SPLIT_ID) + i);
            }
            end_chunk(bytes, begin);
        }
    } else {
        names(bytes, SPLIT_TEXTURES);
    }
    size_t begin = begin_chunk(bytes, traits & SPLIT_MTXF ? "MTXF" : "MTXP");
    for (uint32_t i = 0; i < SPLIT_TEXTURES; i++) {
        buffer_u32le(bytes, i << 4 | 1);
        if (!(traits & SPLIT_MTXF)) {
            buffer_f32le(bytes, i == 2 ? 0.5F : 0.0F);
            buffer_f32le(bytes, i == 2 ? 0.25F : 1.0F);
            buffer_u32le(bytes, 0);
        }
    }
    end_chunk(bytes, begin);
}

static void split_obj_chunk(struct buffer *bytes, uint32_t chunk)
{
    size_t begin = begin_chunk(bytes, "MCNK");
    if (chunk % 2) {
        size_t part;
        if (chunk != 5) {
            part = begin_chunk(bytes, "MCRD");
            buffer_u32le(bytes, built_ref(chunk, 0));
            end_chunk(bytes, part);
        }
        part = begin_chunk(bytes, "MCRW");
        buffer_u32le(bytes, built_ref(chunk, 1));
        buffer_u32le(bytes, built_ref(chunk, 2));
        end_chunk(bytes, part);
    }
    end_chunk(bytes, begin);
}

void split_build(unsigned traits, struct split_built *built)
{
    *built = (struct split_built){0};
    version(&built->root);
    version(&built->tex0);
    version(&built->obj0);
    size_t mhdr = begin_chunk(&built->root, "MHDR");
    append_zeroes(&built->root, 64);
    end_chunk(&built->root, mhdr);
    if (traits & SPLIT_SMALL_MAPS) {
        size_t mamp = begin_chunk(&built->tex0, "MAMP");
        buffer_u32le(&built->tex0, 1);
        end_chunk(&built->tex0, mamp);
    }
    split_textures(&built->tex0, traits);
    for (uint32_t i = 0; i < BUILT_CHUNKS; i++) {
        split_root_chunk(&built->root, i, traits);
        split_tex_chunk(&built->tex0, i, traits);
        split_obj_chunk(&built->obj0, i);
    }
}

void split_free(struct split_built *built)
{
    buffer_free(&built->root);
    buffer_free(&built->tex0);
    buffer_free(&built->obj0);
}
