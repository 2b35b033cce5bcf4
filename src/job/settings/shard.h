/*
 * Shards: a map drawn in parts, by processes that need not communicate. The tiles, in the order in
 * which one run draws them, are cut into as many ranges as there are shards. The lengths of ranges
 * differ by one at most. Tiles of a range are neighbours, which share textures and buildings. The
 * same data give the same shards on every machine.
 *
 * A shard is a run of these tiles into an output folder of its own; the run of the whole map takes
 * them over (job/phases/take_over.h).
 */
#ifndef JOB_SETTINGS_SHARD_H
#define JOB_SETTINGS_SHARD_H

#include "job/settings/job_settings.h"

/* Leaves in `tiles` those of the shard. */
void shard_slice(const struct job_shard *shard, struct tile_set *tiles);

/* Whether `name` is `prefix` and the name of a shard, I-of-N, and of which. */
bool shard_of_name(const char *name, const char *prefix, struct job_shard *shard);

/* Gives the value of a variable of the environment; NULL when it is not set. */
typedef const char *shard_variable(const char *name);

enum { SHARD_PROBLEM_BYTES = 160 };

/*
 * Reads "I/N", or "auto": then the shard comes from the variables of a Slurm array job
 * (SLURM_ARRAY_TASK_ID, _MIN, _MAX, _STEP, _COUNT) or of a Kubernetes Indexed Job
 * (JOB_COMPLETION_INDEX, and ADTMAP_SHARDS, which its manifest must set to the number of
 * completions, as Kubernetes sets no such variable). False, explained in `problem`, if there is no
 * such shard.
 */
bool shard_read(const char *text, shard_variable *variable, struct job_shard *shard,
                char problem[SHARD_PROBLEM_BYTES]);

#endif
