/*
 * One tile, one row of each stitched picture, a thread that compresses it and the least caches are
 * a must; a bound below them is refused with the figure that would do. Of what a bound leaves, half
 * goes to more tiles under way, up to half of the rest to more threads that compress, then to rows
 * that workers can be in, and what is left to caches.
 */
#include "job/run/memory_budget.h"

#include <stdio.h>

#include "base/size.h"
#include "formats/grid.h"
#include "render/draw_scene.h"
#include "render/light/tile_light.h"

enum { RGBA = 4 };

static double mib(size_t bytes)
{
    return (double)bytes / (1 << 20);
}

static struct tile_light_bytes light_bytes(const struct adtmap_settings *settings)
{
    const uint32_t quad_px = tile_drawing_px(settings) / QUADS_PER_TILE;
    const struct tile_light_plan plan = tile_light_plan_of(settings, quad_px);
    return tile_light_bytes_of(&plan);
}

size_t memory_budget_team_bytes(const struct adtmap_settings *settings, unsigned threads)
{
    return threads * light_bytes(settings).thread;
}

size_t memory_budget_tile_bytes(const struct adtmap_settings *settings, unsigned channels,
                                size_t layer_count)
{
    size_t size_px = settings->size_px;
    size_t draw_px = tile_drawing_px(settings);
    size_t encoding = size_px * size_px * channels * 3;
    size_t drawing = draw_px == size_px ? 0 : draw_px * draw_px * RGBA;
    return size_px * size_px * RGBA * (1 + layer_count) + drawing + encoding + MEMORY_SCENE_BYTES +
           light_bytes(settings).tile;
}

/* How many tiles of `tile_bytes` fit, 1..most. */
static unsigned fitting(size_t bytes, size_t tile_bytes, unsigned most)
{
    size_t count = size_max(1, bytes / tile_bytes);
    return count < most ? (unsigned)count : most;
}

static enum adtmap_status refuse(size_t bound, size_t least, const struct memory_need *need,
                                 const struct diag *diag)
{
    char row[64] = "";
    if (need->row_bytes) {
        snprintf(row, sizeof row, ", a row of the stitched map %.0f",
                 mib(need->row_bytes + need->stream_bytes));
    }
    return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                     "%.0f MiB of memory%s are too little: one tile takes %.0f%s, what is kept "
                     "between tiles %.0f at least; allow %zu, or choose smaller tiles",
                     mib(bound), need->bound_bytes ? "" : ", the default,",
                     mib(need->tile_bytes + need->team_bytes), row, mib(MEMORY_CACHE_LEAST_BYTES),
                     (least + (1 << 20) - 1) >> 20);
}

/*
 * Rows that are worth having: the one being written and those that the workers are in; what fits
 * into half of `free_bytes` in addition to the one row that is a must.
 */
static size_t stitch_bytes(const struct memory_need *need, unsigned workers, size_t free_bytes)
{
    if (!need->row_bytes) {
        return 0;
    }
    size_t useful = 1 + (workers + need->row_columns - 1) / need->row_columns;
    return need->row_bytes * size_min(useful, 1 + free_bytes / 2 / need->row_bytes);
}

/* One, and those that a half of `free_bytes` allows; by default all have room. */
static unsigned stream_threads(const struct memory_need *need, size_t free_bytes)
{
    size_t room = need->bound_bytes ? free_bytes / 2 : free_bytes;
    size_t more = need->stream_bytes ? room / need->stream_bytes : need->threads - 1;
    return 1 + (unsigned)size_min(more, need->threads - 1);
}

enum adtmap_status memory_budget_divide(const struct memory_need *need, const struct diag *diag,
                                        struct memory_budget *plan)
{
    unsigned most = need->threads < need->tile_count ? need->threads : need->tile_count;
    size_t bound = need->bound_bytes;
    if (bound == 0) {
        unsigned tiles = fitting(MEMORY_TILES_DEFAULT_BYTES, need->tile_bytes, most);
        bound = ADTMAP_MEMORY_DEFAULT_BYTES + need->threads * need->stream_bytes +
                tiles * need->tile_bytes + need->team_bytes;
    }
    size_t least = need->tile_bytes + need->team_bytes + need->row_bytes + need->stream_bytes +
                   MEMORY_CACHE_LEAST_BYTES;
    if (bound < least) {
        return refuse(bound, least, need, diag);
    }
    size_t tiles = need->bound_bytes
                       ? need->tile_bytes + (bound - least) / 2
                       : size_min(bound - least + need->tile_bytes, MEMORY_TILES_DEFAULT_BYTES);
    plan->workers = fitting(tiles, need->tile_bytes, most);
    size_t rest = bound - least - (plan->workers - 1) * need->tile_bytes;
    plan->stream_threads = stream_threads(need, rest);
    rest -= (plan->stream_threads - 1) * need->stream_bytes;
    plan->stitch_bytes = stitch_bytes(need, plan->workers, rest);
    plan->cache_bytes = MEMORY_CACHE_LEAST_BYTES + rest + need->row_bytes - plan->stitch_bytes;
    return ADTMAP_OK;
}

void memory_budget_warn(const struct memory_budget *plan, size_t peak_pinned_bytes,
                        const struct diag *diag)
{
    if (peak_pinned_bytes > plan->cache_bytes) {
        diag_warn(
            diag, NULL, NO_OFFSET,
            "tiles under way used %.0f MiB of files, textures and buildings at once, over the %.0f "
            "that the bound on memory leaves for them; files were read more than once",
            mib(peak_pinned_bytes), mib(plan->cache_bytes));
    }
}
