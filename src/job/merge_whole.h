/* A map that is joined already: the part of job/merge.h that finds no shards. */
#ifndef JOB_MERGE_WHOLE_H
#define JOB_MERGE_WHOLE_H

#include "job/job.h"
#include "job/merge_tiles.h"

/*
 * Puts the settings that the map was drawn with, as manifest and ledger have them, into `job`,
 * borrowed from `earlier`, which may be NULL. ADTMAP_NOT_FOUND when there is no map on record,
 * ADTMAP_BAD_ARGUMENT for one that another adtmap has drawn, ADTMAP_NO_MEMORY.
 */
enum adtmap_status merge_whole_settings(const struct manifest *earlier, const struct ledger *ledger,
                                        const char *map, const struct diag *diag,
                                        struct job_settings *job);

/* merge_tiles_take of the map's own tiles, without parts: ADTMAP_NOT_FOUND for a PNG that is not as
 * it was drawn. */
enum adtmap_status merge_whole_take(struct merge_tiles *tiles);

#endif
