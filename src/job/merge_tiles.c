#include "job/merge_tiles.h"

#include <stdlib.h>
#include <string.h>

#include "job/earlier.h"
#include "job/merge_check.h"
#include "os/file.h"
#include "output/paths.h"

static enum adtmap_status copy_png(const struct merge_tiles *tiles, const struct merge_part *part,
                                   uint32_t x, uint32_t y)
{
    char *from = path_tile(part->directory, tiles->map, x, y);
    char *to = path_tile(tiles->directory, tiles->map, x, y);
    struct diag at_path = diag_at(tiles->diag, from);
    enum adtmap_status status = from && to ? ADTMAP_OK : diag_fail_memory(tiles->diag);
    if (!status) {
        status = merge_check_png(from, &part->ledger->tiles[y][x].file, &at_path);
    }
    if (!status && strcmp(from, to) != 0) {
        status = file_copy(from, to, tiles->diag);
    }
    free(from);
    free(to);
    return status;
}

/* A shard's record, with the numbers that inputs have in the ledger of the whole. */
static bool renumber(const struct merge_tiles *tiles, const struct ledger *from,
                     struct ledger_tile *tile)
{
    const uint32_t *numbers = tile->inputs;
    tile->inputs = reallocarray(NULL, (size_t)tile->input_count + 1, sizeof *tile->inputs);
    bool fine = tile->inputs != NULL;
    for (uint32_t i = 0; i < tile->input_count && fine; i++) {
        fine = ledger_input(tiles->ledger, &from->inputs[numbers[i]], &tile->inputs[i]);
    }
    if (!fine) {
        free(tile->inputs);
    }
    return fine;
}

static bool has_input(const struct ledger_tile *tile, uint32_t number)
{
    for (uint32_t i = 0; i < tile->input_count; i++) {
        if (tile->inputs[i] == number) {
            return true;
        }
    }
    return false;
}

/* Whether an input of the record before is another file by now, as far as the new record tells:
 * with other settings a tile may ask for others. */
static bool is_other_input(const struct ledger *ledger, const struct ledger_tile *now,
                           uint32_t number, bool same_settings)
{
    bool is_other = same_settings && !has_input(now, number);
    for (uint32_t i = 0; i < now->input_count && !is_other; i++) {
        is_other = now->inputs[i] != number &&
                   strcmp(ledger->inputs[now->inputs[i]].name, ledger->inputs[number].name) == 0;
    }
    return is_other;
}

/* skip_has_changed, by what the shard has on record. */
static bool has_changed(const struct ledger *ledger, const struct ledger_tile *before,
                        const struct ledger_tile *now)
{
    bool same_settings = before->is_known && hash128_equal(before->settings, now->settings);
    bool changed = same_settings && !hash128_equal(before->how, now->how);
    for (uint32_t i = 0; i < before->input_count && !changed; i++) {
        changed = is_other_input(ledger, now, before->inputs[i], same_settings);
    }
    return changed;
}

static enum adtmap_status take_record(struct merge_tiles *tiles, const struct ledger *from,
                                      uint32_t x, uint32_t y)
{
    struct ledger_tile tile = from->tiles[y][x];
    if (!renumber(tiles, from, &tile)) {
        return diag_fail_memory(tiles->diag);
    }
    if (has_changed(tiles->ledger, &tiles->ledger->tiles[y][x], &tile)) {
        ledger_lose_layers(tiles->ledger, x, y);
    }
    ledger_set_tile(tiles->ledger, x, y, &tile);
    return ADTMAP_OK;
}

static enum adtmap_status take_present(struct merge_tiles *tiles, const struct merge_part *part,
                                       uint32_t x, uint32_t y)
{
    const struct manifest_tile *told = &part->manifest->tiles[y][x];
    tile_set_add(&tiles->shown, x, y);
    manifest_set_present(tiles->manifest, x, y, told->hash);
    tiles->manifest->tiles[y][x].is_low_res = told->is_low_res;
    if (told->is_low_res && tiles->manifest->settings.low_res != ADTMAP_LOW_RES_ONLY) {
        ledger_lose_layers(tiles->ledger, x, y);
    }
    enum adtmap_status status = copy_png(tiles, part, x, y);
    return status ? status : take_record(tiles, part->ledger, x, y);
}

