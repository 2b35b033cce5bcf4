/*
 * Planning goes through the graph once, from the data to what is published.
 *
 * First look_at_inputs and look_at_files compare every recorded input and output with the files as
 * they are now. All reading is done there, by all threads. The rest decides on arrays.
 *
 * `is_wanted` marks the records that a rule asks for. Records that are not marked in the end are
 * removed with their files. So no further rules are needed for tiles that left the map, for zoom
 * pictures of tiles that are not shown, for layers that are out of date, or for a stitched map that
 * is no longer asked for.
 */
#include "graph/plan.h"

#include <stdlib.h>
#include <string.h>

#include "graph/node_path.h"
#include "graph/plan_parts.h"

static struct build_record *find_tile(const struct planning *planning, uint32_t series, uint32_t x,
                                      uint32_t y)
{
    char path[PATH_NAME_BYTES];
    node_tile_path(planning->request->series[series].name, planning->request->map, x, y, path);
    return planning_find(planning, path);
}

static bool look_at_inputs(struct planning *planning)
{
    struct build_log *log = planning->log;
    bool fine = true;
    bool any_new_key = false;
#pragma omp parallel for num_threads(planning->disk->threads) schedule(dynamic, 8)                 \
    reduction(&& : fine) reduction(|| : any_new_key) if (log->input_count > 0)
    for (uint32_t i = 0; i < log->input_count; i++) {
        struct dependency *input = &log->inputs[i];
        uint64_t before = input->key;
        fine =
            planning->disk->input(planning->disk->user, input, &planning->input_is_same[i]) && fine;
        any_new_key = any_new_key || input->key != before;
    }
    log->is_changed |= any_new_key;
    return fine;
}

static bool look_at_files(struct planning *planning)
{
    struct build_log *log = planning->log;
    bool fine = true;
    bool any_new_key = false;
#pragma omp parallel for num_threads(planning->disk->threads) schedule(dynamic, 32)                \
    reduction(&& : fine) reduction(|| : any_new_key) if (log->count > 0)
    for (uint32_t i = 0; i < log->count; i++) {
        struct build_record *record = &log->records[i];
        uint64_t before = record->file.key;
        if (record->state == BUILD_MADE) {
            fine = planning->disk->file(planning->disk->user, record, &planning->file_is_same[i]) &&
                   fine;
        }
        any_new_key = any_new_key || record->file.key != before;
    }
    log->is_changed |= any_new_key;
    return fine;
}

const char *planning_changed_input(const struct planning *planning,
                                   const struct build_record *record)
{
    for (uint32_t i = 0; i < record->input_count; i++) {
        if (!planning->input_is_same[record->inputs[i]]) {
            return dependency_file(&planning->log->inputs[record->inputs[i]]);
        }
    }
    return NULL;
}

static bool has_same_facts(const struct plan_series *series, const struct build_record *record,
                           uint32_t x, uint32_t y)
{
    return !series->facts || hash128_equal(series->facts[y][x], record->nodes);
}

/* Why a tile that is asked for is made. */
static struct plan_verdict tile_verdict(const struct planning *planning, uint32_t number,
                                        uint32_t x, uint32_t y)
{
    const struct plan_series *series = &planning->request->series[number];
    const struct build_record *record = find_tile(planning, number, x, y);
    if (!record || record->state != BUILD_MADE) {
        return (struct plan_verdict){DIRTY_NEW, NULL};
    }
    if (planning->request->policy == REDRAW_ALL) {
        return (struct plan_verdict){DIRTY_FORCED, NULL};
    }
    if (!hash128_equal(series->recipe, record->recipe)) {
        return (struct plan_verdict){DIRTY_RECIPE, NULL};
    }
    if (!has_same_facts(series, record, x, y)) {
        return (struct plan_verdict){DIRTY_MAP, NULL};
    }
    const char *input = planning_changed_input(planning, record);
    if (input) {
        return (struct plan_verdict){DIRTY_INPUT, input};
    }
    if (planning->request->is_strict && record->missing_assets > 0) {
        return (struct plan_verdict){DIRTY_STRICT, NULL};
    }
    return (struct plan_verdict){
        planning_is_as_recorded(planning, record) ? UP_TO_DATE : DIRTY_OUTPUT, NULL};
}

/* A tile that is asked for and that the map has. */
static void plan_tile(struct planning *planning, uint32_t number, uint32_t x, uint32_t y)
{
    struct plan_of_series *result = &planning->plan->series[number];
    struct plan_verdict *verdict = &result->tiles[y][x];
    *verdict = tile_verdict(planning, number, x, y);
    if (verdict->reason != UP_TO_DATE) {
        tile_set_add(&result->made, x, y);
    }
    tile_set_add(&result->shown, x, y);
    tile_set_add(&result->present, x, y);
    planning_want(planning, find_tile(planning, number, x, y));
}

