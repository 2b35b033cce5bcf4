/*
 * Joining shards (job/settings/shard.h) to the map that one run would have written. Their logs are
 * checked, their files copied and their records joined; the finish is that of every run
 * (job/run/finish.h).
 */
#ifndef JOB_MERGE_H
#define JOB_MERGE_H

#include "job/records/map_folders.h"
#include "job/settings/job_settings.h"

struct merge_settings {
    const char *out;         /* where the map goes; it may hold shards already */
    const char *const *from; /* other output folders that hold shards; read only */
    size_t from_count;
    const struct adtmap_log *log;
    struct job_settings job; /* what to join and how; its `tile`, `effort` and `out` are
                                those of the shards and of `out` */
};

/*
 * Joins the shards of `map`. The shards in `out` are removed afterwards: the next run continues
 * from the whole map. result->failures lists the tiles that failed in their shards.
 *
 * Without shards, the map's own tiles are joined if their PNGs are as they were drawn. This happens
 * if merge_may_be_whole, or if an earlier merge was killed after it had joined all shards.
 *
 * A failure leaves the shards as they are:
 * - ADTMAP_NOT_FOUND: there are no shards, a shard or a log is missing, or a tile's PNG is not as
 * it was drawn;
 * - ADTMAP_BAD_ARGUMENT: the shards have different settings, data or programs; two shards have
 * drawn a tile differently; or there are complete sets of several numbers of shards;
 * - ADTMAP_BAD_DATA, ADTMAP_UNSUPPORTED, ADTMAP_LIMIT: a log cannot be read;
 * - ADTMAP_IO, also while another run writes there; ADTMAP_NO_MEMORY.
 *
 * Free *result with job_result_free, whatever the status.
 */
enum adtmap_status merge_map(const struct merge_settings *settings, const char *map,
                             struct job_result *result, struct adtmap_message *failure);

/*
 * Checks that every path of `from` is a folder that holds shards of a map. ADTMAP_NOT_FOUND names
 * the first that is not; ADTMAP_NO_MEMORY.
 */
enum adtmap_status merge_check_from(const struct merge_settings *settings, const struct diag *diag);

/* Whether a map without shards may be joined from its own tiles: a stitched map or a website is
 * asked for, and no folder of shards is named. */
bool merge_may_be_whole(const struct merge_settings *settings);

/*
 * The maps that have shards in `out` or `from`. If there are none and merge_may_be_whole, the maps
 * of `out` that have a log. Free the list in any case. ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status merge_list_maps(const struct merge_settings *settings, const struct diag *diag,
                                   struct map_folders *maps);

#endif
