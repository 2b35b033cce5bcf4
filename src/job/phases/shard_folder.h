/* The output folder of a shard, OUT/.adtmap/shards/I-of-N. */
#ifndef JOB_PHASES_SHARD_FOLDER_H
#define JOB_PHASES_SHARD_FOLDER_H

#include "job/settings/job_settings.h"

/* Below BUILD_LOG_FOLDER. */
#define SHARDS_FOLDER "shards"

/* The folder, from malloc; NULL when out of memory. */
char *shard_folder_path(const char *out, const struct job_shard *shard);

/*
 * Puts the map's `directory` in the folder of a shard of `out` aside, under a name that stands for
 * nothing, so that it can be removed while the shard begins again. The name, from malloc; NULL:
 * nothing has changed.
 */
char *shard_folder_put_aside(const char *out, const char *directory);

/* Removes what is put aside in `out`, also by runs that were killed, and folders of shards that are
 * empty. */
void shard_folder_clean(const char *out);

/* ADTMAP_IO if a link stands in the way to it: nothing is written through one. */
enum adtmap_status shard_folder_check(const char *out, const struct job_shard *shard,
                                      const struct diag *diag);

/*
 * Shards of an older adtmap lie in the hidden folder of the map's `directory`. Counts them, and
 * removes their files.
 */
uint32_t shard_folder_old_ones(const char *directory, bool removes);

#endif
