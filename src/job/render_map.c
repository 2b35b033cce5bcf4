#include "job/render_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/run/finish.h"
#include "job/run/joined_outputs.h"
#include "job/run/leftover_files.h"
#include "job/run/run.h"
#include "job/settings/memory_budget.h"
#include "job/settings/shard_logs.h"
#include "job/tiles/pipeline.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/file_stamp.h"
#include "os/thread.h"
#include "scene/map/map_low_res.h"

/* What one call of render_map has open. */
struct job {
    struct run run;
    struct job_settings settings;
    struct adtmap_map *map;
    struct tile_selection selection;
    struct tile_plan *tile_plan;
    struct joined_outputs products;
    struct tile_task *tasks;
    uint32_t task_count;
    enum adtmap_status status; /* of recording; guarded by being the writer's */
};

static enum adtmap_status make_tile_plan(struct job *job)
{
    job->tile_plan = tile_plan_create(&job->settings.tile);
    bool albedo = data_layer_selected(layers_of(&job->settings), ADTMAP_LAYER_ALBEDO);
    if (!job->tile_plan || (albedo && !tile_plan_add_albedo(job->tile_plan))) {
        return diag_fail_memory(&job->run.diag);
    }
    return ADTMAP_OK;
}

/* The numbers of what was asked for, into the record. False when out of memory. */
static bool add_inputs(const struct job *job, struct dep_set *deps, struct build_record *record)
{
    dep_set_sort_unique(deps);
    record->inputs = reallocarray(NULL, (size_t)deps->count + 1, sizeof *record->inputs);
    bool fine = record->inputs && !deps->failed;
    for (uint32_t i = 0; i < deps->count && fine; i++) {
        struct dependency dep = assets_dependency(job->map->data->assets, deps->items[i]);
        fine = build_log_input(job->run.log, &dep, &record->inputs[record->input_count++]);
    }
    return fine;
}

/* What manifests say of the node in addition. */
static bool add_note(const struct job *job, const struct tile_task *task, uint32_t series,
                     struct build_record *record)
{
    const struct tile_node *node = &task->nodes[series];
    struct buffer text = {0};
    if (series == 0) {
        series_print_picture_note(&text, task->is_low_res, job->run.facts->layer[task->y][task->x]);
    } else {
        series_print_note(&text, layers_of(&job->settings)->layers[series - 1], node->ground_yd,
                          node->range_yd, task->areas, task->area_count);
    }
    record->note = text.failed ? NULL : strdup((const char *)text.data);
    buffer_free(&text);
    return record->note != NULL;
}

static bool depends_on_textures(const struct job *job, uint32_t series)
{
    return series == 0 || layers_of(&job->settings)->layers[series - 1].kind == ADTMAP_LAYER_ALBEDO;
}

/* A node whose file is in place. */
static bool record_made(struct job *job, struct tile_task *task, uint32_t series, const char *path,
                        const char *full)
{
    struct run *run = &job->run;
    const struct tile_node *node = &task->nodes[series];
    struct file_stamp stamp = {0};
    bool has_textures = depends_on_textures(job, series);
    bool has_stamp = file_stamp_of(full, &stamp);
    struct build_record record = {
        .path = (char *)(uintptr_t)path,
        .state = BUILD_MADE,
        .recipe = run->series[series].recipe,
        .nodes = run->request.series[series].facts[task->y][task->x],
        .pixels = node->pixels,
        .file = {node->png.size, has_stamp ? stamp.key : 0,
                 hash128(node->png.data, node->png.size)},
        .missing_assets = has_textures ? task->missing_assets : 0,
    };
    if (add_inputs(job, has_textures ? &task->dependencies : &task->own_files, &record) &&
        add_note(job, task, series, &record)) {
        return build_log_put(run->log, &record);
    }
    free(record.inputs);
    free(record.note);
    return false;
}

static bool add_failure(struct job *job, const struct tile_task *task,
                        const struct adtmap_message *message)
{
    struct job_result *result = job->run.result;
    struct job_failure *failures =
        reallocarray(result->failures, (size_t)result->failure_count + 1, sizeof *failures);
    if (!failures) {
        return false;
    }
    result->failures = failures;
    failures[result->failure_count++] = (struct job_failure){task->x, task->y, *message};
    return true;
}

