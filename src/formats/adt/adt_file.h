/*
 * One file of a tile: its bytes, and where the chunks in it stand, whatever the offsets in its
 * header are worth. A file is walked once, no further than its readers ask for.
 */
#ifndef FORMATS_ADT_ADT_FILE_H
#define FORMATS_ADT_ADT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "base/reader.h"
#include "formats/adt/adt.h"
#include "formats/adt/mcnk_layout.h"
#include "formats/chunk.h"
#include "formats/warning_dedup.h"

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

enum { ADT_TOP_IDS = 22 };

/* It must stay where it is: `dedup` refers to `diag`. */
struct adt_file {
    bool exists;
    struct reader bytes;
    struct diag diag; /* names the file */
    struct warning_dedup dedup;

    size_t walked;                 /* offset that the walk has come to */
    struct chunk top[ADT_TOP_IDS]; /* the first of each id so far; data NULL: none */
    uint32_t mcnk_count;           /* so far */
    size_t mcnk_offsets[ADT_CHUNKS];
};

/* A file that is absent has no chunks. */
void adt_file_open(const struct adt_bytes *bytes, const struct diag *diag, struct adt_file *file);

/* The first top-level chunk `id`, by walking; false when there is none. */
bool adt_walk_to(struct adt_file *file, const struct chunk_id *id, struct chunk *chunk);

/*
 * A top-level chunk by its offset in MHDR, which counts from MHDR's data, else by walking the file.
 */
bool adt_find_chunk(struct adt_file *file, const struct chunk_id *id, size_t mhdr_at,
                    struct chunk *chunk);

/*
 * The MCNKs by MCIN, whose offset is at `mhdr_at` of MHDR and whose entries count from `base` bytes
 * before the begin of the file; or, after a warning, by walking. Fails with ADTMAP_BAD_DATA when
 * there is none.
 */
enum adtmap_status adt_find_mcnks(struct adt_file *file, size_t mhdr_at, size_t base,
                                  struct adt_mcnk_places *places);

/* The MCNKs in the order they stand in, of files without MCIN. One that is cut off is a warning. */
void adt_walk_mcnks(struct adt_file *file, struct adt_mcnk_places *places);

/* The failure of a file that has no MCNK. */
enum adtmap_status adt_fail_without_mcnks(const struct adt_file *file);

#endif
