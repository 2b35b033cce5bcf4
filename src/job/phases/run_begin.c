/*
 * The first writes of a run, in an order that may be cut short anywhere: the lock, the journal,
 * what the plan removes, then what the map and its series are. Places go away until the end, since
 * they would lack the areas of tiles that are drawn now.
 */
#include "job/phases/run_begin.h"

#include "job/outputs/tiles.h"
#include "job/phases/run_plan.h"
#include "job/phases/take_over.h"
#include "job/records/changes.h"

/* Records the series in the order of the request, which is the order of layers in the manifest:
 * layers that are asked for come first. */
static bool record_series(struct run *run)
{
    struct plan_request *request = &run->request;
    bool fine =
        !run->open.records_pictures || series_record(run->open.log, "", &request->series[0].drawn);
    build_log_drop_facts(run->open.log, SERIES_LAYER_PREFIX);
    for (uint32_t i = 1; i < request->series_count && fine; i++) {
        request->series[i].drawn.settings = "";
        fine = series_record(run->open.log, request->series[i].name, &request->series[i].drawn);
    }
    return fine;
}

static enum adtmap_status make_folders(const struct run *run)
{
    enum adtmap_status status = run_make_folder(run, node_file(NODE_FILE_MANIFEST));
    for (uint32_t i = 0; i < run->request.series_count && !status; i++) {
        if (run->request.series[i].is_asked) {
            status = run_make_folder(run, node_tile(run->request.series[i].name, 0, 0));
        }
    }
    return status;
}

/* Removes what the plan removes, and drops records of tiles that are not asked for and whose file
 * is not as recorded: the manifest lists all records, and must not list a damaged file. */
static enum adtmap_status remove_planned(struct run *run)
{
    const struct plan *plan = run->plan;
    uint32_t stale_layers = plan->stale_layers;
    for (uint32_t i = 0; i < plan->graph.removed_count; i++) {
        struct build_record *record = &run->open.log->records[plan->graph.removed[i]];
        bool is_layer = plan_is_layer_file(record->id);
        uint32_t stuck = run->result->stuck_count;
        enum adtmap_status status = run_remove(run, record);
        if (status) {
            return status;
        }
        stale_layers -= is_layer && run->result->stuck_count > stuck && stale_layers > 0;
    }
    if (stale_layers > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u files of data layers of earlier runs no longer show the map: removed; "
                  "--layer draws them again",
                  (unsigned)stale_layers);
    }
    for (uint32_t i = 0; i < plan->graph.count; i++) {
        const struct node *node = &plan->graph.nodes[i];
        bool is_damaged = node->fate == NODE_IGNORED && node->reason == DIRTY_OUTPUT;
        struct build_record *record = is_damaged ? build_log_find(run->open.log, node->id) : NULL;
        if (record) {
            build_log_drop(run->open.log, record);
        }
    }
    return ADTMAP_OK;
}

/* Before anything is made or removed: what would not be true of a run that is cut short goes. */
static enum adtmap_status open_journal(struct run *run)
{
    if (!map_facts_record_card(NULL, run->open.log)) { /* it would tell of what was */
        return diag_fail_memory(&run->diag);
    }
    enum adtmap_status status =
        build_log_open_journal(run->open.log, run->open.log_path, &run->diag);
    /* A run that is cut short would leave places without the areas of its tiles. */
    return status ? status : places_remove(run->open.log_path, &run->diag);
}

/* A plan that makes no texts changes nothing; one made later, as files are lost, may. */
static enum adtmap_status begin_to_change(struct run *run)
{
    enum adtmap_status status = ADTMAP_OK;
    if (run->plan->makes_texts && !open_file_is(run->open.log->journal)) {
        status = open_journal(run);
    }
    return status ? status : remove_planned(run);
}

/* Whose map it is, which is worth a new log. */
static bool record_publisher(const struct run *run)
{
    struct build_log *log = run->open.log;
    const char *now = run->asked.settings->publisher;
    const char *before = build_log_fact(log, MAP_FACT_PUBLISHED);
    log->is_changed |= now && before ? strcmp(now, before) != 0 : now != before;
    return build_log_set_fact(log, MAP_FACT_PUBLISHED, now);
}

enum adtmap_status run_begin(struct run *run, bool *is_planned_again)
{
    uint32_t lost;
    const struct job_settings *settings = run->asked.settings;
    enum adtmap_status status =
        folder_lock_take(&run->open.lock, run->result->directory, &run->diag);
    if (status) {
        return status;
    }
    status = changes_check(settings->changed, &run->diag);
    if (status) {
        return status;
    }
    status = make_folders(run);
    if (status) {
        return status;
    }
    status = begin_to_change(run);
    if (status) {
        return status;
    }
    status = take_over_files(run, &lost);
    if (status) {
        return status;
    }
    *is_planned_again = lost > 0;
    if (lost > 0) {
        status = run_plan_again(run);
        if (status) {
            return status;
        }
        status = begin_to_change(run);
        if (status) {
            return status;
        }
    }
    bool fine = map_facts_record(&run->asked.facts, run->open.log) && record_series(run) &&
                tiles_record_absent(run) && record_publisher(run);
    return fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
}
