#include "job/merge.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/path.h"
#include "base/thread.h"
#include "job/changes.h"
#include "job/compose.h"
#include "job/earlier.h"
#include "job/layer_files.h"
#include "job/layer_keep.h"
#include "job/merge_parts.h"
#include "job/pipeline.h"
#include "job/skip.h"
#include "output/paths.h"

struct merge {
    const struct merge_settings *settings;
    struct job_settings job;
    const char *map;
    struct merge_parts parts;
    struct ledger *ledger; /* of the whole */
    char *ledger_path;
    struct manifest *earlier;
    struct manifest *manifest;
    struct compose compose;
    struct changes changes;
    char *leaflet;        /* what job.leaflet may borrow */
    struct tile_set lost; /* tiles whose data layers may be out of date */
    struct job_result *result;
    struct diag diag;
};

/* The settings that the shards were drawn with. */
static enum adtmap_status take_settings(struct merge *merge)
{
    const struct merge_part *part = &merge->parts.items[0];
    merge->job = merge->settings->job;
    merge->job.out = merge->settings->out;
    merge->job.tile = part->manifest->settings;
    merge->job.effort = (enum png_effort)part->ledger->shard.effort;
    struct hash128 settings;
    if (!skip_settings(merge->map, &merge->job, &settings)) {
        return diag_fail_memory(&merge->diag);
    }
    if (!identity_is(settings, part->ledger->shard.settings)) {
        struct diag at_path = merge->diag;
        at_path.file = part->path;
        return diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "was drawn by another adtmap than this one, or changed since");
    }
    return ADTMAP_OK;
}

static enum adtmap_status copy_png(const struct merge *merge, const struct merge_part *part,
                                   uint32_t x, uint32_t y)
{
    char *from = path_tile(part->directory, merge->map, x, y);
    char *to = path_tile(merge->result->directory, merge->map, x, y);
    struct ledger_file file = part->ledger->tiles[y][x].file;
    struct diag at_path = merge->diag;
    struct blob blob = {0};
    at_path.file = from;
    enum adtmap_status status = from && to ? ADTMAP_OK : diag_fail_memory(&merge->diag);
    if (!status && !ledger_file_is(from, &file)) {
        status =
            diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                      "is missing or not as its shard has written it: draw the shard once more");
    }
    if (!status && strcmp(from, to) != 0) {
        status = file_map(from, &at_path, &blob);
        status = status ? status : file_write_atomic(to, blob.data, blob.size, &merge->diag);
    }
    blob_release(&blob);
    free(from);
    free(to);
    return status;
}

/* A shard's record, with the numbers that inputs have in the ledger of the whole. */
static enum adtmap_status copy_record(struct merge *merge, const struct ledger *from, uint32_t x,
                                      uint32_t y)
{
    struct ledger_tile tile = from->tiles[y][x];
    char name[PATH_NAME_BYTES];
    bool fine = true;
    if (!identity_is(tile.file.contents, merge->ledger->tiles[y][x].file.contents)) {
        /* A shard in this very folder may have written it before anybody looked. */
        path_tile_name(merge->map, x, y, name);
        fine = changes_touch(&merge->changes, name);
    }
    tile.inputs = reallocarray(NULL, (size_t)tile.input_count + 1, sizeof *tile.inputs);
    fine = fine && tile.inputs;
    for (uint32_t i = 0; i < tile.input_count && fine; i++) {
        const struct note *note = &from->inputs[from->tiles[y][x].inputs[i]];
        fine = ledger_input(merge->ledger, note, &tile.inputs[i]);
    }
    if (!fine) {
        free(tile.inputs);
        return diag_fail_memory(&merge->diag);
    }
    ledger_set_tile(merge->ledger, x, y, &tile);
    return ADTMAP_OK;
}

/* What a shard has of one tile. */
static enum adtmap_status take_tile(struct merge *merge, const struct merge_part *part, uint32_t x,
                                    uint32_t y)
{
    const struct manifest_tile *told = &part->manifest->tiles[y][x];
    enum adtmap_status status = ADTMAP_OK;
    switch (told->state) {
    case MANIFEST_NOTHING:
        return ADTMAP_OK;
    case MANIFEST_ABSENT:
        manifest_set_absent(merge->manifest, x, y);
        tile_set_add(&merge->lost, x, y);
        return ADTMAP_OK;
    case MANIFEST_FAILED:
        tile_set_add(&merge->compose.shown, x, y);
        tile_set_add(&merge->lost, x, y);
        ledger_forget_tile(merge->ledger, x, y);
        return manifest_set_failed(merge->manifest, x, y, told->reason)
                   ? ADTMAP_OK
                   : diag_fail_memory(&merge->diag);
    case MANIFEST_PRESENT:
        tile_set_add(&merge->compose.shown, x, y);
        manifest_set_present(merge->manifest, x, y, told->hash);
        merge->manifest->tiles[y][x].is_far = told->is_far;
        if (merge->ledger->tiles[y][x].is_known &&
            !identity_is(merge->ledger->tiles[y][x].pixels, told->hash)) {
            tile_set_add(&merge->lost, x, y);
        }
        status = copy_png(merge, part, x, y);
        return status ? status : copy_record(merge, part->ledger, x, y);
    }
    return ADTMAP_OK;
}

