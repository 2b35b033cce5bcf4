#include "formats/adt_mcnk.h"

#include <math.h>
#include <string.h>

#include "base/size.h"
#include "formats/chunk.h"
#include "formats/mcal.h"

enum {
    HEADER_BYTES = 128,
    SUB_CHUNKS_BEGIN = CHUNK_HEADER_BYTES + HEADER_BYTES,
    LAYER_BYTES = 16,
    COLOR_BYTES = 4,
    MCNR_BYTES = ADT_VERTICES * 3,
    MCNR_PADDED_BYTES = 448,
    OFFSET_COUNT = 16,
};

/* Header fields that place sub-chunks, by their position in the header. */
enum {
    AT_HEIGHT = 0x14,
    AT_NORMAL = 0x18,
    AT_LAYER = 0x1C,
    AT_REFS = 0x20,
    AT_ALPHA = 0x24,
    AT_SHADOW = 0x2C,
    AT_SOUNDS = 0x58,
    AT_LIQUID = 0x60,
    AT_COLORS = 0x74
};

struct header {
    uint32_t flags, column, row, layer_count, doodad_refs, alpha_bytes, area_id, object_refs;
    uint32_t holes, liquid_bytes;
    uint8_t holes_64[8];
    float position[3];
};

struct mcnk {
    const struct mcnk_context *context;
    struct reader bytes; /* from the MCNK's FourCC to its end; header offsets count from here */
    size_t offset;       /* of `bytes` in the file */
    struct header header;
    size_t layer_alpha[ADT_LAYERS_MAX]; /* where a layer's alpha map begins in MCAL */
};

static uint32_t header_field(const struct mcnk *mcnk, size_t at)
{
    struct reader reader = reader_sub(&mcnk->bytes, CHUNK_HEADER_BYTES + at, 4);
    return reader_u32(&reader);
}

static void read_header(struct mcnk *mcnk)
{
    struct header *header = &mcnk->header;
    header->flags = header_field(mcnk, 0x00);
    header->column = header_field(mcnk, 0x04);
    header->row = header_field(mcnk, 0x08);
    header->layer_count = header_field(mcnk, 0x0C);
    header->doodad_refs = header_field(mcnk, 0x10);
    header->alpha_bytes = header_field(mcnk, 0x28);
    header->area_id = header_field(mcnk, 0x34);
    header->object_refs = header_field(mcnk, 0x38);
    header->holes = header_field(mcnk, 0x3C) & 0xFFFF;
    header->liquid_bytes = header_field(mcnk, 0x64);
    memcpy(header->holes_64, mcnk->bytes.begin + CHUNK_HEADER_BYTES + AT_HEIGHT, 8);
    struct reader position = reader_sub(&mcnk->bytes, CHUNK_HEADER_BYTES + 0x68, 12);
    for (size_t i = 0; i < 3; i++) {
        header->position[i] = reader_f32(&position);
    }
}

/* Finds the MCNK at `offset`; false, after a warning, when there is none that could be read. */
static bool open_mcnk(const struct mcnk_context *context, size_t offset, size_t size,
                      struct mcnk *mcnk)
{
    struct chunk chunk;
    *mcnk = (struct mcnk){.context = context, .offset = offset};
    if (!chunk_is_at(&context->file, offset, "MCNK", &chunk) || chunk.size < HEADER_BYTES) {
        diag_warn(context->diag, "MCNK", (int64_t)offset, "cut short; chunk left out");
        return false;
    }
    size_t left = (size_t)(context->file.end - context->file.begin) - offset;
    size_t extent = size_min(size_max(size, CHUNK_HEADER_BYTES + chunk.size), left);
    mcnk->bytes = reader_sub(&context->file, offset, extent);
    read_header(mcnk);
    return true;
}

/* The bytes a sub-chunk really occupies: three kinds have size fields that are not to be trusted
 * when walking (the size is 435 although 448 bytes follow; MCAL and MCLQ go by the header). */
static size_t walking_size(const struct mcnk *mcnk, const struct chunk *chunk)
{
    struct chunk next;
    if (chunk_is(chunk, "MCNR") && chunk->size == MCNR_BYTES &&
        !chunk_at(&mcnk->bytes, chunk->offset + CHUNK_HEADER_BYTES + MCNR_BYTES, &next)) {
        return MCNR_PADDED_BYTES;
    }
    if (chunk_is(chunk, "MCAL") && mcnk->header.alpha_bytes >= CHUNK_HEADER_BYTES) {
        return mcnk->header.alpha_bytes - CHUNK_HEADER_BYTES;
    }
    if (chunk_is(chunk, "MCLQ") && mcnk->header.liquid_bytes > CHUNK_HEADER_BYTES) {
        return mcnk->header.liquid_bytes - CHUNK_HEADER_BYTES;
    }
    return chunk->size;
}

