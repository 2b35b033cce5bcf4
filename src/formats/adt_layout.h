/*
 * Where things stand in a monolithic ADT: what the readers of terrain, objects and liquids share.
 */
#ifndef FORMATS_ADT_LAYOUT_H
#define FORMATS_ADT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/reader.h"
#include "formats/adt.h"
#include "formats/chunk.h"
#include "formats/mcnk_parts.h"

/* Fields of MHDR that place top-level chunks, by their position in its data. */
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

/* A top-level chunk by its offset in MHDR, else by walking the file. */
bool adt_find_chunk(const struct reader *file, const char *id, enum adt_mhdr_field mhdr_at,
                    struct chunk *chunk);

/*
 * The MCNKs by MCIN, or, after a warning, by walking the file. Fails with ADTMAP_BAD_DATA when
 * there is none.
 */
enum adtmap_status adt_find_mcnks(const struct reader *file, const struct diag *diag,
                                  struct adt_mcnk_places *places);

#endif
