#include "job/job.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "job/again.h"
#include "job/changes.h"
#include "job/choice.h"
#include "job/compose.h"
#include "job/earlier.h"
#include "job/folder_lock.h"
#include "job/memory.h"
#include "job/pipeline.h"
#include "job/run_manifest.h"
#include "job/shard_files.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/temporary.h"
#include "os/thread.h"
#include "output/manifest/manifest.h"
#include "output/paths.h"
#include "scene/map/map.h"

/* What one call of job_render has open. */
struct job {
    struct job_settings *settings; /* with what lies there from earlier runs, once planned */
    struct adtmap_map *map;
    struct choice choice;
    struct tile_plan *plan;
    struct again again;
    struct changes changes;
    struct manifest *earlier; /* NULL: none, or a shard's run */
    struct compose compose;
    struct layer_files layers;
    char *leaflet; /* what settings->leaflet may borrow */
    struct folder_lock lock;
    struct tile_task *tasks;
    uint32_t task_count;
    struct job_result *result;
    struct diag diag;
};

/* Whether a tile asked for is drawn. */
static bool is_drawn(const struct job *job, uint32_t x, uint32_t y)
{
    return tile_set_has(&job->choice.tiles, x, y) &&
           job->again.verdicts[y][x].reason != JOB_CURRENT;
}

/* Whether the earlier manifest has a tile in this state that this run has no word on. */
static bool is_earlier(const struct job *job, uint32_t x, uint32_t y, enum manifest_state state)
{
    return job->earlier && job->earlier->tiles[y][x].state == state &&
           !choice_wants(job->settings, x, y);
}

/* What is put together from tiles, and what that takes. */
static enum adtmap_status plan_whole(struct job *job)
{
    struct compose *compose = &job->compose;
    *compose = (struct compose){
        .settings = job->settings,
        .map_name = job->map->name,
        .directory = job->result->directory,
        .ledger = job->again.ledger,
        .diag = &job->diag,
        .website = job->compose.website,
    };
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(&job->choice.tiles, x, y) || tile_set_has(&job->again.kept, x, y) ||
            is_earlier(job, x, y, MANIFEST_FAILED)) {
            tile_set_add(&compose->shown, x, y);
        }
        if (is_drawn(job, x, y)) {
            tile_set_add(&compose->drawn, x, y);
        }
    }
    if (!compose_plan(compose) || !compose_products(compose, &job->result->products)) {
        return diag_fail_memory(&job->diag);
    }
    if (job->result->change_count > 0 || compose->makes_stitched) {
        job->result->products |= job->settings->outputs & JOB_WEB;
    }
    return ADTMAP_OK;
}

static enum adtmap_status make_directories(struct job *job)
{
    if (!job_has_picture(job->settings)) {
        enum adtmap_status status = file_make_directory(job->result->directory, &job->diag);
        temporary_sweep(job->result->directory, NULL);
        return status;
    }
    char *tiles = path_tile_directory(job->result->directory);
    enum adtmap_status status =
        tiles ? file_make_directory(tiles, &job->diag) : diag_fail_memory(&job->diag);
    if (!status) {
        temporary_sweep(job->result->directory, NULL);
        temporary_sweep(tiles, NULL);
    }
    free(tiles);
    return status;
}

static enum adtmap_status open_layers(struct job *job, unsigned threads,
                                      const struct memory_plan *memory)
{
    const struct layer_stitching stitching = {
        .tiles = &job->choice.tiles,
        .earlier = job->earlier,
        .extent = compose_extent(job->settings),
        .budget_bytes = compose_stitch_budget(&job->compose, memory, COMPOSE_LAYER_PIXEL_BYTES),
        .workers = memory->workers,
        .threads = threads,
    };
    return layer_files_open(job->settings, job->map->name, job->result->directory, &stitching,
                            &job->diag, &job->layers);
}

static enum adtmap_status make_plan(struct job *job)
{
    job->plan = tile_plan_create(&job->settings->tile);
    bool albedo = data_layer_selected(layers_of(job->settings), ADTMAP_LAYER_ALBEDO);
    if (!job->plan || (albedo && !tile_plan_add_albedo(job->plan))) {
        return diag_fail_memory(&job->diag);
    }
    return ADTMAP_OK;
}

static enum adtmap_status list_tasks(struct job *job)
{
    enum adtmap_status status = compose_list_tasks(&job->compose, &job->tasks, &job->task_count);
    for (uint32_t i = 0; i < job->task_count; i++) {
        job->tasks[i].is_low_res =
            tile_set_has(&job->choice.low_res, job->tasks[i].x, job->tasks[i].y);
    }
    return status;
}

