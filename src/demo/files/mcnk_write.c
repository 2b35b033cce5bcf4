/*
 * The three forms of an MCNK differ in where the fields of the header stand, which is a table, and
 * in which file a sub-chunk goes to. What sub-chunks hold is written once, in tile_write.c.
 */
#include "demo/files/mcnk_write.h"

#include "demo/bytes/chunk_write.h"
#include "demo/files/liquid_write.h"
#include "demo/world/surface.h"

enum { HEADER_BYTES = 128, HEADER_END = 8 + HEADER_BYTES };

/* MCNK flags. */
enum {
    SHADED = 0x1,
    IMPASSABLE = 0x2,
    COLORED = 0x40,
    DO_NOT_FIX_ALPHA_MAP = 0x8000,
    WITH_HOLES_64 = 0x10000,
};

/* Fields of the header, and their offsets from the start of the chunk; 0 where they have no use. */
enum field {
    FLAGS,
    COLUMN,
    ROW,
    LAYER_COUNT,
    REF_DOODADS,
    HEIGHTS, /* with the next field: 64 bits of holes if flag 0x10000 is set */
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
    LIQUID_BYTES,
    POSITION,
    COLORS,
    FIELD_COUNT
};

static const uint8_t offsets[3][FIELD_COUNT] = {
    [MAP_ALPHA] = {0x08, 0x0C, 0x10, 0x18, 0x1C, 0x20, 0x24, 0x28, 0x2C, 0x30, 0x34, 0x38, 0x3C,
                   0x40, 0x44, 0x48, 0x64, 0x6C},
    [MAP_V18] = {0x08, 0x0C, 0x10, 0x14, 0x18, 0x1C, 0x20, 0x24, 0x28, 0x2C, 0x30,
                 0x34, 0x38, 0x3C, 0x40, 0x44, 0x60, 0x68, 0x6C, 0x70, 0x7C},
    [MAP_SPLIT] = {0x08, 0x0C, 0x10, [AREA] = 0x3C, [HOLES] = 0x44, [POSITION] = 0x70},
};

/* A chunk under way, in the root file of a split tile, or the only one. */
struct mcnk_writing {
    struct buffer *out;
    enum map_shape shape;
    size_t begin;
};

static void put(const struct mcnk_writing *mcnk, enum field field, size_t value)
{
    if (offsets[mcnk->shape][field]) {
        chunk_put_u32(mcnk->out, mcnk->begin + offsets[mcnk->shape][field], value);
    }
}

/* 0.5.3 has most parts without chunk headers and counts offsets from the end of the header. */
static bool is_bare(const struct mcnk_writing *mcnk, enum field field)
{
    return mcnk->shape == MAP_ALPHA && field != LAYERS && field != REFS;
}

/* Begins a part, in the root or another file. Returns its offset, for end_part. */
static size_t begin_part(const struct mcnk_writing *mcnk, struct buffer *out, enum field field,
                         const char *name)
{
    size_t at = out->size;
    put(mcnk, field, at - mcnk->begin - (mcnk->shape == MAP_ALPHA ? HEADER_END : 0));
    return is_bare(mcnk, field) ? at : chunk_begin(out, name);
}

static void end_part(const struct mcnk_writing *mcnk, struct buffer *out, enum field field,
                     size_t at)
{
    if (!is_bare(mcnk, field)) {
        chunk_end(out, at);
    }
}

static void write_header(const struct mcnk_writing *mcnk, const struct tile *tile)
{
    struct buffer *out = mcnk->out;
    uint32_t area = surface_area_id(tile->world, tile->chunk_x, tile->chunk_y);
    uint32_t flags = (area == AREA_MOUNTAINS ? IMPASSABLE : 0) |
                     (tile_is_shaded(tile) ? SHADED : 0) |
                     (tile->era->vertex_colors ? COLORED : 0) |
                     (tile->era->map_size == ALPHA_MAP_64X64 ? DO_NOT_FIX_ALPHA_MAP : 0);
    uint16_t holes = surface_holes(tile->world, tile->chunk_x, tile->chunk_y);
    bool holes_64 = tile->era->holes_64 && holes;
    chunk_zeros(out, HEADER_BYTES);
    put(mcnk, FLAGS, flags | (holes_64 ? WITH_HOLES_64 : 0));
    put(mcnk, COLUMN, (size_t)tile->column);
    put(mcnk, ROW, (size_t)tile->row);
    put(mcnk, LAYER_COUNT, (size_t)tile->chunk.layer_count);
    put(mcnk, AREA, area);
    put(mcnk, HOLES, holes_64 ? 0 : holes);
    for (unsigned row = 0; row < 8 && holes_64 && !out->failed; row++) {
        for (unsigned column = 0; column < 8; column++) {
            uint8_t *bits = &out->data[mcnk->begin + offsets[MAP_V18][HEIGHTS] + row];
            *bits |= (uint8_t)((holes >> (row / 2 * 4 + column / 2) & 1) << column);
        }
    }
    if (mcnk->shape != MAP_ALPHA) {
        const double middle = (GRID_TILES / 2 - WORLD_FIRST_TILE) * TILE_YD;
        const double chunk_yd = TILE_YD / CHUNKS_PER_TILE;
        size_t at = mcnk->begin + offsets[mcnk->shape][POSITION];
        chunk_put_f32(out, at, (float)(middle - tile->chunk_y * chunk_yd));
        chunk_put_f32(out, at + 4, (float)(middle - tile->chunk_x * chunk_yd));
        chunk_put_f32(out, at + 8, tile_base_yd(tile));
    }
}

