/*
 * Everything comes from the log, as its readers have no plan of the map: lists of maps, and pages
 * that are written without the data. A series counts as the map's with the tiles that were drawn by
 * the recipe of its fact; tiles that failed keep their place in the rectangle that is shown.
 */
#include "job/run/map_summary.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/path.h"
#include "graph/node_path.h"
#include "os/file.h"
#include "output/web/main_block.h"
#include "output/web/web_thumbnail.h"
#include "output/zoom/pyramid.h"
#include "output/zoom/web_geo.h"

static const struct build_record *tile_record(const struct map_summary *summary, uint32_t series,
                                              uint32_t x, uint32_t y)
{
    char path[PATH_NAME_BYTES];
    node_tile_path(summary->names[series], summary->map, x, y, path);
    return build_log_find(summary->log, path);
}

static void add_series(struct map_summary *summary, const char *name)
{
    uint32_t number = summary->request.series_count;
    struct series *series = &summary->series[number];
    if (number < PLAN_SERIES_MAX && (series_read(summary->log, name, series) || number == 0)) {
        snprintf(summary->names[number], sizeof summary->names[number], "%s", name);
        summary->request.series[number] =
            (struct plan_series){.name = summary->names[number], .recipe = series->recipe};
        summary->request.series_count++;
    }
}

static void find_tiles(struct map_summary *summary, uint32_t number)
{
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        const struct build_record *record = tile_record(summary, number, tile.x, tile.y);
        bool is_present = node_is_present(&summary->request, summary->log, number, tile.x, tile.y);
        if (is_present) {
            tile_set_add(&summary->present[number], tile.x, tile.y);
        }
        if (is_present || (record && (record->state == BUILD_FAILED ||
                                      (record->state == BUILD_ABSENT && number > 0)))) {
            tile_set_add(&summary->shown[number], tile.x, tile.y);
        }
    }
}

static void find_stitched(struct map_summary *summary, uint32_t number)
{
    char path[PATH_NAME_BYTES];
    node_stitched_path(summary->names[number], summary->map, path);
    const struct build_record *record = build_log_find(summary->log, path);
    summary->is_stitched[number] = record && record->state == BUILD_MADE;
    summary->is_grid[number] = record && record->note && strcmp(record->note, "grid") == 0;
}

void map_summary_open(const struct build_log *log, const char *map, const struct places *places,
                      struct map_summary *summary)
{
    *summary =
        (struct map_summary){.log = log, .map = map, .places = places, .request = {.map = map}};
    add_series(summary, "");
    for (uint32_t i = 0; i < log->fact_count; i++) {
        const char *layer = series_layer_of_fact(log->facts[i].name);
        if (layer) {
            add_series(summary, layer);
        }
    }
    for (uint32_t i = 0; i < summary->request.series_count; i++) {
        find_tiles(summary, i);
        find_stitched(summary, i);
    }
}

static enum stitch_extent extent_of(const struct map_summary *summary, uint32_t series)
{
    return summary->is_grid[series] ? STITCH_GRID : STITCH_CROPPED;
}

struct stitch_bounds map_summary_bounds(const struct map_summary *summary)
{
    enum stitch_extent extent = extent_of(summary, 0);
    struct tile_set shown = summary->shown[0];
    bool has_pictures = tile_set_count(&summary->present[0]) > 0;
    for (uint32_t i = 1; i < summary->request.series_count && !has_pictures; i++) {
        tile_set_add_all(&shown, &summary->shown[i]);
        extent = summary->is_grid[i] ? STITCH_GRID : extent;
    }
    return stitch_bounds(&shown, extent);
}

/* A tile counts as failed if its picture failed; without pictures, if a layer failed. */
static void list_tile(const struct map_summary *summary, uint32_t x, uint32_t y,
                      struct manifest_tile *tile)
{
    const struct build_record *picture = tile_record(summary, 0, x, y);
    if (tile_set_has(&summary->present[0], x, y)) {
        *tile = (struct manifest_tile){MANIFEST_PRESENT, picture->pixels, NULL,
                                       series_is_low_res(picture)};
    } else if (picture && picture->state == BUILD_ABSENT) {
        tile->state = MANIFEST_ABSENT;
    }
    for (uint32_t i = 0; i < summary->request.series_count && tile->state == MANIFEST_NOTHING;
         i++) {
        const struct build_record *record = i == 0 ? picture : tile_record(summary, i, x, y);
        if (record && record->state == BUILD_FAILED) {
            const char *reason = record->note ? record->note : "";
            *tile = (struct manifest_tile){.state = MANIFEST_FAILED, .reason = reason};
        }
    }
}