/* Removes the file of an earlier run. One that cannot be removed stays, with a warning: the folder
 * of one tile or layer does not stop the others. A folder in its place is what the node's failure
 * already names. */
static enum adtmap_status remove_earlier(const char *full, const struct diag *diag)
{
    if (file_is_directory(full)) {
        return ADTMAP_OK;
    }
    struct adtmap_message why = {0};
    const struct diag own = {full, diag->log, &why};
    enum adtmap_status status = file_remove(full, &own);
    if (status != ADTMAP_IO) {
        return status ? diag_fail_memory(diag) : ADTMAP_OK;
    }
    diag_warn(&own, NULL, NO_OFFSET, "%s; it is out of date", why.what);
    return ADTMAP_OK;
}

/* A node that failed: no file of an earlier run stands for it. */
static enum adtmap_status record_failed(struct job *job, const char *path, const char *full,
                                        const struct adtmap_message *message,
                                        const struct diag *diag)
{
    char reason[sizeof *message];
    char note[MANIFEST_REASON_BYTES];
    struct build_record record = {.path = (char *)(uintptr_t)path, .state = BUILD_FAILED};
    enum adtmap_status status = remove_earlier(full, diag);
    if (status) {
        return status;
    }
    adtmap_message_format(message, reason, sizeof reason);
    manifest_copy_text(reason, note, sizeof note);
    record.note = strdup(note);
    return record.note && build_log_put(job->run.log, &record) ? ADTMAP_OK : diag_fail_memory(diag);
}

static enum adtmap_status record_node(struct job *job, struct tile_task *task, uint32_t series,
                                      const struct diag *diag)
{
    char path[PATH_NAME_BYTES];
    const struct tile_node *node = task->nodes ? &task->nodes[series] : NULL;
    node_tile_path(job->run.names[series], job->run.map_name, task->x, task->y, path);
    char *full = node_full_path(job->settings.out, job->run.result->directory, path);
    enum adtmap_status status = full ? ADTMAP_OK : diag_fail_memory(diag);
    if (full && node && !node->status) {
        status = record_made(job, task, series, path, full) ? ADTMAP_OK : diag_fail_memory(diag);
    } else if (full) {
        status = record_failed(job, path, full, node ? &node->message : &task->message, diag);
    }
    free(full);
    return status;
}

/* The message of the first node that failed; NULL: none. */
static const struct adtmap_message *first_failure(const struct job *job,
                                                  const struct tile_task *task)
{
    if (task->status) {
        return &task->message;
    }
    for (uint32_t i = 0; i < job->run.request.series_count; i++) {
        if (tile_task_draws(task, i) && task->nodes[i].status) {
            return &task->nodes[i].message;
        }
    }
    return NULL;
}

/* pipeline.finished: what became of the nodes of a tile. */
static void record_tile(void *user, struct tile_task *task)
{
    struct job *job = user;
    struct diag diag = job->run.diag;
    const struct adtmap_message *failure = first_failure(job, task);
    diag.failure = job->status ? NULL : diag.failure; /* the first failure is reported */
    for (uint32_t i = 0; i < job->run.request.series_count; i++) {
        if (tile_task_draws(task, i)) {
            enum adtmap_status status = record_node(job, task, i, &diag);
            job->status = job->status ? job->status : status;
        }
    }
    job->run.result->missing_assets += task->missing_assets;
    job->run.result->drawn += failure == NULL;
    if (failure && !add_failure(job, task, failure)) {
        job->status = job->status ? job->status : diag_fail_memory(&diag);
    }
}

static enum adtmap_status run_pipeline(struct job *job, unsigned threads,
                                       const struct memory_budget *memory)
{
    const char *series[PLAN_SERIES_MAX];
    for (uint32_t i = 0; i < job->run.request.series_count; i++) {
        series[i] = job->run.names[i];
    }
    struct pipeline pipeline = {
        .map_name = job->map->name,
        .log = job->map->data->log,
        .map = job->map,
        .settings = &job->settings,
        .plan = job->tile_plan,
        .directory = job->run.result->directory,
        .outputs = job->products.outputs,
        .output_count = job->products.count,
        .series = series,
        .series_count = 1 + layers_of(&job->settings)->count,
        .tasks = job->tasks,
        .count = job->task_count,
        .threads = threads,
        .workers = memory->workers,
        .finished = record_tile,
        .user = job,
    };
    enum adtmap_status status = pipeline_run(&pipeline, &job->run.diag);
    job->run.result->times = pipeline.times;
    return status ? status : job->status;
}

