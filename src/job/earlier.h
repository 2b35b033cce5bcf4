/*
 * What earlier runs have left of a map, and what becomes of it in a run that was not asked for it:
 * one rule for rendering and for merging.
 */
#ifndef JOB_EARLIER_H
#define JOB_EARLIER_H

#include <stdbool.h>

#include "base/diag.h"
#include "base/tile_set.h"
#include "job/job.h"
#include "job/ledger.h"
#include "output/manifest/manifest.h"

/*
 * The manifest in the map's `directory`, for manifest_destroy; NULL when there is none, and, with a
 * warning, when it cannot be made out (manifest_read_earlier). ADTMAP_IO, ADTMAP_NO_MEMORY.
 */
enum adtmap_status earlier_read(const char *directory, const struct diag *diag,
                                struct manifest **earlier);

/*
 * Notes in `manifest` what is known of a tile that was not asked for: present with `pixels`, those
 * on record, if they are not NULL; else absent or failed as in `earlier`, which may be NULL. False
 * when out of memory.
 */
bool earlier_take_tile(const struct manifest *earlier, uint32_t x, uint32_t y,
                       const struct hash128 *pixels, struct manifest *manifest);

/*
 * Notes the picture, which a run of data layers alone does not touch: settings (borrowed from
 * `earlier`), bounds, the stitched map, tiles that are present, and of tiles that are not in
 * `asked_for` (NULL: all are) those that failed or are absent. Does nothing when `earlier` has no
 * picture. False when out of memory.
 */
bool earlier_take_picture(const struct manifest *earlier, const struct tile_set *asked_for,
                          struct manifest *manifest);

/*
 * What is put together from tiles stays in step with them: a stitched map and a web map that lie in
 * the map's `directory` from earlier runs are added to job->outputs, in the extent and the format
 * they have, as if they had been asked for. Not for runs of data layers alone, nor for shards.
 * `earlier` may be NULL. *leaflet is from malloc, and what job->leaflet may borrow; else NULL.
 * ADTMAP_IO for a folder of zoom levels that cannot be listed; ADTMAP_NO_MEMORY.
 */
enum adtmap_status earlier_keep_products(const char *directory, const char *map,
                                         const struct manifest *earlier,
                                         const struct ledger *ledger, const struct diag *diag,
                                         struct job_settings *job, char **leaflet);

#endif
