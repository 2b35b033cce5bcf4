/*
 * The build logs of shards, OUT/MAP/.adtmap/log.I-of-N. Facts of the log say what the shard is a
 * part of and, once it has finished, that it is complete. The log of the map names each shard log
 * that was joined. So a shard log that a killed run did not remove is not joined twice.
 */
#ifndef JOB_RECORDS_SHARD_LOGS_H
#define JOB_RECORDS_SHARD_LOGS_H

#include "base/tile_set.h"
#include "graph/build_log.h"
#include "job/settings/job_settings.h"

#define SHARD_FACT "shard"
#define SHARD_FACT_DONE "shard done"

/* What a shard is a part of. */
struct shard_fact {
    struct job_shard shard; /* count 0: none */
    struct hash128 plan;    /* of the tiles of all shards, and of what the map says of them */
    bool is_whole;          /* the shards are all of the map */
    bool has_picture;
    struct tile_set asked; /* the tiles asked of all shards, even if the map lacks them */
};

/* Sets the fact, and drops the fact that the shard is complete; false when out of memory. Reads it;
 * false without such a fact. */
bool shard_fact_set(struct build_log *log, const struct shard_fact *fact);
bool shard_fact_read(const struct build_log *log, struct shard_fact *fact);

/* The log of a shard. */
struct shard_log {
    char *path;
    struct job_shard shard; /* by its name */
};

struct shard_logs {
    struct shard_log *items; /* of ARRAY_ROOM */
    size_t count;
};

/* Lists the logs of all shards in the map's `directory`. A missing folder has none. Free them in
 * any case. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status shard_logs_list(const char *directory, const struct diag *diag,
                                   struct shard_logs *logs);
void shard_logs_free(struct shard_logs *logs);

/* Records all existing shard logs in the map's log as joined, in place of those recorded before. */
enum adtmap_status shard_logs_mark_joined(struct build_log *log, const char *directory,
                                          const struct diag *diag);

/* Removes the shard logs that the map's log records as joined; *any says whether there are some.
 * ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status shard_logs_remove_joined(const struct build_log *log, const char *directory,
                                            const struct diag *diag, bool *any);

#endif
