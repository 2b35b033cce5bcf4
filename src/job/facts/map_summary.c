/*
 * Series and their tiles are those of the plan. What is said of each tile stands in its record.
 * Tiles that failed keep their place in the rectangle that is shown.
 */
#include "job/facts/map_summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/path.h"
#include "job/facts/map_facts.h"
#include "os/file.h"
#include "output/web/main_block.h"
#include "output/web/web_thumbnail.h"
#include "output/zoom/pyramid.h"
#include "output/zoom/web_geo.h"

static const struct build_record *tile_record(const struct map_summary *summary, uint32_t series,
                                              uint32_t x, uint32_t y)
{
    return plan_tile_record(summary->request, summary->log, series, x, y);
}

bool map_summary_open(const struct plan_request *request, const struct plan *plan,
                      const struct build_log *log, const struct places *places,
                      struct map_summary *summary)
{
    *summary = (struct map_summary){
        .request = request,
        .log = log,
        .places = places,
        .series = calloc(request->series_count, sizeof *summary->series),
    };
    if (!summary->series) {
        return false;
    }
    for (uint32_t i = 0; i < request->series_count; i++) {
        struct map_summary_series *series = &summary->series[i];
        const struct build_record *record =
            build_log_find(log, node_stitched(request->series[i].name));
        series->shown = plan->series[i].shown;
        series->present = plan_present(request, log, i, &series->shown);
        series->is_stitched = record && record->state == BUILD_MADE;
        series->is_grid = record && record->note && strcmp(record->note, "grid") == 0;
    }
    return true;
}

void map_summary_close(struct map_summary *summary)
{
    free(summary->series);
    summary->series = NULL;
}

static enum stitch_extent extent_of(const struct map_summary *summary, uint32_t series)
{
    return summary->series[series].is_grid ? STITCH_GRID : STITCH_CROPPED;
}

/* The rectangle that the pictures show; without pictures, the layers. */
static struct stitch_bounds bounds_of(const struct map_summary *summary)
{
    enum stitch_extent extent = extent_of(summary, 0);
    struct tile_set shown = summary->series[0].shown;
    bool has_pictures = tile_set_count(&summary->series[0].present) > 0;
    for (uint32_t i = 1; i < summary->request->series_count && !has_pictures; i++) {
        tile_set_add_all(&shown, &summary->series[i].shown);
        extent = summary->series[i].is_grid ? STITCH_GRID : extent;
    }
    return stitch_bounds(&shown, extent);
}

/* A tile counts as failed if its picture failed; without pictures, if a layer failed. */
static void list_tile(const struct map_summary *summary, uint32_t x, uint32_t y,
                      struct manifest_tile *tile)
{
    const struct build_record *picture = tile_record(summary, 0, x, y);
    if (tile_set_has(&summary->series[0].present, x, y)) {
        *tile = (struct manifest_tile){MANIFEST_PRESENT, picture->pixels, NULL,
                                       series_is_low_res(picture)};
    } else if (picture && picture->state == BUILD_ABSENT) {
        tile->state = MANIFEST_ABSENT;
    }
    for (uint32_t i = 0; i < summary->request->series_count && tile->state == MANIFEST_NOTHING;
         i++) {
        const struct build_record *record = i == 0 ? picture : tile_record(summary, i, x, y);
        if (record && record->state == BUILD_FAILED) {
            const char *reason = record->note ? record->note : "";
            *tile = (struct manifest_tile){.state = MANIFEST_FAILED, .reason = reason};
        }
    }
}

/* Adds a layer and its tiles, if it has any. */
static void list_layer(const struct map_summary *summary, uint32_t number,
                       struct manifest_layers *layers)
{
    struct manifest_layer *layer = &layers->layers[layers->layer_count];
    const struct series *series = &summary->request->series[number].drawn;
    if (tile_set_is_empty(&summary->series[number].present) ||
        !data_layer_of_file_name(summary->request->series[number].name, &layer->layer)) {
        return;
    }
    layer->size_px = series->size_px;
    layer->is_stitched = summary->series[number].is_stitched;
    layer->range = series->range;
    memcpy(layer->range_yd, series->range_yd, sizeof layer->range_yd);
    for (struct tile_step at = {0}; tile_set_next(&summary->series[number].present, &at);) {
        const struct build_record *record = tile_record(summary, number, at.x, at.y);
        struct manifest_layer_tile *tile = &layers->tiles[layers->tile_count++];
        *tile =
            (struct manifest_layer_tile){layers->layer_count, at.x, at.y, record->pixels, {0}, {0}};
        if (record->note) {
            series_read_note(record->note, tile->ground_yd, tile->range_yd);
        }
    }
    layers->layer_count++;
}