static enum adtmap_status draw_tiles(struct job *job)
{
    unsigned threads = job->settings->threads ? job->settings->threads : thread_core_count();
    struct memory_plan memory;
    enum adtmap_status status = compose_divide(&job->compose, threads, job->task_count, &memory);
    if (!status) {
        cache_pool_limit(job->map->data->pool, memory.cache_bytes);
    }
    if (!status && job->task_count) {
        status = compose_open(&job->compose, threads, &memory);
    }
    if (!status && job->task_count) {
        status = open_layers(job, threads, &memory);
    }
    if (!status && job->task_count) {
        status = make_plan(job);
    }
    if (status || !job->task_count) {
        return status;
    }
    struct pipeline pipeline = {
        .map_name = job->map->name,
        .log = job->map->data->log,
        .map = job->map,
        .settings = job->settings,
        .plan = job->plan,
        .directory = job->result->directory,
        .tasks = job->tasks,
        .count = job->task_count,
        .stitch = job->compose.stitch,
        .pyramid = job->compose.website.pyramid,
        .layers = &job->layers,
        .threads = threads,
        .workers = memory.workers,
        .finished = again_finished,
        .user = &job->again,
    };
    status = pipeline_run(&pipeline, &job->diag);
    status = status ? status : job->again.status;
    job->result->times = pipeline.times;
    size_t used_bytes = cache_pool_usage(job->map->data->pool).peak_pinned_bytes;
    memory_warn(&memory, used_bytes, &job->diag);
    return status;
}

static enum adtmap_status write_manifest(const struct job *job)
{
    const struct run_manifest run = {
        .settings = job->settings,
        .map = job->map,
        .directory = job->result->directory,
        .choice = &job->choice,
        .shown = &job->compose.shown,
        .earlier = job->earlier,
        .ledger = job->again.ledger,
        .layers = &job->layers,
        .tasks = job->tasks,
        .task_count = job->task_count,
        .diag = &job->diag,
    };
    return run_manifest_write(&run);
}

static enum adtmap_status collect(struct job *job)
{
    struct job_result *result = job->result;
    result->failures = calloc(job->task_count + 1, sizeof *result->failures);
    if (!result->failures) {
        return diag_fail_memory(&job->diag);
    }
    result->unchanged = job->choice.count - tile_set_count(&job->compose.drawn);
    for (uint32_t i = 0; i < job->task_count; i++) {
        const struct tile_task *task = &job->tasks[i];
        result->missing_assets += task->missing_assets;
        if (task->status) {
            result->failures[result->failure_count++] =
                (struct job_failure){task->x, task->y, task->message};
        } else {
            result->drawn += task->work == TILE_DRAW;
        }
    }
    return ADTMAP_OK;
}

/* Reads what earlier runs have left beside tiles and ledger. */
static enum adtmap_status take_earlier(struct job *job)
{
    const char *directory = job->result->directory;
    enum adtmap_status status = earlier_read(directory, &job->diag, &job->earlier);
    return status
               ? status
               : earlier_keep_products(directory, job->map->name, job->earlier, job->again.ledger,
                                       &job->diag, job->settings, &job->leaflet);
}

/* What this run is a part of. */
static struct ledger_shard describe_shard(const struct job *job)
{
    const struct job_settings *settings = job->settings;
    const struct skip *skip = &job->again.skip;
    bool any_low_res = tile_set_count(&skip->low_res) > 0;
    struct hash128 plan[] = {job->choice.plan_hash, skip->shared, map_wdt_hash(job->map),
                             skip->low_res_hash};
    struct ledger_shard shard = {
        .shard = settings->shard,
        .settings = skip->settings_hash,
        .plan = hash128(plan, any_low_res ? sizeof plan : sizeof plan - sizeof *plan),
        .effort = (uint32_t)settings->effort,
        .is_whole = !settings->tiles,
    };
    if (settings->tiles) {
        shard.asked_for = *settings->tiles;
    }
    return shard;
}

/* Finds out what there is to do: which tiles, and why. */
static enum adtmap_status plan(struct job *job)
{
    enum adtmap_status status = path_check_map_name(job->map->name, &job->diag);
    if (status) {
        return status;
    }
    job->result->directory = path_map_directory(job->settings->out, job->map->name);
    if (!job->result->directory) {
        return diag_fail_memory(&job->diag);
    }
    if (!job->settings->is_check) {
        status =
            folder_lock_find(&job->lock, job->result->directory, &job->settings->shard, &job->diag);
    }
    job->again = (struct again){
        .map = job->map,
        .settings = job->settings,
        .directory = job->result->directory,
        .diag = &job->diag,
    };
    bool is_shard = job->settings->shard.count > 0;
    if (!status) {
        status = again_open(&job->again, &job->choice.tiles,
                            is_shard ? &job->choice.tiles : job->settings->tiles);
    }
    if (!status && !again_changes(&job->again, job->result)) {
        status = diag_fail_memory(&job->diag);
    }
    if (!status && is_shard) {
        job->again.ledger->shard = describe_shard(job);
    } else if (!status) {
        status = take_earlier(job);
    }
    if (!status) {
        status = website_prepare(job->settings, job->map->name, &job->diag, &job->compose.website);
    }
    return status ? status : plan_whole(job);
}