static bool list_layer(const struct map_summary *summary, uint32_t number,
                       struct manifest_layers *layers)
{
    struct manifest_layer *layer = &layers->layers[layers->layer_count];
    const struct series *series = &summary->series[number];
    if (tile_set_count(&summary->present[number]) == 0 ||
        !data_layer_of_file_name(summary->names[number], &layer->layer)) {
        return false;
    }
    layer->size_px = series->size_px;
    layer->is_stitched = summary->is_stitched[number];
    layer->range = series->range;
    memcpy(layer->range_yd, series->range_yd, sizeof layer->range_yd);
    layers->layer_count++;
    return true;
}

static void list_layer_tiles(const struct map_summary *summary, uint32_t number,
                             struct manifest_layers *layers)
{
    for (struct tile_step at = {0}; tile_set_next(&summary->present[number], &at);) {
        const struct build_record *record = tile_record(summary, number, at.x, at.y);
        struct manifest_layer_tile *tile = &layers->tiles[layers->tile_count++];
        *tile = (struct manifest_layer_tile){layers->layer_count - 1, at.x, at.y,
                                             record->pixels,          {0},  {0}};
        if (record->note) {
            series_read_note(record->note, tile->ground_yd, tile->range_yd);
        }
    }
}

void map_summary_visit_areas(const struct map_summary *summary,
                             void (*visit)(void *user, uint32_t id), void *user)
{
    for (uint32_t number = 1; number < summary->request.series_count; number++) {
        struct adtmap_layer layer;
        bool is_area = data_layer_of_file_name(summary->names[number], &layer) &&
                       data_layers[layer.kind].tells == LAYER_TELLS_AREAS;
        for (struct tile_step tile = {0};
             is_area && tile_set_next(&summary->present[number], &tile);) {
            const char *note = tile_record(summary, number, tile.x, tile.y)->note;
            for (char *end; note && *note; note = end) {
                visit(user, (uint32_t)strtoul(note, &end, 10));
                end += *end == ' ';
            }
        }
    }
}

static void add_area(void *user, uint32_t id)
{
    buffer_u32le(user, id);
}

static int compare_ids(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a;
    uint32_t y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void name_area(const struct places *places, struct manifest_area *area)
{
    const struct area_name *name = places_area(places, area->id);
    const struct area_name *zone = name && name->zone ? places_area(places, name->zone) : NULL;
    snprintf(area->name, sizeof area->name, "%s", name ? name->name : "");
    snprintf(area->zone, sizeof area->zone, "%s", zone ? zone->name : "");
}

/* False when out of memory. */
static bool list_areas(const struct map_summary *summary, struct manifest_layers *layers)
{
    struct buffer ids = {0};
    map_summary_visit_areas(summary, add_area, &ids);
    size_t count = ids.size / sizeof(uint32_t);
    layers->areas = calloc(count + 1, sizeof *layers->areas);
    bool fine = layers->areas && !ids.failed;
    if (fine && count > 0) {
        qsort(ids.data, count, sizeof(uint32_t), compare_ids);
    }
    for (size_t i = 0; i < count && fine; i++) {
        uint32_t id;
        memcpy(&id, ids.data + i * sizeof id, sizeof id);
        if (layers->area_count == 0 || layers->areas[layers->area_count - 1].id != id) {
            layers->areas[layers->area_count] = (struct manifest_area){.id = id};
            name_area(summary->places, &layers->areas[layers->area_count++]);
        }
    }
    buffer_free(&ids);
    return fine;
}

/* The layers that have tiles; NULL: none, or, with *fine false, out of memory. */
static struct manifest_layers *list_layers(const struct map_summary *summary, bool *fine)
{
    struct manifest_layers *layers = calloc(1, sizeof *layers);
    size_t most = 0;
    for (uint32_t i = 1; i < summary->request.series_count; i++) {
        most += tile_set_count(&summary->present[i]);
    }
    if (layers) {
        layers->tiles = calloc(most + 1, sizeof *layers->tiles);
    }
    *fine = layers && layers->tiles && list_areas(summary, layers);
    for (uint32_t i = 1; i < summary->request.series_count && *fine; i++) {
        if (list_layer(summary, i, layers)) {
            list_layer_tiles(summary, i, layers);
        }
    }
    if (!*fine || layers->layer_count == 0) {
        manifest_layers_free(layers);
        return NULL;
    }
    return layers;
}

void map_summary_manifest(const struct map_summary *summary, struct buffer *text)
{
    bool fine;
    struct manifest *manifest = calloc(1, sizeof *manifest);
    if (!manifest) {
        text->failed = true;
        return;
    }
    manifest->map = summary->map;
    manifest->size_px = summary->series[0].size_px;
    manifest->settings = summary->series[0].settings;
    manifest->bounds = map_summary_bounds(summary);
    manifest->is_stitched = summary->is_stitched[0];
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        list_tile(summary, tile.x, tile.y, &manifest->tiles[tile.y][tile.x]);
    }
    manifest->layers = list_layers(summary, &fine);
    manifest_print(text, manifest);
    text->failed |= !fine;
    manifest_layers_free(manifest->layers);
    free(manifest);
}

