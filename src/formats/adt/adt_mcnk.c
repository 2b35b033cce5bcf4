/*
 * Sub-chunks are rows of a table, read in the order in which they need each other (MCLY before
 * MCAL), not in that of the file. One that is missing or too short costs what it holds: the chunk
 * is drawn without it, with a warning if the header promises it.
 */
#include "formats/adt/adt_mcnk.h"

#include "base/size.h"
#include "formats/adt/adt_layers.h"
#include "formats/adt/adt_liquids.h"
#include "formats/adt/mcal.h"

struct mcnk_reading {
    const struct adt_context *context;
    struct mcnk_layout layout;
    uint32_t index; /* its place in the tile */
    struct adt_layer_list layers;
};

/* Sub-chunk handlers: false only when memory ran out. Sizes are at least those of the table. */

static bool mcnk_read_heights(struct mcnk_reading *mcnk, const struct chunk *sub,
                              struct adt_chunk *chunk)
{
    adt_read_heights(mcnk->context, sub, chunk->position[2], chunk);
    return true;
}

static bool read_normals(struct mcnk_reading *mcnk, const struct chunk *sub,
                         struct adt_chunk *chunk)
{
    (void)mcnk;
    adt_read_normals(sub, chunk);
    return true;
}

static bool read_layers(struct mcnk_reading *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    adt_layers_list(sub, mcnk_u32(&mcnk->layout, MCNK_LAYER_COUNT), mcnk->context->dedup,
                    &mcnk->layers);
    adt_layers_take(mcnk->context, sub, &mcnk->layers, chunk);
    return true;
}

static bool read_refs(struct mcnk_reading *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    size_t room = sub->size / 4;
    size_t doodads = size_min(mcnk_u32(&mcnk->layout, MCNK_DOODAD_REFS), room);
    size_t wmos = size_min(mcnk_u32(&mcnk->layout, MCNK_OBJECT_REFS), room - doodads);
    chunk->doodad_ref_count = (uint32_t)doodads;
    chunk->wmo_ref_count = (uint32_t)wmos;
    return true;
}

static bool mcnk_read_shadow(struct mcnk_reading *mcnk, const struct chunk *sub,
                             struct adt_chunk *chunk)
{
    return adt_read_shadow(mcnk->context, sub, chunk);
}

static bool read_colors(struct mcnk_reading *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    (void)mcnk;
    adt_read_colors(sub, chunk);
    return true;
}

static bool read_lights(struct mcnk_reading *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    (void)mcnk;
    adt_read_lights(sub, chunk);
    return true;
}

/* MCAL by the header's word rather than its own, see mcnk_layout.h. */
static struct adt_alpha_source alpha_source(const struct mcnk_layout *layout,
                                            const struct chunk *mcal, size_t room)
{
    struct adt_alpha_source source = {.mcal = *mcal, .declared = room};
    size_t declared = mcnk_u32(layout, MCNK_ALPHA_BYTES);
    source.mcal.size = room;
    if (declared > CHUNK_HEADER_BYTES) {
        source.declared = size_min(declared - CHUNK_HEADER_BYTES, room);
    }
    return source;
}

static bool read_alpha(struct mcnk_reading *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    size_t room = mcnk_alpha_room(&mcnk->layout, sub);
    struct adt_alpha_source source = alpha_source(&mcnk->layout, sub, room);
    return adt_layers_read_alpha(mcnk->context, &mcnk->layers, &source, chunk);
}

static bool read_liquids(struct mcnk_reading *mcnk, const struct chunk *sub,
                         struct adt_chunk *chunk)
{
    struct warning_dedup *dedup = mcnk->context->dedup;
    size_t room = (size_t)(mcnk->layout.bytes.end - sub->data);
    struct mclq mclq;
    if (!mclq_read(sub->data, room, chunk->flags & MCLQ_ANY, mcnk->index, mcnk->context->arena,
                   &mclq)) {
        return false;
    }
    if (mclq.missing) {
        warning_dedup_warn(dedup, sub->id, (int64_t)sub->offset,
                           "%u liquids fewer than the MCNK's flags promise; left out",
                           mclq.missing);
    }
    if (mclq.invalid_levels) {
        warning_dedup_warn(dedup, sub->id, (int64_t)sub->offset,
                           "%u heights are no numbers of a map; replaced", mclq.invalid_levels);
    }
    adt_liquids_add(mcnk->context->liquids, &mclq);
    return true;
}

