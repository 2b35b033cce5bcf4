#include "job/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/changes.h"
#include "job/compose.h"
#include "job/earlier.h"
#include "job/folder_lock.h"
#include "job/layer_files.h"
#include "job/layer_keep.h"
#include "job/merge_parts.h"
#include "job/merge_tiles.h"
#include "job/merge_whole.h"
#include "job/pipeline.h"
#include "job/shard_files.h"
#include "job/skip.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/thread.h"
#include "output/paths.h"

static const struct job_shard no_shard = {0};

struct merge {
    const struct merge_settings *settings;
    struct job_settings job;
    const char *map;
    struct merge_parts parts;
    struct ledger *ledger; /* of the whole */
    char *ledger_path;
    struct manifest *earlier;
    struct manifest *manifest;
    struct merge_tiles tiles;
    struct compose compose;
    struct changes changes;
    char *leaflet; /* what job.leaflet may borrow */
    struct folder_lock lock;
    bool was_cut_short; /* a merge before, when all was joined */
    struct job_result *result;
    struct diag diag;
};

/* The settings that the shards were drawn with. */
static enum adtmap_status take_shard_settings(struct merge *merge)
{
    const struct merge_part *part = &merge->parts.items[0];
    merge->job.tile = part->manifest->settings;
    merge->job.effort = (enum png_effort)part->ledger->shard.effort;
    struct hash128 settings;
    if (!skip_settings(merge->map, &merge->job, &settings)) {
        return diag_fail_memory(&merge->diag);
    }
    if (!hash128_equal(settings, part->ledger->shard.settings)) {
        struct diag at_path = diag_at(&merge->diag, part->path);
        return diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "was drawn by another adtmap than this one, or changed since");
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_ledger(struct merge *merge)
{
    merge->ledger = ledger_create();
    return merge->ledger
               ? ledger_read_earlier(merge->ledger, merge->ledger_path, "passed over", &merge->diag)
               : diag_fail_memory(&merge->diag);
}

/* Reads what there is of the map, and of its shards. */
static enum adtmap_status read_all(struct merge *merge)
{
    struct job_result *result = merge->result;
    enum adtmap_status status = path_check_map_name(merge->map, &merge->diag);
    if (status) {
        return status;
    }
    result->directory = path_map_directory(merge->settings->out, merge->map);
    merge->ledger_path = result->directory ? ledger_path(result->directory, &no_shard) : NULL;
    if (!merge->ledger_path) {
        return diag_fail_memory(&merge->diag);
    }
    status = folder_lock_find(&merge->lock, result->directory, &no_shard, &merge->diag);
    if (!status) {
        status = shard_files_resume(result->directory, &merge->diag, &merge->was_cut_short);
    }
    if (!status) {
        status = merge_parts_read(merge->settings, merge->map, &merge->diag, &merge->parts);
    }
    if (!status) {
        status = earlier_read(result->directory, &merge->diag, &merge->earlier);
    }
    return status ? status : read_ledger(merge);
}

/* The settings of the shards; without any those of the map that is there, if there is anything to
 * put together from it. */
static enum adtmap_status take_settings(struct merge *merge)
{
    merge->job = merge->settings->job;
    merge->job.out = merge->settings->out;
    if (merge->parts.count > 0) {
        return take_shard_settings(merge);
    }
    if (!merge->was_cut_short && !merge_may_be_whole(merge->settings)) {
        return diag_fail(&merge->diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "no shards of the map are there");
    }
    return merge_whole_settings(merge->earlier, merge->ledger, merge->map, &merge->diag,
                                &merge->job);
}

/* Finds out what there is to be, and opens it. */
static enum adtmap_status open_whole(struct merge *merge)
{
    const char *directory = merge->result->directory;
    enum adtmap_status status =
        earlier_keep_products(directory, merge->map, merge->earlier, merge->ledger, &merge->diag,
                              &merge->job, &merge->leaflet);
    if (!status) {
        status = website_prepare(&merge->job, merge->map, &merge->diag, &merge->compose.website);
    }
    if (!status) {
        status = manifest_create(merge->map, &merge->job.tile, &merge->diag, &merge->manifest);
    }
    if (!status) {
        status = folder_lock_take(&merge->lock, directory, &no_shard, &merge->diag);
    }
    if (!status) {
        char *tiles = path_tile_directory(directory);
        status = tiles ? file_make_directory(tiles, &merge->diag) : diag_fail_memory(&merge->diag);
        free(tiles);
    }
    if (!status) {
        status = changes_check(merge->job.changed, &merge->diag);
    }
    return status ? status : ledger_open_journal(merge->ledger, merge->ledger_path, &merge->diag);
}

static enum adtmap_status take_tiles(struct merge *merge)
{
    merge->tiles = (struct merge_tiles){
        .map = merge->map,
        .directory = merge->result->directory,
        .parts = &merge->parts,
        .earlier = merge->earlier,
        .manifest = merge->manifest,
        .ledger = merge->ledger,
        .diag = &merge->diag,
    };
    return merge->parts.count > 0 ? merge_tiles_take(&merge->tiles)
                                  : merge_whole_take(&merge->tiles);
}

/* Takes the tasks, which come back from their PNGs, through the pipeline. */
static enum adtmap_status read_back(struct merge *merge, struct tile_task *tasks, uint32_t count,
                                    const struct memory_plan *memory, unsigned threads)
{
    const struct layer_files no_layers = {.layers = layers_of(&merge->job)};
    struct pipeline pipeline = {
        .map_name = merge->map,
        .log = merge->settings->log,
        .settings = &merge->job,
        .directory = merge->result->directory,
        .tasks = tasks,
        .count = count,
        .stitch = merge->compose.stitch,
        .pyramid = merge->compose.website.pyramid,
        .layers = &no_layers,
        .threads = threads,
        .workers = memory->workers,
    };
    enum adtmap_status status = pipeline_run(&pipeline, &merge->diag);
    merge->result->times = pipeline.times;
    return status;
}

static void plan_compose(struct merge *merge)
{
    merge->compose = (struct compose){
        .settings = &merge->job,
        .map_name = merge->map,
        .directory = merge->result->directory,
        .ledger = merge->ledger,
        .diag = &merge->diag,
        .shown = merge->tiles.shown,
        .website = merge->compose.website,
    };
}

/* The stitched map and the zoom levels, from PNGs. */
static enum adtmap_status put_together(struct merge *merge)
{
    struct compose *compose = &merge->compose;
    struct tile_task *tasks = NULL;
    uint32_t count = 0;
    struct memory_plan memory = {0};
    unsigned threads = merge->job.threads ? merge->job.threads : thread_core_count();
    plan_compose(merge);
    if (!compose_plan(compose)) {
        return diag_fail_memory(&merge->diag);
    }
    enum adtmap_status status = compose_list_tasks(compose, &tasks, &count);
    if (!status) {
        status = compose_divide(compose, threads, count, &memory);
    }
    if (!status && (count > 0 || compose->makes_stitched)) {
        status = compose_open(compose, threads, &memory);
    }
    if (!status && count > 0) {
        status = read_back(merge, tasks, count, &memory, threads);
    }
    free(tasks);
    return status ? status : compose_finish(compose);
}

static enum adtmap_status write_manifest(struct merge *merge)
{
    char *path = path_manifest(merge->result->directory);
    merge->manifest->bounds = stitch_bounds(&merge->compose.shown, compose_extent(&merge->job));
    merge->manifest->is_stitched = (merge->job.outputs & JOB_STITCH) != 0;
    const struct layer_keep keep = {
        .map = merge->map,
        .directory = merge->result->directory,
        .earlier = merge->earlier,
        .lost = &merge->ledger->lost,
        .blend = merge->job.tile.blend,
        .diag = &merge->diag,
    };
    enum adtmap_status status =
        path ? layer_keep_join(&keep, &merge->manifest->layers) : diag_fail_memory(&merge->diag);
    status = status ? status : manifest_write(path, merge->manifest, &merge->diag);
    if (!status) {
        ledger_settle_layers(merge->ledger);
    }
    free(path);
    return status;
}

static enum adtmap_status collect(struct merge *merge)
{
    struct job_result *result = merge->result;
    const struct manifest *manifest = merge->manifest;
    result->failures = calloc(TILE_SET_GRID * TILE_SET_GRID, sizeof *result->failures);
    if (!result->failures) {
        return diag_fail_memory(&merge->diag);
    }
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        const struct manifest_tile *tile = &manifest->tiles[y][x];
        result->drawn += tile->state == MANIFEST_PRESENT;
        result->absent += tile->state == MANIFEST_ABSENT;
        if (tile_set_has(&merge->tiles.failed, x, y)) {
            struct job_failure *failed = &result->failures[result->failure_count++];
            *failed = (struct job_failure){.x = x, .y = y};
            failed->message.offset = NO_OFFSET;
            snprintf(failed->message.what, sizeof failed->message.what, "%.255s", tile->reason);
        }
    }
    return ADTMAP_OK;
}