/* Whether the run leaves the picture of the whole map, beside which shards are out of date. */
static bool draws_whole(const struct job *job)
{
    const struct job_settings *settings = job->settings;
    return settings->shard.count == 0 && !settings->tiles && job_has_picture(settings);
}

/* Sees that the run may write, and looks at what is there before it does. */
static enum adtmap_status begin(struct job *job)
{
    const struct job_settings *settings = job->settings;
    enum adtmap_status status =
        folder_lock_take(&job->lock, job->result->directory, &settings->shard, &job->diag);
    if (!status) {
        status = make_directories(job);
    }
    if (!status) {
        status = changes_check(settings->changed, &job->diag);
    }
    if (!status) {
        status = changes_begin(&job->changes, settings->out, job->map->name, &job->diag);
    }
    if (!status && settings->shard.count > 0) {
        status = shard_files_begin(job->result->directory, &settings->shard, &job->diag);
    }
    return status ? status : again_begin(&job->again);
}

/* When all is written: takes away what is left of shards, and tells what has changed. */
static enum adtmap_status end(struct job *job)
{
    const char *directory = job->result->directory;
    bool whole = draws_whole(job);
    enum adtmap_status status = whole ? shard_files_remove(directory, &job->diag) : ADTMAP_OK;
    if (status || job->settings->shard.count > 0) {
        return status;
    }
    status = changes_write(&job->changes, job->settings->changed, &job->diag);
    if (!status && whole) {
        status = shard_files_end(directory, &job->diag);
    }
    return status ? status : changes_end(&job->changes, &job->diag);
}

/* Draws and writes what was planned. */
static enum adtmap_status carry_out(struct job *job)
{
    enum adtmap_status status = begin(job);
    if (!status) {
        status = list_tasks(job);
    }
    if (!status) {
        status = draw_tiles(job);
    }
    if (!status) {
        status = compose_finish(&job->compose);
    }
    if (!status) {
        status = layer_files_finish(&job->layers, &job->diag);
    }
    if (!status) {
        status = write_manifest(job);
    }
    if (!status) {
        status = website_write(job->settings, job->map->name, job->result->directory,
                               &job->compose.website, &job->diag);
    }
    if (!status) {
        status = again_end(&job->again);
    }
    if (!status) {
        status = end(job);
    }
    return status ? status : collect(job);
}

static enum adtmap_status run(struct job *job, struct adtmap_data *data, const char *map_name)
{
    enum adtmap_status status = adtmap_settings_check(&job->settings->tile, job->diag.failure);
    if (!status && layers_of(job->settings)->count > 0) {
        status = data_layer_check_range(&job->settings->layers->height, &job->diag);
    }
    if (!status && layers_of(job->settings)->count > 0 &&
        job->settings->tile.low_res == ADTMAP_LOW_RES_ONLY) {
        status = diag_fail(&job->diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "data layers are drawn from ADTs: a WDL has none");
    }
    if (!status) {
        status = adtmap_map_open(data, map_name, &job->map, job->diag.failure);
    }
    if (status) {
        return status;
    }
    snprintf(job->result->map, sizeof job->result->map, "%s", job->map->name);
    job->diag.file = job->result->map;
    status = choice_make(job->map, job->settings, &job->diag, &job->choice);
    job->result->low_res = tile_set_count(&job->choice.low_res);
    job->result->absent = tile_set_count(&job->choice.absent);
    job->result->unlisted = job->choice.unlisted;
    job->result->missing = job->choice.missing;
    if (!status) {
        status = plan(job);
    }
    if (!status && job->settings->is_check) {
        job->result->unchanged = job->choice.count - tile_set_count(&job->compose.drawn);
        return ADTMAP_OK;
    }
    return status ? status : carry_out(job);
}

enum adtmap_status job_render(struct adtmap_data *data, const char *map_name,
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
    struct job_settings own = *settings;
    *job = (struct job){.settings = &own, .result = result, .diag = diag};
    job->layers.layers = layers_of(settings);
    enum adtmap_status status = run(job, data, map_name);
    compose_free(&job->compose);
    layer_files_abort(&job->layers);
    for (uint32_t i = 0; i < job->task_count; i++) {
        layer_tile_free(&job->tasks[i].layers);
    }
    again_free(&job->again);
    changes_free(&job->changes);
    manifest_destroy(job->earlier);
    free(job->leaflet);
    free(job->tasks);
    tile_plan_destroy(job->plan);
    adtmap_map_close(job->map);
    folder_lock_release(&job->lock);
    free(job);
    result->seconds = clock_seconds() - begin;
    return status;
}

void job_result_free(struct job_result *result)
{
    free(result->directory);
    free(result->failures);
    free(result->changes);
    *result = (struct job_result){0};
}
