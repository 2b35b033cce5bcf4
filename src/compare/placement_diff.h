/*
 * Which placements of a map were added, moved and removed, and which have another look.
 *
 * Tiles list the placements that reach into them, so one stands in several lists. What tiles have
 * in both versions is set aside; the rest of all tiles is matched at the end: by what is drawn, as
 * tools renumber placements, then by unique id and name.
 */
#ifndef COMPARE_PLACEMENT_DIFF_H
#define COMPARE_PLACEMENT_DIFF_H

#include "assets/assets.h"
#include "base/buffer.h"
#include "formats/adt/adt_placements.h"

enum placement_kind { PLACEMENT_WMO, PLACEMENT_DOODAD, PLACEMENT_KINDS };

enum placement_fate {
    PLACEMENT_ADDED,
    PLACEMENT_MOVED, /* or turned, scaled, given another set of doodads */
    PLACEMENT_REMOVED,
    PLACEMENT_REMODELED, /* stands where it was, and its model looks different */
};

/* A placement as one tile lists it. */
struct placement_record {
    uint64_t key; /* of what is drawn; equal records look the same */
    enum placement_kind kind;
    uint32_t unique_id;
    uint32_t tile;    /* y * 64 + x of the tile that lists it */
    const char *name; /* asset_label */
    double position[3];
    float rotation[3];
    float scale;
    uint32_t doodad_set; /* as written */
    struct adt_doodad_sets sets;
};

struct placement_change {
    enum placement_fate fate;
    struct placement_record from, to; /* zero where there is none; tile: the first that lists it */
};

/* The lists of a map while tiles are compared. Zero-initialised: empty. */
struct placement_gather {
    struct arena names;
    struct buffer kept;     /* uint64_t keys of what tiles have in both versions */
    struct buffer only_old; /* struct placement_record */
    struct buffer only_new;
    struct buffer remodeled; /* struct placement_change; one for each tile that lists it */
    bool failed;             /* out of memory */

    /* Set by the caller: whether the model of a label looks different. NULL: none does. */
    bool (*model_differs)(void *user, enum placement_kind kind, const char *label);
    void *user;
};

/* One version of the placements of a tile. */
struct placement_side {
    const struct assets *assets; /* names files */
    const struct adt_placements *placements;
};

/*
 * Adds what tile `tile` lists in both versions. Not for several threads at once. Out of memory is
 * remembered.
 */
void placement_gather_add(struct placement_gather *gather, uint32_t tile,
                          const struct placement_side *old_side,
                          const struct placement_side *new_side);

/* Calls `visit` for every tile that lists a changed placement in one of the versions. */
typedef void placement_tile_visit(void *user, uint32_t tile, enum placement_kind kind);

/*
 * Matches what is left. *changes is from malloc, sorted by kind, name, fate, unique id; it borrows
 * the names of the gather. False when out of memory, now or before.
 */
bool placement_gather_finish(struct placement_gather *gather, placement_tile_visit *visit,
                             void *user, struct placement_change **changes, size_t *count);

void placement_gather_free(struct placement_gather *gather);

#endif
