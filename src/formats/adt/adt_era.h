/*
 * One era of tile files: what adt.c, which lists them, asks of each. An era is one file that
 * defines one of these.
 */
#ifndef FORMATS_ADT_ADT_ERA_H
#define FORMATS_ADT_ADT_ERA_H

#include "formats/adt/adt.h"
#include "formats/adt/adt_parts.h"

struct adt_era {
    const char *name; /* for people */
    /* By nothing but which files there are, which of adt_marks they have, and which they begin
     * with: adt_hash_placing counts on that. */
    bool (*recognises)(const struct adt_files *files);

    /*
     * Fills chunks, chunk_count, textures and alpha_depth of the zeroed *tile; alpha_depth begins
     * as the map's. Fails when there is no MCNK at all, or with ADTMAP_NO_MEMORY.
     */
    enum adtmap_status (*read)(const struct adt_files *files, struct arena *arena,
                               const struct diag *diag, struct adt_tile *tile);

    /* adt_tile_liquids and adt_tile_objects. */
    enum adtmap_status (*read_liquids)(const struct adt_files *files, struct arena *arena,
                                       const struct diag *diag, struct liquid_layers *layers);
    enum adtmap_status (*read_objects)(const struct adt_files *files, struct arena *arena,
                                       const struct diag *diag, struct adt_objects *objects);
};

/* Chunks that eras are told apart by. */
enum { ADT_MARKS = 3 };
extern const char adt_marks[ADT_MARKS][5];

extern const struct adt_era adt_era_alpha;
extern const struct adt_era adt_era_v18;
extern const struct adt_era adt_era_split;

#endif
