/* What shards leave in the folder of a map, beside tiles: manifests and ledgers of their own. */
#ifndef JOB_SHARD_FILES_H
#define JOB_SHARD_FILES_H

#include <stdbool.h>

#include "base/diag.h"
#include "job/job.h"

/* Finds out whether the folder of a map holds a shard; fails as file_list. */
enum adtmap_status shard_files_find(const char *directory, const struct diag *diag, bool *has);

/* Removes what an earlier run of the shard says of itself: begun once more it is none until it is
 * done. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status shard_files_begin(const char *directory, const struct job_shard *shard,
                                     const struct diag *diag);

/*
 * Removes all shards' files: the whole map is there now, and knows more. That this was begun is
 * noted in a file, .adtmap/shards-joined, until it is done. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status shard_files_remove(const char *directory, const struct diag *diag);

/* Ends a shard_files_remove that was cut short, unless a shard has begun since. */
enum adtmap_status shard_files_finish(const char *directory, const struct diag *diag);

#endif
