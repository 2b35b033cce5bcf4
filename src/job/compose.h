/*
 * What is put together from all tiles of a map: the stitched map and the zoom levels. Either is
 * made anew only where it would come out different from what the ledger says is there; tiles that
 * are not drawn in this run come back from their PNGs.
 */
#ifndef JOB_COMPOSE_H
#define JOB_COMPOSE_H

#include "job/job.h"
#include "job/ledger.h"
#include "job/memory.h"
#include "job/tile_task.h"
#include "job/website.h"
#include "output/stitch.h"

struct compose {
    const struct job_settings *settings;
    const char *map_name;
    const char *directory; /* of the map */
    struct ledger *ledger;
    const struct diag *diag;
    struct tile_set shown; /* what the map has to show, failed tiles among them */
    struct tile_set drawn; /* of these, those that this run draws */

    /* Set by compose_plan. */
    bool makes_stitched;
    bool makes_levels;
    bool clears_levels;        /* nothing that is there can be relied on */
    struct tile_set to_levels; /* tiles that the zoom levels get: drawn, read back or erased */
    struct tile_set read_back; /* tiles whose PNGs are to be read */
    struct tile_set erased;    /* tiles that the zoom levels must lose */

    struct stitch *stitch; /* NULL: none, or finished */
    struct website website;
};

/* Finds out what there is to do; all fields before are set. False when out of memory. */
bool compose_plan(struct compose *compose);

/* What of the plan is made anew, for result->products; pages count that are not there. False when
 * out of memory. */
bool compose_products(const struct compose *compose, uint32_t *products);

/* The tiles that are drawn, read back or erased, row by row, so that rows of the stitched map
 * complete early; from malloc, to be freed whatever is returned. ADTMAP_NO_MEMORY. */
enum adtmap_status compose_list_tasks(const struct compose *compose, struct tile_task **tasks,
                                      uint32_t *count);

enum { COMPOSE_LAYER_PIXEL_BYTES = 4 /* of any data layer at most */ };

/* Divides the run's memory, for `tile_count` tiles: memory_divide. */
enum adtmap_status compose_divide(const struct compose *compose, unsigned threads,
                                  uint32_t tile_count, struct memory_plan *memory);

/* What one stitched picture may take of the rows that there is memory for. */
size_t compose_stitch_budget(const struct compose *compose, const struct memory_plan *memory,
                             size_t pixel_bytes);

/* Begins the files, for the plan's workers, which put tiles into them, and `threads` in all. */
enum adtmap_status compose_open(struct compose *compose, unsigned threads,
                                const struct memory_plan *memory);

/* Completes the files, and the ledger's records of them. The tiles' own records must be there. */
enum adtmap_status compose_finish(struct compose *compose);

/* Gives up what is under way, without harm to what was there; may be called once more. */
void compose_free(struct compose *compose);

/* Whether a run has a stitched map, data layers apart. */
bool compose_has_stitched(const struct job_settings *settings);

/* How much of the grid a run shows. */
enum stitch_extent compose_extent(const struct job_settings *settings);

#endif
