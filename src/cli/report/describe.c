/*
 * Files without a tree of parts: lists of maps, low-resolution terrain, textures. Other kinds have
 * a file each, describe_NAME.c.
 */
#include "cli/report/describe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/size.h"
#include "cli/options/tile_range.h"
#include "cli/report/describe_chunks.h"
#include "cli/report/flag_names.h"
#include "formats/adt/adt.h"
#include "formats/blp/blp.h"
#include "formats/wdl.h"
#include "formats/wdt.h"

/* MAID: the files of each tile that has any. */
static void add_file_ids(struct json *facts, const struct wdt *wdt)
{
    static const struct json_field fields[] = {
        JSON_FIELD("root", struct wdt_file_ids, root),
        JSON_FIELD("obj0", struct wdt_file_ids, obj0),
        JSON_FIELD("obj1", struct wdt_file_ids, obj1),
        JSON_FIELD("tex0", struct wdt_file_ids, tex0),
        JSON_FIELD("lod", struct wdt_file_ids, lod),
    };
    json_array(facts, "tile_files");
    for (struct tile_step at = {0}; tile_next(&at);) {
        const struct wdt_file_ids *ids = &wdt->ids[at.index];
        if (ids->root || ids->obj0 || ids->obj1 || ids->tex0 || ids->lod) {
            json_object(facts, NULL);
            json_format(facts, "tile", "%u_%u", at.x, at.y);
            json_fields(facts, fields, COUNT_OF(fields), ids);
            json_end(facts);
        }
    }
    json_end(facts);
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
    map.contents = ADT_TERRAIN;
    return wdt->ranges[i].size && adt_read(&files, &map, arena, diag, tile) == ADTMAP_OK;
}

/* Adds what the reader decided where the format allows several readings, as the first tile in the
 * WDT tells that has both slopes and layers, or the first there is: the others tell the same. */
static void add_held_tiles(struct json *facts, const struct wdt *wdt, const uint8_t *data,
                           const struct diag *diag)
{
    struct arena arena = {0};
    struct adtmap_message unread;
    const struct diag own = {diag->file, diag->log, &unread};
    struct adt_tile *tile;
    struct adt_tile told = {0};
    bool is_told = false;
    bool is_all_told = false;
    for (uint32_t i = 0; i < TILE_SET_TILES && !is_all_told; i++) {
        if (read_held_tile(wdt, data, i, &own, &arena, &tile)) {
            is_all_told = !tile->normals_open && tile->edges[0];
            told = is_all_told || !is_told ? *tile : told;
            is_told = true;
        }
        arena_reset(&arena);
    }
    arena_free(&arena);
    if (is_told) {
        json_string(facts, "normals", told.normals);
        json_string(facts, "alpha_map_edges", told.edges);
    }
}

enum adtmap_status describe_wdt(const uint8_t *data, size_t size, const struct diag *diag,
                                struct json *facts)
{
    struct wdt *wdt = malloc(sizeof *wdt); /* too large for stacks */
    enum adtmap_status status = wdt ? wdt_read(data, size, diag, wdt) : diag_fail_memory(diag);
    if (status) {
        free(wdt);
        return status;
    }
    struct tile_set tiles;
    char range[TILE_RANGE_BYTES];
    memcpy(tiles.rows, wdt->tiles, sizeof tiles.rows);
    tile_range_format(&tiles, range);
    json_string(facts, "era", wdt->era);
    json_number(facts, "version", wdt->version);
    flag_names_add(facts, "flags", FLAGS_MPHD, wdt->flags);
    json_number(facts, "tiles", wdt_tile_count(wdt));
    json_string(facts, "tile_range", range);
    json_string(facts, "blend",
                wdt->flags & WDT_HEIGHT_TEXTURES ? "height"
                : wdt_is_weighted(wdt)           ? "weighted"
                                                 : "sequential");
    json_bool(facts, "has_file_ids", wdt->has_file_ids);
    add_file_ids(facts, wdt);
    if (wdt->flags & WDT_GLOBAL_WMO) {
        json_string(facts, "global_wmo", wdt->global_wmo);
    }
    if (wdt->holds_tiles) {
        add_held_tiles(facts, wdt, data, diag);
    }
    describe_chunks(data, size, facts);
    free(wdt);
    return ADTMAP_OK;
}

static void note_heights(const int16_t *heights, size_t count, int *lowest, int *highest)
{
    for (size_t i = 0; i < count; i++) {
        *lowest = heights[i] < *lowest ? heights[i] : *lowest;
        *highest = heights[i] > *highest ? heights[i] : *highest;
    }
}

enum adtmap_status describe_wdl(const uint8_t *data, size_t size, const struct diag *diag,
                                struct json *facts)
{
    struct wdl *wdl = calloc(1, sizeof *wdl);
    enum adtmap_status status = wdl ? wdl_read(data, size, diag, wdl) : diag_fail_memory(diag);
    if (status != ADTMAP_OK) {
        free(wdl);
        return status;
    }
    int lowest = INT16_MAX;
    int highest = INT16_MIN;
    for (struct tile_step at = {0}; tile_next(&at);) {
        struct wdl_tile tile;
        if (wdl_tile(wdl, at.x, at.y, &tile)) {
            note_heights(&tile.outer[0][0], WDL_OUTER * WDL_OUTER, &lowest, &highest);
            note_heights(&tile.inner[0][0], WDL_INNER * WDL_INNER, &lowest, &highest);
        }
    }
    json_number(facts, "version", wdl->version);
    json_number(facts, "tiles", wdl_tile_count(wdl));
    if (wdl_tile_count(wdl)) {
        json_number(facts, "lowest_yd", lowest);
        json_number(facts, "highest_yd", highest);
    }
    describe_chunks(data, size, facts);
    free(wdl);
    return ADTMAP_OK;
}

enum adtmap_status describe_blp(const uint8_t *data, size_t size, const struct diag *diag,
                                struct json *facts)
{
    struct blp blp;
    enum adtmap_status status = blp_parse(data, size, diag, &blp);
    if (status != ADTMAP_OK) {
        return status;
    }
    static const struct json_field fields[] = {
        JSON_FIELD("width", struct blp, width),
        JSON_FIELD("height", struct blp, height),
        JSON_FIELD("levels", struct blp, level_count),
        JSON_FIELD("alpha_bits", struct blp, alpha_bits),
    };
    json_number(facts, "version", blp.version);
    json_string(facts, "encoding", blp_encoding_name(&blp));
    json_fields(facts, fields, COUNT_OF(fields), &blp);
    return ADTMAP_OK;
}
