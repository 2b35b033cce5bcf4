#include "job/run/run.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/settings/shard.h"
#include "os/file.h"
#include "os/thread.h"

/* A shard starts from the records of the whole map; those of its own log replace them. */
static enum adtmap_status read_whole(struct run *run)
{
    char *path = build_log_path(run->result->directory, 0, 0);
    enum adtmap_status status =
        path ? build_log_read_earlier(run->log, path, "passed over", &run->diag)
             : diag_fail_memory(&run->diag);
    build_log_drop_facts(run->log, "");
    free(path);
    return status;
}

static enum adtmap_status read_log(struct run *run)
{
    run->log = build_log_create();
    if (!run->log) {
        return diag_fail_memory(&run->diag);
    }
    enum adtmap_status status = run_is_shard(run) ? read_whole(run) : ADTMAP_OK;
    if (status) {
        return status;
    }
    free(run->log->map);
    run->log->map = strdup(run->map_name);
    if (!run->log->map) {
        return diag_fail_memory(&run->diag);
    }
    return build_log_read_earlier(run->log, run->log_path,
                                  run_is_shard(run) ? "passed over" : "all tiles are drawn again",
                                  &run->diag);
}

enum adtmap_status run_find(struct run *run)
{
    const struct job_settings *settings = run->settings;
    enum adtmap_status status = path_check_map_name(run->map_name, &run->diag);
    if (status) {
        return status;
    }
    run->result->directory = path_map_directory(settings->out, run->map_name);
    run->log_path =
        run->result->directory
            ? build_log_path(run->result->directory, settings->shard.index, settings->shard.count)
            : NULL;
    if (!run->log_path) {
        return diag_fail_memory(&run->diag);
    }
    if (!settings->is_check) {
        status = folder_lock_find(&run->lock, run->result->directory, &settings->shard, &run->diag);
    }
    return status ? status : read_log(run);
}

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

static bool look_at_file(void *user, const char *path, struct build_file *file, bool *is_same)
{
    const struct run *run = user;
    char *full = node_full_path(run->settings->out, run->result->directory, path);
    bool fine = full && build_file_is(full, run->log->written_ns, file, is_same);
    free(full);
    return fine;
}

/* Without a map (merging) inputs count as unchanged. */
static bool look_at_input(void *user, struct dependency *input, bool *is_same)
{
    const struct run *run = user;
    enum dep_match match =
        run->map ? assets_compare(run->map->data->assets, run->log->written_ns, input) : DEP_SAME;
    *is_same = match == DEP_SAME;
    return match != DEP_NO_MEMORY;
}

struct plan_disk run_disk(struct run *run)
{
    unsigned threads = run->settings->threads ? run->settings->threads : thread_core_count();
    return (struct plan_disk){run, look_at_file, look_at_input, (int)threads};
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
    struct plan_disk disk = run_disk(run);
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

void run_free(struct run *run)
{
    plan_free(run->plan);
    build_log_destroy(run->log);
    markers_free(&run->markers);
    buffer_free(&run->settings_text);
    folder_lock_release(&run->lock);
    free(run->facts);
    free(run->log_path);
    free(run->leaflet);
}
