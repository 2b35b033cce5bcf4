/*
 * How a run's memory is divided: between the tiles under way, the rows of the stitched map, and
 * what is kept from tile to tile.
 */
#ifndef JOB_SETTINGS_MEMORY_BUDGET_H
#define JOB_SETTINGS_MEMORY_BUDGET_H

#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "job/settings/job_settings.h"

enum {
    /* The least that is left for textures, buildings and placements. */
    MEMORY_CACHE_LEAST_BYTES = 16 << 20,
    /* What tiles under way take by default at most, if that is enough for one. */
    MEMORY_TILES_DEFAULT_BYTES = 512 << 20,
    /* What a tile's ADT is unpacked to: alpha maps above all. */
    MEMORY_SCENE_BYTES = 4 << 20,
};

/* What there is to divide it for. */
struct memory_need {
    size_t bound_bytes;   /* what the user allows; 0: the default */
    unsigned threads;     /* at least 1 */
    uint32_t tile_count;  /* at least 1 */
    size_t tile_bytes;    /* one tile under way: memory_budget_tile_bytes */
    size_t row_bytes;     /* a row of the stitched map; 0: none */
    size_t stream_bytes;  /* what compressing the stitched map takes in addition to its rows */
    uint32_t row_columns; /* tiles in it */
};

struct memory_budget {
    unsigned workers;    /* tiles under way at a time, 1..threads; other threads help with them */
    size_t stitch_bytes; /* for rows of the stitched map, at least one; 0: no stitched map */
    size_t cache_bytes;
};

/*
 * What one tile takes from its ADT and its pixels to its PNG file, when they compress badly:
 * pixels, filtered rows, what they are compressed to, and the file; and the larger drawing of sizes
 * that are averaged down to; and data layers, of four bytes a pixel at most.
 */
size_t memory_budget_tile_bytes(const struct adtmap_settings *settings, unsigned channels,
                                size_t layer_count);

/*
 * Divides. The default is ADTMAP_MEMORY_DEFAULT_BYTES for rows and caches and, on top of it, tiles
 * under way within MEMORY_TILES_DEFAULT_BYTES or one of them. ADTMAP_LIMIT, with what would be
 * enough, when the bound is below one tile, one row and the least of caches.
 */
enum adtmap_status memory_budget_divide(const struct memory_need *need, const struct diag *diag,
                                        struct memory_budget *plan);

/*
 * Says on the log that the tiles under way used more of caches at a time than the bound leaves
 * for them, if `peak_pinned_bytes` is over the plan: then textures are read more than once.
 */
void memory_budget_warn(const struct memory_budget *plan, size_t peak_pinned_bytes,
                        const struct diag *diag);

#endif
