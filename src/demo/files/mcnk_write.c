#include "demo/files/mcnk_write.h"

#include "demo/files/chunk_write.h"
#include "demo/files/liquid_write.h"
#include "demo/world/surface.h"

enum { HEADER_BYTES = 128, HEADER_END = 8 + HEADER_BYTES };

/* Fields of the header, and their offsets from the start of the chunk in both shapes. */
enum field {
    FLAGS,
    COLUMN,
    ROW,
    LAYER_COUNT,
    REF_DOODADS,
    HEIGHTS, /* with the next field of v18: 64 bits of holes if flag 0x10000 is set */
    NORMALS,
    LAYERS,
    REFS,
    ALPHAS,
    ALPHA_BYTES,
    SHADOW,
    SHADOW_BYTES,
    AREA,
    REF_OBJECTS,
    HOLES,
    SOUNDS,
    LIQUID,
    LIQUID_BYTES, /* of v18 alone, as all that follow */
    POSITION,
    COLOURS,
    FIELD_COUNT
};

static const uint8_t offsets[2][FIELD_COUNT] = {
    [MCNK_ALPHA] = {0x08, 0x0C, 0x10, 0x18, 0x1C, 0x20, 0x24, 0x28, 0x2C, 0x30, 0x34, 0x38, 0x3C,
                    0x40, 0x44, 0x48, 0x64, 0x6C},
    [MCNK_V18] = {0x08, 0x0C, 0x10, 0x14, 0x18, 0x1C, 0x20, 0x24, 0x28, 0x2C, 0x30,
                  0x34, 0x38, 0x3C, 0x40, 0x44, 0x60, 0x68, 0x6C, 0x70, 0x7C},
};

/* A chunk under way. */
struct mcnk {
    struct buffer *out;
    enum mcnk_shape shape;
    size_t begin;
};

static void put(const struct mcnk *mcnk, enum field field, size_t value)
{
    chunk_put_u32(mcnk->out, mcnk->begin + offsets[mcnk->shape][field], value);
}

/* Begins a part: sets its field to the place, and writes a chunk header unless the shape has none.
 * Returns the part's offset, for end_part. */
static size_t begin_part(const struct mcnk *mcnk, enum field field, const char *name)
{
    bool is_bare = mcnk->shape == MCNK_ALPHA && field != LAYERS && field != REFS;
    size_t at = mcnk->out->size;
    put(mcnk, field, at - mcnk->begin - (mcnk->shape == MCNK_ALPHA ? HEADER_END : 0));
    return is_bare ? at : chunk_begin(mcnk->out, name);
}

static void end_part(const struct mcnk *mcnk, enum field field, size_t at)
{
    if (mcnk->shape == MCNK_V18 || field == LAYERS || field == REFS) {
        chunk_end(mcnk->out, at);
    }
}

static struct mcnk begin_chunk(struct buffer *out, const struct tile *tile, enum mcnk_shape shape)
{
    struct mcnk mcnk = {out, shape, chunk_begin(out, "MCNK")};
    chunk_zeros(out, HEADER_BYTES);
    put(&mcnk, COLUMN, (size_t)tile->column);
    put(&mcnk, ROW, (size_t)tile->row);
    put(&mcnk, AREA, surface_area_id(tile->world, tile->chunk_x, tile->chunk_y));
    return mcnk;
}

size_t mcnk_begin(struct buffer *out, const struct tile *tile)
{
    struct buffer position = {0};
    struct mcnk mcnk = begin_chunk(out, tile, MCNK_V18);
    tile_write_corner(&position, tile);
    buffer_f32le(&position, tile_base_yd(tile));
    for (size_t k = 0; k < position.size && !out->failed; k++) {
        out->data[mcnk.begin + offsets[MCNK_V18][POSITION] + k] = position.data[k];
    }
    out->failed = out->failed || position.failed;
    buffer_free(&position);
    return mcnk.begin;
}

void mcnk_put_flags(struct buffer *out, size_t begin, uint32_t flags)
{
    chunk_put_u32(out, begin + offsets[MCNK_V18][FLAGS], flags);
}

void mcnk_put_holes(struct buffer *out, size_t begin, uint16_t holes)
{
    chunk_put_u32(out, begin + offsets[MCNK_V18][HOLES], holes);
}

void mcnk_put_holes_64(struct buffer *out, size_t begin, uint16_t holes)
{
    for (unsigned row = 0; row < 8 && !out->failed; row++) {
        uint8_t bits = 0;
        for (unsigned column = 0; column < 8; column++) {
            bits |= (uint8_t)((holes >> (row / 2 * 4 + column / 2) & 1) << column);
        }
        out->data[begin + offsets[MCNK_V18][HEIGHTS] + row] = bits;
    }
}

void mcnk_write_heights(struct buffer *out, const struct tile *tile)
{
    size_t begin = chunk_begin(out, "MCVT");
    tile_write_heights(out, tile, tile_base_yd(tile));
    chunk_end(out, begin);
}

