#include "formats/adt_mcnk.h"

#include <math.h>
#include <string.h>

#include "base/size.h"
#include "formats/mcal.h"
#include "formats/mcnk_parts.h"

enum { COLOR_BYTES = 4 };

struct mcnk {
    const struct mcnk_context *context;
    struct mcnk_parts parts;
    uint32_t flags;
    size_t entry_count;
    struct {
        uint32_t texture, flags;
        size_t alpha;                     /* where its alpha map begins in MCAL */
    } entries[ADT_LAYERS_MAX];            /* MCLY as written */
    size_t layer_entries[ADT_LAYERS_MAX]; /* which entry became which layer */
};

static bool is_height(float height_yd)
{
    return fabsf(height_yd) < 1e6F; /* false for NaN as well */
}

/* Sub-chunk handlers: false only when memory ran out. Sizes are at least those of the table. */

static bool read_heights(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    struct reader reader = reader_make(sub->data, sub->size);
    float base = is_height(chunk->position[2]) ? chunk->position[2] : 0.0F;
    unsigned wild = 0;
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        float height = reader_f32(&reader) + base;
        wild += !is_height(height);
        chunk->height_yd[i] = is_height(height) ? height : base;
    }
    if (wild || !is_height(chunk->position[2])) {
        tally_warn(mcnk->context->tally, sub->id, mcnk_file_offset(&mcnk->parts, sub),
                   "heights are not numbers of a map (%u vertices, base %g); level ground there",
                   wild, (double)chunk->position[2]);
    }
    chunk->present = true;
    return true;
}

static bool read_normals(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    (void)mcnk;
    memcpy(chunk->normal, sub->data, sizeof chunk->normal);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        int8_t *normal = chunk->normal[i];
        if (!normal[0] && !normal[1] && !normal[2]) {
            normal[2] = 127; /* tools leave zeroes, which have no direction, on flat ground */
        }
    }
    return true;
}

/* Reads MCLY as written; its size decides how many layers there are. */
static void read_entries(struct mcnk *mcnk, const struct chunk *sub)
{
    size_t count = sub->size / MCLY_ENTRY_BYTES;
    uint32_t announced = mcnk_u32(&mcnk->parts, MCNK_LAYER_COUNT);
    if (count != announced || count > ADT_LAYERS_MAX) {
        tally_warn(mcnk->context->tally, sub->id, mcnk_file_offset(&mcnk->parts, sub),
                   "%u layers announced, %zu there; %zu taken", announced, count,
                   size_min(count, ADT_LAYERS_MAX));
    }
    struct reader reader = reader_make(sub->data, sub->size);
    mcnk->entry_count = size_min(count, ADT_LAYERS_MAX);
    for (size_t i = 0; i < mcnk->entry_count; i++) {
        mcnk->entries[i].texture = reader_u32(&reader);
        mcnk->entries[i].flags = reader_u32(&reader);
        mcnk->entries[i].alpha = reader_u32(&reader);
        reader_skip(&reader, 4);
    }
}

/*
 * A layer whose texture is none of the tile's is left out, but not the bottom one: the next would
 * take its place and cover all.
 */
static bool read_layers(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    uint32_t textures = mcnk->context->texture_count;
    read_entries(mcnk, sub);
    for (size_t i = 0; i < mcnk->entry_count; i++) {
        uint32_t texture = mcnk->entries[i].texture;
        if (texture >= textures) {
            bool bottom = i == 0 && textures > 0;
            tally_warn(mcnk->context->tally, sub->id, mcnk_file_offset(&mcnk->parts, sub),
                       "layer %zu has texture %u of %u; %s", i, texture, textures,
                       bottom ? "texture 0 taken" : "layer left out");
            texture = 0;
            if (!bottom) {
                continue;
            }
        }
        mcnk->layer_entries[chunk->layer_count] = i;
        chunk->layers[chunk->layer_count++] =
            (struct adt_layer){texture, mcnk->entries[i].flags, NULL};
    }
    return true;
}

static bool read_refs(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    size_t room = sub->size / 4;
    size_t doodads = size_min(mcnk_u32(&mcnk->parts, MCNK_DOODAD_REFS), room);
    size_t objects = size_min(mcnk_u32(&mcnk->parts, MCNK_OBJECT_REFS), room - doodads);
    chunk->doodad_ref_count = (uint32_t)doodads;
    chunk->object_ref_count = (uint32_t)objects;
    chunk->refs = sub->data;
    return true;
}

