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

/* Says of the PNG that is diag->file that it is not the one of its shard. ADTMAP_NOT_FOUND. */
enum adtmap_status merge_fail_png(const struct diag *diag);

#endif
