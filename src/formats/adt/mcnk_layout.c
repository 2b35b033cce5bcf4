/*
 * Sizes contradict each other in real files: a chunk's own, the header's, and what its kind must
 * have. A size is believed that leads to another chunk or exactly to the end; only if that decides
 * nothing, the kind of chunk does.
 */
#include "formats/adt/mcnk_layout.h"

#include "base/size.h"
#include "formats/adt/adt_layers.h"
#include "formats/adt/mclq.h"

static const struct {
    const struct chunk_id *id;
    enum mcnk_field offset;
} kinds[MCNK_SUB_CHUNKS] = {
    [MCNK_MCVT] = {&id_MCVT, MCNK_AT_HEIGHT}, [MCNK_MCNR] = {&id_MCNR, MCNK_AT_NORMAL},
    [MCNK_MCLY] = {&id_MCLY, MCNK_AT_LAYER},  [MCNK_MCRF] = {&id_MCRF, MCNK_AT_REFS},
    [MCNK_MCSH] = {&id_MCSH, MCNK_AT_SHADOW}, [MCNK_MCAL] = {&id_MCAL, MCNK_AT_ALPHA},
    [MCNK_MCCV] = {&id_MCCV, MCNK_AT_COLORS}, [MCNK_MCLQ] = {&id_MCLQ, MCNK_AT_LIQUID},
    [MCNK_MCLV] = {&id_MCLV, MCNK_AT_LIGHTS},
};

static size_t extent(const struct mcnk_layout *mcnk)
{
    return (size_t)(mcnk->bytes.end - mcnk->bytes.begin);
}

uint32_t mcnk_u32(const struct mcnk_layout *mcnk, enum mcnk_field field)
{
    struct reader reader = reader_sub(&mcnk->bytes, CHUNK_HEADER_BYTES + (size_t)field, 4);
    return reader_u32(&reader);
}

uint32_t mcnk_index(const struct mcnk_layout *mcnk, uint32_t ordinal)
{
    uint32_t column = mcnk_u32(mcnk, MCNK_COLUMN);
    uint32_t row = mcnk_u32(mcnk, MCNK_ROW);
    return column < ADT_EDGE && row < ADT_EDGE ? row * ADT_EDGE + column : ordinal;
}

float mcnk_f32(const struct mcnk_layout *mcnk, size_t field)
{
    struct reader reader = reader_sub(&mcnk->bytes, CHUNK_HEADER_BYTES + field, 4);
    return reader_f32(&reader);
}

/* `size` if it leaves an MCNK room for its header and leads to a chunk or to the limit, else 0. */
static size_t plausible_extent(const struct reader *file, const struct mcnk_place *place,
                               size_t size)
{
    struct chunk next;
    size_t room = place->limit - place->offset;
    bool is_followed = size == room || (size < room && chunk_at(file, place->offset + size, &next));
    return is_followed && size >= MCNK_SUB_CHUNKS_BEGIN ? size : 0;
}

bool mcnk_open(const struct reader *file, const struct mcnk_place *place,
               struct warning_dedup *dedup, struct mcnk_layout *mcnk)
{
    struct chunk chunk;
    int64_t offset = (int64_t)place->offset;
    *mcnk = (struct mcnk_layout){.offset = place->offset};
    if (!chunk_is_at(file, place->offset, &id_MCNK, &chunk)) {
        warning_dedup_warn(dedup, "MCNK", offset, "not there; chunk left out");
        return false;
    }
    size_t room = place->limit - place->offset;
    if (room < MCNK_SUB_CHUNKS_BEGIN) {
        warning_dedup_warn(dedup, "MCNK", offset, "cut short after %zu bytes; chunk left out",
                           room);
        return false;
    }
    size_t own = chunk.cut ? 0 : CHUNK_HEADER_BYTES + chunk.size;
    size_t size =
        size_max(plausible_extent(file, place, own), plausible_extent(file, place, place->size));
    if (size == 0) {
        warning_dedup_warn(dedup, "MCNK", offset,
                           "its size leads to no chunk; the %zu bytes to the next or the end taken",
                           room);
        size = room;
    }
    mcnk->bytes = reader_sub(file, place->offset, size);
    return true;
}

static size_t liquid_bytes(const struct mcnk_layout *mcnk)
{
    size_t declared = mcnk_u32(mcnk, MCNK_LIQUID_BYTES);
    unsigned liquids = (unsigned)__builtin_popcount(mcnk_u32(mcnk, MCNK_FLAGS) & MCLQ_ANY);
    return declared > CHUNK_HEADER_BYTES ? declared - CHUNK_HEADER_BYTES
                                         : (size_t)liquids * MCLQ_BLOCK_BYTES;
}

static size_t alpha_bytes(const struct mcnk_layout *mcnk, const struct chunk *chunk)
{
    size_t declared = mcnk_u32(mcnk, MCNK_ALPHA_BYTES);
    return declared >= CHUNK_HEADER_BYTES ? declared - CHUNK_HEADER_BYTES : chunk->size;
}

/* The size that a sub-chunk should have by its kind or by the header; its own where neither says.
 */