void map_summary_world_file(const struct map_summary *summary, uint32_t series, struct buffer *text)
{
    struct stitch_bounds bounds =
        stitch_bounds(&summary->shown[series], extent_of(summary, series));
    web_world_file(text, series == 0 ? map_summary_bounds(summary) : bounds,
                   summary->series[series].size_px);
}

static bool read_zoom_path(const char *path, const char *series, struct web_tile *tile,
                           enum image_format *format)
{
    char folder[PATH_NAME_BYTES];
    struct number_reader reader = {path, false};
    path_zoom_folder(series, folder);
    number_skip(&reader, folder);
    number_skip(&reader, "/");
    tile->zoom = number_next_u32(&reader, 10, PYRAMID_ZOOM_MAX);
    number_skip(&reader, "/");
    tile->x = number_next_u32(&reader, 10, UINT32_MAX);
    number_skip(&reader, "/");
    tile->y = number_next_u32(&reader, 10, UINT32_MAX);
    number_skip(&reader, ".");
    if (reader.bad || !image_format_parse(reader.at, format)) {
        return false;
    }
    tile->id = web_tile_id(tile->zoom, tile->x, tile->y);
    return true;
}

/* The zoom pictures of a series that have files. ADTMAP_NOT_FOUND: there are none. */
static enum adtmap_status list_zoom(const struct map_summary *summary, uint32_t series,
                                    const char *directory, const struct diag *diag,
                                    struct web_folder *folder)
{
    char node[PATH_NAME_BYTES];
    path_zoom_folder(summary->names[series], node);
    folder->path = path_join(directory, node);
    folder->tiles = calloc((size_t)summary->log->count + 1, sizeof *folder->tiles);
    if (!folder->path || !folder->tiles) {
        return diag_fail_memory(diag);
    }
    for (uint32_t i = 0; i < summary->log->count; i++) {
        const struct build_record *record = &summary->log->records[i];
        if (record->state == BUILD_MADE && record->file.bytes > 0 &&
            read_zoom_path(record->path, summary->names[series], &folder->tiles[folder->count],
                           &folder->format)) {
            folder->count++;
        }
    }
    web_folder_sort(folder);
    return folder->count > 0 ? ADTMAP_OK : ADTMAP_NOT_FOUND;
}

static void set_contents(const struct map_summary *summary, struct web_map *map)
{
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        const struct build_record *record = tile_record(summary, 0, tile.x, tile.y);
        map->contents[tile.y][tile.x] = record ? (uint32_t)record->pixels.low : 0;
    }
}

/* The data layers that have pictures. */
static enum adtmap_status list_zoom_layers(const struct map_summary *summary, const char *directory,
                                           const struct diag *diag, struct web_map *map)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 1; i < summary->request.series_count && !status; i++) {
        struct web_layer *layer = &map->layers[map->layer_count];
        snprintf(layer->name, sizeof layer->name, "%s", summary->names[i]);
        status = list_zoom(summary, i, directory, diag, &layer->folder);
        if (status == ADTMAP_NOT_FOUND) {
            web_folder_free(&layer->folder);
            status = ADTMAP_OK;
        } else {
            map->layer_count++;
        }
    }
    return status;
}

static enum adtmap_status read_markers(const char *directory, const struct diag *diag,
                                       struct markers *markers)
{
    char *path = web_map_markers_path(directory);
    if (!path) {
        return diag_fail_memory(diag);
    }
    struct adtmap_message failure = {0};
    struct diag quiet = {path, diag->log, &failure};
    enum adtmap_status status =
        file_exists(path) ? markers_load(path, NULL, &quiet, markers) : ADTMAP_OK;
    if (status == ADTMAP_NO_MEMORY) {
        diag_fail_memory(diag);
    } else if (status) {
        diag_warn(&quiet, NULL, failure.offset, "%.200s; no markers are shown", failure.what);
        status = ADTMAP_OK;
    }
    free(path);
    return status;
}

