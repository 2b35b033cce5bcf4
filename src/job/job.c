#include "job/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/path.h"
#include "base/size.h"
#include "base/temporary.h"
#include "base/thread.h"
#include "job/layer_manifest.h"
#include "job/map.h"
#include "job/pipeline.h"
#include "job/website.h"
#include "output/manifest.h"
#include "output/paths.h"
#include "output/stitch.h"

enum { STITCH_BUDGET_BYTES = 256 << 20 };

/* What one call of job_render has open. */
struct job {
    const struct job_settings *settings;
    struct adtmap_map *map;
    struct tile_set tiles;  /* to be drawn */
    struct tile_set absent; /* asked for and listed, but without a file */
    struct tile_plan *plan;
    struct stitch *stitch; /* NULL: none, or finished */
    struct website website;
    struct layer_files layers;
    struct tile_task *tasks;
    uint32_t count;
    struct job_result *result;
    struct diag diag;
};

/*
 * The tiles asked for that the map has. Tiles that the WDT lists and no file holds are counted as
 * absent: maps are often extracted in part.
 */
static enum adtmap_status choose_tiles(struct job *job)
{
    struct tile_set listed = map_tiles(job->map);
    uint32_t asked_for = 0;
    for (size_t y = 0; y < TILE_SET_GRID; y++) {
        uint64_t wanted = job->settings->tiles ? job->settings->tiles->rows[y] : UINT64_MAX;
        uint64_t row = listed.rows[y] & wanted;
        uint64_t there = job->map->files.rows[y] | job->map->bare.rows[y];
        job->tiles.rows[y] = row & there;
        job->absent.rows[y] = row & ~there;
        asked_for += (uint32_t)__builtin_popcountll(row);
    }
    job->count = tile_set_count(&job->tiles);
    job->result->absent = asked_for - job->count;
    if (asked_for == 0 && job->settings->tiles) {
        return diag_fail(&job->diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "none of the tiles asked for is among the %u of the map",
                         tile_set_count(&listed));
    }
    if (job->count == 0) {
        return diag_fail(&job->diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "the data holds no ADT for any of the %u tiles listed", asked_for);
    }
    if (job->result->absent) {
        diag_warn(&job->diag, "MAIN", NO_OFFSET, "%u of %u tiles have no ADT in the data; left out",
                  job->result->absent, asked_for);
    }
    return ADTMAP_OK;
}

