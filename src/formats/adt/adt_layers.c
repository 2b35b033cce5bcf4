/*
 * How an alpha map is written (4 bits, 8 bits, runs) is said by WDT and MCLY, and contradicted by
 * files: the bytes that a map has to itself decide where they allow only one reading.
 */
#include "formats/adt/adt_layers.h"

#include <string.h>

#include "base/size.h"
#include "formats/adt/mcal.h"

void adt_layers_list(const struct chunk *mcly, size_t declared, struct warning_dedup *dedup,
                     struct adt_layer_list *list)
{
    size_t count = adt_layers_count(mcly);
    if (count != declared || count > ADT_LAYERS_MAX) {
        warning_dedup_warn(dedup, mcly->id, (int64_t)mcly->offset,
                           "%zu layers declared, %zu there; %zu taken", declared, count,
                           size_min(count, ADT_LAYERS_MAX));
    }
    struct reader reader = reader_make(mcly->data, mcly->size);
    list->count = size_min(count, ADT_LAYERS_MAX);
    for (size_t i = 0; i < list->count; i++) {
        list->entries[i].texture = reader_u32(&reader);
        list->entries[i].flags = reader_u32(&reader);
        list->entries[i].alpha = reader_u32(&reader);
        reader_skip(&reader, 4);
    }
}

void adt_layers_take(const struct adt_context *context, const struct chunk *mcly,
                     struct adt_layer_list *list, struct adt_chunk *chunk)
{
    uint32_t textures = context->texture_count;
    for (size_t i = 0; i < list->count; i++) {
        uint32_t texture = list->entries[i].texture;
        if (texture >= textures) {
            bool bottom = i == 0 && textures > 0;
            warning_dedup_warn(context->dedup, mcly->id, (int64_t)mcly->offset,
                               "layer %zu has texture %u of %u; %s", i, texture, textures,
                               bottom ? "texture 0 taken" : "layer left out");
            texture = 0;
            if (!bottom) {
                continue;
            }
        }
        list->of_layer[chunk->layer_count] = i;
        chunk->layers[chunk->layer_count++] =
            (struct adt_layer){texture, list->entries[i].flags, NULL};
    }
}

/* Bytes that entry `i` has to itself: up to the next alpha map behind it, or the end. Offsets of
 * layers without a map are what tools left there. */
static size_t entry_room(const struct adt_layer_list *list, size_t i, size_t end)
{
    size_t begin = list->entries[i].alpha;
    for (size_t other = 0; other < list->count; other++) {
        size_t alpha = list->entries[other].alpha;
        if ((list->entries[other].flags & ADT_LAYER_ALPHA) && alpha > begin && alpha < end) {
            end = alpha;
        }
    }
    return begin < end ? end - begin : 0;
}

enum alpha_kind { ALPHA_4BIT, ALPHA_8BIT, ALPHA_RUNS };

/*
 * How an alpha map is written. WDT and MCLY say it, but one with exactly the bytes of 4-bit texels
 * to itself has these unless it may be runs of that length, and runs exist for 8 bits alone.
 */
static enum alpha_kind kind_of(const struct adt_context *context, uint32_t flags, size_t own_room)
{
    bool runs = flags & ADT_LAYER_COMPRESSED;
    size_t nibbles = (size_t)MCAL_4BIT_BYTES >> 2 * context->map_shift;
    if (context->depth == ADT_ALPHA_8BIT) {
        return runs ? ALPHA_RUNS : own_room == nibbles ? ALPHA_4BIT : ALPHA_8BIT;
    }
    return runs && own_room != nibbles ? ALPHA_RUNS : ALPHA_4BIT;
}

/* Decodes one alpha map from `room` bytes; returns the texels that the data covered. */
static size_t decode_alpha(enum alpha_kind kind, enum mcal_edge edge, size_t texels,
                           const uint8_t *data, size_t room, uint8_t *alpha)
{
    if (kind == ALPHA_RUNS) {
        return size_min(mcal_decode_rle(data, room, alpha), texels);
    }
    uint8_t padded[MCAL_8BIT_BYTES] = {0};
    size_t bytes = size_min(room, kind == ALPHA_8BIT ? texels : texels / 2);
    memcpy(padded, data, bytes);
    if (kind == ALPHA_8BIT) {
        memcpy(alpha, padded, texels);
        return bytes;
    }
    if (texels == MCAL_TEXELS) {
        mcal_decode_4bit(padded, edge, alpha);
        return 2 * bytes;
    }
    for (size_t i = 0; i < texels; i++) { /* a smaller map, whose edges are its own */
        alpha[i] = (uint8_t)((padded[i / 2] >> i % 2 * 4 & 15) * 17);
    }
    return 2 * bytes;
}

/* Where texel `i` of 64 lies among `edge` texels: the one before it, and 128ths to the next. */
static size_t coarse_texel(size_t i, size_t edge, unsigned *part)
{
    size_t at = (2 * i + 1) * edge;
    if (at < ADT_MAP_EDGE) {
        *part = 0;
        return 0;
    }
    at -= ADT_MAP_EDGE;
    *part = (unsigned)(at % 128);
    return at / 128;
}

