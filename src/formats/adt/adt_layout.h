/*
 * Where things stand in the files of a tile, whatever the offsets in their headers are worth: what
 * the readers of terrain, objects and liquids share.
 */
#ifndef FORMATS_ADT_ADT_LAYOUT_H
#define FORMATS_ADT_ADT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/reader.h"
#include "formats/adt/adt.h"
#include "formats/adt/mcnk_parts.h"
#include "formats/chunk.h"

/* Fields of MHDR that place top-level chunks, by their position in its data; since 1.0. */
enum adt_mhdr_field {
    MHDR_AT_MCIN = 0x04,
    MHDR_AT_MTEX = 0x08,
    MHDR_AT_MMDX = 0x0C,
    MHDR_AT_MMID = 0x10,
    MHDR_AT_MWMO = 0x14,
    MHDR_AT_MWID = 0x18,
    MHDR_AT_MDDF = 0x1C,
    MHDR_AT_MODF = 0x20,
    MHDR_AT_MH2O = 0x28,
};

/* Where the MCNKs of a file are, in the order of the file. */
struct adt_mcnk_places {
    uint32_t count;
    struct mcnk_place at[ADT_CHUNKS];
};

/*
 * The first chunk `id` of the file, by walking; one whose size leads nowhere hides no other. *chunk
 * means nothing when there is none.
 */
bool adt_walk_to(const struct reader *file, const char *id, struct chunk *chunk);

/*
 * A top-level chunk by its offset in MHDR, which counts from MHDR's data, else by walking the file.
 */
bool adt_find_chunk(const struct reader *file, const char *id, size_t mhdr_at, struct chunk *chunk);

/*
 * The MCNKs by MCIN, or, after a warning, by walking the file. Fails with ADTMAP_BAD_DATA when
 * there is none.
 */
enum adtmap_status adt_find_mcnks(const struct reader *file, const struct diag *diag,
                                  struct adt_mcnk_places *places);

/*
 * The same for an MCIN that stands elsewhere in MHDR, and whose entries count from `base` bytes
 * before the begin of `file`.
 */
enum adtmap_status adt_find_mcnks_by(const struct reader *file, size_t mhdr_at, size_t base,
                                     const struct diag *diag, struct adt_mcnk_places *places);

/* The MCNKs in the order they stand in, of files without MCIN. */
void adt_walk_mcnks(const struct reader *file, struct adt_mcnk_places *places);

/* The failure of a file that has no MCNK. */
enum adtmap_status adt_fail_without_mcnks(const struct reader *file, const struct diag *diag);

#endif