static enum mcal_edge edge_of(const struct mcnk *mcnk)
{
    return mcnk->flags & ADT_CHUNK_MAPS_FIXED ? MCAL_EDGE_OWN : MCAL_EDGE_COPY;
}

static bool read_shadow(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    if (!(mcnk->flags & ADT_CHUNK_SHADOW)) {
        return true;
    }
    uint64_t *rows = arena_alloc_dirty(mcnk->context->arena, ADT_MAP_EDGE, sizeof *rows);
    if (rows) {
        mcsh_decode(sub->data, edge_of(mcnk), rows);
        chunk->shadow = rows;
    }
    return rows != NULL;
}

static bool read_colors(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    if (!(mcnk->flags & ADT_CHUNK_COLORS)) {
        return true;
    }
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        const uint8_t *bgra = sub->data + COLOR_BYTES * i;
        chunk->color[i][0] = bgra[2];
        chunk->color[i][1] = bgra[1];
        chunk->color[i][2] = bgra[0];
    }
    chunk->has_colors = true;
    return true;
}

/* Bytes that MCLY entry `i` has to itself: up to the next alpha map behind it, or the end. */
static size_t entry_room(const struct mcnk *mcnk, size_t i, size_t end)
{
    size_t begin = mcnk->entries[i].alpha;
    for (size_t other = 0; other < mcnk->entry_count; other++) {
        size_t alpha = mcnk->entries[other].alpha;
        if ((mcnk->entries[other].flags & ADT_LAYER_ALPHA) && alpha > begin && alpha < end) {
            end = alpha;
        }
    }
    return begin < end ? end - begin : 0;
}

/* Where alpha data should end by the header's word, if that is within the room there is. */
static size_t announced_alpha_bytes(const struct mcnk *mcnk, size_t room)
{
    size_t announced = mcnk_u32(&mcnk->parts, MCNK_ALPHA_BYTES);
    return announced > CHUNK_HEADER_BYTES ? size_min(announced - CHUNK_HEADER_BYTES, room) : room;
}

enum alpha_kind { ALPHA_4BIT, ALPHA_8BIT, ALPHA_RUNS };

/*
 * How an alpha map is written. WDT and MCLY say it, but one with exactly 2048 bytes to itself has 4
 * bits a texel unless it may be runs of that length, and runs exist for 8 bits alone.
 */
static enum alpha_kind kind_of(enum adt_alpha_depth depth, uint32_t flags, size_t own_room)
{
    bool runs = flags & ADT_LAYER_COMPRESSED;
    if (depth == ADT_ALPHA_8BIT) {
        return runs ? ALPHA_RUNS : own_room == MCAL_4BIT_BYTES ? ALPHA_4BIT : ALPHA_8BIT;
    }
    return runs && own_room != MCAL_4BIT_BYTES ? ALPHA_RUNS : ALPHA_4BIT;
}

/* Decodes one alpha map from `room` bytes; returns the texels that the data covered. */
static size_t decode_alpha(enum alpha_kind kind, enum mcal_edge edge, const uint8_t *data,
                           size_t room, uint8_t *alpha)
{
    if (kind == ALPHA_RUNS) {
        return mcal_decode_rle(data, room, alpha);
    }
    uint8_t padded[MCAL_8BIT_BYTES] = {0};
    size_t bytes = size_min(room, kind == ALPHA_8BIT ? MCAL_8BIT_BYTES : MCAL_4BIT_BYTES);
    memcpy(padded, data, bytes);
    if (kind == ALPHA_8BIT) {
        memcpy(alpha, padded, MCAL_8BIT_BYTES);
        return bytes;
    }
    mcal_decode_4bit(padded, edge, alpha);
    return 2 * bytes;
}