static enum adtmap_status remove_tile(const struct merge_tiles *tiles, uint32_t x, uint32_t y)
{
    return ledger_remove_tile(tiles->ledger, tiles->directory, tiles->map, x, y, tiles->diag);
}

static enum adtmap_status take_failed(struct merge_tiles *tiles, const char *reason, uint32_t x,
                                      uint32_t y)
{
    tile_set_add(&tiles->shown, x, y);
    ledger_lose_layers(tiles->ledger, x, y);
    tile_set_add(&tiles->failed, x, y);
    return manifest_set_failed(tiles->manifest, x, y, reason) ? remove_tile(tiles, x, y)
                                                              : diag_fail_memory(tiles->diag);
}

/* A tile that was asked for and is none, or has no file: only what runs have drawn is removed. */
static enum adtmap_status take_gone(struct merge_tiles *tiles, uint32_t x, uint32_t y)
{
    if (tiles->manifest->settings.low_res != ADTMAP_LOW_RES_ONLY) {
        ledger_lose_layers(tiles->ledger, x, y);
    }
    return tiles->ledger->tiles[y][x].is_known ? remove_tile(tiles, x, y) : ADTMAP_OK;
}

/* What a shard has of one tile. */
static enum adtmap_status take_tile(struct merge_tiles *tiles, const struct merge_part *part,
                                    uint32_t x, uint32_t y)
{
    const struct manifest_tile *told = &part->manifest->tiles[y][x];
    if (told->state == MANIFEST_PRESENT) {
        return take_present(tiles, part, x, y);
    }
    if (told->state == MANIFEST_FAILED) {
        return take_failed(tiles, told->reason, x, y);
    }
    manifest_set_absent(tiles->manifest, x, y);
    return take_gone(tiles, x, y);
}

/* A tile that the shards were not asked for stays as it is. */
static enum adtmap_status keep_tile(struct merge_tiles *tiles, uint32_t x, uint32_t y)
{
    const struct ledger_shard *shard = &tiles->parts->items[0].ledger->shard;
    struct ledger_tile *tile = &tiles->ledger->tiles[y][x];
    char *path = path_tile(tiles->directory, tiles->map, x, y);
    bool is_kept = false;
    bool fine = path != NULL;
    if (path && tile->is_known && hash128_equal(tile->settings, shard->settings)) {
        fine = ledger_file_is(path, &tile->file, &is_kept);
    }
    free(path);
    fine = fine &&
           earlier_take_tile(tiles->earlier, x, y, is_kept ? &tile->pixels : NULL, tiles->manifest);
    enum manifest_state state = tiles->manifest->tiles[y][x].state;
    if (state == MANIFEST_PRESENT || state == MANIFEST_FAILED) {
        tile_set_add(&tiles->shown, x, y);
    }
    return fine ? ADTMAP_OK : diag_fail_memory(tiles->diag);
}

/* The shard that tells of a tile: of several the first that has drawn it. NULL: none. */
static const struct merge_part *teller_of(const struct merge_parts *parts, uint32_t x, uint32_t y)
{
    const struct merge_part *teller = NULL;
    for (size_t i = 0; i < parts->count; i++) {
        enum manifest_state state = parts->items[i].manifest->tiles[y][x].state;
        if (state == MANIFEST_PRESENT) {
            return &parts->items[i];
        }
        teller = state != MANIFEST_NOTHING && !teller ? &parts->items[i] : teller;
    }
    return teller;
}

enum adtmap_status merge_tiles_take(struct merge_tiles *tiles)
{
    const struct ledger_shard *shard = &tiles->parts->items[0].ledger->shard;
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && !status; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        const struct merge_part *teller = teller_of(tiles->parts, x, y);
        if (teller) {
            status = take_tile(tiles, teller, x, y);
        } else if (shard->is_whole || tile_set_has(&shard->asked_for, x, y)) {
            status = take_gone(tiles, x, y);
        } else {
            status = keep_tile(tiles, x, y);
        }
    }
    return status;
}