/* A tile that is not asked for. */
static void keep_tile(struct planning *planning, uint32_t number, const struct build_record *record,
                      uint32_t x, uint32_t y)
{
    struct plan_of_series *result = &planning->plan->series[number];
    planning_want(planning, record);
    if (record->state != BUILD_MADE) {
        if (record->state == BUILD_FAILED || number > 0) {
            tile_set_add(&result->shown, x, y);
        }
    } else if (!hash128_equal(record->recipe, planning->request->series[number].recipe)) {
        planning->plan->other_recipe += number == 0;
    } else if (!planning_is_as_recorded(planning, record)) {
        planning->plan->other_file += number == 0;
    } else {
        tile_set_add(&result->shown, x, y);
        tile_set_add(&result->present, x, y);
    }
}

/* Whether a tile of a layer that is not made in this run still shows the map. */
static bool is_still_true(const struct planning *planning, uint32_t number,
                          const struct build_record *record, uint32_t x, uint32_t y)
{
    const struct plan_series *series = &planning->request->series[number];
    if (!tile_set_has(&planning->request->asked, x, y)) {
        return true;
    }
    if (record->state != BUILD_MADE) {
        return tile_set_has(&series->absent, x, y) && record->state == BUILD_ABSENT;
    }
    return tile_set_has(&series->tiles, x, y) && has_same_facts(series, record, x, y) &&
           !planning_changed_input(planning, record);
}

/* A place that is asked for, where the map has no tile. */
static void plan_no_tile(struct planning *planning, uint32_t number,
                         const struct build_record *record, uint32_t x, uint32_t y)
{
    struct plan_of_series *result = &planning->plan->series[number];
    bool is_absent = tile_set_has(&planning->request->series[number].absent, x, y);
    bool is_recorded = record && record->state == BUILD_ABSENT;
    if (record && record->state == BUILD_MADE) {
        result->tiles[y][x].reason = DIRTY_GONE;
    }
    if (is_absent && is_recorded) {
        planning_want(planning, record);
    }
    if (is_absent && number > 0) {
        tile_set_add(&result->shown, x, y);
    }
    planning->plan->makes_absent |= is_absent && !is_recorded;
}

static void plan_place(struct planning *planning, uint32_t number, uint32_t x, uint32_t y)
{
    const struct plan_series *series = &planning->request->series[number];
    const struct build_record *record = find_tile(planning, number, x, y);
    bool is_asked = tile_set_has(&planning->request->asked, x, y);
    if (series->is_asked && is_asked) {
        if (tile_set_has(&series->tiles, x, y)) {
            plan_tile(planning, number, x, y);
        } else {
            plan_no_tile(planning, number, record, x, y);
        }
        return;
    }
    bool is_true = number == 0 || series->is_asked ||
                   (record && is_still_true(planning, number, record, x, y));
    if (record && is_true) {
        keep_tile(planning, number, record, x, y);
    } else if (record) {
        planning->plan->stale_layers += record->state == BUILD_MADE;
    }
}

/* The file next to a stitched layer that places it for geographic programs. */
static void want_world_file(struct planning *planning, uint32_t number)
{
    char path[PATH_NAME_BYTES];
    node_world_path(planning->request->series[number].name, planning->request->map, path);
    const struct build_record *record = planning_find(planning, path);
    if (number > 0) {
        planning_want(planning, record);
        planning->lacks_text |= !record || !planning_is_as_recorded(planning, record);
    }
}

/* A stitched layer that is not made in this run stays while it shows its tiles. */
static void plan_stitched(struct planning *planning, uint32_t number)
{
    char path[PATH_NAME_BYTES];
    const struct plan_series *series = &planning->request->series[number];
    struct plan_of_series *result = &planning->plan->series[number];
    node_stitched_path(series->name, planning->request->map, path);
    const struct build_record *record = planning_find(planning, path);
    struct hash128 nodes = nodes_of_stitched(planning->request, planning->log, number,
                                             &result->shown, &result->present);
    enum dirty_reason reason = planning_dirty_reason(
        planning, record, series->is_asked || !record ? series->stitched_recipe : record->recipe,
        nodes);
    if (!tile_set_is_empty(&result->made)) {
        reason = DIRTY_NODE;
    }
    bool is_made = series->is_asked && series->has_stitched && !tile_set_is_empty(&result->shown);
    if (is_made) {
        result->stitched = reason;
    }
    if (is_made && reason != UP_TO_DATE) {
        tile_set_add_all(&result->read_back, &result->present);
    }
    if (is_made || (record && !series->is_asked && reason == UP_TO_DATE)) {
        planning_want(planning, record);
        want_world_file(planning, number);
    } else if (record && number > 0 && reason != DIRTY_OUTPUT) {
        planning->plan->stale_layers += 2; /* with its world file */
    }
}

static void plan_archive(struct planning *planning)
{
    char path[PATH_NAME_BYTES];
    struct plan *plan = planning->plan;
    node_archive_path(planning->request->map, path);
    const struct build_record *record = planning_find(planning, path);
    planning_want(planning, record);
    plan->archive = planning_dirty_reason(planning, record, planning->request->archive_recipe,
                                          nodes_of_archive(planning->log));
    if (plan->series[0].makes_zoom) {
        plan->archive = DIRTY_NODE;
    }
}