/* Until all else is done the shards stay: what fails may be merged again. */
static enum adtmap_status end(struct merge *merge)
{
    const char *directory = merge->result->directory;
    enum adtmap_status status =
        merge->parts.count > 0 ? shard_files_remove(directory, &merge->diag) : ADTMAP_OK;
    if (!status) {
        status = changes_write(&merge->changes, merge->job.changed, &merge->diag);
    }
    if (!status) {
        status = shard_files_end(directory, &merge->diag);
    }
    return status ? status : changes_end(&merge->changes, &merge->diag);
}

static enum adtmap_status carry_out(struct merge *merge)
{
    enum adtmap_status status =
        changes_begin(&merge->changes, merge->settings->out, merge->map, &merge->diag);
    if (!status) {
        status = take_tiles(merge);
    }
    if (!status) {
        status = put_together(merge);
    }
    if (!status) {
        status = write_manifest(merge);
    }
    if (!status) {
        status = website_write(&merge->job, merge->map, merge->result->directory,
                               &merge->compose.website, &merge->diag);
    }
    if (!status) {
        status = ledger_write(merge->ledger, merge->ledger_path, &merge->diag);
    }
    return status ? status : end(merge);
}

static enum adtmap_status run(struct merge *merge)
{
    enum adtmap_status status = read_all(merge);
    if (!status) {
        status = take_settings(merge);
    }
    if (!status) {
        status = open_whole(merge);
    }
    if (!status) {
        status = carry_out(merge);
    }
    return status ? status : collect(merge);
}

enum adtmap_status merge_map(const struct merge_settings *settings, const char *map,
                             struct job_result *result, struct adtmap_message *failure)
{
    *result = (struct job_result){0};
    double begin = clock_seconds();
    snprintf(result->map, sizeof result->map, "%s", map);
    struct merge merge = {
        .settings = settings, .map = map, .result = result, .diag = {map, settings->log, failure}};
    enum adtmap_status status = run(&merge);
    compose_free(&merge.compose);
    changes_free(&merge.changes);
    merge_parts_free(&merge.parts);
    folder_lock_release(&merge.lock);
    ledger_destroy(merge.ledger);
    manifest_destroy(merge.earlier);
    manifest_destroy(merge.manifest);
    free(merge.ledger_path);
    free(merge.leaflet);
    result->seconds = clock_seconds() - begin;
    return status;
}