/* The record stays with a PNG that cannot be removed. */
static enum adtmap_status remove_tile(struct merge *merge, uint32_t x, uint32_t y)
{
    char *path = path_tile(merge->result->directory, merge->map, x, y);
    enum adtmap_status status =
        path ? file_remove(path, &merge->diag) : diag_fail_memory(&merge->diag);
    if (!status) {
        ledger_forget_tile(merge->ledger, x, y);
    }
    free(path);
    return status;
}

/* A tile that no shard was to draw: of a map drawn whole it is gone; else it may stay. */
static enum adtmap_status keep_tile(struct merge *merge, uint32_t x, uint32_t y)
{
    const struct ledger_shard *shard = &merge->parts.items[0].ledger->shard;
    struct ledger_tile *tile = &merge->ledger->tiles[y][x];
    if (shard->is_whole) {
        tile_set_add(&merge->lost, x, y);
        return tile->is_known ? remove_tile(merge, x, y) : ADTMAP_OK;
    }
    char *path = path_tile(merge->result->directory, merge->map, x, y);
    bool is_kept = tile->is_known && path && identity_is(tile->settings, shard->settings) &&
                   ledger_file_is(path, &tile->file);
    free(path);
    bool fine =
        earlier_take_tile(merge->earlier, x, y, is_kept ? &tile->pixels : NULL, merge->manifest);
    enum manifest_state state = merge->manifest->tiles[y][x].state;
    if (state == MANIFEST_PRESENT || state == MANIFEST_FAILED) {
        tile_set_add(&merge->compose.shown, x, y);
    }
    return fine ? ADTMAP_OK : diag_fail_memory(&merge->diag);
}

