/* Reads and checks the shards of a map (job/settings/shard.h) for job/merge/merge.h. */
#ifndef JOB_MERGE_SHARDS_H
#define JOB_MERGE_SHARDS_H

#include "job/merge/merge.h"
#include "job/records/places.h"
#include "job/records/shard_logs.h"

/* One shard. */
struct merge_shard {
    char *directory; /* of the map that it lies in */
    char *path;      /* of its log */
    struct build_log *log;
    struct shard_fact fact;
    struct places places; /* of those that are joined */
};

/* The shards that are joined, in order of their numbers. */
struct merge_shards {
    struct merge_shard *items; /* of ARRAY_ROOM */
    size_t count;
};

/*
 * Reads the shards in the folders that `settings` name. Checks that they are complete, that they
 * belong together, and that their files are as recorded. Fails as merge_map. merge_shards_free,
 * whatever the status.
 */
enum adtmap_status merge_shards_read(const struct merge_settings *settings, const char *map,
                                     const struct diag *diag, struct merge_shards *shards);
void merge_shards_free(struct merge_shards *shards);

/* The shard whose record of a node counts: the first that has made it; NULL: none has a record. */
const struct merge_shard *merge_shards_owner(const struct merge_shards *shards, const char *path);

/* The same for shards that were read. */
enum adtmap_status merge_shards_check(const struct merge_shards *shards, const struct diag *diag);

#endif