void map_summary_areas(const struct map_summary *summary, struct buffer *ids)
{
    for (uint32_t number = 1; number < summary->request->series_count; number++) {
        struct adtmap_layer layer;
        bool is_area = data_layer_of_file_name(summary->request->series[number].name, &layer) &&
                       data_layers[layer.kind].tells == LAYER_TELLS_AREAS;
        for (struct tile_step tile = {0};
             is_area && tile_set_next(&summary->series[number].present, &tile);) {
            const char *note = tile_record(summary, number, tile.x, tile.y)->note;
            for (char *end; note && *note; note = end) {
                const uint32_t id = (uint32_t)strtoul(note, &end, 10);
                buffer_append(ids, &id, sizeof id);
                end += *end == ' ';
            }
        }
    }
    if (ids->size > 0) {
        array_sort(ids->data, ids->size / sizeof(uint32_t), sizeof(uint32_t), array_compare_u32);
    }
}

/* The areas with their names; false when out of memory. */
static bool list_areas(const struct map_summary *summary, struct manifest_layers *layers)
{
    struct buffer ids = {0};
    map_summary_areas(summary, &ids);
    size_t count = ids.size / sizeof(uint32_t);
    layers->areas = calloc(count + 1, sizeof *layers->areas);
    bool fine = layers->areas && !ids.failed;
    for (size_t i = 0; i < count && fine; i++) {
        uint32_t id;
        memcpy(&id, ids.data + i * sizeof id, sizeof id);
        if (layers->area_count > 0 && layers->areas[layers->area_count - 1].id == id) {
            continue;
        }
        struct manifest_area *area = &layers->areas[layers->area_count++];
        const struct area_name *name = places_area(summary->places, id);
        const struct area_name *zone =
            name && name->zone ? places_area(summary->places, name->zone) : NULL;
        area->id = id;
        snprintf(area->name, sizeof area->name, "%s", name ? name->name : "");
        snprintf(area->zone, sizeof area->zone, "%s", zone ? zone->name : "");
    }
    buffer_free(&ids);
    return fine;
}

