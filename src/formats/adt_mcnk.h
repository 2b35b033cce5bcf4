/*
 * MCNK of monolithic ADTs: one chunk of terrain with its sub-chunks, found by the offsets of its
 * header or, where those are wrong, by walking (ADT/v18 document, "MCNK chunk").
 */
#ifndef FORMATS_ADT_MCNK_H
#define FORMATS_ADT_MCNK_H

#include "base/reader.h"
#include "base/tally.h"
#include "formats/adt.h"
#include "formats/mcnk_parts.h"

/* What all chunks of a file share. */
struct mcnk_context {
    struct reader file;         /* the whole ADT */
    enum adt_alpha_depth depth; /* never ADT_ALPHA_INFER in mcnk_read */
    uint32_t texture_count;
    struct arena *arena;
    struct tally *tally; /* for warnings */
};

/*
 * Reads the MCNK at `place`. On ADTMAP_OK *index is the chunk's place in the tile from its header,
 * or `ordinal` where the header names none. ADTMAP_BAD_DATA, after a warning, when it has no
 * heights; ADTMAP_NO_MEMORY.
 */
enum adtmap_status mcnk_read(const struct mcnk_context *context, const struct mcnk_place *place,
                             uint32_t ordinal, struct adt_chunk *chunk, uint32_t *index);

/*
 * Votes of this MCNK's layers for 4 and 8 bits a texel, by compression flags and by the room
 * between one alpha map and the next; added to votes[0] and votes[1]. Warns of nothing.
 */
void mcnk_vote_depth(const struct mcnk_context *context, const struct mcnk_place *place,
                     uint32_t votes[2]);

#endif
