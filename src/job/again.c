#include "job/again.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/file_stamp.h"
#include "output/paths.h"

/* A shard knows what runs of the whole map have left. */
static enum adtmap_status read_whole(struct again *again)
{
    static const struct job_shard none = {0};
    char *path = ledger_path(again->directory, &none);
    enum adtmap_status status =
        path ? ledger_read_earlier(again->ledger, path, "passed over", again->diag)
             : diag_fail_memory(again->diag);
    free(path);
    again->ledger->has_stitched = false;
    again->ledger->levels = LEVELS_NONE;
    return status;
}

static enum adtmap_status read_ledger(struct again *again)
{
    bool is_shard = again->settings->shard.count > 0;
    again->ledger = ledger_create();
    if (!again->ledger) {
        return ADTMAP_NO_MEMORY;
    }
    enum adtmap_status status = is_shard ? read_whole(again) : ADTMAP_OK;
    if (status) {
        return status;
    }
    return ledger_read_earlier(again->ledger, again->path,
                               is_shard ? "passed over" : "all tiles are drawn anew", again->diag);
}

/* Tiles that are not kept. */
struct others {
    uint32_t settings; /* drawn with other ones */
    uint32_t files;    /* missing or changed */
};

/* Keeps a tile that was not asked for if it is as it was drawn, and with these settings. False when
 * out of memory. */
static bool keep(struct again *again, uint32_t x, uint32_t y, struct others *others)
{
    struct ledger_tile *tile = &again->ledger->tiles[y][x];
    if (!hash128_equal(tile->settings, again->skip.settings_hash)) {
        others->settings++;
        return true;
    }
    char *path = path_tile(again->directory, again->map->name, x, y);
    bool is_there = false;
    bool fine = path && ledger_file_is(path, &tile->file, &is_there);
    if (is_there) {
        tile_set_add(&again->kept, x, y);
    } else {
        others->files++;
    }
    free(path);
    return fine;
}

static void warn_others(const struct again *again, const struct others *others)
{
    if (others->settings > 0) {
        diag_warn(again->diag, NULL, NO_OFFSET,
                  "%u tiles of earlier runs were drawn with other settings: they no longer count "
                  "as the map's until they are drawn with these",
                  (unsigned)others->settings);
    }
    if (others->files > 0) {
        diag_warn(again->diag, NULL, NO_OFFSET,
                  "%u PNGs of tiles of earlier runs are missing, changed or cannot be read: the "
                  "tiles no longer count as the map's until they are drawn anew",
                  (unsigned)others->files);
    }
}

/* What becomes of the tiles that this run does not draw. False when out of memory. */
static bool sort_others(struct again *again, const struct tile_set *tiles,
                        const struct tile_set *wanted)
{
    struct tile_set known = ledger_tiles(again->ledger);
    struct others others = {0};
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (!tile_set_has(&known, x, y) || tile_set_has(tiles, x, y)) {
            continue;
        }
        if (!wanted || tile_set_has(wanted, x, y)) {
            tile_set_add(&again->gone, x, y);
        } else if (!keep(again, x, y, &others)) {
            return false;
        }
    }
    warn_others(again, &others);
    return true;
}

/* Of tiles whose files are other by now no data layer of earlier runs is to be relied on. False
 * when out of memory. */
static bool lose_layers(struct again *again, const struct tile_set *tiles)
{
    bool fine = true;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && fine; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        bool has_changed = false;
        if (tile_set_has(tiles, x, y)) {
            fine = skip_has_changed(&again->skip, x, y, &has_changed);
        }
        if (has_changed) {
            ledger_lose_layers(again->ledger, x, y);
        }
    }
    return fine;
}