/* The layers that have tiles; NULL: none, or, with *fine false, out of memory. */
static struct manifest_layers *list_layers(const struct map_summary *summary, bool *fine)
{
    struct manifest_layers *layers = calloc(1, sizeof *layers);
    size_t most = 0;
    for (uint32_t i = 1; i < summary->request->series_count; i++) {
        most += tile_set_count(&summary->series[i].present);
    }
    if (layers) {
        layers->tiles = calloc(most + 1, sizeof *layers->tiles);
    }
    *fine = layers && layers->tiles && list_areas(summary, layers);
    for (uint32_t i = 1; i < summary->request->series_count && *fine; i++) {
        list_layer(summary, i, layers);
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
    manifest->map = summary->request->map;
    manifest->size_px = summary->request->series[0].drawn.size_px;
    manifest->settings = summary->request->series[0].drawn.settings;
    manifest->bounds = bounds_of(summary);
    manifest->is_stitched = summary->series[0].is_stitched;
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
        stitch_bounds(&summary->series[series].shown, extent_of(summary, series));
    uint32_t size_px = summary->request->series[series].drawn.size_px;
    bounds = series == 0 ? bounds_of(summary) : bounds;
    web_world_file(text, (int64_t)bounds.x * size_px, (int64_t)bounds.y * size_px, size_px);
}

/* The zoom pictures of a series' tiles, those that have files: they are in the format of the
 * uppermost. ADTMAP_NOT_FOUND: there are none. */
static enum adtmap_status list_zoom(const struct map_summary *summary, uint32_t series,
                                    const char *directory, const struct diag *diag,
                                    struct web_folder *folder)
{
    char zoom_folder[PATH_NAME_BYTES];
    const char *name = summary->request->series[series].name;
    const struct tile_set *present = &summary->series[series].present;
    for (int i = 0; i < IMAGE_FORMATS; i++) {
        const struct build_record *record =
            build_log_find(summary->log, node_zoom(name, 0, 0, 0, (enum image_format)i));
        if (record && record->state == BUILD_MADE) {
            folder->format = (enum image_format)i;
        }
    }
    path_zoom_folder(name, zoom_folder);
    folder->path = path_join(directory, zoom_folder);
    if (!folder->path) {
        return diag_fail_memory(diag);
    }
    uint32_t zoom_max = pyramid_depth(summary->request->series[series].drawn.size_px).zoom;
    for (uint32_t zoom = 0; zoom <= zoom_max && !tile_set_is_empty(present); zoom++) {
        for (uint32_t i = 0; i < 1U << 2 * zoom; i++) {
            struct web_tile tile = {.zoom = zoom, .x = i & ((1U << zoom) - 1), .y = i >> zoom};
            if (!pyramid_shows(present, zoom, tile.x, tile.y)) {
                continue;
            }
            const struct build_record *record =
                build_log_find(summary->log, node_zoom(name, zoom, tile.x, tile.y, folder->format));
            if (!record || record->state != BUILD_MADE || record->file.bytes == 0) {
                continue;
            }
            if (!ARRAY_ROOM(folder->tiles, folder->count)) {
                return diag_fail_memory(diag);
            }
            tile.id = web_tile_id(zoom, tile.x, tile.y);
            folder->tiles[folder->count++] = tile;
        }
    }
    web_folder_sort(folder);
    return folder->count > 0 ? ADTMAP_OK : ADTMAP_NOT_FOUND;
}

static struct tile_set list_values(const struct map_summary *summary, uint32_t series)
{
    struct tile_set values = {0};
    for (struct tile_step tile = {0}; tile_set_next(&summary->series[series].present, &tile);) {
        const char *name = summary->request->series[series].name;
        const struct build_record *record =
            build_log_find(summary->log, node_of_series(NODE_VALUES, name, tile.x, tile.y));
        if (record && record->state == BUILD_MADE) {
            tile_set_add(&values, tile.x, tile.y);
        }
    }
    return values;
}

/* The data layers that have pictures. */
static enum adtmap_status list_zoom_layers(const struct map_summary *summary, const char *directory,
                                           const struct diag *diag, struct web_map *map)
{
    for (uint32_t i = 1; i < summary->request->series_count; i++) {
        struct web_layer layer = {.low_yd = summary->request->series[i].drawn.range_yd[0],
                                  .tiles = summary->series[i].present,
                                  .values = list_values(summary, i)};
        snprintf(layer.name, sizeof layer.name, "%s", summary->request->series[i].name);
        enum adtmap_status status = list_zoom(summary, i, directory, diag, &layer.folder);
        if (!status && !ARRAY_ROOM(map->layers, map->layer_count)) {
            status = diag_fail_memory(diag);
        }
        if (!status) {
            map->layers[map->layer_count++] = layer;
            continue;
        }
        web_folder_free(&layer.folder);
        if (status != ADTMAP_NOT_FOUND) {
            return status;
        }
    }
    return ADTMAP_OK;
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

enum adtmap_status map_summary_web_map(const struct map_summary *summary, const char *directory,
                                       const struct diag *diag, struct web_map *map)
{
    *map = (struct web_map){
        .size_px = summary->request->series[0].drawn.size_px,
        .tiles = summary->series[0].present,
        .contents = calloc(TILE_SET_TILES, sizeof *map->contents),
        .card.has_thumbnail = build_log_find(summary->log, node_file(WEB_THUMBNAIL_FILE)) != NULL,
        .is_open = summary->request->series[0].drawn.background[3] == 0,
        .is_stitched = summary->series[0].is_stitched,
        .stitched = bounds_of(summary),
    };
    if (!map->contents) {
        return diag_fail_memory(diag);
    }
    struct map_facts facts;
    map_facts_read(summary->log, &facts);
    snprintf(map->card.name, sizeof map->card.name, "%s", summary->request->map);
    snprintf(map->card.title, sizeof map->card.title, "%s",
             facts.title[0] ? facts.title : summary->request->map);
    snprintf(map->card.address, sizeof map->card.address, "%s", facts.address);
    snprintf(map->site_title, sizeof map->site_title, "%s", facts.site_title);
    snprintf(map->live, sizeof map->live, "%s", facts.live);
    map->is_watched = facts.watched[0] != '\0';
    map->has_number = facts.has_number;
    map->number = facts.number;
    map->card.bounds =
        stitch_bounds(&map->tiles, tile_set_count(&map->tiles) > 0 ? STITCH_CROPPED : STITCH_GRID);
    map->landmarks = summary->places->landmarks;
    map->flight_count = (uint32_t)summary->places->flights.count;
    map->parents = summary->places->parents;
    map->parent_count = summary->places->parent_count;
    map->card.look = facts.look;
    if (!facts.has_look) { /* not measured yet: all tiles but those far away */
        const struct stitch_bounds block = main_block(&map->tiles);
        map->card.look =
            (struct web_look){.shown = {block.x * WEB_LOOK_UNIT, block.y * WEB_LOOK_UNIT,
                                        block.columns * WEB_LOOK_UNIT, block.rows * WEB_LOOK_UNIT}};
    }
    uint32_t count = 0;
    for (struct tile_step tile = {0}; tile_set_next(&map->tiles, &tile);) {
        map->contents[count++] = (uint32_t)tile_record(summary, 0, tile.x, tile.y)->pixels.low;
    }
    enum adtmap_status status = list_zoom(summary, 0, directory, diag, &map->folder);
    status = status ? status : list_zoom_layers(summary, directory, diag, map);
    return status;
}

enum adtmap_status map_summary_markers(const char *directory, struct markers *given,
                                       const struct diag *diag, struct web_map *map)
{
    enum adtmap_status status = ADTMAP_OK;
    if (given && given->count > 0) {
        map->markers = *given;
        *given = (struct markers){0};
    } else {
        status = read_markers(directory, diag, &map->markers);
    }
    return !status && !marker_blocks_make(&map->markers, &map->blocks) ? diag_fail_memory(diag)
                                                                       : status;
}

void map_summary_warn_heights(const struct map_summary *summary, const struct diag *diag)
{
    unsigned beyond = 0;
    float ground[2] = {0};
    for (uint32_t number = 1; number < summary->request->series_count; number++) {
        const struct series *series = &summary->request->series[number].drawn;
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