/* Says so where a map is not written as the tile's depth asks for. */
static void warn_contradiction(const struct mcnk *mcnk, const struct chunk *mcal, size_t entry,
                               size_t own_room, enum alpha_kind kind)
{
    static const char *const names[] = {"4 bits", "8 bits", "runs"};
    uint32_t flags = mcnk->entries[entry].flags;
    bool deep = mcnk->context->depth == ADT_ALPHA_8BIT;
    if (deep ? kind == ALPHA_4BIT : (flags & ADT_LAYER_COMPRESSED) != 0) {
        tally_warn(mcnk->context->tally, mcal->id, mcnk_file_offset(&mcnk->parts, mcal),
                   "alpha map of layer %zu has flags 0x%x and %zu bytes in a tile of %d bits; "
                   "read as %s",
                   entry, flags, own_room, deep ? 8 : 4, names[kind]);
    }
}

/* The map of one layer, which has entry `i` of MCLY; NULL when out of memory. */
static const uint8_t *read_map(const struct mcnk *mcnk, const struct chunk *mcal, size_t i)
{
    const struct mcnk_context *context = mcnk->context;
    uint8_t *alpha = arena_alloc_dirty(context->arena, ADT_MAP_TEXELS, 1);
    if (!alpha) {
        return NULL;
    }
    size_t room = mcnk_alpha_room(&mcnk->parts, mcal);
    size_t begin = size_min(mcnk->entries[i].alpha, room);
    size_t own_room = entry_room(mcnk, i, announced_alpha_bytes(mcnk, room));
    enum alpha_kind kind = kind_of(context->depth, mcnk->entries[i].flags, own_room);
    size_t covered = decode_alpha(kind, edge_of(mcnk), mcal->data + begin, room - begin, alpha);
    warn_contradiction(mcnk, mcal, i, own_room, kind);
    if (covered < ADT_MAP_TEXELS) {
        tally_warn(context->tally, mcal->id, mcnk_file_offset(&mcnk->parts, mcal),
                   "alpha map of layer %zu ends after %zu of %d texels; the rest is 0", i, covered,
                   ADT_MAP_TEXELS);
    }
    return alpha;
}

static bool read_alpha(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    for (size_t i = 1; i < chunk->layer_count; i++) {
        struct adt_layer *layer = &chunk->layers[i];
        if (!(layer->flags & ADT_LAYER_ALPHA)) {
            continue;
        }
        layer->alpha = read_map(mcnk, sub, mcnk->layer_entries[i]);
        if (!layer->alpha) {
            return false;
        }
    }
    return true;
}

/* In reading order: MCAL needs MCLY. */
static const struct sub_chunk {
    char id[5];
    enum mcnk_part part;
    size_t least_bytes;
    bool (*read)(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk);
} sub_chunks[] = {
    {"MCVT", MCNK_MCVT, ADT_VERTICES * sizeof(float), read_heights},
    {"MCNR", MCNK_MCNR, MCNR_BYTES, read_normals},
    {"MCLY", MCNK_MCLY, 0, read_layers},
    {"MCRF", MCNK_MCRF, 0, read_refs},
    {"MCSH", MCNK_MCSH, MCSH_BYTES, read_shadow},
    {"MCAL", MCNK_MCAL, 0, read_alpha},
    {"MCCV", MCNK_MCCV, ADT_VERTICES *COLOR_BYTES, read_colors},
};

/* Whether the header promises the sub-chunk, so that its absence is worth a warning. */
static bool is_promised(const struct mcnk *mcnk, const struct adt_chunk *chunk, enum mcnk_part part)
{
    switch (part) {
    case MCNK_MCVT:
    case MCNK_MCNR:
        return true;
    case MCNK_MCLY:
        return mcnk_u32(&mcnk->parts, MCNK_LAYER_COUNT) > 0;
    case MCNK_MCSH:
        return mcnk->flags & ADT_CHUNK_SHADOW;
    case MCNK_MCAL:
        return chunk->layer_count > 1;
    case MCNK_MCCV:
        return mcnk->flags & ADT_CHUNK_COLORS;
    default:
        return false;
    }
}

static bool read_sub_chunk(struct mcnk *mcnk, const struct sub_chunk *kind, struct adt_chunk *chunk)
{
    struct tally *tally = mcnk->context->tally;
    struct chunk sub;
    bool settled;
    if (!mcnk_find(&mcnk->parts, kind->part, &sub, &settled)) {
        if (is_promised(mcnk, chunk, kind->part)) {
            tally_warn(tally, kind->id, (int64_t)mcnk->parts.offset,
                       "missing in this MCNK; left out");
        }
        return true;
    }
    int64_t offset = mcnk_file_offset(&mcnk->parts, &sub);
    if (settled) {
        tally_warn(tally, kind->id, offset, "its size leads nowhere; %zu bytes fit", sub.size);
    }
    if (sub.size < kind->least_bytes) {
        tally_warn(tally, kind->id, offset, "%zu bytes, %zu needed; left out", sub.size,
                   kind->least_bytes);
        return true;
    }
    return kind->read(mcnk, &sub, chunk);
}