/* In reading order: MCAL needs MCLY. */
static const struct sub_chunk {
    const struct chunk_id *id;
    enum mcnk_sub_chunk sub;
    enum adt_content wanted_with;
    enum mcnk_scope scope; /* MCNK_GEOMETRY: root files of split tiles have it too */
    size_t least_bytes;
    bool (*read)(struct mcnk_reading *mcnk, const struct chunk *sub, struct adt_chunk *chunk);
} sub_chunks[] = {
    {&id_MCVT, MCNK_MCVT, ADT_GROUND, MCNK_GEOMETRY, MCVT_BYTES, mcnk_read_heights},
    {&id_MCNR, MCNK_MCNR, ADT_GROUND, MCNK_GEOMETRY, MCNR_BYTES, read_normals},
    {&id_MCLY, MCNK_MCLY, ADT_GROUND, MCNK_WHOLE, 0, read_layers},
    {&id_MCRF, MCNK_MCRF, ADT_GROUND, MCNK_WHOLE, 0, read_refs},
    {&id_MCSH, MCNK_MCSH, ADT_MAPS, MCNK_WHOLE, MCSH_BYTES, mcnk_read_shadow},
    {&id_MCAL, MCNK_MCAL, ADT_MAPS, MCNK_WHOLE, 0, read_alpha},
    {&id_MCCV, MCNK_MCCV, ADT_GROUND, MCNK_GEOMETRY, MCCV_BYTES, read_colors},
    {&id_MCLV, MCNK_MCLV, ADT_GROUND, MCNK_GEOMETRY, MCCV_BYTES, read_lights},
    {&id_MCLQ, MCNK_MCLQ, ADT_LIQUIDS, MCNK_GEOMETRY, 0, read_liquids},
};

/* Whether the sub-chunk is looked for: files are full of MCLQs that hold nothing, by a size of 8;
 * those of real files that hold something have 812. */
static bool is_wanted(const struct mcnk_reading *mcnk, enum mcnk_scope scope,
                      const struct sub_chunk *kind)
{
    if (!(mcnk->context->contents & kind->wanted_with) ||
        (scope != MCNK_WHOLE && kind->scope != scope)) {
        return false;
    }
    return kind->sub != MCNK_MCLQ ||
           ((mcnk_u32(&mcnk->layout, MCNK_FLAGS) & MCLQ_ANY) &&
            mcnk_u32(&mcnk->layout, MCNK_LIQUID_BYTES) > CHUNK_HEADER_BYTES);
}

/* Whether the header promises the sub-chunk, so that its absence is worth a warning. */
static bool is_promised(const struct mcnk_reading *mcnk, const struct adt_chunk *chunk,
                        enum mcnk_sub_chunk sub)
{
    switch (sub) {
    case MCNK_MCVT:
    case MCNK_MCNR:
        return true;
    case MCNK_MCLY:
        return mcnk_u32(&mcnk->layout, MCNK_LAYER_COUNT) > 0;
    case MCNK_MCAL:
        return chunk->layer_count > 1;
    case MCNK_MCCV:
        return chunk->flags & ADT_CHUNK_COLORS;
    default:
        return false;
    }
}

static void report_missing(const struct mcnk_reading *mcnk, const struct sub_chunk *kind,
                           const struct adt_chunk *chunk)
{
    struct warning_dedup *dedup = mcnk->context->dedup;
    int64_t offset = (int64_t)mcnk->layout.offset;
    if (kind->sub == MCNK_MCSH && chunk->flags & ADT_CHUNK_SHADOW) {
        warning_dedup_notice(dedup, "MCNK", offset,
                             "flag 0x1 (shadow map) without an MCSH; no shadow");
    } else if (is_promised(mcnk, chunk, kind->sub)) {
        warning_dedup_warn(dedup, kind->id->text, offset, "missing in this MCNK; left out");
    }
}

