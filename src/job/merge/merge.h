/*
 * Joining shards (job/settings/shard.h) to the map that one run would have written. Their logs are
 * checked, their files copied and their records joined; the finish is that of every run
 * (job/run/finish.h).
 */
#ifndef JOB_MERGE_H
#define JOB_MERGE_H

#include "job/settings/job_settings.h"

struct merge_settings {
    const char *out;         /* where the map goes; shards may lie there already */
    const char *const *from; /* other output folders that hold shards; read only */
    size_t from_count;
    const struct adtmap_log *log;
    struct job_settings job; /* what to put together, with what; its `tile`, `effort` and `out` are
                                those of the shards and of `out` */
};

/*
 * Joins the shards of `map`. In `out` they are gone afterwards, so that the next run goes on from
 * the whole. Without shards, where merge_may_be_whole or the merge before was cut short when all
 * was joined, the map's own tiles are put together, if their PNGs are as they were drawn. Failures,
 * which leave the shards as they are: ADTMAP_NOT_FOUND without shards, when some or their logs
 * are missing or a tile's PNG is not as it was drawn; ADTMAP_BAD_ARGUMENT for shards of different
 * settings, data or programs, for a tile that two shards have drawn differently, and where shards
 * of several numbers leave open which count; ADTMAP_BAD_DATA, ADTMAP_UNSUPPORTED or ADTMAP_LIMIT
 * for a log that cannot be read; ADTMAP_IO, also while another run writes there;
 * ADTMAP_NO_MEMORY. result->failures has the tiles that failed in their shards. job_result_free
 * gives back *result.
 */
enum adtmap_status merge_map(const struct merge_settings *settings, const char *map,
                             struct job_result *result, struct adtmap_message *failure);

/*
 * Sees that every folder of `from` is one, and holds shards of some map.
 * ADTMAP_NOT_FOUND names the first that is none or does not; ADTMAP_NO_MEMORY.
 */
enum adtmap_status merge_check_from(const struct merge_settings *settings, const struct diag *diag);

/* Whether a map without shards may be put together from its own tiles: a stitched map or a web map
 * is asked for, and no folder of shards is named. */
bool merge_may_be_whole(const struct merge_settings *settings);

/*
 * Calls `visit` for every map that has shards in `out` or `from`, in order of names, each once; if
 * none has and merge_may_be_whole, for every map of `out` that has a log. ADTMAP_IO,
 * ADTMAP_NO_MEMORY; folders that may not be read hold none.
 */
enum adtmap_status merge_list_maps(const struct merge_settings *settings, const struct diag *diag,
                                   void (*visit)(void *user, const char *map), void *user);

#endif
