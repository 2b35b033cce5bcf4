#include "job/merge_tiles.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "job/earlier.h"
#include "output/paths.h"

static enum adtmap_status copy_png(const struct merge_tiles *tiles, const struct merge_part *part,
                                   uint32_t x, uint32_t y)
{
    char *from = path_tile(part->directory, tiles->map, x, y);
    char *to = path_tile(tiles->directory, tiles->map, x, y);
    struct ledger_file file = part->ledger->tiles[y][x].file;
    struct diag at_path = *tiles->diag;
    struct blob blob = {0};
    at_path.file = from;
    enum adtmap_status status = from && to ? ADTMAP_OK : diag_fail_memory(tiles->diag);
    if (!status && !ledger_file_is(from, &file)) {
        status =
            diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                      "is missing or not as its shard has written it: draw the shard once more");
    }
    if (!status && strcmp(from, to) != 0) {
        status = file_map(from, &at_path, &blob);
        status = status ? status : file_write_atomic(to, blob.data, blob.size, tiles->diag);
    }
    blob_release(&blob);
    free(from);
    free(to);
    return status;
}

/* A shard's record, with the numbers that inputs have in the ledger of the whole. */
static enum adtmap_status copy_record(struct merge_tiles *tiles, const struct ledger *from,
                                      uint32_t x, uint32_t y)
{
    struct ledger_tile tile = from->tiles[y][x];
    char name[PATH_NAME_BYTES];
    bool fine = true;
    if (!identity_is(tile.file.contents, tiles->ledger->tiles[y][x].file.contents)) {
        /* A shard in this very folder may have written it before anybody looked. */
        path_tile_name(tiles->map, x, y, name);
        fine = changes_touch(tiles->changes, name);
    }
    tile.inputs = reallocarray(NULL, (size_t)tile.input_count + 1, sizeof *tile.inputs);
    fine = fine && tile.inputs;
    for (uint32_t i = 0; i < tile.input_count && fine; i++) {
        const struct note *note = &from->inputs[from->tiles[y][x].inputs[i]];
        fine = ledger_input(tiles->ledger, note, &tile.inputs[i]);
    }
    if (!fine) {
        free(tile.inputs);
        return diag_fail_memory(tiles->diag);
    }
    ledger_set_tile(tiles->ledger, x, y, &tile);
    return ADTMAP_OK;
}

/* What a shard has of one tile. */
static enum adtmap_status take_tile(struct merge_tiles *tiles, const struct merge_part *part,
                                    uint32_t x, uint32_t y)
{
    const struct manifest_tile *told = &part->manifest->tiles[y][x];
    enum adtmap_status status = ADTMAP_OK;
    switch (told->state) {
    case MANIFEST_NOTHING:
        return ADTMAP_OK;
    case MANIFEST_ABSENT:
        manifest_set_absent(tiles->manifest, x, y);
        tile_set_add(&tiles->lost, x, y);
        return ADTMAP_OK;
    case MANIFEST_FAILED:
        tile_set_add(&tiles->shown, x, y);
        tile_set_add(&tiles->lost, x, y);
        ledger_forget_tile(tiles->ledger, x, y);
        return manifest_set_failed(tiles->manifest, x, y, told->reason)
                   ? ADTMAP_OK
                   : diag_fail_memory(tiles->diag);
    case MANIFEST_PRESENT:
        tile_set_add(&tiles->shown, x, y);
        manifest_set_present(tiles->manifest, x, y, told->hash);
        tiles->manifest->tiles[y][x].is_far = told->is_far;
        if (tiles->ledger->tiles[y][x].is_known &&
            !identity_is(tiles->ledger->tiles[y][x].pixels, told->hash)) {
            tile_set_add(&tiles->lost, x, y);
        }
        status = copy_png(tiles, part, x, y);
        return status ? status : copy_record(tiles, part->ledger, x, y);
    }
    return ADTMAP_OK;
}

/* The record stays with a PNG that cannot be removed. */
static enum adtmap_status remove_tile(struct merge_tiles *tiles, uint32_t x, uint32_t y)
{
    char *path = path_tile(tiles->directory, tiles->map, x, y);
    enum adtmap_status status =
        path ? file_remove(path, tiles->diag) : diag_fail_memory(tiles->diag);
    if (!status) {
        ledger_forget_tile(tiles->ledger, x, y);
    }
    free(path);
    return status;
}

/* A tile that no shard was to draw: of a map drawn whole it is gone; else it may stay. */
static enum adtmap_status keep_tile(struct merge_tiles *tiles, uint32_t x, uint32_t y)
{
    const struct ledger_shard *shard = &tiles->parts->items[0].ledger->shard;
    struct ledger_tile *tile = &tiles->ledger->tiles[y][x];
    if (shard->is_whole) {
        tile_set_add(&tiles->lost, x, y);
        return tile->is_known ? remove_tile(tiles, x, y) : ADTMAP_OK;
    }
    char *path = path_tile(tiles->directory, tiles->map, x, y);
    bool is_kept = tile->is_known && path && identity_is(tile->settings, shard->settings) &&
                   ledger_file_is(path, &tile->file);
    free(path);
    bool fine =
        earlier_take_tile(tiles->earlier, x, y, is_kept ? &tile->pixels : NULL, tiles->manifest);
    enum manifest_state state = tiles->manifest->tiles[y][x].state;
    if (state == MANIFEST_PRESENT || state == MANIFEST_FAILED) {
        tile_set_add(&tiles->shown, x, y);
    }
    return fine ? ADTMAP_OK : diag_fail_memory(tiles->diag);
}

enum adtmap_status merge_tiles_take(struct merge_tiles *tiles)
{
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        enum adtmap_status status = ADTMAP_OK;
        bool is_told = false;
        for (size_t k = 0; k < tiles->parts->count && !status && !is_told; k++) {
            is_told = tiles->parts->items[k].manifest->tiles[y][x].state != MANIFEST_NOTHING;
            status = take_tile(tiles, &tiles->parts->items[k], x, y);
        }
        if (!status && !is_told) {
            status = keep_tile(tiles, x, y);
        }
        if (status) {
            return status;
        }
    }
    return ADTMAP_OK;
}
