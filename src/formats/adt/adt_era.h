/*
 * One era of tile files: what adt.c, which lists them, asks of each. An era is one file that
 * defines one of these.
 */
#ifndef FORMATS_ADT_ADT_ERA_H
#define FORMATS_ADT_ADT_ERA_H

#include "formats/adt/adt.h"
#include "formats/adt/adt_file.h"

/* A tile that is being read. */
struct adt_reading {
    const struct adt_files *files;
    const struct adt_request *request;
    unsigned contents; /* enum adt_content: what is wanted */
    struct adt_file root, tex0, obj0, obj1;
    struct arena *arena;
    const struct diag *diag;
    struct adt_tile *tile; /* zeroed, but for what the request says, and `chunks` if wanted */
};

struct adt_era {
    const char *name; /* for people */
    /* By nothing but which files there are, which of adt_marks they have, and which they begin
     * with: adt_hash_placements counts on that. NULL: everything. */
    bool (*recognises)(struct adt_reading *reading);

    /* Fills the parts of the tile that are wanted. Fails when terrain is and there is no MCNK, or
     * with ADTMAP_NO_MEMORY. */
    enum adtmap_status (*read)(struct adt_reading *reading);
};

/* Chunks that eras are told apart by. */
enum { ADT_MARKS = 3 };
extern const struct chunk_id *const adt_marks[ADT_MARKS];

extern const struct adt_era adt_era_alpha;
extern const struct adt_era adt_era_v18;
extern const struct adt_era adt_era_split;

#endif