static enum adtmap_status take_tiles(struct merge *merge)
{
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        enum adtmap_status status = ADTMAP_OK;
        bool is_told = false;
        for (size_t k = 0; k < merge->parts.count && !status && !is_told; k++) {
            is_told = merge->parts.items[k].manifest->tiles[y][x].state != MANIFEST_NOTHING;
            status = take_tile(merge, &merge->parts.items[k], x, y);
        }
        if (!status && !is_told) {
            status = keep_tile(merge, x, y);
        }
        if (status) {
            return status;
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status open_whole(struct merge *merge)
{
    static const struct job_shard none = {0};
    char *tiles = path_tile_directory(merge->result->directory);
    merge->ledger_path = ledger_path(merge->result->directory, &none);
    merge->ledger = ledger_create();
    enum adtmap_status status =
        tiles && merge->ledger_path && merge->ledger ? ADTMAP_OK : diag_fail_memory(&merge->diag);
    if (!status) {
        status = earlier_read(merge->result->directory, &merge->diag, &merge->earlier);
    }
    if (!status) {
        status = ledger_read(merge->ledger, merge->ledger_path, &merge->diag);
    }
    if (!status) {
        status = earlier_keep_products(merge->result->directory, merge->map, merge->earlier,
                                       merge->ledger, &merge->diag, &merge->job, &merge->leaflet);
    }
    if (!status) {
        status = website_prepare(&merge->job, merge->map, &merge->diag, &merge->compose.website);
    }
    if (!status) {
        status = manifest_create(merge->map, &merge->job.tile, &merge->diag, &merge->manifest);
    }
    if (!status) {
        status = file_make_directory(tiles, &merge->diag);
    }
    free(tiles);
    return status ? status : ledger_open_journal(merge->ledger, merge->ledger_path, &merge->diag);
}

/* The stitched map and the zoom levels, from PNGs. */
static enum adtmap_status put_together(struct merge *merge)
{
    struct compose *compose = &merge->compose;
    struct tile_task *tasks = NULL;
    uint32_t count = 0;
    unsigned threads = merge->job.threads ? merge->job.threads : thread_core_count();
    if (!compose_plan(compose)) {
        return diag_fail_memory(&merge->diag);
    }
    enum adtmap_status status = compose_list_tasks(compose, &tasks, &count);
    struct memory_plan memory = {0};
    if (!status) {
        status = compose_divide(compose, threads, count, &memory);
    }
    if (!status && count > 0) {
        status = compose_open(compose, threads, &memory);
    }
    if (!status && count > 0) {
        const struct layer_files no_layers = {.layers = layers_of(&merge->job)};
        struct pipeline pipeline = {
            .map_name = merge->map,
            .log = merge->settings->log,
            .settings = &merge->job,
            .directory = merge->result->directory,
            .tasks = tasks,
            .count = count,
            .stitch = compose->stitch,
            .pyramid = compose->website.pyramid,
            .layers = &no_layers,
            .threads = threads,
            .workers = memory.workers,
        };
        status = pipeline_run(&pipeline, &merge->diag);
        merge->result->times = pipeline.times;
    }
    for (uint32_t i = 0; i < count && !status; i++) {
        status = tasks[i].status;
        if (status && merge->diag.failure) {
            *merge->diag.failure = tasks[i].message;
        }
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
        .lost = &merge->lost,
        .blend = merge->job.tile.blend,
        .diag = &merge->diag,
    };
    enum adtmap_status status =
        path ? layer_keep_join(&keep, &merge->manifest->layers) : diag_fail_memory(&merge->diag);
    status = status ? status : manifest_write(path, merge->manifest, &merge->diag);
    free(path);
    return status;
}

/* The shards in OUT are part of the whole now. Until all else is done they stay: what fails may be
 * merged again. */
static enum adtmap_status remove_parts(const struct merge *merge)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < merge->parts.count && !status; i++) {
        const struct merge_part *part = &merge->parts.items[i];
        if (strcmp(part->directory, merge->result->directory) != 0) {
            continue;
        }
        char *path = ledger_path(part->directory, &part->ledger->shard.shard);
        status = path ? file_remove(path, &merge->diag) : diag_fail_memory(&merge->diag);
        status = status ? status : file_remove(part->path, &merge->diag);
        free(path);
    }
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
        if (tile->state == MANIFEST_FAILED) {
            struct job_failure *failed = &result->failures[result->failure_count++];
            *failed = (struct job_failure){.x = x, .y = y};
            failed->message.offset = NO_OFFSET;
            snprintf(failed->message.what, sizeof failed->message.what, "%.255s", tile->reason);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status run(struct merge *merge)
{
    enum adtmap_status status = path_check_map_name(merge->map, &merge->diag);
    if (!status) {
        status = merge_parts_read(merge->settings, merge->map, &merge->diag, &merge->parts);
    }
    if (!status) {
        status = take_settings(merge);
    }
    if (!status) {
        merge->result->directory = path_map_directory(merge->settings->out, merge->map);
        status = merge->result->directory ? ADTMAP_OK : diag_fail_memory(&merge->diag);
    }
    if (!status) {
        status = open_whole(merge);
    }
    if (status) {
        return status;
    }
    merge->compose.settings = &merge->job;
    merge->compose.map_name = merge->map;
    merge->compose.directory = merge->result->directory;
    merge->compose.ledger = merge->ledger;
    merge->compose.diag = &merge->diag;
    status = changes_begin(&merge->changes, merge->settings->out, merge->map, &merge->diag);
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
    if (!status) {
        status = changes_end(&merge->changes, merge->job.changed, &merge->diag);
    }
    if (!status) {
        status = collect(merge);
    }
    return status ? status : remove_parts(merge);
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
    ledger_destroy(merge.ledger);
    manifest_destroy(merge.earlier);
    manifest_destroy(merge.manifest);
    free(merge.ledger_path);
    free(merge.leaflet);
    result->seconds = clock_seconds() - begin;
    return status;
}

/* Names of maps, from malloc. */
struct names {
    char **items;
    size_t count;
};

static bool add_name(struct names *names, const char *name)
{
    for (size_t i = 0; i < names->count; i++) {
        if (strcmp(names->items[i], name) == 0) {
            return true;
        }
    }
    char **items = reallocarray(names->items, names->count + 1, sizeof *items);
    if (!items) {
        return false;
    }
    names->items = items;
    names->items[names->count] = strdup(name);
    return names->items[names->count] && ++names->count;
}

static bool add_names(struct names *names, const char *out)
{
    const struct diag nobody = {0};
    DIR *stream = opendir(out[0] ? out : ".");
    const struct dirent *entry;
    bool fine = true;
    while (stream && fine && (entry = readdir(stream))) {
        if (path_check_map_name(entry->d_name, &nobody)) {
            continue;
        }
        char *directory = path_map_directory(out, entry->d_name);
        fine = directory && (!merge_has_parts(directory) || add_name(names, entry->d_name));
        free(directory);
    }
    if (stream) {
        closedir(stream);
    }
    return fine;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

enum adtmap_status merge_list_maps(const struct merge_settings *settings, const struct diag *diag,
                                   void (*visit)(void *user, const char *map), void *user)
{
    struct names names = {0};
    bool fine = add_names(&names, settings->out);
    for (size_t i = 0; i < settings->from_count && fine; i++) {
        fine = add_names(&names, settings->from[i]);
    }
    if (names.count > 0) {
        qsort(names.items, names.count, sizeof *names.items, compare_names);
    }
    for (size_t i = 0; i < names.count; i++) {
        if (fine) {
            visit(user, names.items[i]);
        }
        free(names.items[i]);
    }
    free(names.items);
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}