static size_t expected_size(const struct mcnk_layout *mcnk, const struct chunk *chunk)
{
    enum mcnk_sub_chunk sub = 0;
    while (sub < MCNK_SUB_CHUNKS && !chunk_is(chunk, kinds[sub].id)) {
        sub++;
    }
    switch (sub) {
    case MCNK_MCVT:
        return MCVT_BYTES;
    case MCNK_MCNR:
        return MCNR_PADDED_BYTES;
    case MCNK_MCLY:
        return (size_t)mcnk_u32(mcnk, MCNK_LAYER_COUNT) * MCLY_ENTRY_BYTES;
    case MCNK_MCRF:
        return ((size_t)mcnk_u32(mcnk, MCNK_DOODAD_REFS) + mcnk_u32(mcnk, MCNK_OBJECT_REFS)) * 4;
    case MCNK_MCSH:
        return ADT_MAP_TEXELS / 8;
    case MCNK_MCAL:
        return alpha_bytes(mcnk, chunk);
    case MCNK_MCCV:
    case MCNK_MCLV:
        return MCCV_BYTES;
    case MCNK_MCLQ:
        return liquid_bytes(mcnk);
    case MCNK_SUB_CHUNKS:
        break;
    }
    return chunk->size;
}

/* Whether `size` bytes of data lead from `chunk` to another chunk or exactly to the end. */
static bool leads_on(const struct mcnk_layout *mcnk, const struct chunk *chunk, size_t size)
{
    size_t begin = chunk->offset + CHUNK_HEADER_BYTES;
    size_t left = extent(mcnk) - begin;
    struct chunk next;
    return size == left || (size < left && chunk_at(&mcnk->bytes, begin + size, &next));
}

/* Of its own size and the expected one, that which leads on; if both do or neither, MCAL and MCLQ
 * have the expected one, others their own. */
static size_t reconcile_size(const struct mcnk_layout *mcnk, const struct chunk *chunk)
{
    bool prefers_expected = chunk_is(chunk, &id_MCAL) || chunk_is(chunk, &id_MCLQ);
    size_t expected = expected_size(mcnk, chunk);
    size_t room = extent(mcnk) - chunk->offset - CHUNK_HEADER_BYTES;
    if (expected == chunk->size) {
        return size_min(expected, room);
    }
    bool own_leads_on = leads_on(mcnk, chunk, chunk->size);
    bool expected_leads_on = leads_on(mcnk, chunk, expected);
    if (chunk->cut && !prefers_expected) {
        own_leads_on = false; /* it ends where the file is cut off */
    }
    if (own_leads_on != expected_leads_on) {
        prefers_expected = expected_leads_on;
    }
    return size_min(prefers_expected ? expected : chunk->size, room);
}

/* Notes the first sub-chunk of each kind. One whose size leads nowhere hides nothing. */
static void walk(struct mcnk_layout *mcnk)
{
    struct chunk chunk;
    size_t offset = MCNK_SUB_CHUNKS_BEGIN;
    size_t skipped = 0;
    while (chunk_next(&mcnk->bytes, &offset, &skipped, &chunk)) {
        for (size_t i = 0; i < MCNK_SUB_CHUNKS; i++) {
            if (!mcnk->found[i] && chunk_is(&chunk, kinds[i].id)) {
                mcnk->found[i] = true;
                mcnk->sub_chunks[i] = chunk;
            }
        }
        size_t size = reconcile_size(mcnk, &chunk);
        bool is_cut = chunk.cut && size == chunk.size;
        offset = chunk.offset + CHUNK_HEADER_BYTES;
        offset += !is_cut && leads_on(mcnk, &chunk, size) ? size : 0;
    }
    mcnk->walked = true;
}

static bool locate(struct mcnk_layout *mcnk, enum mcnk_sub_chunk sub, struct chunk *chunk)
{
    bool overlaid =
        (mcnk_u32(mcnk, MCNK_FLAGS) & ADT_CHUNK_HOLES_64) && (sub == MCNK_MCVT || sub == MCNK_MCNR);
    size_t offset = overlaid ? 0 : mcnk_u32(mcnk, kinds[sub].offset);
    if (offset && chunk_is_at(&mcnk->bytes, offset, kinds[sub].id, chunk)) {
        return true;
    }
    if (!mcnk->walked) {
        walk(mcnk);
    }
    *chunk = mcnk->sub_chunks[sub];
    return mcnk->found[sub];
}

bool mcnk_find(struct mcnk_layout *mcnk, enum mcnk_sub_chunk sub, struct chunk *chunk,
               bool *overruled)
{
    if (!locate(mcnk, sub, chunk)) {
        return false;
    }
    size_t size = reconcile_size(mcnk, chunk);
    bool loose = sub == MCNK_MCNR || sub == MCNK_MCAL || sub == MCNK_MCLQ;
    *overruled = size != chunk->size && !loose;
    chunk->size = size;
    return true;
}

size_t mcnk_alpha_room(const struct mcnk_layout *mcnk, const struct chunk *mcal)
{
    static const enum mcnk_field offsets[] = {MCNK_AT_LAYER,  MCNK_AT_REFS,   MCNK_AT_SHADOW,
                                              MCNK_AT_SOUNDS, MCNK_AT_LIQUID, MCNK_AT_COLORS,
                                              MCNK_AT_LIGHTS, MCNK_AT_HEIGHT, MCNK_AT_NORMAL};
    bool overlaid = mcnk_u32(mcnk, MCNK_FLAGS) & ADT_CHUNK_HOLES_64;
    size_t begin = (size_t)(mcal->data - mcnk->bytes.begin);
    size_t end = extent(mcnk);
    for (size_t i = 0; i < COUNT_OF(offsets) - (overlaid ? 2 : 0); i++) {
        size_t other = mcnk_u32(mcnk, offsets[i]);
        struct chunk next;
        if (other >= begin && other < end && chunk_at(&mcnk->bytes, other, &next)) {
            end = other;
        }
    }
    return end - begin;
}
