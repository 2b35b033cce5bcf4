/*
 * Ground layers of a chunk: MCLY, which lists them, with their alpha maps in MCAL (ADT/v18
 * document). The same in every era; only where the bytes are differs.
 */
#ifndef FORMATS_ADT_ADT_LAYERS_H
#define FORMATS_ADT_ADT_LAYERS_H

#include "formats/adt/adt_sub_chunks.h"

enum { MCLY_ENTRY_BYTES = 16 };

/* MCLY as written, and which of its entries became layers. */
struct adt_layer_list {
    size_t count;
    struct {
        uint32_t texture, flags;
        size_t alpha; /* where its alpha map begins in MCAL */
    } entries[ADT_LAYERS_MAX];
    size_t of_layer[ADT_LAYERS_MAX]; /* the entry of each layer of the chunk */
};

/* Where alpha maps are. */
struct adt_alpha_source {
    struct chunk mcal; /* MCAL's data; `size` is how far maps may reach */
    size_t declared;   /* where they should end by the header's word, at most mcal.size */
};

/*
 * Reads the entries, as many as the size says; a warning where that is not how many the header
 * declared, or more than ADT_LAYERS_MAX, of which the rest is left out.
 */
void adt_layers_list(const struct chunk *mcly, size_t declared, struct warning_dedup *dedup,
                     struct adt_layer_list *list);

/* How many entries MCLY has by its size. */
static inline size_t adt_layers_count(const struct chunk *mcly)
{
    return mcly->size / MCLY_ENTRY_BYTES;
}

/*
 * Takes the layers of `list` into the chunk, without their alpha maps. A layer whose texture is
 * none of the tile's is left out, but not the bottom one: the next would take its place and cover
 * all.
 */
void adt_layers_take(const struct adt_context *context, const struct chunk *mcly,
                     struct adt_layer_list *list, struct adt_chunk *chunk);

/* Reads the alpha maps of the chunk's layers. False: out of memory. */
bool adt_layers_read_alpha(const struct adt_context *context, const struct adt_layer_list *list,
                           const struct adt_alpha_source *source, struct adt_chunk *chunk);

/*
 * Votes of the layers for 4 and 8 bits a texel, by compression flags and by the room between one
 * alpha map and the next; added to votes[0] and votes[1]. `declared` as in adt_alpha_source.
 */
void adt_layers_vote(const struct adt_layer_list *list, size_t declared, uint32_t votes[2]);

/* The depth that got more votes, reported to `diag` as what the tile is read with. */
enum adt_alpha_depth adt_layers_depth(const uint32_t votes[2], const struct diag *diag);

#endif