static enum adtmap_status draw_tiles(struct job *job)
{
    unsigned threads = job->settings.threads ? job->settings.threads : thread_core_count();
    struct memory_budget memory;
    enum adtmap_status status = joined_outputs_divide(&job->run, threads, job->task_count, &memory);
    if (!status) {
        cache_pool_limit(job->map->data->pool, memory.cache_bytes);
        status = joined_outputs_open(&job->run, threads, &memory, &job->products);
    }
    if (status || !job->task_count) {
        return status;
    }
    status = make_tile_plan(job);
    status = status ? status : run_pipeline(job, threads, &memory);
    memory_budget_warn(&memory, cache_pool_usage(job->map->data->pool).peak_pinned_bytes,
                       &job->run.diag);
    return status;
}

/* The picture's verdict, else that of the first layer that is made. */
static struct plan_verdict verdict_of(const struct run *run, uint32_t x, uint32_t y)
{
    struct plan_verdict verdict = {0};
    for (uint32_t i = 0; i < run->request.series_count && verdict.reason == UP_TO_DATE; i++) {
        verdict = run->plan->series[i].tiles[y][x];
    }
    return verdict;
}

static enum adtmap_status list_changes(struct job *job)
{
    struct job_result *result = job->run.result;
    uint32_t removed = 0;
    result->changes = calloc(TILE_SET_TILES, sizeof *result->changes);
    if (!result->changes) {
        return diag_fail_memory(&job->run.diag);
    }
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        struct job_change change = {.x = i % TILE_SET_GRID, .y = i / TILE_SET_GRID};
        struct plan_verdict verdict = verdict_of(&job->run, change.x, change.y);
        const char *input = verdict.input ? verdict.input : "";
        size_t length = strlen(input);
        size_t skipped = length < sizeof change.input ? 0 : length - sizeof change.input + 1;
        change.reason = verdict.reason;
        snprintf(change.input, sizeof change.input, "%s", input + skipped);
        if (verdict.reason != UP_TO_DATE) {
            removed += verdict.reason == DIRTY_GONE;
            result->changes[result->change_count++] = change;
        }
    }
    result->unchanged = job->selection.count - (result->change_count - removed);
    return ADTMAP_OK;
}

/* Pages of the map or of the site that are not there. */
static bool lacks_page(const struct run *run)
{
    char *index =
        node_full_path(run->settings->out, run->result->directory, NODE_SHARED "index.html");
    bool lacks = (run->settings->outputs & JOB_WEB) && index && !file_exists(index);
    free(index);
    return lacks;
}

static uint32_t products_of(const struct run *run)
{
    uint32_t products = 0;
    const struct plan *plan = run->plan;
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        products |= plan->series[i].stitched != UP_TO_DATE ? PRODUCT_STITCHED : 0U;
    }
    if (plan->makes_zoom || plan->archive != UP_TO_DATE || lacks_page(run) ||
        (plan->texts != UP_TO_DATE && run->has_pages)) {
        products |= PRODUCT_WEB;
    }
    return products | (plan->texts != UP_TO_DATE && !products ? PRODUCT_TEXTS : 0U);
}

/* What bears a name of ours and has no record goes at the end of a complete run. */
static enum adtmap_status check_leftover(struct job *job)
{
    struct buffer paths = {0};
    bool is_complete =
        !job->settings.tiles && !job->settings.shard.count && job_has_picture(&job->settings);
    enum adtmap_status status = is_complete ? leftover_files_find(&job->run, &paths) : ADTMAP_OK;
    job->run.result->products |= paths.size > 0 ? PRODUCT_LEFTOVER : 0U;
    buffer_free(&paths);
    return status;
}