static bool read_sub_chunk(struct mcnk_reading *mcnk, const struct sub_chunk *kind,
                           struct adt_chunk *chunk)
{
    struct warning_dedup *dedup = mcnk->context->dedup;
    struct chunk sub;
    bool overruled;
    if (!mcnk_find(&mcnk->layout, kind->sub, &sub, &overruled)) {
        report_missing(mcnk, kind, chunk);
        return true;
    }
    sub.offset += mcnk->layout.offset;
    if (overruled) {
        warning_dedup_warn(dedup, kind->id->text, (int64_t)sub.offset,
                           "its size leads nowhere; %zu bytes fit", sub.size);
    }
    if (sub.size < kind->least_bytes) {
        warning_dedup_warn(dedup, kind->id->text, (int64_t)sub.offset,
                           "%zu bytes, %zu needed; left out", sub.size, kind->least_bytes);
        return true;
    }
    return kind->read(mcnk, &sub, chunk);
}

static void begin_chunk(const struct mcnk_layout *layout, struct adt_chunk *chunk)
{
    adt_chunk_begin(mcnk_u32(layout, MCNK_FLAGS), chunk);
    chunk->area_id = mcnk_u32(layout, MCNK_AREA);
    for (size_t i = 0; i < 3; i++) {
        chunk->position[i] = mcnk_f32(layout, MCNK_POSITION + 4 * i);
    }
    chunk->holes =
        chunk->flags & ADT_CHUNK_HOLES_64
            ? mcnk_u32(layout, MCNK_AT_HEIGHT) | (uint64_t)mcnk_u32(layout, MCNK_AT_NORMAL) << 32
            : adt_holes_from_16(mcnk_u32(layout, MCNK_HOLES));
}

/* Whether a chunk is left out that stands in the file where it does in the tile: another one may
 * end in another place (adt_place_chunk). */
static bool is_left_out(const struct adt_chunk_area *area, uint32_t index, uint32_t ordinal)
{
    const uint32_t column = index % ADT_EDGE, row = index / ADT_EDGE;
    return index == ordinal && column >= area->left && column < area->right && row >= area->top &&
           row < area->bottom;
}

/* Whether it would be present if it were read. */
static bool has_heights(struct mcnk_layout *layout)
{
    struct chunk heights;
    bool overruled;
    return mcnk_find(layout, MCNK_MCVT, &heights, &overruled) && heights.size >= MCVT_BYTES;
}

enum adtmap_status mcnk_read(const struct reader *file, const struct mcnk_place *place,
                             uint32_t ordinal, enum mcnk_scope scope,
                             const struct adt_context *context, struct adt_chunk *chunk,
                             uint32_t *index)
{
    struct mcnk_reading mcnk = {.context = context};
    if (!mcnk_open(file, place, context->dedup, &mcnk.layout)) {
        return ADTMAP_BAD_DATA;
    }
    begin_chunk(&mcnk.layout, chunk);
    mcnk.index = mcnk_index(&mcnk.layout, ordinal);
    *index = mcnk.index;
    if (is_left_out(&context->left_out, mcnk.index, ordinal)) {
        chunk->is_left_out = has_heights(&mcnk.layout);
        return chunk->is_left_out ? ADTMAP_OK : ADTMAP_BAD_DATA;
    }
    for (size_t i = 0; i < COUNT_OF(sub_chunks); i++) {
        if (is_wanted(&mcnk, scope, &sub_chunks[i]) &&
            !read_sub_chunk(&mcnk, &sub_chunks[i], chunk)) {
            return diag_fail_memory(context->dedup->diag);
        }
    }
    return chunk->present || !(context->contents & ADT_GROUND) ? ADTMAP_OK : ADTMAP_BAD_DATA;
}

void mcnk_vote_depth(const struct reader *file, const struct mcnk_place *place, uint32_t votes[2])
{
    struct warning_dedup silent = {.diag = &diag_silent};
    struct mcnk_layout layout;
    struct chunk mcly;
    struct chunk mcal;
    struct adt_layer_list layers;
    bool overruled;
    if (!mcnk_open(file, place, &silent, &layout) ||
        !mcnk_find(&layout, MCNK_MCLY, &mcly, &overruled) ||
        !mcnk_find(&layout, MCNK_MCAL, &mcal, &overruled)) {
        return;
    }
    adt_layers_list(&mcly, adt_layers_count(&mcly), &silent, &layers);
    struct adt_alpha_source source = alpha_source(&layout, &mcal, mcnk_alpha_room(&layout, &mcal));
    adt_layers_vote(&layers, source.declared, votes);
}