/* Heights, colours and normals. The size of MCNR includes its padding in split files alone. */
static void write_geometry(const struct mcnk_writing *mcnk, const struct tile *tile)
{
    struct buffer *out = mcnk->out;
    size_t part = begin_part(mcnk, out, HEIGHTS, "MCVT");
    tile_write_heights(out, tile, mcnk->shape == MAP_ALPHA ? 0.0F : tile_base_yd(tile));
    end_part(mcnk, out, HEIGHTS, part);
    if (tile->era->vertex_colors) {
        part = begin_part(mcnk, out, COLORS, "MCCV");
        tile_write_colors(out, tile);
        end_part(mcnk, out, COLORS, part);
    }
    part = begin_part(mcnk, out, NORMALS, "MCNR");
    tile_write_normals(out, tile);
    chunk_zeros(out, mcnk->shape == MAP_SPLIT ? MCNR_PADDING_BYTES : 0);
    end_part(mcnk, out, NORMALS, part);
    chunk_zeros(out, mcnk->shape == MAP_SPLIT ? 0 : MCNR_PADDING_BYTES);
}

/* References: the doodads that touch the chunk, then the buildings. */
static void write_references(const struct mcnk_writing *mcnk, struct buffer *out,
                             const struct tile *tile)
{
    static const char *const names[PLACED_KINDS] = {"MCRD", "MCRW"};
    static const enum field counts[PLACED_KINDS] = {REF_DOODADS, REF_OBJECTS};
    bool split = mcnk->shape == MAP_SPLIT;
    size_t part = split ? 0 : begin_part(mcnk, out, REFS, "MCRF");
    for (int k = 0; k < PLACED_KINDS; k++) {
        size_t own = split ? chunk_begin(out, names[k]) : 0;
        put(mcnk, counts[k],
            placement_write_references(out, &tile->placements, (enum placed_kind)k, tile->chunk_x,
                                       tile->chunk_y));
        if (split) {
            chunk_end(out, own);
        }
    }
    if (!split) {
        end_part(mcnk, out, REFS, part);
    }
}

/* Shadow and alpha maps. Sizes do not count the header of MCSH, but that of MCAL. */
static void write_maps(const struct mcnk_writing *mcnk, struct buffer *out, const struct tile *tile,
                       struct buffer *alphas)
{
    bool shaded = tile_is_shaded(tile);
    if (shaded || mcnk->shape == MAP_ALPHA) {
        size_t part = begin_part(mcnk, out, SHADOW, "MCSH");
        size_t data = out->size;
        if (shaded) {
            shadow_write(out, tile->chunk.shadow, tile->era->map_size);
        }
        put(mcnk, SHADOW_BYTES, out->size - data);
        end_part(mcnk, out, SHADOW, part);
    }
    if (alphas->size || mcnk->shape != MAP_SPLIT) {
        size_t part = begin_part(mcnk, out, ALPHAS, "MCAL");
        buffer_append(out, alphas->data, alphas->size);
        put(mcnk, ALPHA_BYTES, out->size - part);
        end_part(mcnk, out, ALPHAS, part);
    }
    out->failed = out->failed || alphas->failed;
    buffer_free(alphas);
}

/* MCLQ; without its header in 0.5.3. Returns flags. */
static uint32_t write_liquid(const struct mcnk_writing *mcnk, const struct tile *tile)
{
    struct buffer liquid = {0};
    uint32_t flags = liquid_write_mclq(&liquid, tile->world, tile->chunk_x, tile->chunk_y);
    if (mcnk->shape == MAP_ALPHA) {
        begin_part(mcnk, mcnk->out, LIQUID, "MCLQ");
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

void mcnk_write(struct buffer files[SPLIT_FILE_COUNT], struct tile *tile)
{
    bool split = tile->era->shape == MAP_SPLIT;
    struct buffer *out = &files[SPLIT_ROOT];
    struct buffer *tex = split ? &files[SPLIT_TEX0] : out;
    struct buffer *obj = split ? &files[SPLIT_OBJ0] : out;
    struct buffer alphas = {0};
    const struct mcnk_writing mcnk = {out, tile->era->shape, chunk_begin(out, "MCNK")};
    write_header(&mcnk, tile);
    write_geometry(&mcnk, tile);
    size_t own_tex = split ? chunk_begin(tex, "MCNK") : 0;
    size_t own_obj = split ? chunk_begin(obj, "MCNK") : 0;
    size_t layers = begin_part(&mcnk, tex, LAYERS, "MCLY");
    tile_write_layers(tex, &alphas, tile);
    end_part(&mcnk, tex, LAYERS, layers);
    write_references(&mcnk, obj, tile);
    write_maps(&mcnk, tex, tile, &alphas);
    if (split) {
        chunk_end(tex, own_tex);
        chunk_end(obj, own_obj);
        if (!obj->failed) {
            buffer_append(&files[SPLIT_OBJ1], obj->data + own_obj, obj->size - own_obj);
        }
    }
    if (tile->era->liquid == LIQUID_MCLQ) {
        uint32_t flags = write_liquid(&mcnk, tile);
        if (!out->failed) {
            out->data[mcnk.begin + offsets[mcnk.shape][FLAGS]] |= (uint8_t)flags;
        }
    }
    size_t sounds = begin_part(&mcnk, out, SOUNDS, "MCSE");
    end_part(&mcnk, out, SOUNDS, sounds);
    if (tile->era->blend_meshes) {
        placement_write_blend_batches(out, &tile->placements, tile->chunk_x, tile->chunk_y);
    }
    chunk_end(out, mcnk.begin);
}
