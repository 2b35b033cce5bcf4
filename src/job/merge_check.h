/* Whether shards are those of one run, and all of it. */
#ifndef JOB_MERGE_CHECK_H
#define JOB_MERGE_CHECK_H

#include "base/diag.h"
#include "job/merge_parts.h"

/*
 * Of the parts that count, at least one, in order of their numbers: ADTMAP_BAD_ARGUMENT for shards
 * of different settings, tiles, data or programs, and for a tile that two have drawn differently;
 * ADTMAP_NOT_FOUND when some are missing, which are named, a shard was begun once more and not
 * brought to its end, or a PNG is not as its shard wrote it; ADTMAP_NO_MEMORY.
 */
enum adtmap_status merge_check(const struct merge_parts *parts, const struct diag *diag);

/* Sees that the PNG at `path` is the one that its shard has on record: else ADTMAP_NOT_FOUND, told
 * of diag->file. ADTMAP_NO_MEMORY. */
enum adtmap_status merge_check_png(const char *path, struct ledger_file *file,
                                   const struct diag *diag);

#endif
