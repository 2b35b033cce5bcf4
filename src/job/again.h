/*
 * A run in the light of earlier ones: which tiles it draws, which records it keeps and adds.
 */
#ifndef JOB_AGAIN_H
#define JOB_AGAIN_H

#include "job/job.h"
#include "job/ledger.h"
#include "job/skip.h"
#include "job/tile_task.h"
#include "scene/map/map.h"

struct again {
    const struct adtmap_map *map;
    const struct job_settings *settings;
    const char *directory; /* of the map */
    const struct diag *diag;
    char *path; /* of the ledger */
    struct ledger *ledger;
    struct skip skip;
    struct tile_set gone; /* of earlier runs, within what was asked for, and no tiles any more */
    struct tile_set kept; /* of earlier runs, outside what was asked for, valid as they are */
    struct skip_verdict verdicts[TILE_SET_GRID][TILE_SET_GRID]; /* of the tiles asked for */
    enum adtmap_status status;                                  /* of what again_finished did */
};

/*
 * Reads the ledger and judges `tiles`, those asked for that there are; `wanted` is what was asked
 * for, NULL: everything. What is no ledger of this program counts as none, with a warning. Tiles of
 * earlier runs that were drawn with other settings, or whose PNGs are not as they were written, are
 * left out of what is kept, with a warning. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status again_open(struct again *again, const struct tile_set *tiles,
                              const struct tile_set *wanted);

/* Removes the tiles that are gone, and opens the journal; inputs of verdicts are no longer valid
 * afterwards. */
enum adtmap_status again_begin(struct again *again);

/* What became of a tile that was drawn: its record, or its end. pipeline.finished, `user` being the
 * struct again. A record that cannot be made leaves ADTMAP_NO_MEMORY in its `status`, a PNG that
 * cannot be removed ADTMAP_IO, the first as told in its `diag`. */
void again_finished(void *user, struct tile_task *task);

/* Writes the ledger, if it has changed. */
enum adtmap_status again_end(struct again *again);

/* Lists what was decided, for result->changes, before again_begin; false when out of memory. */
bool again_changes(const struct again *again, struct job_result *result);

void again_free(struct again *again);

#endif
