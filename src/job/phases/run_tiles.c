/* Draws the tiles that the plan makes; outputs get the pixels of the others from their files. */
#include "job/phases/run_tiles.h"

#include <stdlib.h>

#include "job/outputs/tiles.h"
#include "job/tiles/pipeline.h"
#include "job/tiles/tile_edges.h"

/* Adds to the tasks, one for each of `tiles`, what a series makes or reads back of them. */
static void add_series(const struct run *run, uint32_t series, const struct tile_set *tiles,
                       struct tile_task *tasks)
{
    const struct tile_set made = plan_made(&run->request, run->plan, NODE_TILE, series);
    const struct tile_set read = plan_read_back(&run->request, run->plan, series);
    for (struct tile_step tile = {0}; tile_set_next(tiles, &tile); tasks++) {
        bool is_made = tile_set_has(&made, tile.x, tile.y);
        bool is_read = !is_made && tile_set_has(&read, tile.x, tile.y);
        tasks->draws |= (uint64_t)is_made << series;
        tasks->reads |= (uint64_t)is_read << series;
    }
}

/* The tiles that are drawn or read back, row by row, so that rows of stitched pictures complete
 * early; from malloc. */
static enum adtmap_status list_tasks(const struct run *run, struct tile_task **tasks,
                                     uint32_t *count)
{
    const struct tile_selection *selection = run->asked.selection;
    struct tile_set tiles = {0};
    for (uint32_t k = 0; k < run->request.series_count; k++) {
        const struct tile_set made = plan_made(&run->request, run->plan, NODE_TILE, k);
        const struct tile_set read = plan_read_back(&run->request, run->plan, k);
        tile_set_add_all(&tiles, &made);
        tile_set_add_all(&tiles, &read);
    }
    *count = 0;
    *tasks = calloc(tile_set_count(&tiles) + (size_t)1, sizeof **tasks);
    for (struct tile_step tile = {0}; *tasks && tile_set_next(&tiles, &tile);) {
        struct tile_task *task = &(*tasks)[(*count)++];
        task->x = tile.x;
        task->y = tile.y;
        task->is_low_res = tile_set_has(&selection->low_res, task->x, task->y);
    }
    for (uint32_t k = 0; *tasks && k < run->request.series_count; k++) {
        add_series(run, k, &tiles, *tasks);
    }
    return *tasks ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

static enum adtmap_status work(struct run *run, const struct memory_budget *memory,
                               const struct joined *joined, struct tile_task *tasks, uint32_t count)
{
    const struct adtmap_map *map = run->asked.map;
    const struct data_layer_selection *layers = layers_of(run->asked.settings);
    struct tile_plan *plan = tile_plan_create(&run->asked.settings->tile);
    const char *series[PLAN_SERIES_MAX];
    struct tiles_recorder recorder = {.run = run};
    if (!plan || !tile_plan_add_layers(plan, data_layer_needs(layers))) {
        tile_plan_destroy(plan);
        return diag_fail_memory(&run->diag);
    }
    struct tile_edges *edges;
    if (!tile_edges_create(plan, map, &run->asked.settings->tile, &edges)) {
        tile_plan_destroy(plan);
        return diag_fail_memory(&run->diag);
    }
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        series[i] = run->request.series[i].name;
    }
    struct pipeline pipeline = {
        .map_name = run->asked.map_name,
        .log = run->diag.log,
        .map = map,
        .settings = run->asked.settings,
        .plan = plan,
        .edges = edges,
        .directory = run->result->directory,
        .outputs = joined->outputs,
        .output_count = joined->count,
        .series = series,
        .series_count = 1 + layers->count,
        .tasks = tasks,
        .count = count,
        .threads = joined->threads,
        .workers = memory->workers,
        .finished = tiles_record,
        .user = &recorder,
    };
    enum adtmap_status status = pipeline_run(&pipeline, &run->diag);
    run->result->times = pipeline.times;
    tile_edges_destroy(edges);
    tile_plan_destroy(plan);
    return status ? status : recorder.status;
}

enum adtmap_status run_tiles(struct run *run, struct joined *joined)
{
    struct cache_pool *pool = run->asked.map->data->pool;
    struct memory_budget memory = {0};
    struct tile_task *tasks;
    uint32_t count;
    enum adtmap_status status = list_tasks(run, &tasks, &count);
    if (status) {
        goto end;
    }
    status = outputs_share_memory(run, run_threads(run), count, &memory);
    if (status) {
        goto end;
    }
    if (!run->asked.settings->keeps_cache_limit) {
        cache_pool_limit(pool, memory.cache_bytes);
    }
    status = outputs_open(run, run_threads(run), &memory, joined);
    if (status || count == 0) {
        goto end;
    }
    status = work(run, &memory, joined, tasks, count);
    memory_budget_warn(&memory, cache_pool_usage(pool).peak_pinned_bytes, &run->diag);
end:
    free(tasks);
    return status;
}