static bool find_by_walking(const struct mcnk *mcnk, const char *id, struct chunk *chunk)
{
    size_t offset = SUB_CHUNKS_BEGIN;
    size_t skipped = 0;
    while (chunk_next(&mcnk->bytes, &offset, &skipped, chunk)) {
        if (chunk_is(chunk, id)) {
            return true;
        }
        offset = chunk->offset + CHUNK_HEADER_BYTES + walking_size(mcnk, chunk);
    }
    return false;
}

static bool find_sub_chunk(const struct mcnk *mcnk, const char *id, size_t header_at,
                           struct chunk *chunk)
{
    bool overlaid = (mcnk->header.flags & ADT_CHUNK_HOLES_64) && header_at <= AT_NORMAL;
    size_t offset = overlaid ? 0 : header_field(mcnk, header_at);
    return (offset && chunk_is_at(&mcnk->bytes, offset, id, chunk)) ||
           find_by_walking(mcnk, id, chunk);
}

static int64_t file_offset(const struct mcnk *mcnk, const struct chunk *chunk)
{
    return (int64_t)(mcnk->offset + chunk->offset);
}

/* Sub-chunk handlers: false only when memory ran out. Sizes are at least those of the table. */

static bool read_heights(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    struct reader reader = reader_make(sub->data, sub->size);
    unsigned wild = 0;
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        float height = reader_f32(&reader) + mcnk->header.position[2];
        bool sane = fabsf(height) < 1e6F; /* false for NaN as well */
        wild += !sane;
        chunk->height_yd[i] = sane ? height : 0.0F;
    }
    if (wild) {
        diag_warn(mcnk->context->diag, sub->id, file_offset(mcnk, sub),
                  "%u heights are not numbers of a map; taken as 0", wild);
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

static bool read_layers(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    const struct mcnk_context *context = mcnk->context;
    size_t count = size_min(sub->size / LAYER_BYTES, mcnk->header.layer_count);
    if (mcnk->header.layer_count > ADT_LAYERS_MAX || count < mcnk->header.layer_count) {
        diag_warn(context->diag, sub->id, file_offset(mcnk, sub),
                  "%u layers announced, room for %zu; the rest left out", mcnk->header.layer_count,
                  sub->size / LAYER_BYTES);
    }
    struct reader reader = reader_make(sub->data, sub->size);
    for (size_t i = 0; i < size_min(count, ADT_LAYERS_MAX); i++) {
        uint32_t texture = reader_u32(&reader);
        uint32_t flags = reader_u32(&reader);
        size_t alpha = reader_u32(&reader);
        reader_skip(&reader, 4);
        if (texture >= context->texture_count) {
            diag_warn(context->diag, sub->id, file_offset(mcnk, sub),
                      "layer %zu has texture %u of %u; layer left out", i, texture,
                      context->texture_count);
            continue;
        }
        mcnk->layer_alpha[chunk->layer_count] = alpha;
        chunk->layers[chunk->layer_count++] = (struct adt_layer){texture, flags, NULL};
    }
    return true;
}

static bool read_refs(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    size_t room = sub->size / 4;
    size_t doodads = size_min(mcnk->header.doodad_refs, room);
    chunk->doodad_ref_count = (uint32_t)doodads;
    chunk->object_ref_count = (uint32_t)size_min(mcnk->header.object_refs, room - doodads);
    chunk->refs = sub->data;
    return true;
}

static enum mcal_edge edge_of(const struct mcnk *mcnk)
{
    return mcnk->header.flags & ADT_CHUNK_MAPS_FIXED ? MCAL_EDGE_OWN : MCAL_EDGE_COPY;
}

static bool read_shadow(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    if (!(mcnk->header.flags & ADT_CHUNK_SHADOW)) {
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
    if (!(mcnk->header.flags & ADT_CHUNK_COLORS)) {
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

/*
 * How far alpha data may reach behind the start of MCAL's data. The chunk's own size is often
 * wrong, so it is the next thing that the header places, or the end of the MCNK.
 */
static size_t alpha_room(const struct mcnk *mcnk, const struct chunk *mcal)
{
    static const size_t others[] = {AT_HEIGHT, AT_NORMAL, AT_LAYER,  AT_REFS,
                                    AT_SHADOW, AT_SOUNDS, AT_LIQUID, AT_COLORS};
    size_t begin = mcal->offset + CHUNK_HEADER_BYTES;
    size_t end = (size_t)(mcnk->bytes.end - mcnk->bytes.begin);
    for (size_t i = 0; i < COUNT_OF(others); i++) {
        size_t other = header_field(mcnk, others[i]);
        struct chunk next;
        if (other >= begin && other < end && chunk_at(&mcnk->bytes, other, &next)) {
            end = other;
        }
    }
    return end - begin;
}

/* Bytes that layer `i` has to itself: up to the next alpha map behind it, or the end. */
static size_t layer_room(const struct mcnk *mcnk, const struct adt_chunk *chunk, size_t i,
                         size_t end)
{
    size_t begin = mcnk->layer_alpha[i];
    for (size_t other = 0; other < chunk->layer_count; other++) {
        size_t offset = mcnk->layer_alpha[other];
        if ((chunk->layers[other].flags & ADT_LAYER_ALPHA) && offset > begin && offset < end) {
            end = offset;
        }
    }
    return begin < end ? end - begin : 0;
}

/* Where alpha data should end by the header's word, if that is within the room there is. */
static size_t announced_alpha_bytes(const struct mcnk *mcnk, size_t room)
{
    size_t announced = mcnk->header.alpha_bytes;
    return announced > CHUNK_HEADER_BYTES ? size_min(announced - CHUNK_HEADER_BYTES, room) : room;
}

/* Decodes one alpha map from `room` bytes; returns the texels that the data covered. */
static size_t decode_alpha(const struct mcnk *mcnk, uint32_t flags, const uint8_t *data,
                           size_t room, size_t own_room, uint8_t *alpha)
{
    bool half = own_room == MCAL_4BIT_BYTES;
    bool big = mcnk->context->depth == ADT_ALPHA_8BIT && !(half && !(flags & ADT_LAYER_COMPRESSED));
    if (big && (flags & ADT_LAYER_COMPRESSED)) {
        return mcal_decode_rle(data, room, alpha);
    }
    if (!big && (flags & ADT_LAYER_COMPRESSED) && !half) {
        return mcal_decode_rle(data, room, alpha);
    }
    uint8_t padded[MCAL_8BIT_BYTES] = {0};
    size_t bytes = size_min(room, big ? MCAL_8BIT_BYTES : MCAL_4BIT_BYTES);
    memcpy(padded, data, bytes);
    if (big) {
        memcpy(alpha, padded, MCAL_8BIT_BYTES);
        return bytes;
    }
    mcal_decode_4bit(padded, edge_of(mcnk), alpha);
    return 2 * bytes;
}

static bool read_alpha(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk)
{
    const struct mcnk_context *context = mcnk->context;
    size_t room = alpha_room(mcnk, sub);
    size_t announced = announced_alpha_bytes(mcnk, room);
    for (size_t i = 1; i < chunk->layer_count; i++) {
        struct adt_layer *layer = &chunk->layers[i];
        size_t begin = mcnk->layer_alpha[i];
        if (!(layer->flags & ADT_LAYER_ALPHA)) {
            continue;
        }
        uint8_t *alpha = arena_alloc_dirty(context->arena, ADT_MAP_TEXELS, 1);
        if (!alpha) {
            return false;
        }
        size_t left = begin < room ? room - begin : 0;
        size_t covered = decode_alpha(mcnk, layer->flags, sub->data + (left ? begin : 0), left,
                                      layer_room(mcnk, chunk, i, announced), alpha);
        if (covered < ADT_MAP_TEXELS) {
            diag_warn(context->diag, sub->id, file_offset(mcnk, sub),
                      "alpha map of layer %zu ends after %zu of %d texels; the rest is 0", i,
                      covered, ADT_MAP_TEXELS);
        }
        layer->alpha = alpha;
    }
    return true;
}

/* In reading order: MCAL needs MCLY. */
static const struct sub_chunk {
    char id[5];
    size_t header_at;
    size_t least_bytes;
    bool (*read)(struct mcnk *mcnk, const struct chunk *sub, struct adt_chunk *chunk);
} sub_chunks[] = {
    {"MCVT", AT_HEIGHT, ADT_VERTICES * sizeof(float), read_heights},
    {"MCNR", AT_NORMAL, MCNR_BYTES, read_normals},
    {"MCLY", AT_LAYER, 0, read_layers},
    {"MCRF", AT_REFS, 0, read_refs},
    {"MCSH", AT_SHADOW, MCSH_BYTES, read_shadow},
    {"MCAL", AT_ALPHA, 0, read_alpha},
    {"MCCV", AT_COLORS, ADT_VERTICES *COLOR_BYTES, read_colors},
};

/* Whether the header promises the sub-chunk, so that its absence is worth a warning. */
static bool is_promised(const struct header *header, const char *id)
{
    bool always = strcmp(id, "MCVT") == 0 || strcmp(id, "MCNR") == 0;
    bool layers = strcmp(id, "MCLY") == 0 && header->layer_count > 0;
    bool shadow = strcmp(id, "MCSH") == 0 && (header->flags & ADT_CHUNK_SHADOW);
    return always || layers || shadow;
}

static bool read_sub_chunk(struct mcnk *mcnk, const struct sub_chunk *kind, struct adt_chunk *chunk)
{
    const struct diag *diag = mcnk->context->diag;
    struct chunk sub;
    if (!find_sub_chunk(mcnk, kind->id, kind->header_at, &sub)) {
        if (is_promised(&mcnk->header, kind->id)) {
            diag_warn(diag, kind->id, (int64_t)mcnk->offset, "missing in this MCNK; left out");
        }
        return true;
    }
    if (sub.size < kind->least_bytes) {
        diag_warn(diag, kind->id, file_offset(mcnk, &sub), "%zu bytes, %zu needed; left out",
                  sub.size, kind->least_bytes);
        return true;
    }
    return kind->read(mcnk, &sub, chunk);
}

/* Low-resolution holes are 4x4 bits of 2x2 quads; the others a byte a row. Result: 8x8 bits. */
static uint64_t expand_holes(const struct header *header)
{
    uint64_t holes = 0;
    for (unsigned row = 0; row < 8; row++) {
        for (unsigned column = 0; column < 8; column++) {
            bool open = header->flags & ADT_CHUNK_HOLES_64
                            ? header->holes_64[row] >> column & 1
                            : header->holes >> (row / 2 * 4 + column / 2) & 1;
            holes |= (uint64_t)open << (8 * row + column);
        }
    }
    return holes;
}

static void begin_chunk(const struct mcnk *mcnk, struct adt_chunk *chunk)
{
    memset(chunk, 0, sizeof *chunk);
    chunk->flags = mcnk->header.flags;
    chunk->area_id = mcnk->header.area_id;
    memcpy(chunk->position, mcnk->header.position, sizeof chunk->position);
    chunk->holes = expand_holes(&mcnk->header);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        chunk->normal[i][2] = 127;
    }
}

enum adtmap_status mcnk_read(const struct mcnk_context *context, size_t offset, size_t size,
                             uint32_t ordinal, struct adt_chunk *chunk, uint32_t *index)
{
    struct mcnk mcnk;
    if (!open_mcnk(context, offset, size, &mcnk)) {
        return ADTMAP_BAD_DATA;
    }
    begin_chunk(&mcnk, chunk);
    for (size_t i = 0; i < COUNT_OF(sub_chunks); i++) {
        if (!read_sub_chunk(&mcnk, &sub_chunks[i], chunk)) {
            return diag_fail_memory(context->diag);
        }
    }
    bool placed = mcnk.header.column < ADT_EDGE && mcnk.header.row < ADT_EDGE;
    *index = placed ? mcnk.header.row * ADT_EDGE + mcnk.header.column : ordinal;
    return chunk->present ? ADTMAP_OK : ADTMAP_BAD_DATA;
}

void mcnk_vote_depth(const struct mcnk_context *context, size_t offset, size_t size,
                     uint32_t votes[2])
{
    struct mcnk mcnk;
    struct chunk layers;
    struct chunk alpha;
    struct diag quiet = {0};
    struct mcnk_context silent = *context;
    silent.diag = &quiet;
    silent.texture_count = UINT32_MAX;
    if (!open_mcnk(&silent, offset, size, &mcnk) ||
        !find_sub_chunk(&mcnk, "MCLY", AT_LAYER, &layers) ||
        !find_sub_chunk(&mcnk, "MCAL", AT_ALPHA, &alpha)) {
        return;
    }
    struct adt_chunk chunk = {0};
    read_layers(&mcnk, &layers, &chunk);
    size_t end = announced_alpha_bytes(&mcnk, alpha_room(&mcnk, &alpha));
    for (size_t i = 1; i < chunk.layer_count; i++) {
        size_t room = layer_room(&mcnk, &chunk, i, end);
        uint32_t flags = chunk.layers[i].flags;
        if (flags & ADT_LAYER_ALPHA) {
            votes[0] += room == MCAL_4BIT_BYTES;
            votes[1] += room == MCAL_8BIT_BYTES || (flags & ADT_LAYER_COMPRESSED);
        }
    }
}
