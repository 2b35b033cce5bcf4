#include "job/run_manifest.h"

#include <stdlib.h>

#include "job/compose.h"
#include "job/earlier.h"
#include "job/layer_keep.h"
#include "job/layer_manifest.h"
#include "job/shard.h"
#include "output/paths.h"

static bool note_failed(const struct run_manifest *run, struct manifest *manifest)
{
    bool fine = true;
    for (uint32_t i = 0; i < run->task_count && fine; i++) {
        const struct tile_task *task = &run->tasks[i];
        char reason[sizeof task->message];
        if (task->status) {
            adtmap_message_format(&task->message, reason, sizeof reason);
            fine = manifest_set_failed(manifest, task->x, task->y, reason);
        }
    }
    return fine;
}

/* What a run of the picture has to say of a tile, failures apart. */
static bool note_tile(const struct run_manifest *run, uint32_t x, uint32_t y,
                      struct manifest *manifest)
{
    const struct ledger_tile *tile = &run->ledger->tiles[y][x];
    const struct hash128 *pixels =
        tile_set_has(run->shown, x, y) && tile->is_known ? &tile->pixels : NULL;
    if (tile_set_has(&run->choice->absent, x, y)) {
        manifest_set_absent(manifest, x, y);
    } else if (!choice_wants(run->settings, x, y)) {
        return earlier_take_tile(run->earlier, x, y, pixels, manifest);
    } else if (pixels) {
        manifest_set_present(manifest, x, y, *pixels);
        manifest->tiles[y][x].is_low_res = tile_set_has(&run->choice->low_res, x, y);
    }
    return true;
}

static bool note_picture(const struct run_manifest *run, struct manifest *manifest)
{
    bool fine = true;
    manifest->bounds = stitch_bounds(run->shown, compose_extent(run->settings));
    manifest->is_stitched = compose_has_stitched(run->settings);
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && fine; i++) {
        fine = note_tile(run, i % TILE_SET_GRID, i / TILE_SET_GRID, manifest);
    }
    return fine && note_failed(run, manifest);
}

/* A run of data layers alone: of the picture it has nothing new to say. */
static bool note_layers_alone(const struct run_manifest *run, struct manifest *manifest)
{
    bool fine = true;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && fine; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(&run->choice->absent, x, y)) {
            manifest_set_absent(manifest, x, y);
        } else if (!choice_wants(run->settings, x, y)) {
            fine = earlier_take_tile(run->earlier, x, y, NULL, manifest);
        }
    }
    manifest->bounds = stitch_bounds(run->shown, compose_extent(run->settings));
    return fine && note_failed(run, manifest) &&
           earlier_take_picture(run->earlier, run->settings->tiles, manifest);
}

/* The tiles whose data layers of earlier runs may show ground that is another by now. */
static struct tile_set lost_layers(const struct run_manifest *run)
{
    const struct adtmap_map *map = run->map;
    struct tile_set lost = run->ledger->lost;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (choice_wants(run->settings, x, y) && !tile_set_has(&map->files, x, y) &&
            !tile_set_has(&map->bare, x, y)) {
            tile_set_add(&lost, x, y);
        }
    }
    for (uint32_t i = 0; i < run->task_count; i++) {
        if (run->tasks[i].status) {
            tile_set_add(&lost, run->tasks[i].x, run->tasks[i].y);
        }
    }
    return lost;
}

static enum adtmap_status note_layers(const struct run_manifest *run, struct manifest *manifest)
{
    enum adtmap_status status =
        layer_manifest_make(run->layers, run->tasks, run->task_count, run->map->data->assets,
                            run->diag, &manifest->layers);
    if (!status && manifest->layers) {
        layer_manifest_warn(manifest->layers, run->diag);
    }
    const struct tile_set lost = lost_layers(run);
    const struct layer_keep keep = {
        .map = run->map->name,
        .directory = run->directory,
        .earlier = run->earlier,
        .lost = &lost,
        .blend = run->settings->tile.blend,
        .diag = run->diag,
    };
    return status ? status : layer_keep_join(&keep, &manifest->layers);
}

enum adtmap_status run_manifest_write(const struct run_manifest *run)
{
    struct manifest *manifest = NULL;
    bool has_picture = job_has_picture(run->settings);
    const struct job_shard *shard = &run->settings->shard;
    char *path = shard->count > 0 ? shard_manifest_path(run->directory, shard)
                                  : path_manifest(run->directory);
    enum adtmap_status status =
        path ? manifest_create(run->map->name, &run->settings->tile, run->diag, &manifest)
             : diag_fail_memory(run->diag);
    if (!status) {
        bool fine = has_picture ? note_picture(run, manifest) : note_layers_alone(run, manifest);
        status = fine ? note_layers(run, manifest) : diag_fail_memory(run->diag);
    }
    if (!status) {
        status = manifest_write(path, manifest, run->diag);
    }
    if (!status) {
        ledger_settle_layers(run->ledger);
    }
    manifest_destroy(manifest);
    free(path);
    return status;
}
