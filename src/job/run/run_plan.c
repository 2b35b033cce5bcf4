/* From the log to a plan, and from the plan to the tiles that are drawn. */
#include <stdlib.h>

#include "job/run/minimap_nodes.h"
#include "job/run/run.h"

static void mark_own(const struct run *run, uint32_t x, uint32_t y, bool *is_own)
{
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        char path[PATH_NAME_BYTES];
        node_tile_path(run->names[i], run->map_name, x, y, path);
        const struct build_record *record = build_log_find(run->log, path);
        if (record) {
            is_own[record - run->log->records] = true;
        }
    }
}

/* A shard's log has the records of its own tiles, and no others. False when out of memory. */
static bool drop_others(struct run *run)
{
    struct build_log *log = run->log;
    bool *is_own = calloc((size_t)log->count + 1, sizeof *is_own);
    for (uint32_t i = 0; is_own && i < TILE_SET_TILES; i++) {
        if (tile_set_has(&run->request.asked, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            mark_own(run, i % TILE_SET_GRID, i / TILE_SET_GRID, is_own);
        }
    }
    for (uint32_t i = 0; is_own && i < log->count; i++) {
        log->records[i].published = (struct hash128){0};
        if (!is_own[i] && log->records[i].state != BUILD_GONE) {
            build_log_drop(log, &log->records[i]);
        }
    }
    free(is_own);
    return is_own != NULL;
}

static void warn_others(const struct run *run)
{
    if (run->plan->other_recipe > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u tiles of earlier runs were drawn with other settings: they do not count as "
                  "the map's until they are drawn with these",
                  (unsigned)run->plan->other_recipe);
    }
    if (run->plan->other_file > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u PNGs of tiles of earlier runs are missing, changed or cannot be read: the "
                  "tiles do not count as the map's until they are drawn again",
                  (unsigned)run->plan->other_file);
    }
}

enum adtmap_status run_plan(struct run *run, const struct tile_selection *selection)
{
    if (!run_make_request(run, selection) || (run_is_shard(run) && !drop_others(run))) {
        return diag_fail_memory(&run->diag);
    }
    enum adtmap_status status = minimap_nodes_request(run);
    if (status) {
        return status;
    }
    struct graph_disk disk = run_disk(run);
    run->plan = plan_make(&run->request, run->log, &disk);
    if (!run->plan) {
        return diag_fail_memory(&run->diag);
    }
    if (run->request.series[0].is_asked && !run_is_shard(run)) {
        warn_others(run);
    }
    return ADTMAP_OK;
}

static struct tile_task plan_task(const struct run *run, uint32_t x, uint32_t y)
{
    struct tile_task task = {.x = x, .y = y};
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        const struct plan_of_series *series = &run->plan->series[i];
        bool is_made = tile_set_has(&series->made, x, y);
        task.draws |= (uint32_t)is_made << i;
        task.reads |= (uint32_t)(!is_made && tile_set_has(&series->read_back, x, y)) << i;
    }
    return task;
}

enum adtmap_status run_list_tasks(const struct run *run, const struct tile_set *low_res,
                                  struct tile_task **tasks, uint32_t *count)
{
    *count = 0;
    *tasks = calloc(TILE_SET_TILES, sizeof **tasks);
    for (uint32_t i = 0; *tasks && i < TILE_SET_TILES; i++) {
        struct tile_task task = plan_task(run, i % TILE_SET_GRID, i / TILE_SET_GRID);
        task.is_low_res = tile_set_has(low_res, task.x, task.y);
        if (task.draws || task.reads) {
            (*tasks)[(*count)++] = task;
        }
    }
    return *tasks ? ADTMAP_OK : diag_fail_memory(&run->diag);
}
