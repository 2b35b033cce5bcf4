/*
 * The doodads that an ADT lists, as those see them who look at many and take few. A tile of a
 * forest looks at some 27,000 in nine tables, which have some hundred names each: what there is to
 * say of a name is said once a table, and the places lie close together.
 */
#ifndef MAP_PLACEMENT_DOODAD_TABLE_H
#define MAP_PLACEMENT_DOODAD_TABLE_H

#include "base/arena.h"
#include "formats/adt/adt_placements.h"

/* What placements of a table name. */
struct doodad_name {
    const char *name; /* as written; NULL: file_id names the file */
    uint32_t file_id;
    struct hash128 hash; /* of the canonical name; of a name that has none, as written */
};

struct doodad_place {
    uint32_t unique_id; /* first, so that array_compare_u32 compares places by it */
    uint32_t index;     /* of the placement in its list */
    uint32_t name;      /* index of the name in the table */
    float scale;
    double position[2]; /* world yards: X north, Y west */
};

struct doodad_table {
    uint32_t count;
    const struct doodad_place *places; /* by unique id, those of one id in the order of the list */
    uint32_t name_count;
    const struct doodad_name *names; /* in the order in which the list names them first */
};

/* Makes the table of a list in `arena`. The same pointer `name` is taken as the same name. False
 * when out of memory. */
bool doodad_table_make(const struct adt_placement *doodads, uint32_t count, struct arena *arena,
                       struct doodad_table *table);

#endif