enum adtmap_status again_open(struct again *again, const struct tile_set *tiles,
                              const struct tile_set *wanted)
{
    again->path = ledger_path(again->directory, &again->settings->shard);
    enum adtmap_status status = again->path ? read_ledger(again) : ADTMAP_NO_MEMORY;
    bool fine = status != ADTMAP_NO_MEMORY;
    if (!status) {
        fine = skip_init(&again->skip, again->map, again->settings, again->ledger);
    }
    if (!status && fine && again->settings->shard.count > 0) {
        ledger_keep(again->ledger, tiles);
    } else if (!status && fine && job_has_picture(again->settings)) {
        fine = sort_others(again, tiles, wanted);
    }
    if (!status && fine) {
        fine = skip_look(&again->skip, tiles, again->verdicts);
    }
    if (!status && fine) {
        fine = lose_layers(again, tiles);
    }
    return fine ? status : diag_fail_memory(again->diag);
}

/* Takes a tile's PNG and its record away. */
static enum adtmap_status remove_tile(struct again *again, uint32_t x, uint32_t y,
                                      const struct diag *diag)
{
    return ledger_remove_tile(again->ledger, again->directory, again->map->name, x, y, diag);
}

enum adtmap_status again_begin(struct again *again)
{
    enum adtmap_status status = ledger_open_journal(again->ledger, again->path, again->diag);
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && !status; i++) {
        if (tile_set_has(&again->gone, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            status = remove_tile(again, i % TILE_SET_GRID, i / TILE_SET_GRID, again->diag);
        }
    }
    return status;
}

/* The key of a PNG that was written just now. */
static uint64_t settled_key(const struct again *again, const struct tile_task *task)
{
    struct file_stamp stamp = {0};
    char *path = path_tile(again->directory, again->map->name, task->x, task->y);
    bool is_settled = path && file_stamp_of(path, &stamp) && stamp.is_settled;
    free(path);
    return is_settled ? stamp.key : 0;
}

/* Without a record the manifest would lack the tile, and so would the maps of later runs. */
static enum adtmap_status record(struct again *again, struct tile_task *task,
                                 const struct diag *diag)
{
    struct ledger_tile tile = {.is_known = true,
                               .settings = again->skip.settings_hash,
                               .pixels = task->pixels,
                               .missing_assets = task->missing_assets};
    tile.file = (struct ledger_file){task->png.size, settled_key(again, task),
                                     hash128(task->png.data, task->png.size)};
    tile.inputs = skip_inputs(&again->skip, &task->trail, &tile.input_count);
    if (tile.inputs && skip_how(&again->skip, task->x, task->y, &tile.how)) {
        ledger_set_tile(again->ledger, task->x, task->y, &tile);
        return ADTMAP_OK;
    }
    free(tile.inputs);
    ledger_forget_tile(again->ledger, task->x, task->y);
    return diag_fail_memory(diag);
}

void again_finished(void *user, struct tile_task *task)
{
    struct again *again = user;
    if (!job_has_picture(again->settings)) {
        return;
    }
    struct diag diag = *again->diag;
    diag.failure = again->status ? NULL : diag.failure; /* the first is told */
    enum adtmap_status status =
        task->status ? remove_tile(again, task->x, task->y, &diag) : record(again, task, &diag);
    again->status = again->status ? again->status : status;
}

enum adtmap_status again_end(struct again *again)
{
    return again->ledger->is_changed ? ledger_write(again->ledger, again->path, again->diag)
                                     : ADTMAP_OK;
}

bool again_changes(const struct again *again, struct job_result *result)
{
    result->changes = calloc(TILE_SET_GRID * TILE_SET_GRID, sizeof *result->changes);
    if (!result->changes) {
        return false;
    }
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        const struct skip_verdict *verdict = &again->verdicts[y][x];
        struct job_change change = {x, y, verdict->reason, ""};
        if (tile_set_has(&again->gone, x, y)) {
            change.reason = JOB_GONE;
        }
        if (change.reason == JOB_CURRENT) {
            continue;
        }
        const char *input = verdict->input ? verdict->input : "";
        size_t length = strlen(input);
        size_t skipped = length < sizeof change.input ? 0 : length - sizeof change.input + 1;
        snprintf(change.input, sizeof change.input, "%s", input + skipped);
        result->changes[result->change_count++] = change;
    }
    return true;
}

void again_free(struct again *again)
{
    skip_free(&again->skip);
    ledger_destroy(again->ledger);
    free(again->path);
    again->ledger = NULL;
    again->path = NULL;
}
