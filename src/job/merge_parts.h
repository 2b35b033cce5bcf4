/* The shards of a map, found and compared: the part of job/merge.h before anything is written. */
#ifndef JOB_MERGE_PARTS_H
#define JOB_MERGE_PARTS_H

#include "job/ledger.h"
#include "job/merge.h"
#include "output/manifest/manifest.h"

struct merge_part {
    char *directory; /* of the map in the folder that has the shard */
    char *path;      /* of the shard's manifest */
    struct manifest *manifest;
    struct ledger *ledger;
};

struct merge_parts {
    struct merge_part *items;
    size_t count; /* of the run that is joined */
    size_t total; /* behind them those of other numbers of shards, which are passed over */
    size_t capacity;
};

/*
 * Reads all shards of `map` and sees that those that count are of one run, and all of it
 * (merge_check); none are fine. Of shards of several numbers those of one number count, if they
 * alone are all there, which a warning says: else it is ADTMAP_BAD_ARGUMENT. Else as
 * manifest_read and ledger_read fail, ADTMAP_NOT_FOUND for a shard without a ledger. To be freed
 * whatever is returned.
 */
enum adtmap_status merge_parts_read(const struct merge_settings *settings, const char *map,
                                    const struct diag *diag, struct merge_parts *parts);

void merge_parts_free(struct merge_parts *parts);

#endif
