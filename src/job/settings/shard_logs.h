/*
 * The build logs of shards, OUT/MAP/.adtmap/log.I-of-N. Facts of the log say what a shard is a part
 * of, and, in the end, that it is complete. The log of a map names by a fact each shard's log that
 * it has taken in, so that a shard log which a killed run did not come to remove is not joined
 * again.
 */
#ifndef JOB_SETTINGS_SHARD_LOGS_H
#define JOB_SETTINGS_SHARD_LOGS_H

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
    struct tile_set asked; /* tiles asked of all shards, in the map or not */
};

/* Sets and reads the fact. A shard that is begun again is another one: `is done` is dropped. False
 * when out of memory; or when there is no such fact. */
bool shard_fact_set(struct build_log *log, const struct shard_fact *fact);
bool shard_fact_read(const struct build_log *log, struct shard_fact *fact);

/* Calls `visit` for the log of every shard in the map's `directory`, until it fails. ADTMAP_IO,
 * ADTMAP_NO_MEMORY; a folder that is not there has none. */
typedef enum adtmap_status shard_logs_visitor(void *user, const char *path,
                                              const struct job_shard *shard);
enum adtmap_status shard_logs_visit(const char *directory, const struct diag *diag,
                                    shard_logs_visitor *visit, void *user);

/* Whether the map's log has taken in the shard's log at `path`. False when out of memory. */
bool shard_log_is_joined(const struct build_log *log, const char *path);

/* Names all shards' logs that there are in the map's log, in place of those named before. */
enum adtmap_status shard_logs_mark_joined(struct build_log *log, const char *directory,
                                          const struct diag *diag);

/* Removes the shards' logs that the map's log names. ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status shard_logs_remove_joined(const struct build_log *log, const char *directory,
                                            const struct diag *diag);

#endif