bool map_summary_record_look(struct build_log *log, const struct web_look *look)
{
    char text[64];
    const unsigned color =
        (unsigned)look->ground[0] << 16 | (unsigned)look->ground[1] << 8 | look->ground[2];
    snprintf(text, sizeof text, "%d %06x %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32,
             look->has_ground, color, look->shown[0], look->shown[1], look->shown[2],
             look->shown[3]);
    return build_log_set_fact(log, MAP_SUMMARY_LOOK_FACT, text);
}

/* Before pictures were measured: all tiles but those far away. */
static void read_look(const struct build_log *log, const struct tile_set *tiles,
                      struct web_look *look)
{
    const char *text = build_log_fact(log, MAP_SUMMARY_LOOK_FACT);
    struct number_reader reader = {.at = text ? text : ""};
    bool has_ground = number_next_u32(&reader, 10, 1);
    uint32_t color = number_next_u32(&reader, 16, 0xFFFFFF);
    for (size_t i = 0; i < 4; i++) {
        look->shown[i] = number_next_u32(&reader, 10, UINT32_MAX);
    }
    if (!reader.bad) {
        look->has_ground = has_ground;
        for (size_t c = 0; c < 3; c++) {
            look->ground[c] = (uint8_t)(color >> (16 - 8 * c));
        }
        return;
    }
    const struct stitch_bounds block = main_block(tiles);
    *look = (struct web_look){.shown = {block.x * WEB_LOOK_UNIT, block.y * WEB_LOOK_UNIT,
                                        block.columns * WEB_LOOK_UNIT, block.rows * WEB_LOOK_UNIT}};
}

enum adtmap_status map_summary_web_map(const struct map_summary *summary, const char *directory,
                                       const struct diag *diag, struct web_map *map)
{
    *map = (struct web_map){
        .size_px = summary->series[0].size_px,
        .tiles = summary->present[0],
        .has_thumbnail = build_log_find(summary->log, WEB_THUMBNAIL_FILE) != NULL,
        .is_stitched = summary->is_stitched[0],
        .stitched = map_summary_bounds(summary),
    };
    const char *title = build_log_fact(summary->log, MAP_SUMMARY_TITLE_FACT);
    const char *address = build_log_fact(summary->log, MAP_SUMMARY_ADDRESS_FACT);
    snprintf(map->name, sizeof map->name, "%s", summary->map);
    snprintf(map->title, sizeof map->title, "%s", title ? title : summary->map);
    snprintf(map->address, sizeof map->address, "%s", address ? address : "");
    map->bounds =
        stitch_bounds(&map->tiles, tile_set_count(&map->tiles) > 0 ? STITCH_CROPPED : STITCH_GRID);
    map->landmarks = summary->places->landmarks;
    map->flight_count = (uint32_t)summary->places->flights.count;
    read_look(summary->log, &map->tiles, &map->look);
    set_contents(summary, map);
    enum adtmap_status status = list_zoom(summary, 0, directory, diag, &map->folder);
    status = status ? status : list_zoom_layers(summary, directory, diag, map);
    status = status ? status : read_markers(directory, diag, &map->markers);
    return !status && !marker_blocks_make(&map->markers, &map->blocks) ? diag_fail_memory(diag)
                                                                       : status;
}

void map_summary_warn_heights(const struct map_summary *summary, const struct diag *diag)
{
    unsigned beyond = 0;
    float ground[2] = {0};
    for (uint32_t number = 1; number < summary->request.series_count; number++) {
        const struct series *series = &summary->series[number];
        for (struct tile_step tile = {0};
             series->range == MANIFEST_RANGE_FIXED && tile_next(&tile);) {
            float own[2] = {0};
            float range[2];
            const struct build_record *record = tile_record(summary, number, tile.x, tile.y);
            bool is_known = record && record->state == BUILD_MADE && record->note &&
                            series_read_note(record->note, own, range);
            if (is_known && (own[0] < series->range_yd[0] || own[1] > series->range_yd[1])) {
                bool first = beyond++ == 0;
                ground[0] = first || own[0] < ground[0] ? own[0] : ground[0];
                ground[1] = first || own[1] > ground[1] ? own[1] : ground[1];
            }
        }
    }
    if (beyond > 0) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "%u tiles have heights beyond the range of the layer, %g to %g yards; clamped",
                  beyond, (double)ground[0], (double)ground[1]);
    }
}