void mcnk_write_colours(struct buffer *out, const struct tile *tile)
{
    size_t begin = chunk_begin(out, "MCCV");
    tile_write_colours(out, tile);
    chunk_end(out, begin);
}

/* Heights, colours and normals. The size of MCNR does not include its padding. */
static void write_geometry(const struct mcnk *mcnk, const struct tile *tile, bool colours)
{
    struct buffer *out = mcnk->out;
    size_t part = begin_part(mcnk, HEIGHTS, "MCVT");
    tile_write_heights(out, tile, mcnk->shape == MCNK_ALPHA ? 0.0F : tile_base_yd(tile));
    end_part(mcnk, HEIGHTS, part);
    if (colours) {
        put(mcnk, COLOURS, out->size - mcnk->begin);
        mcnk_write_colours(out, tile);
    }
    part = begin_part(mcnk, NORMALS, "MCNR");
    tile_write_normals(out, tile);
    end_part(mcnk, NORMALS, part);
    chunk_zeros(out, MCNR_PADDING_BYTES);
}

/* Layers, references (the doodads that touch the chunk, then the buildings), shadow and alpha maps.
 * Sizes do not count the header of MCSH, but that of MCAL. Returns flags. */
static uint32_t write_ground(const struct mcnk *mcnk, struct tile *tile)
{
    struct buffer *out = mcnk->out;
    struct buffer alphas = {0};
    bool shaded = tile_is_shaded(tile);
    size_t part = begin_part(mcnk, LAYERS, "MCLY");
    tile_write_layers(out, &alphas, tile);
    end_part(mcnk, LAYERS, part);
    part = begin_part(mcnk, REFS, "MCRF");
    put(mcnk, REF_DOODADS,
        placement_write_references(out, &tile->placements, PLACED_DOODADS, tile->chunk_x,
                                   tile->chunk_y));
    put(mcnk, REF_OBJECTS,
        placement_write_references(out, &tile->placements, PLACED_BUILDINGS, tile->chunk_x,
                                   tile->chunk_y));
    end_part(mcnk, REFS, part);
    if (shaded || mcnk->shape == MCNK_ALPHA) {
        part = begin_part(mcnk, SHADOW, "MCSH");
        size_t data = out->size;
        if (shaded) {
            shadow_write(out, tile->chunk.shadow, tile->map_size);
        }
        put(mcnk, SHADOW_BYTES, out->size - data);
        end_part(mcnk, SHADOW, part);
    }
    part = begin_part(mcnk, ALPHAS, "MCAL");
    buffer_append(out, alphas.data, alphas.size);
    put(mcnk, ALPHA_BYTES, out->size - part);
    end_part(mcnk, ALPHAS, part);
    out->failed = out->failed || alphas.failed;
    buffer_free(&alphas);
    return shaded ? MCNK_SHADOW : 0;
}

/* MCLQ; without its header in 0.5.3. Returns flags. */
static uint32_t write_liquid(const struct mcnk *mcnk, const struct tile *tile)
{
    struct buffer liquid = {0};
    uint32_t flags = liquid_write_mclq(&liquid, tile->world, tile->chunk_x, tile->chunk_y);
    if (mcnk->shape == MCNK_ALPHA) {
        begin_part(mcnk, LIQUID, "MCLQ");
        if (liquid.size > 8) {
            buffer_append(mcnk->out, liquid.data + 8, liquid.size - 8);
        }
    } else {
        put(mcnk, LIQUID, liquid.size ? mcnk->out->size - mcnk->begin : 0);
        put(mcnk, LIQUID_BYTES, liquid.size ? liquid.size : 8);
        buffer_append(mcnk->out, liquid.data, liquid.size);
    }
    mcnk->out->failed = mcnk->out->failed || liquid.failed;
    buffer_free(&liquid);
    return flags;
}

void mcnk_write(struct buffer *out, struct tile *tile, const struct mcnk_format *format)
{
    struct mcnk mcnk = {out, format->shape, out->size};
    if (format->shape == MCNK_ALPHA) {
        begin_chunk(out, tile, MCNK_ALPHA);
    } else {
        mcnk_begin(out, tile);
    }
    uint32_t flags = tile_impassable_flag(tile) | (format->vertex_colours ? MCNK_COLOURS : 0) |
                     (tile->map_size == ALPHA_MAP_64X64 ? MCNK_DO_NOT_FIX_ALPHA_MAP : 0);
    put(&mcnk, LAYER_COUNT, (size_t)tile->chunk.layer_count);
    put(&mcnk, HOLES, surface_holes(tile->world, tile->chunk_x, tile->chunk_y));
    write_geometry(&mcnk, tile, format->vertex_colours);
    flags |= write_ground(&mcnk, tile);
    if (format->liquid == LIQUID_MCLQ) {
        flags |= write_liquid(&mcnk, tile);
    }
    size_t sounds = begin_part(&mcnk, SOUNDS, "MCSE");
    end_part(&mcnk, SOUNDS, sounds);
    put(&mcnk, FLAGS, flags);
    chunk_end(out, mcnk.begin);
}
