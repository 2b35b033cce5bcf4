#include "formats/adt/adt_sub_chunks.h"

#include <math.h>
#include <string.h>

#include "base/size.h"
#include "formats/adt/mcal.h"

enum { COLOR_BYTES = 4 };

void adt_chunk_begin(uint32_t flags, struct adt_chunk *chunk)
{
    memset(chunk, 0, sizeof *chunk);
    chunk->flags = flags;
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        chunk->normal[i][2] = 127;
    }
}

uint64_t adt_holes_from_16(uint32_t coarse)
{
    uint64_t holes = 0;
    if ((coarse & UINT16_MAX) == 0) {
        return 0; /* most chunks have none */
    }
    for (unsigned i = 0; i < 64; i++) {
        holes |= (uint64_t)(coarse >> (i / 16 * 4 + i % 8 / 2) & 1) << i;
    }
    return holes;
}

static bool is_height(float height_yd)
{
    return fabsf(height_yd) < 1e6F; /* false for NaN as well */
}

void adt_read_heights(const struct adt_context *context, const struct chunk *sub, float base_yd,
                      struct adt_chunk *chunk)
{
    struct reader reader = reader_make(sub->data, sub->size);
    float base = is_height(base_yd) ? base_yd : 0.0F;
    unsigned invalid = 0;
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        float height = reader_f32(&reader) + base;
        invalid += !is_height(height);
        chunk->height_yd[i] = is_height(height) ? height : base;
    }
    if (invalid || !is_height(base_yd)) {
        warning_dedup_warn(
            context->dedup, sub->id, (int64_t)sub->offset,
            "heights are not numbers of a map (%u vertices, base %g); level ground there", invalid,
            (double)base_yd);
    }
    chunk->present = true;
}

void adt_read_normals(const struct chunk *sub, struct adt_chunk *chunk)
{
    memcpy(chunk->normal, sub->data, sizeof chunk->normal);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        int8_t *normal = chunk->normal[i];
        if (!normal[0] && !normal[1] && !normal[2]) {
            normal[2] = 127; /* tools leave zeroes, which have no direction, on flat ground */
        }
    }
}

/* Colours are stored blue first. */
static void read_bgra(const struct chunk *sub, uint8_t (*rgb)[4])
{
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        const uint8_t *bgra = sub->data + COLOR_BYTES * i;
        rgb[i][0] = bgra[2];
        rgb[i][1] = bgra[1];
        rgb[i][2] = bgra[0];
    }
}

void adt_read_colors(const struct chunk *sub, struct adt_chunk *chunk)
{
    if (chunk->flags & ADT_CHUNK_COLORS) {
        read_bgra(sub, chunk->color);
        chunk->has_colors = true;
    }
}

void adt_read_lights(const struct chunk *sub, struct adt_chunk *chunk)
{
    static const uint8_t dark[sizeof chunk->light];
    read_bgra(sub, chunk->light);
    chunk->has_lights = memcmp(chunk->light, dark, sizeof dark) != 0;
}

enum mcal_edge adt_map_edge(const struct adt_context *context, uint32_t chunk_flags)
{
    if (context->edge != ADTMAP_EDGE_AUTO) {
        return context->edge == ADTMAP_EDGE_KEEP ? MCAL_EDGE_KEEP : MCAL_EDGE_FIX;
    }
    return chunk_flags & ADT_CHUNK_DO_NOT_FIX_ALPHA_MAP ? MCAL_EDGE_KEEP : MCAL_EDGE_FIX;
}

bool adt_read_shadow(const struct adt_context *context, const struct chunk *sub,
                     struct adt_chunk *chunk)
{
    if (!(chunk->flags & ADT_CHUNK_SHADOW)) {
        return true;
    }
    uint64_t *rows = arena_alloc_dirty(context->arena, ADT_MAP_EDGE, sizeof *rows);
    if (rows) {
        mcsh_decode(sub->data, adt_map_edge(context, chunk->flags), rows);
        chunk->shadow = rows;
    }
    return rows != NULL;
}

static bool is_taken(const struct adt_tile *tile, uint32_t index)
{
    return tile->chunks[index].present || tile->chunks[index].is_left_out;
}

uint32_t adt_place_chunk(struct adt_tile *tile, const struct adt_chunk *chunk, uint32_t index,
                         uint32_t ordinal, int64_t offset, struct warning_dedup *dedup)
{
    if (is_taken(tile, index)) {
        bool is_free = !is_taken(tile, ordinal);
        warning_dedup_warn(dedup, "MCNK", offset, "place %u is taken; %s %u", index,
                           is_free ? "put by its order at" : "left out, as is that of its ordinal,",
                           ordinal);
        if (!is_free) {
            return ADT_CHUNKS;
        }
        index = ordinal;
    }
    tile->chunk_count++;
    tile->chunks[index] = *chunk;
    return index;
}
