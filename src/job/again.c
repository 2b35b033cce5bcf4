#include "job/again.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/stamp.h"
#include "output/paths.h"

/* A shard knows what runs of the whole map have left. */
static enum adtmap_status read_whole(struct again *again, const struct diag *diag)
{
    static const struct job_shard none = {0};
    char *path = ledger_path(again->directory, &none);
    enum adtmap_status status =
        path ? ledger_read(again->ledger, path, diag) : diag_fail_memory(diag);
    free(path);
    again->ledger->has_stitched = false;
    again->ledger->levels = LEVELS_NONE;
    return status;
}

static enum adtmap_status read_ledger(struct again *again)
{
    struct adtmap_message why = {0};
    const struct diag quiet = {again->path, again->diag->log, &why};
    again->ledger = ledger_create();
    if (!again->ledger) {
        return ADTMAP_NO_MEMORY;
    }
    enum adtmap_status status = ADTMAP_OK;
    if (again->settings->shard.count > 0) {
        status = read_whole(again, &quiet);
    }
    if (status == ADTMAP_OK) {
        status = ledger_read(again->ledger, again->path, &quiet);
    }
    if (status == ADTMAP_OK || status == ADTMAP_NO_MEMORY) {
        return status;
    }
    diag_warn(&quiet, NULL, NO_OFFSET, "%.200s; all tiles are drawn anew", why.what);
    ledger_destroy(again->ledger);
    again->ledger = ledger_create();
    return again->ledger ? ADTMAP_OK : ADTMAP_NO_MEMORY;
}

/* Whether a tile that was not asked for is as it was drawn, and with these settings. */
static bool is_kept(const struct again *again, uint32_t x, uint32_t y, uint32_t *others)
{
    struct ledger_tile *tile = &again->ledger->tiles[y][x];
    if (!identity_is(tile->settings, again->skip.settings_hash)) {
        ++*others;
        return false;
    }
    char *path = path_tile(again->directory, again->map->name, x, y);
    bool is = path && ledger_file_is(path, &tile->file);
    free(path);
    return is;
}

/* What becomes of the tiles that this run does not draw. */
static void sort_others(struct again *again, const struct tile_set *tiles,
                        const struct tile_set *wanted)
{
    struct tile_set known = ledger_tiles(again->ledger);
    uint32_t others = 0;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (!tile_set_has(&known, x, y) || tile_set_has(tiles, x, y)) {
            continue;
        }
        if (!wanted || tile_set_has(wanted, x, y)) {
            tile_set_add(&again->gone, x, y);
        } else if (is_kept(again, x, y, &others)) {
            tile_set_add(&again->kept, x, y);
        }
    }
    if (others > 0) {
        diag_warn(again->diag, NULL, NO_OFFSET,
                  "%u tiles of earlier runs were drawn with other settings: they no longer count "
                  "as the map's until they are drawn with these",
                  (unsigned)others);
    }
}

static void find_changed(struct again *again, const struct tile_set *tiles)
{
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(tiles, x, y) && skip_has_changed(&again->skip, x, y)) {
            tile_set_add(&again->changed, x, y);
        }
    }
}

enum adtmap_status again_open(struct again *again, const struct tile_set *tiles,
                              const struct tile_set *wanted)
{
    again->path = ledger_path(again->directory, &again->settings->shard);
    enum adtmap_status status = again->path ? read_ledger(again) : ADTMAP_NO_MEMORY;
    if (!status && !skip_init(&again->skip, again->map, again->settings, again->ledger)) {
        status = ADTMAP_NO_MEMORY;
    }
    if (!status) {
        if (again->settings->shard.count > 0) {
            ledger_keep(again->ledger, tiles);
        } else if (!(again->settings->outputs & JOB_NO_PICTURE)) {
            sort_others(again, tiles, wanted);
        }
        if (skip_look(&again->skip, tiles, again->verdicts)) {
            find_changed(again, tiles);
        } else {
            status = ADTMAP_NO_MEMORY;
        }
    }
    return status ? diag_fail_memory(again->diag) : ADTMAP_OK;
}

/* Takes a tile's PNG away, and then its record, which stays with a PNG that cannot be removed. */
static enum adtmap_status remove_tile(struct again *again, uint32_t x, uint32_t y,
                                      const struct diag *diag)
{
    char *path = path_tile(again->directory, again->map->name, x, y);
    enum adtmap_status status = path ? file_remove(path, diag) : diag_fail_memory(diag);
    if (!status) {
        ledger_forget_tile(again->ledger, x, y);
    }
    free(path);
    return status;
}

enum adtmap_status again_begin(struct again *again)
{
    enum adtmap_status status = ledger_open_journal(again->ledger, again->path, again->diag);
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && !status; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(&again->gone, x, y)) {
            status = remove_tile(again, x, y, again->diag);
        }
    }
    return status;
}

/* The PNG of a tile that failed goes; if it cannot, that is told. */
static void remove_failed(struct again *again, const struct tile_task *task)
{
    struct adtmap_message why = {0};
    const struct diag diag = {again->diag->file, again->diag->log, &why};
    if (remove_tile(again, task->x, task->y, &diag)) {
        diag_warn(again->diag, NULL, NO_OFFSET, "the old picture of tile %u_%u stays: %.200s",
                  (unsigned)task->x, (unsigned)task->y, why.what);
    }
}

/* The key of a PNG that was written just now. */
static uint64_t settled_key(const struct again *again, const struct tile_task *task)
{
    struct stamp stamp = {0};
    char *path = path_tile(again->directory, again->map->name, task->x, task->y);
    bool is_settled = path && stamp_of_file(path, &stamp) && stamp.is_settled;
    free(path);
    return is_settled ? stamp.key : 0;
}

void again_finished(void *user, struct tile_task *task)
{
    struct again *again = user;
    struct ledger_tile tile = {.is_known = true,
                               .settings = again->skip.settings_hash,
                               .pixels = task->pixels,
                               .stand_ins = task->stand_ins};
    if (again->settings->outputs & JOB_NO_PICTURE) {
        return;
    }
    if (task->status) {
        remove_failed(again, task);
        return;
    }
    tile.file = (struct ledger_file){task->png.size, settled_key(again, task),
                                     hash128(task->png.data, task->png.size)};
    tile.inputs = skip_inputs(&again->skip, &task->trail, &tile.input_count);
    if (tile.inputs && skip_how(&again->skip, task->x, task->y, &tile.how)) {
        ledger_set_tile(again->ledger, task->x, task->y, &tile);
    } else {
        /* Without a record the tile is drawn anew next time. */
        free(tile.inputs);
        ledger_forget_tile(again->ledger, task->x, task->y);
    }
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