/* Low-resolution holes are 4x4 bits of 2x2 quads; the others a byte a row. Result: 8x8 bits. */
static uint64_t read_holes(const struct mcnk *mcnk)
{
    if (mcnk->flags & ADT_CHUNK_HOLES_64) {
        return mcnk_u32(&mcnk->parts, MCNK_AT_HEIGHT) |
               (uint64_t)mcnk_u32(&mcnk->parts, MCNK_AT_NORMAL) << 32;
    }
    uint32_t coarse = mcnk_u32(&mcnk->parts, MCNK_HOLES);
    uint64_t holes = 0;
    for (unsigned i = 0; i < 64; i++) {
        holes |= (uint64_t)(coarse >> (i / 16 * 4 + i % 8 / 2) & 1) << i;
    }
    return holes;
}

static void begin_chunk(const struct mcnk *mcnk, struct adt_chunk *chunk)
{
    memset(chunk, 0, sizeof *chunk);
    chunk->flags = mcnk->flags;
    chunk->area_id = mcnk_u32(&mcnk->parts, MCNK_AREA);
    for (size_t i = 0; i < 3; i++) {
        chunk->position[i] = mcnk_f32(&mcnk->parts, MCNK_POSITION + 4 * i);
    }
    chunk->holes = read_holes(mcnk);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        chunk->normal[i][2] = 127;
    }
}

static bool open_chunk(const struct mcnk_context *context, const struct mcnk_place *place,
                       struct mcnk *mcnk)
{
    *mcnk = (struct mcnk){.context = context};
    if (!mcnk_open(&context->file, place, context->tally, &mcnk->parts)) {
        return false;
    }
    mcnk->flags = mcnk_u32(&mcnk->parts, MCNK_FLAGS);
    return true;
}

enum adtmap_status mcnk_read(const struct mcnk_context *context, const struct mcnk_place *place,
                             uint32_t ordinal, struct adt_chunk *chunk, uint32_t *index)
{
    struct mcnk mcnk;
    if (!open_chunk(context, place, &mcnk)) {
        return ADTMAP_BAD_DATA;
    }
    begin_chunk(&mcnk, chunk);
    for (size_t i = 0; i < COUNT_OF(sub_chunks); i++) {
        if (!read_sub_chunk(&mcnk, &sub_chunks[i], chunk)) {
            return diag_fail_memory(context->tally->diag);
        }
    }
    *index = mcnk_index(&mcnk.parts, ordinal);
    return chunk->present ? ADTMAP_OK : ADTMAP_BAD_DATA;
}

void mcnk_vote_depth(const struct mcnk_context *context, const struct mcnk_place *place,
                     uint32_t votes[2])
{
    struct diag quiet = {0};
    struct tally unheard = {.diag = &quiet};
    struct mcnk_context silent = *context;
    silent.tally = &unheard;
    struct mcnk mcnk;
    struct chunk layers;
    struct chunk alpha;
    bool settled;
    if (!open_chunk(&silent, place, &mcnk) ||
        !mcnk_find(&mcnk.parts, MCNK_MCLY, &layers, &settled) ||
        !mcnk_find(&mcnk.parts, MCNK_MCAL, &alpha, &settled)) {
        return;
    }
    read_entries(&mcnk, &layers);
    size_t end = announced_alpha_bytes(&mcnk, mcnk_alpha_room(&mcnk.parts, &alpha));
    for (size_t i = 1; i < mcnk.entry_count; i++) {
        size_t room = entry_room(&mcnk, i, end);
        uint32_t flags = mcnk.entries[i].flags;
        if (flags & ADT_LAYER_ALPHA) {
            votes[0] += room == MCAL_4BIT_BYTES;
            votes[1] += room == MCAL_8BIT_BYTES || (flags & ADT_LAYER_COMPRESSED);
        }
    }
}
