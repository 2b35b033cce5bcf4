/*
 * Divides a run's memory between the tiles under way, the rows of the stitched map, and the caches
 * of textures and buildings.
 */
#ifndef JOB_RUN_MEMORY_BUDGET_H
#define JOB_RUN_MEMORY_BUDGET_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "job/settings/job_settings.h"

enum {
    /* The least that is left for textures, buildings and placements. */
    MEMORY_CACHE_LEAST_BYTES = 16 << 20,
    /* By default tiles under way take no more, unless one tile alone does. */
    MEMORY_TILES_DEFAULT_BYTES = 512 << 20,
    /* An ADT in memory, mostly alpha maps. */
    MEMORY_SCENE_BYTES = 4 << 20,
};

/* What the memory is divided by. */
struct memory_need {
    size_t bound_bytes;   /* what the user allows; 0: the default */
    unsigned threads;     /* at least 1 */
    uint32_t tile_count;  /* at least 1 */
    size_t tile_bytes;    /* one tile under way: memory_budget_tile_bytes */
    size_t team_bytes;    /* what the light of tiles takes for all threads together; 0: none */
    size_t row_bytes;     /* a row of the stitched map; 0: none */
    size_t stream_bytes;  /* of a thread that compresses the stitched map, without its rows */
    uint32_t row_columns; /* tiles in it */
};

struct memory_budget {
    unsigned workers; /* tiles under way at a time, 1..threads; other threads help with them */
    unsigned stream_threads; /* compress the stitched map, 1..threads */
    size_t stitch_bytes;     /* for rows of the stitched map, at least one; 0: no stitched map */
    size_t cache_bytes;
};

/*
 * The memory that one tile needs while it is under way, if its pixels compress badly: pixels,
 * filtered rows, compressed rows and the file; the larger drawing, for sizes that are averaged down
 * to; data layers of four bytes a pixel at most; and what its light is found with.
 */
size_t memory_budget_tile_bytes(const struct adtmap_settings *settings, unsigned channels,
                                size_t layer_count);

/* What the light of tiles takes for `threads` that draw them, in whatever teams: team_bytes. */
size_t memory_budget_team_bytes(const struct adtmap_settings *settings, unsigned threads);

/*
 * Divides the memory. By default rows and caches get ADTMAP_MEMORY_DEFAULT_BYTES, and tiles under
 * way up to MEMORY_TILES_DEFAULT_BYTES more, or one tile. ADTMAP_LIMIT if the bound is too small
 * for one tile, one row and the smallest caches; the message says what would be enough.
 */
enum adtmap_status memory_budget_divide(const struct memory_need *need, const struct diag *diag,
                                        struct memory_budget *plan);

/*
 * Warns if `peak_pinned_bytes`, the most that tiles under way used of the caches at a time, is more
 * than the plan has for caches. Textures are then read more than once.
 */
void memory_budget_warn(const struct memory_budget *plan, size_t peak_pinned_bytes,
                        const struct diag *diag);

#endif