/* What this run is a part of. */
static bool describe_shard(struct job *job)
{
    const struct job_settings *settings = &job->settings;
    struct hash128 wdl = map_low_res_hash(job->map);
    struct tile_set low_res = map_low_res_tiles(job->map, settings->tile.low_res);
    bool any_low_res = tile_set_count(&low_res) > 0;
    const struct hash128 plan[] = {job->selection.plan_hash, map_wdt_hash(job->map),
                                   job->run.facts->shared, any_low_res ? wdl : (struct hash128){0}};
    struct shard_fact fact = {
        .shard = settings->shard,
        .plan = hash128(plan, sizeof plan),
        .is_whole = !settings->tiles,
        .has_picture = job_has_picture(settings),
    };
    if (settings->tiles) {
        fact.asked = *settings->tiles;
    }
    return shard_fact_set(job->run.log, &fact);
}

static enum adtmap_status carry_out(struct job *job)
{
    struct run *run = &job->run;
    bool is_shard = job->settings.shard.count > 0;
    enum adtmap_status status =
        !is_shard || describe_shard(job) ? ADTMAP_OK : diag_fail_memory(&run->diag);
    if (!status) {
        status = run_begin(run, &job->selection);
    }
    if (!status) {
        status = run_list_tasks(run, &job->selection.low_res, &job->tasks, &job->task_count);
    }
    if (!status) {
        status = draw_tiles(job);
    }
    if (!status) {
        status = is_shard ? finish_shard(run) : finish_run(run, &job->products);
    }
    return status;
}

static enum adtmap_status check_settings(struct job *job)
{
    const struct diag *diag = &job->run.diag;
    bool has_layers = layers_of(&job->settings)->count > 0;
    enum adtmap_status status = adtmap_settings_check(&job->settings.tile, diag->failure);
    if (!status && has_layers) {
        status = data_layer_check_range(&layers_of(&job->settings)->height, diag);
    }
    if (!status && has_layers && job->settings.tile.low_res == ADTMAP_LOW_RES_ONLY) {
        status = diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "data layers are drawn from ADTs: a WDL has none");
    }
    return status;
}

static enum adtmap_status select_tiles(struct job *job)
{
    struct job_result *result = job->run.result;
    snprintf(result->map, sizeof result->map, "%s", job->map->name);
    job->run.diag.file = result->map;
    job->run.map = job->map;
    job->run.map_name = job->map->name;
    enum adtmap_status status =
        tile_selection_make(job->map, &job->settings, &job->run.diag, &job->selection);
    result->low_res = tile_set_count(&job->selection.low_res);
    result->absent = tile_set_count(&job->selection.absent);
    result->unlisted = job->selection.unlisted;
    result->missing = job->selection.missing;
    return status;
}

static enum adtmap_status render(struct job *job, struct adtmap_data *data, const char *map_name)
{
    enum adtmap_status status = check_settings(job);
    if (!status) {
        status = adtmap_map_open(data, map_name, &job->map, job->run.diag.failure);
    }
    if (!status) {
        status = select_tiles(job);
    }
    if (!status) {
        status = run_find(&job->run);
    }
    if (!status) {
        status = run_find_outputs(&job->run);
    }
    if (!status) {
        status = run_plan(&job->run, &job->selection);
    }
    if (!status) {
        status = list_changes(job);
    }
    if (status) {
        return status;
    }
    job->run.result->products = products_of(&job->run);
    return job->settings.is_check ? check_leftover(job) : carry_out(job);
}

enum adtmap_status render_map(struct adtmap_data *data, const char *map_name,
                              const struct job_settings *settings, struct job_result *result,
                              struct adtmap_message *failure)
{
    *result = (struct job_result){0};
    double begin = clock_seconds();
    struct job *job = calloc(1, sizeof *job);
    const struct diag diag = {.log = data->log, .failure = failure};
    if (!job) {
        return diag_fail_memory(&diag);
    }
    job->settings = *settings;
    job->run = (struct run){.settings = &job->settings, .result = result, .diag = diag};
    enum adtmap_status status = render(job, data, map_name);
    joined_outputs_abort(&job->products);
    run_free(&job->run);
    free(job->tasks);
    tile_plan_destroy(job->tile_plan);
    adtmap_map_close(job->map);
    free(job);
    result->seconds = clock_seconds() - begin;
    return status;
}
