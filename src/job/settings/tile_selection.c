/*
 * The part of a shard is cut out last, of what one run would draw: so all shards cut the same list.
 */
#include "job/settings/tile_selection.h"

#include <stdio.h>
#include <string.h>

#include "job/settings/shard.h"
#include "map/map_low_res.h"

/* What a selection is made from. */
struct request {
    const struct adtmap_map *map;
    const struct job_settings *settings;
    const struct diag *diag;
};

/* A WDL has no data layers: for these alone, tiles without an ADT are left out. */
static enum adtmap_low_res low_res_of(const struct job_settings *settings)
{
    return job_has_picture(settings) ? settings->tile.low_res : ADTMAP_LOW_RES_NEVER;
}

/* Names the first tiles asked for that are not in the map, without those in `named`. */
static void warn_unlisted(const struct request *request, const struct tile_set *listed,
                          const struct tile_set *named)
{
    enum { NAMED_MAX = 8 };
    char names[NAMED_MAX * sizeof ", 63_63"] = "";
    uint32_t count = 0;
    uint32_t asked_for = tile_set_count(request->settings->tiles);
    for (struct tile_step tile = {0}; tile_set_next(request->settings->tiles, &tile);) {
        if (tile_set_has(listed, tile.x, tile.y) || tile_set_has(named, tile.x, tile.y)) {
            continue;
        }
        if (count++ < NAMED_MAX) {
            size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%u_%u", used ? ", " : "", tile.x,
                     tile.y);
        }
    }
    if (count) {
        diag_warn(request->diag, NULL, NO_OFFSET,
                  "%u of the %u tiles asked for are not in the map: %s%s", count, asked_for, names,
                  count > NAMED_MAX ? ", ..." : "");
    }
}

static enum adtmap_status fail_without_tiles(const struct request *request, uint32_t listed,
                                             uint32_t asked_for)
{
    bool low_res_only = low_res_of(request->settings) == ADTMAP_LOW_RES_ONLY;
    if (low_res_only && listed == 0) {
        return diag_fail(request->diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "%s",
                         request->map->low_res
                             ? "the map's WDL has no tiles"
                             : "the data holds no WDL of the map that can be read");
    }
    if (asked_for == 0 && request->settings->tiles) {
        return diag_fail(request->diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "none of the tiles asked for is among the %u of the map%s", listed,
                         low_res_only ? "'s WDL" : "");
    }
    if (listed == 0 && !request->map->has_wdt) {
        return diag_fail(request->diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "the data holds neither WDT nor ADT of the map, only its WDL");
    }
    return diag_fail(request->diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                     "the data holds no ADT for any of the %u tiles listed", asked_for);
}

static void warn_lacking(const struct request *request, const struct tile_selection *selection,
                         uint32_t asked_for)
{
    uint32_t low_res = tile_set_count(&selection->low_res);
    uint32_t absent = tile_set_count(&selection->absent);
    if (low_res && low_res_of(request->settings) == ADTMAP_LOW_RES_FILL) {
        diag_warn(request->diag, "MAIN", NO_OFFSET,
                  "%u of %u tiles have no ADT in the data; drawn from the WDL", low_res, asked_for);
    }
    if (absent) {
        diag_warn(request->diag, "MAIN", NO_OFFSET,
                  "%u of %u tiles have no ADT in the data; left out", absent, asked_for);
    }
}

/* Keeps the tiles of the shard. The first shard alone reports absent tiles. */
static void take_shard(const struct job_shard *shard, struct tile_selection *selection)
{
    shard_slice(shard, &selection->tiles);
    tile_set_keep(&selection->low_res, &selection->tiles);
    selection->count = tile_set_count(&selection->tiles);
    selection->asked = selection->tiles;
    if (shard->index == 1) {
        tile_set_add_all(&selection->asked, &selection->absent);
    }
    if (shard->index > 1) {
        selection->absent = (struct tile_set){0};
        selection->unlisted = (struct tile_set){0};
        selection->missing = (struct tile_set){0};
    }
}

/* Returns how many of the tiles asked for the map lists. */
static uint32_t choose(const struct request *request, const struct tile_set *listed,
                       struct tile_selection *selection)
{
    const struct adtmap_map *map = request->map;
    const struct tile_set *tiles = request->settings->tiles;
    struct tile_set low_res = map_low_res_tiles(map, low_res_of(request->settings));
    uint32_t asked_for = 0;
    for (size_t y = 0; y < TILE_SET_GRID; y++) {
        uint64_t row = listed->rows[y] & (tiles ? tiles->rows[y] : UINT64_MAX);
        uint64_t there = low_res.rows[y] | map->files.rows[y] | map->tiles_without_adt.rows[y];
        selection->tiles.rows[y] = row & there;
        selection->low_res.rows[y] = row & low_res.rows[y];
        selection->absent.rows[y] = row & ~there;
        asked_for += (uint32_t)__builtin_popcountll(row);
    }
    selection->count = tile_set_count(&selection->tiles);
    return asked_for;
}

/* Whether a run without tiles to draw is useful: the files of tiles that were asked for and have
 * left the data are to be removed. A map without any file is more likely a wrong data root. */
static bool has_tiles_to_remove(const struct request *request, uint32_t asked_for)
{
    const struct job_settings *settings = request->settings;
    bool is_named = settings->named && tile_set_count(settings->named) > 0;
    return settings->tiles && (asked_for > 0 || is_named) &&
           tile_set_count(&request->map->files) > 0 && low_res_of(settings) != ADTMAP_LOW_RES_ONLY;
}

enum adtmap_status tile_selection_make(const struct adtmap_map *map,
                                       const struct job_settings *settings, const struct diag *diag,
                                       struct tile_selection *selection)
{
    const struct request request = {map, settings, diag};
    struct tile_set listed = low_res_of(settings) == ADTMAP_LOW_RES_ONLY
                                 ? map_low_res_tiles(map, ADTMAP_LOW_RES_ONLY)
                                 : map_tiles(map);
    *selection = (struct tile_selection){0};
    uint32_t asked_for = choose(&request, &listed, selection);
    if (selection->count == 0 && !has_tiles_to_remove(&request, asked_for)) {
        return fail_without_tiles(&request, tile_set_count(&listed), asked_for);
    }
    for (int y = 0; y < TILE_SET_GRID && settings->named; y++) {
        selection->unlisted.rows[y] = settings->named->rows[y] & ~listed.rows[y];
        selection->missing.rows[y] = settings->named->rows[y] & selection->absent.rows[y];
    }
    if (settings->tiles) {
        warn_unlisted(&request, &listed, &selection->unlisted);
    }
    for (int y = 0; y < TILE_SET_GRID; y++) {
        selection->asked.rows[y] = settings->tiles ? settings->tiles->rows[y] : UINT64_MAX;
    }
    if (settings->shard.count > 0) {
        take_shard(&settings->shard, selection);
    }
    warn_lacking(&request, selection, asked_for);
    return ADTMAP_OK;
}
