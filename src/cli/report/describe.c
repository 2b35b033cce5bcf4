#include "cli/report/describe.h"

#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "cli/common.h"
#include "cli/options/tile_range.h"
#include "cli/report/describe_chunks.h"
#include "cli/report/flag_names.h"
#include "formats/adt/adt.h"
#include "formats/blp/blp.h"
#include "formats/wdl.h"
#include "formats/wdt.h"

static void add_tile_range(cJSON *facts, const struct wdt *wdt)
{
    struct tile_set tiles;
    char range[TILE_RANGE_BYTES];
    memcpy(tiles.rows, wdt->tiles, sizeof tiles.rows);
    tile_range_format(&tiles, range);
    cJSON_AddStringToObject(facts, "tile_range", range);
}

/* MAID: the files of each tile that has any. */
static void add_file_ids(cJSON *facts, const struct wdt *wdt)
{
    cJSON *list = cJSON_AddArrayToObject(facts, "tile_files");
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        const struct wdt_file_ids *ids = &wdt->ids[i];
        if (ids->root || ids->obj0 || ids->obj1 || ids->tex0 || ids->lod) {
            char place[16];
            cJSON *entry = cJSON_CreateObject();
            snprintf(place, sizeof place, "%u_%u", i % TILE_SET_GRID, i / TILE_SET_GRID);
            cJSON_AddStringToObject(entry, "tile", place);
            cJSON_AddNumberToObject(entry, "root", ids->root);
            cJSON_AddNumberToObject(entry, "obj0", ids->obj0);
            cJSON_AddNumberToObject(entry, "obj1", ids->obj1);
            cJSON_AddNumberToObject(entry, "tex0", ids->tex0);
            cJSON_AddNumberToObject(entry, "lod", ids->lod);
            common_json_append(list, entry);
        }
    }
}

/* Reads tile `i` of those in the WDT; false if the WDT does not have it, or it cannot be read. */
static bool read_held_tile(const struct wdt *wdt, const uint8_t *data, uint32_t i,
                           const struct diag *diag, struct arena *arena, struct adt_tile **tile)
{
    struct adt_request map = adt_request_of(wdt);
    const struct adt_files files = {
        .root = {.data = data + wdt->ranges[i].offset, .size = wdt->ranges[i].size},
        .root_offset = wdt->ranges[i].offset,
        .x = i % TILE_SET_GRID,
        .y = i / TILE_SET_GRID,
    };
    map.parts = ADT_TERRAIN;
    return wdt->ranges[i].size && adt_read(&files, &map, arena, diag, tile) == ADTMAP_OK;
}

/* Adds what the reader decided where the format allows several readings. */
static void add_settled(cJSON *facts, const struct adt_tile *tile)
{
    cJSON_DeleteItemFromObject(facts, "normals");
    cJSON_DeleteItemFromObject(facts, "alpha_map_edges");
    cJSON_AddStringToObject(facts, "normals", tile->normals);
    cJSON_AddStringToObject(facts, "alpha_map_edges", tile->edges);
}

/* ... as the first tile in the WDT tells that has both slopes and layers, or the first there is:
 * the others tell the same. */
static void add_held_tiles(cJSON *facts, const struct wdt *wdt, const uint8_t *data,
                           const struct diag *diag)
{
    struct arena arena = {0};
    struct adtmap_message unread;
    const struct diag own = {diag->file, diag->log, &unread};
    struct adt_tile *tile;
    bool named = false;
    bool all_named = false;
    for (uint32_t i = 0; i < TILE_SET_TILES && !all_named; i++) {
        if (read_held_tile(wdt, data, i, &own, &arena, &tile)) {
            all_named = !tile->normals_open && tile->edges[0];
            if (all_named || !named) {
                add_settled(facts, tile);
            }
            named = true;
        }
        arena_reset(&arena);
    }
    arena_free(&arena);
}

enum adtmap_status describe_wdt(const uint8_t *data, size_t size, const struct diag *diag,
                                cJSON *facts)
{
    struct wdt wdt;
    enum adtmap_status status = wdt_read(data, size, diag, &wdt);
    if (status != ADTMAP_OK) {
        return status;
    }
    cJSON_AddStringToObject(facts, "era", wdt.era);
    cJSON_AddNumberToObject(facts, "version", wdt.version);
    flag_names_add(facts, "flags", FLAGS_MPHD, wdt.flags);
    cJSON_AddNumberToObject(facts, "tiles", wdt_tile_count(&wdt));
    add_tile_range(facts, &wdt);
    cJSON_AddStringToObject(facts, "blend",
                            wdt.flags & WDT_HEIGHT_TEXTURES ? "height"
                            : wdt_is_weighted(&wdt)         ? "weighted"
                                                            : "sequential");
    cJSON_AddBoolToObject(facts, "has_file_ids", wdt.has_file_ids);
    add_file_ids(facts, &wdt);
    if (wdt.flags & WDT_GLOBAL_WMO) {
        cJSON_AddStringToObject(facts, "global_wmo", wdt.global_wmo);
    }
    if (wdt.holds_tiles) {
        add_held_tiles(facts, &wdt, data, diag);
    }
    describe_chunks(data, size, facts);
    return ADTMAP_OK;
}

static void note_heights(const struct wdl_tile *tile, int *lowest, int *highest)
{
    const int16_t *heights = &tile->outer[0][0];
    for (size_t i = 0; i < sizeof tile->outer / sizeof *heights; i++) {
        *lowest = heights[i] < *lowest ? heights[i] : *lowest;
        *highest = heights[i] > *highest ? heights[i] : *highest;
    }
}

enum adtmap_status describe_wdl(const uint8_t *data, size_t size, const struct diag *diag,
                                cJSON *facts)
{
    struct wdl wdl;
    enum adtmap_status status = wdl_read(data, size, diag, &wdl);
    if (status != ADTMAP_OK) {
        return status;
    }
    int lowest = INT16_MAX;
    int highest = INT16_MIN;
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        struct wdl_tile tile;
        if (wdl_tile(&wdl, i % TILE_SET_GRID, i / TILE_SET_GRID, &tile)) {
            note_heights(&tile, &lowest, &highest);
        }
    }
    cJSON_AddNumberToObject(facts, "version", wdl.version);
    cJSON_AddNumberToObject(facts, "tiles", wdl_tile_count(&wdl));
    if (wdl_tile_count(&wdl)) {
        cJSON_AddNumberToObject(facts, "lowest_yd", lowest);
        cJSON_AddNumberToObject(facts, "highest_yd", highest);
    }
    describe_chunks(data, size, facts);
    return ADTMAP_OK;
}

enum adtmap_status describe_blp(const uint8_t *data, size_t size, const struct diag *diag,
                                cJSON *facts)
{
    struct blp blp;
    enum adtmap_status status = blp_parse(data, size, diag, &blp);
    if (status != ADTMAP_OK) {
        return status;
    }
    cJSON_AddNumberToObject(facts, "version", blp.version);
    cJSON_AddStringToObject(facts, "encoding", blp_encoding_name(&blp));
    cJSON_AddNumberToObject(facts, "width", blp.width);
    cJSON_AddNumberToObject(facts, "height", blp.height);
    cJSON_AddNumberToObject(facts, "levels", blp.level_count);
    cJSON_AddNumberToObject(facts, "alpha_bits", blp.alpha_bits);
    return ADTMAP_OK;
}
