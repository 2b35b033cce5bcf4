#include "job/merge_whole.h"

#include <stdlib.h>

#include "job/earlier.h"
#include "job/skip.h"
#include "output/paths.h"

/* A tile that manifest and ledger know. NULL: none. */
static const struct ledger_tile *any_tile(const struct manifest *earlier,
                                          const struct ledger *ledger)
{
    for (uint32_t i = 0; earlier && i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        const struct ledger_tile *tile = &ledger->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID];
        const struct manifest_tile *told = &earlier->tiles[i / TILE_SET_GRID][i % TILE_SET_GRID];
        if (told->state == MANIFEST_PRESENT && tile->is_known) {
            return tile;
        }
    }
    return NULL;
}

enum adtmap_status merge_whole_settings(const struct manifest *earlier, const struct ledger *ledger,
                                        const char *map, const struct diag *diag,
                                        struct job_settings *job)
{
    const struct ledger_tile *tile = any_tile(earlier, ledger);
    if (!tile) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "no shards of the map are there, nor tiles that were joined before");
    }
    job->tile = earlier->settings;
    for (int effort = PNG_FAST; effort <= PNG_SMALL; effort++) {
        struct hash128 settings;
        job->effort = (enum png_effort)effort;
        if (!skip_settings(map, job, &settings)) {
            return diag_fail_memory(diag);
        }
        if (hash128_equal(settings, tile->settings)) {
            return ADTMAP_OK;
        }
    }
    return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                     "no shards are there, and the map was drawn by another adtmap than this one: "
                     "draw it with 'render'");
}

/* Whether a tile is as it was drawn: manifest, ledger and PNG say the same. */
static enum adtmap_status check_tile(const struct merge_tiles *tiles, uint32_t x, uint32_t y)
{
    struct ledger_tile *tile = &tiles->ledger->tiles[y][x];
    char *path = path_tile(tiles->directory, tiles->map, x, y);
    bool is_so = tile->is_known && hash128_equal(tile->pixels, tiles->earlier->tiles[y][x].hash);
    bool fine = path && (!is_so || ledger_file_is(path, &tile->file, &is_so));
    enum adtmap_status status = fine ? ADTMAP_OK : diag_fail_memory(tiles->diag);
    struct diag at_path = diag_at(tiles->diag, path);
    if (!status && !is_so) {
        status = diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                           "is missing or not as it was drawn, and no shards are there: draw it "
                           "with 'render'");
    }
    free(path);
    return status;
}

static enum adtmap_status take_tile(struct merge_tiles *tiles, uint32_t x, uint32_t y)
{
    const struct manifest_tile *told = &tiles->earlier->tiles[y][x];
    bool is_present = told->state == MANIFEST_PRESENT;
    enum adtmap_status status = is_present ? check_tile(tiles, x, y) : ADTMAP_OK;
    if (status) {
        return status;
    }
    if (is_present || told->state == MANIFEST_FAILED) {
        tile_set_add(&tiles->shown, x, y);
    }
    return earlier_take_tile(tiles->earlier, x, y, is_present ? &told->hash : NULL, tiles->manifest)
               ? ADTMAP_OK
               : diag_fail_memory(tiles->diag);
}

enum adtmap_status merge_whole_take(struct merge_tiles *tiles)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && !status; i++) {
        status = take_tile(tiles, i % TILE_SET_GRID, i / TILE_SET_GRID);
    }
    if (!status) {
        diag_warn(tiles->diag, NULL, NO_OFFSET,
                  "no shards are there: put together of the %u tiles joined before",
                  (unsigned)tile_set_count(&tiles->shown));
    }
    return status;
}
