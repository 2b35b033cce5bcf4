/*
 * MCNK with a header of version 18: of monolithic ADTs, and of the root file of split ones
 * (ADT/v18 document, "MCNK chunk"). Sub-chunks are found by the offsets of the header or, where
 * those are wrong, by walking.
 */
#ifndef FORMATS_ADT_ADT_MCNK_H
#define FORMATS_ADT_ADT_MCNK_H

#include "base/reader.h"
#include "formats/adt/adt_sub_chunks.h"
#include "formats/adt/mcnk_layout.h"

/* Which sub-chunks are expected in the file. */
enum mcnk_scope {
    MCNK_WHOLE,    /* all */
    MCNK_GEOMETRY, /* layers, maps and references are in other files */
};

/*
 * Reads the MCNK at `place` of `file`, number `ordinal` of it, into *chunk; *index becomes its
 * place in the tile (mcnk_index). The liquids go to the context's list. Of one that the
 * context leaves out nothing is read, see is_left_out. Fails with ADTMAP_BAD_DATA when terrain is
 * wanted and it has no heights, which is a warning unless it is left out; ADTMAP_NO_MEMORY.
 */
enum adtmap_status mcnk_read(const struct reader *file, const struct mcnk_place *place,
                             uint32_t ordinal, enum mcnk_scope scope,
                             const struct adt_context *context, struct adt_chunk *chunk,
                             uint32_t *index);

/* adt_layers_vote for the layers of this MCNK; nothing for one that cannot be read. */
void mcnk_vote_depth(const struct reader *file, const struct mcnk_place *place, uint32_t votes[2]);

#endif
