/* The shards of a map, found and compared: the part of job/merge.h before anything is written. */
#ifndef JOB_MERGE_PARTS_H
#define JOB_MERGE_PARTS_H

#include "job/ledger.h"
#include "job/merge.h"
#include "output/manifest.h"

struct merge_part {
    char *directory; /* of the map in the folder that has the shard */
    char *path;      /* of the shard's manifest */
    struct manifest *manifest;
    struct ledger *ledger;
};

struct merge_parts {
    struct merge_part *items;
    size_t count;
    size_t capacity;
};

/*
 * Reads all shards of `map` and sees that they are those of one run, and all of them; failures are
 * those of merge_map. To be freed whatever is returned.
 */
enum adtmap_status merge_parts_read(const struct merge_settings *settings, const char *map,
                                    const struct diag *diag, struct merge_parts *parts);

void merge_parts_free(struct merge_parts *parts);

/* Whether the folder of a map holds a shard. */
bool merge_has_parts(const char *directory);

#endif
