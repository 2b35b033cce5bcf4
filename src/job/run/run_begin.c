/* Carries out what the plan needs before the first tile: lock, folders, journal, removals. */
#include "job/run/run.h"

#include <stdlib.h>

#include "base/path.h"
#include "job/records/changes.h"
#include "os/file.h"
#include "os/temporary.h"

static enum adtmap_status make_folder(const struct run *run, const char *node)
{
    char *path = path_join(run->result->directory, node);
    char *folder = path ? path_directory(path) : NULL;
    enum adtmap_status status =
        folder ? file_make_directory(folder, &run->diag) : diag_fail_memory(&run->diag);
    if (!status) {
        temporary_sweep(folder, NULL);
    }
    free(folder);
    free(path);
    return status;
}

static enum adtmap_status make_folders(const struct run *run)
{
    enum adtmap_status status = make_folder(run, NODE_MANIFEST);
    for (uint32_t i = 0; i < run->request.series_count && !status; i++) {
        char path[PATH_NAME_BYTES];
        node_tile_path(run->names[i], run->map_name, 0, 0, path);
        if (run->request.series[i].is_asked) {
            status = make_folder(run, path);
        }
    }
    return status;
}

enum adtmap_status run_remove(struct run *run, struct build_record *record, const struct diag *diag)
{
    char *path = node_full_path(run->settings->out, run->result->directory, record->path);
    enum adtmap_status status = path ? file_remove(path, diag) : diag_fail_memory(diag);
    if (!status) {
        build_log_drop(run->log, record);
    }
    free(path);
    return status;
}

static enum adtmap_status remove_planned(struct run *run)
{
    const struct plan *plan = run->plan;
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < plan->graph.removed_count && !status; i++) {
        status = run_remove(run, &run->log->records[plan->graph.removed[i]], &run->diag);
    }
    if (!status && plan->stale_layers + run->stale_layers > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u files of data layers of earlier runs no longer show the map: removed; "
                  "--layer draws them again",
                  (unsigned)(plan->stale_layers + run->stale_layers));
    }
    return status;
}

/* Drops the record of tiles that are not asked for and whose file is not as recorded. The manifest
 * lists all records, and must not list a damaged file. */
static void drop_damaged(struct run *run)
{
    for (uint32_t i = 0; i < run->plan->graph.count; i++) {
        const struct node *node = &run->plan->graph.nodes[i];
        struct build_record *record = node->fate == NODE_IGNORED && node->reason == DIRTY_OUTPUT
                                          ? build_log_find(run->log, node->path)
                                          : NULL;
        if (record) {
            build_log_drop(run->log, record);
        }
    }
}

static bool record_absent(struct run *run)
{
    bool fine = true;
    for (struct tile_step tile = {0}; fine && tile_next(&tile);) {
        for (uint32_t k = 0; k < run->request.series_count && fine; k++) {
            char path[PATH_NAME_BYTES];
            const struct plan_series *series = &run->request.series[k];
            node_tile_path(series->name, run->map_name, tile.x, tile.y, path);
            if (tile_set_has(&series->absent, tile.x, tile.y) && !build_log_find(run->log, path) &&
                (k == 0 || series->is_asked)) {
                const struct build_record record = {.path = path, .state = BUILD_ABSENT};
                fine = build_log_put(run->log, &record);
            }
        }
    }
    return fine;
}

/* Records the series in the order of the request, which is the order of layers in the manifest:
 * layers that are asked for come first. */
static bool record_series(struct run *run)
{
    bool fine = true;
    if (run->records_pictures) {
        fine = series_record(run->log, "", &run->series[0]);
    }
    build_log_drop_facts(run->log, SERIES_LAYER_PREFIX);
    for (uint32_t i = 1; i < run->request.series_count && fine; i++) {
        run->series[i].settings = "";
        fine = series_record(run->log, run->names[i], &run->series[i]);
    }
    return fine;
}

enum adtmap_status run_begin(struct run *run, const struct tile_selection *selection)
{
    const struct job_settings *settings = run->settings;
    enum adtmap_status status =
        folder_lock_take(&run->lock, run->result->directory, &settings->shard, &run->diag);
    if (!status) {
        status = changes_check(settings->changed, &run->diag);
    }
    if (!status) {
        status = make_folders(run);
    }
    if (!status && run->plan->makes_texts) { /* else nothing is made or removed */
        status = build_log_open_journal(run->log, run->log_path, &run->diag);
        if (!status && run->map) { /* a run that is cut short has tiles whose areas it lacks */
            status = places_remove(run->log_path, &run->diag);
        }
    }
    if (!status) {
        status = remove_planned(run);
    }
    if (status) {
        return status;
    }
    drop_damaged(run);
    bool fine = run_record_facts(run) && (!run->map || record_series(run)) &&
                (!selection || record_absent(run));
    return fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
}