/* Tasks row by row, so that rows of the stitched map complete early. */
static enum adtmap_status list_tasks(struct job *job)
{
    job->tasks = calloc(job->count, sizeof *job->tasks);
    if (!job->tasks) {
        return diag_fail_memory(&job->diag);
    }
    uint32_t i = 0;
    for (uint32_t y = 0; y < TILE_SET_GRID; y++) {
        for (uint32_t x = 0; x < TILE_SET_GRID; x++) {
            if (tile_set_has(&job->tiles, x, y)) {
                job->tasks[i++] = (struct tile_task){.x = x, .y = y};
            }
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status make_directories(struct job *job)
{
    enum adtmap_status status = path_check_map_name(job->map->name, &job->diag);
    if (status) {
        return status;
    }
    job->result->directory = path_map_directory(job->settings->out, job->map->name);
    if (!job->result->directory) {
        return diag_fail_memory(&job->diag);
    }
    if (job->settings->outputs & JOB_NO_PICTURE) {
        status = file_make_directory(job->result->directory, &job->diag);
        temporary_sweep(job->result->directory, NULL);
        return status;
    }
    char *tiles = path_tile_directory(job->result->directory);
    status = tiles ? file_make_directory(tiles, &job->diag) : diag_fail_memory(&job->diag);
    if (!status) {
        temporary_sweep(job->result->directory, NULL);
        temporary_sweep(tiles, NULL);
    }
    free(tiles);
    return status;
}

static enum stitch_extent extent_of(const struct job_settings *settings)
{
    return settings->outputs & JOB_FULL_GRID ? STITCH_GRID : STITCH_CROPPED;
}

static bool has_stitched_picture(const struct job_settings *settings)
{
    return (settings->outputs & JOB_STITCH) && !(settings->outputs & JOB_NO_PICTURE);
}

static enum adtmap_status open_layers(struct job *job, unsigned threads, unsigned workers)
{
    const struct layer_stitching stitching = {
        .tiles = &job->tiles,
        .extent = extent_of(job->settings),
        .budget_bytes = STITCH_BUDGET_BYTES,
        .workers = workers,
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

static enum adtmap_status open_stitch(struct job *job, unsigned threads, unsigned workers)
{
    if (!has_stitched_picture(job->settings)) {
        return ADTMAP_OK;
    }
    const struct png_text texts[] = {{"Map", job->map->name}};
    struct stitch_options options = {
        .size_px = job->settings->tile.size_px,
        .extent = extent_of(job->settings),
        .png = {pipeline_png_kind(job->settings), job->settings->effort, texts, COUNT_OF(texts)},
        .budget_bytes = STITCH_BUDGET_BYTES,
        .workers = workers,
        .threads = threads,
    };
    memcpy(options.background, job->settings->tile.background, sizeof options.background);
    char *path = path_stitched(job->result->directory, job->map->name);
    enum adtmap_status status =
        path ? stitch_open(path, &job->tiles, &options, &job->diag, &job->stitch)
             : diag_fail_memory(&job->diag);
    free(path);
    return status;
}

static enum adtmap_status draw_tiles(struct job *job)
{
    unsigned threads = job->settings->threads ? job->settings->threads : thread_core_count();
    unsigned workers = pipeline_workers(threads, job->count);
    enum adtmap_status status = open_stitch(job, threads, workers);
    if (!status) {
        status = website_begin(job->settings, job->result->directory, &job->tiles, &job->diag,
                               &job->website);
    }
    if (!status) {
        status = open_layers(job, threads, workers);
    }
    if (!status) {
        status = make_plan(job);
    }
    if (status) {
        return status;
    }
    struct pipeline pipeline = {
        .map = job->map,
        .settings = job->settings,
        .plan = job->plan,
        .directory = job->result->directory,
        .tasks = job->tasks,
        .count = job->count,
        .stitch = job->stitch,
        .pyramid = job->website.pyramid,
        .layers = &job->layers,
        .threads = threads,
        .workers = workers,
    };
    status = pipeline_run(&pipeline, &job->diag);
    job->result->times = pipeline.times;
    return status;
}

static enum adtmap_status finish_stitch(struct job *job)
{
    struct stitch *stitch = job->stitch;
    job->stitch = NULL;
    enum adtmap_status status = stitch ? stitch_finish(stitch) : ADTMAP_OK;
    return status ? status : layer_files_finish(&job->layers, &job->diag);
}

static enum adtmap_status note_tiles(const struct job *job, struct manifest *manifest)
{
    for (uint32_t i = 0; i < job->count; i++) {
        const struct tile_task *task = &job->tasks[i];
        char reason[sizeof task->message];
        if (!task->status && (job->settings->outputs & JOB_NO_PICTURE)) {
            continue;
        }
        if (!task->status) {
            manifest_set_present(manifest, task->x, task->y, task->pixels);
            continue;
        }
        adtmap_message_format(&task->message, reason, sizeof reason);
        if (!manifest_set_failed(manifest, task->x, task->y, reason)) {
            return diag_fail_memory(&job->diag);
        }
    }
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        if (tile_set_has(&job->absent, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            manifest_set_absent(manifest, i % TILE_SET_GRID, i / TILE_SET_GRID);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status note_layers(const struct job *job, struct manifest *manifest,
                                      struct manifest_layers **layers)
{
    enum adtmap_status status = layer_manifest_make(&job->layers, job->tasks, job->count,
                                                    job->map->data->assets, &job->diag, layers);
    if (!status && *layers) {
        manifest->layers = *layers;
        layer_manifest_warn(*layers, &job->diag);
    }
    return status;
}

static enum adtmap_status write_manifest(struct job *job)
{
    struct manifest *manifest = NULL;
    struct manifest_layers *layers = NULL;
    char *path = path_manifest(job->result->directory);
    enum adtmap_status status =
        path ? manifest_create(job->map->name, &job->settings->tile, &job->diag, &manifest)
             : diag_fail_memory(&job->diag);
    if (!status) {
        manifest->bounds = stitch_bounds(&job->tiles, extent_of(job->settings));
        manifest->is_stitched = has_stitched_picture(job->settings);
        status = note_tiles(job, manifest);
    }
    if (!status) {
        status = note_layers(job, manifest, &layers);
    }
    if (!status) {
        status = manifest_write(path, manifest, &job->diag);
    }
    manifest_destroy(manifest);
    layer_manifest_free(layers);
    free(path);
    return status;
}

static enum adtmap_status collect(struct job *job)
{
    struct job_result *result = job->result;
    result->failures = calloc(job->count, sizeof *result->failures);
    if (!result->failures) {
        return diag_fail_memory(&job->diag);
    }
    for (uint32_t i = 0; i < job->count; i++) {
        const struct tile_task *task = &job->tasks[i];
        result->stand_ins += task->stand_ins;
        if (task->status) {
            result->failures[result->failure_count++] =
                (struct job_failure){task->x, task->y, task->message};
        } else {
            result->drawn++;
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status run(struct job *job, struct adtmap_data *data, const char *map_name)
{
    enum adtmap_status status = adtmap_settings_check(&job->settings->tile, job->diag.failure);
    if (!status && layers_of(job->settings)->count > 0) {
        status = data_layer_check_range(&job->settings->layers->height, &job->diag);
    }
    if (!status) {
        status = adtmap_map_open(data, map_name, &job->map, job->diag.failure);
    }
    if (status) {
        return status;
    }
    snprintf(job->result->map, sizeof job->result->map, "%s", job->map->name);
    job->diag.file = job->result->map;
    status = choose_tiles(job);
    if (!status) {
        status = website_prepare(job->settings, job->map->name, &job->diag, &job->website);
    }
    if (!status) {
        status = make_directories(job);
    }
    if (!status) {
        status = list_tasks(job);
    }
    if (!status) {
        status = draw_tiles(job);
    }
    if (!status) {
        status = finish_stitch(job);
    }
    if (!status) {
        status = website_finish_levels(&job->website);
    }
    if (!status) {
        status = write_manifest(job);
    }
    if (!status) {
        status = website_write(job->settings, job->map->name, job->result->directory, &job->website,
                               &job->diag);
    }
    return status ? status : collect(job);
}

enum adtmap_status job_render(struct adtmap_data *data, const char *map_name,
                              const struct job_settings *settings, struct job_result *result,
                              struct adtmap_message *failure)
{
    *result = (struct job_result){0};
    double begin = clock_seconds();
    struct job job = {
        .settings = settings, .result = result, .diag = {.log = data->log, .failure = failure}};
    enum adtmap_status status = run(&job, data, map_name);
    stitch_abort(job.stitch);
    layer_files_abort(&job.layers);
    website_free(&job.website);
    for (uint32_t i = 0; job.tasks && i < job.count; i++) {
        layer_tile_free(&job.tasks[i].layers);
    }
    free(job.tasks);
    tile_plan_destroy(job.plan);
    adtmap_map_close(job.map);
    result->seconds = clock_seconds() - begin;
    return status;
}

void job_result_free(struct job_result *result)
{
    free(result->directory);
    free(result->failures);
    *result = (struct job_result){0};
}
