/* What shards leave in the folder of a map, beside tiles: manifests and ledgers of their own. */
#ifndef JOB_SHARD_FILES_H
#define JOB_SHARD_FILES_H

#include <stdbool.h>

#include "base/diag.h"
#include "job/job.h"

/* Finds out whether the folder of a map holds a shard, or joined shards that are being removed;
 * fails as file_list. */
enum adtmap_status shard_files_find(const char *directory, const struct diag *diag, bool *has);

/* Removes what an earlier run of the shard says of itself, for begun once more it is none until it
 * is done; and the note of shards that are being removed. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status shard_files_begin(const char *directory, const struct job_shard *shard,
                                     const struct diag *diag);

/*
 * Removes all shards' files: the whole map is there now, and knows more. A file notes it,
 * .adtmap/shards-joined, until shard_files_end says that the run has done all else. ADTMAP_IO,
 * ADTMAP_NO_MEMORY.
 */
enum adtmap_status shard_files_remove(const char *directory, const struct diag *diag);
enum adtmap_status shard_files_end(const char *directory, const struct diag *diag);

/* Goes on with a shard_files_remove that did not come to its end, and says whether there was one.
 * Files that are newer than its note are of shards that came since, and stay. */
enum adtmap_status shard_files_resume(const char *directory, const struct diag *diag,
                                      bool *was_cut_short);

#endif