static bool makes_anything(const struct planning *planning)
{
    const struct plan *plan = planning->plan;
    bool makes = plan->makes_minimap || plan->makes_absent || plan->removed_count > 0 ||
                 plan->archive != UP_TO_DATE;
    for (uint32_t i = 0; i < planning->request->series_count; i++) {
        const struct plan_of_series *series = &plan->series[i];
        makes |= !tile_set_is_empty(&series->made) || series->stitched != UP_TO_DATE ||
                 series->makes_zoom;
    }
    return makes;
}

/* Texts depend on every other node, and some on files of the data: all are out of date if one is.
 */
static void plan_texts(struct planning *planning)
{
    struct plan *plan = planning->plan;
    const struct plan_request *request = planning->request;
    struct hash128 nodes = nodes_of_texts(planning->log);
    for (uint32_t i = 0; i < request->text_count; i++) {
        const struct build_record *record = planning_find(planning, request->texts[i].path);
        enum dirty_reason reason =
            planning_dirty_reason(planning, record, request->texts[i].recipe, nodes);
        if (reason == UP_TO_DATE && planning_changed_input(planning, record)) {
            reason = DIRTY_INPUT;
        }
        plan->texts = reason == UP_TO_DATE ? plan->texts : reason;
    }
    if (planning->lacks_text) {
        plan->texts = DIRTY_OUTPUT;
    }
    if (makes_anything(planning)) {
        plan->texts = DIRTY_NODE;
    }
}

/* Texts, and what lies outside the map's folder: no plan removes it. */
static void want_texts(const struct planning *planning)
{
    for (uint32_t i = 0; i < planning->log->count; i++) {
        const char *path = planning->log->records[i].path;
        planning->is_wanted[i] |= node_is_outside(path) || strcmp(path, NODE_MARKERS) == 0;
    }
    for (uint32_t i = 0; i < planning->request->text_count; i++) {
        planning_want(planning, planning_find(planning, planning->request->texts[i].path));
    }
}

/* A run of layers alone keeps everything that is made from pictures. */
static void want_rest(const struct planning *planning)
{
    for (uint32_t i = 0; i < planning->log->count; i++) {
        const char *path = planning->log->records[i].path;
        bool is_layer = strncmp(path, "layers/", strlen("layers/")) == 0 ||
                        (node_is_zoom_path(NULL, path) && !node_is_zoom_path("", path));
        for (uint32_t k = 1; k < planning->request->series_count && !is_layer; k++) {
            char stitched[PATH_NAME_BYTES];
            node_stitched_path(planning->request->series[k].name, planning->request->map, stitched);
            is_layer = strncmp(path, stitched, strlen(stitched) - strlen("png")) == 0;
        }
        planning->is_wanted[i] |= !is_layer;
    }
}

static void list_removed(struct planning *planning)
{
    struct plan *plan = planning->plan;
    for (uint32_t i = 0; i < planning->log->count; i++) {
        if (planning->log->records[i].state != BUILD_GONE && !planning->is_wanted[i]) {
            plan->removed[plan->removed_count++] = i;
        }
    }
}

static void decide(struct planning *planning)
{
    const struct plan_request *request = planning->request;
    for (uint32_t number = 0; number < request->series_count; number++) {
        for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
            plan_place(planning, number, i % TILE_SET_GRID, i / TILE_SET_GRID);
        }
        plan_stitched(planning, number);
        planning_zoom(planning, number);
    }
    if (request->has_archive) {
        plan_archive(planning);
    }
    if (request->minimap.is_asked) {
        planning_minimap(planning);
    }
    want_texts(planning);
    if (!request->series[0].is_asked) {
        want_rest(planning);
    }
    list_removed(planning);
    plan_texts(planning);
}

struct plan *plan_make(const struct plan_request *request, struct build_log *log,
                       const struct plan_disk *disk)
{
    struct planning planning = {.request = request, .log = log, .disk = disk};
    struct plan *plan = calloc(1, sizeof *plan);
    planning.plan = plan;
    planning.input_is_same = calloc((size_t)log->input_count + 1, sizeof(bool));
    planning.file_is_same = calloc((size_t)log->count + 1, sizeof(bool));
    planning.is_wanted = calloc((size_t)log->count + 1, sizeof(bool));
    bool fine = plan && planning.input_is_same && planning.file_is_same && planning.is_wanted;
    if (fine) {
        plan->removed = calloc((size_t)log->count + 1, sizeof *plan->removed);
        plan->stale_interiors = calloc((size_t)log->count + 1, sizeof *plan->stale_interiors);
        plan->stale_count = log->count;
        fine = plan->removed && plan->stale_interiors && look_at_inputs(&planning) &&
               look_at_files(&planning);
    }
    if (fine) {
        decide(&planning);
    }
    free(planning.input_is_same);
    free(planning.file_is_same);
    free(planning.is_wanted);
    if (!fine) {
        plan_free(plan);
        return NULL;
    }
    return plan;
}

void plan_free(struct plan *plan)
{
    if (plan) {
        free(plan->removed);
        free(plan->stale_interiors);
        free(plan);
    }
}