/* A map of fewer texels, `edge` on an edge, to 64x64 between their centres. */
static void enlarge(uint8_t *alpha, size_t edge)
{
    uint8_t coarse[MCAL_TEXELS / 4];
    memcpy(coarse, alpha, edge * edge);
    for (size_t y = 0; y < ADT_MAP_EDGE; y++) {
        unsigned south;
        size_t row = coarse_texel(y, edge, &south);
        size_t next_row = size_min(row + 1, edge - 1);
        for (size_t x = 0; x < ADT_MAP_EDGE; x++) {
            unsigned east;
            size_t column = coarse_texel(x, edge, &east);
            size_t next = size_min(column + 1, edge - 1);
            unsigned north =
                coarse[row * edge + column] * (128 - east) + coarse[row * edge + next] * east;
            unsigned below = coarse[next_row * edge + column] * (128 - east) +
                             coarse[next_row * edge + next] * east;
            unsigned sum = north * (128 - south) + below * south;
            alpha[y * ADT_MAP_EDGE + x] = (uint8_t)((sum + 8192) >> 14);
        }
    }
}

/* Says so where a map is not written as the tile's depth asks for. */
static void warn_contradiction(const struct adt_context *context, const struct chunk *mcal,
                               size_t entry, uint32_t flags, size_t own_room, enum alpha_kind kind)
{
    static const char *const names[] = {"4 bits", "8 bits", "runs"};
    bool deep = context->depth == ADT_ALPHA_8BIT;
    if (deep ? kind == ALPHA_4BIT : (flags & ADT_LAYER_COMPRESSED) != 0) {
        warning_dedup_warn(
            context->dedup, mcal->id, (int64_t)mcal->offset,
            "alpha map of layer %zu has flags 0x%x and %zu bytes in a tile of %d bits; "
            "read as %s",
            entry, flags, own_room, deep ? 8 : 4, names[kind]);
    }
}

/* The map of one layer, which has entry `i` of MCLY; NULL when out of memory. */
static const uint8_t *read_map(const struct adt_context *context, const struct adt_layer_list *list,
                               const struct adt_alpha_source *source, uint32_t chunk_flags,
                               size_t i)
{
    uint8_t *alpha = arena_alloc_dirty(context->arena, ADT_MAP_TEXELS, 1);
    if (!alpha) {
        return NULL;
    }
    const struct chunk *mcal = &source->mcal;
    size_t texels = (size_t)ADT_MAP_TEXELS >> 2 * context->map_shift;
    size_t begin = size_min(list->entries[i].alpha, mcal->size);
    size_t own_room = entry_room(list, i, source->declared);
    uint32_t flags = list->entries[i].flags;
    enum mcal_edge edge = adt_map_edge(context, chunk_flags);
    enum alpha_kind kind = kind_of(context, flags, own_room);
    size_t covered =
        decode_alpha(kind, edge, texels, mcal->data + begin, mcal->size - begin, alpha);
    warn_contradiction(context, mcal, i, flags, own_room, kind);
    if (covered < texels) {
        warning_dedup_warn(context->dedup, mcal->id, (int64_t)mcal->offset,
                           "alpha map of layer %zu ends after %zu of %zu texels; the rest is 0", i,
                           covered, texels);
    }
    if (context->map_shift) {
        enlarge(alpha, (size_t)ADT_MAP_EDGE >> context->map_shift);
    }
    return alpha;
}

bool adt_layers_read_alpha(const struct adt_context *context, const struct adt_layer_list *list,
                           const struct adt_alpha_source *source, struct adt_chunk *chunk)
{
    /* The bottom layer is what the others leave: none of 6,258 in real files has a map, and no
     * public client reads one. */
    for (size_t i = 1; i < chunk->layer_count; i++) {
        struct adt_layer *layer = &chunk->layers[i];
        if (!(layer->flags & ADT_LAYER_ALPHA)) {
            continue;
        }
        layer->alpha = read_map(context, list, source, chunk->flags, list->of_layer[i]);
        if (!layer->alpha) {
            return false;
        }
    }
    return true;
}

void adt_layers_vote(const struct adt_layer_list *list, size_t declared, uint32_t votes[2])
{
    for (size_t i = 1; i < list->count; i++) {
        size_t room = entry_room(list, i, declared);
        uint32_t flags = list->entries[i].flags;
        if (flags & ADT_LAYER_ALPHA) {
            votes[0] += room == MCAL_4BIT_BYTES;
            votes[1] += room == MCAL_8BIT_BYTES || (flags & ADT_LAYER_COMPRESSED);
        }
    }
}

enum adt_alpha_depth adt_layers_depth(const uint32_t votes[2], const struct diag *diag)
{
    enum adt_alpha_depth depth = votes[1] > votes[0] ? ADT_ALPHA_8BIT : ADT_ALPHA_4BIT;
    diag_info(diag, "MCAL", NO_OFFSET,
              "no WDT says how deep alpha maps are; %d bits by the data (%u maps for 4, %u for 8)",
              depth == ADT_ALPHA_8BIT ? 8 : 4, votes[0], votes[1]);
    return depth;
}
