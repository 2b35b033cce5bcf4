/* Makes the request to the planner: the series of a run, its zoom levels and texts. */
#include "job/run/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/run/map_summary.h"
#include "job/run/text_outputs.h"
#include "job/settings/shard.h"
#include "output/zoom/pyramid.h"

/* Data layers lie over the map: they need the transparency that JPEG lacks. */
static enum image_format zoom_format(const struct run_outputs *outputs, bool is_layer)
{
    return is_layer && outputs->web_format == IMAGE_JPEG ? IMAGE_PNG : outputs->web_format;
}

static struct plan_series *add_series(struct run *run, const char *name)
{
    struct plan_request *request = &run->request;
    if (request->series_count == PLAN_SERIES_MAX) {
        return NULL;
    }
    uint32_t number = request->series_count++;
    snprintf(run->names[number], sizeof run->names[number], "%s", name);
    struct adtmap_layer layer;
    bool is_height = data_layer_of_file_name(name, &layer) && layer.kind == ADTMAP_LAYER_HEIGHT;
    request->series[number] = (struct plan_series){
        .name = run->names[number],
        .has_heights = is_height,
        .zoom_format = zoom_format(&run->outputs, number > 0),
    };
    return &request->series[number];
}

static bool has_series(const struct run *run, const char *name)
{
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        if (strcmp(run->names[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the log has a picture made with the recipe of the series. */
static bool has_pictures(const struct run *run, const struct series *series)
{
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        char path[PATH_NAME_BYTES];
        node_tile_path("", run->map_name, i % TILE_SET_GRID, i / TILE_SET_GRID, path);
        const struct build_record *record = build_log_find(run->log, path);
        if (record && record->state == BUILD_MADE &&
            hash128_equal(record->recipe, series->recipe)) {
            return true;
        }
    }
    return false;
}

/* Adds the pictures: described by the settings if this run draws them, else by the log. */
static bool add_pictures(struct run *run, const struct tile_selection *selection)
{
    struct plan_series *series = add_series(run, "");
    struct series *recorded = &run->series[0];
    bool has_record = series_read(run->log, "", recorded) && has_pictures(run, recorded);
    bool is_drawn = selection && job_has_picture(run->settings);
    bool fine = true;
    series->is_asked = job_has_picture(run->settings);
    if (selection && (is_drawn || !has_record)) {
        fine = series_of_picture(run->map_name, run->settings, &run->settings_text, recorded);
        run->records_pictures = true;
    }
    if (is_drawn) {
        series->tiles = selection->tiles;
        series->absent = selection->absent;
        series->facts = run->facts->picture;
    } else if (selection) {
        series->absent = selection->absent;
    }
    series->recipe = recorded->recipe;
    series->has_stitched = series->is_asked && (run->outputs.bits & JOB_STITCH);
    series->stitched_recipe = recipe_stitched(recorded->recipe, run_extent(run));
    return fine;
}

/* What the map says of a tile counts for layers of objects and liquids as it does for the picture.
 */
static void set_facts(const struct run *run, struct adtmap_layer layer, struct plan_series *series)
{
    series->facts = data_layer_has_picture_facts(layer) ? run->facts->picture : run->facts->layer;
}

/* Of a layer that shards have not drawn, outputs that are there are mended. A file without a record
 * is one whose record was lost: it is made. */
static void mend_outputs(const struct run *run, struct plan_series *series)
{
    char stitched[PATH_NAME_BYTES];
    char zoom[PATH_NAME_BYTES];
    node_stitched_path(series->name, run->map_name, stitched);
    node_zoom_path(series->name, 0, 0, 0, series->zoom_format, zoom);
    bool has_stitched = build_log_find(run->log, stitched) != NULL;
    bool has_zoom = build_log_find(run->log, zoom) != NULL;
    series->has_stitched &= has_stitched || run_has_file(run, stitched);
    series->has_zoom &= has_zoom || run_has_file(run, zoom);
    series->stitched_policy = has_stitched ? NODE_MEND : NODE_MAKE;
    series->zoom_policy = has_zoom ? NODE_MEND : NODE_MAKE;
}

static bool add_layer(struct run *run, const struct tile_selection *selection, uint32_t index)
{
    char name[ADTMAP_LAYER_NAME_BYTES];
    char stitched[PATH_NAME_BYTES];
    struct adtmap_layer layer = layers_of(run->settings)->layers[index];
    adtmap_layer_file_name(layer, name);
    struct plan_series *series = add_series(run, name);
    if (!series) {
        return false;
    }
    struct series *recorded = &run->series[run->request.series_count - 1];
    node_stitched_path(name, run->map_name, stitched);
    bool fine = true;
    series->is_asked = true;
    if (selection) {
        series->tiles = selection->tiles;
        tile_set_remove_all(&series->tiles, &selection->low_res);
        series->absent = selection->low_res;
        set_facts(run, layer, series);
        fine = series_of_layer(run->map_name, run->settings, index, recorded);
    } else {
        series_read(run->log, name, recorded);
    }
    bool can_join = recorded->range != MANIFEST_RANGE_TILE && !run_is_shard(run);
    series->recipe = recorded->recipe;
    series->has_zoom = can_join && run->outputs.has_pages;
    series->zoom_recipe = recipe_layer_zoom(run->request.series[0].zoom_recipe, recorded->recipe);
    series->has_stitched =
        can_join && ((run->outputs.bits & JOB_STITCH) || run_has_file(run, stitched));
    if (!selection && index >= run->joined_layers) {
        mend_outputs(run, series);
    }
    series->stitched_recipe = recipe_stitched(recorded->recipe, run_extent(run));
    return fine;
}

/* Layers on record that this run does not make. */
static void add_earlier_layers(struct run *run, const struct tile_selection *selection)
{
    for (uint32_t i = 0; i < run->log->fact_count; i++) {
        const char *name = series_layer_of_fact(run->log->facts[i].name);
        if (!name || has_series(run, name)) {
            continue;
        }
        struct plan_series *series = add_series(run, name);
        if (series) {
            struct series *recorded = &run->series[run->request.series_count - 1];
            series_read(run->log, series->name, recorded);
            series->recipe = recorded->recipe;
        }
        struct adtmap_layer layer;
        if (series && selection && data_layer_of_file_name(series->name, &layer)) {
            set_facts(run, layer, series);
            series->absent = selection->low_res;
            series->tiles = run->map->files;
            tile_set_add_all(&series->tiles, &run->map->tiles_without_adt);
        }
    }
}

/* Zoom levels: those of the pictures, and what all series share. */
static bool request_zoom(struct run *run)
{
    struct plan_request *request = &run->request;
    struct plan_series *pictures = &request->series[0];
    pictures->has_zoom = (run->outputs.bits & JOB_WEB) && job_has_picture(run->settings);
    request->zoom_max = pyramid_depth(run->settings->tile.size_px).zoom;
    request->has_archive = (run->outputs.bits & JOB_PMTILES) != 0;
    request->archive_recipe = recipe_text("pmtiles");
    request->world_recipe = recipe_text("world file");
    return recipe_zoom(run->settings, run->outputs.web_format, run->outputs.web_quality,
                       &pictures->zoom_recipe);
}

bool run_make_request(struct run *run, const struct tile_selection *selection)
{
    run->request = (struct plan_request){
        .map = run->map_name,
        .policy = run->settings->redraw,
        .is_strict = run->settings->strict,
    };
    if (selection) {
        run->request.asked = selection->asked;
        run->facts = calloc(1, sizeof *run->facts);
        if (!run->facts || !recipe_facts_make(run->map, run->settings, run->facts)) {
            return false;
        }
    }
    bool fine = add_pictures(run, selection) && request_zoom(run);
    for (uint32_t i = 0; i < layers_of(run->settings)->count && fine; i++) {
        fine = add_layer(run, selection, i);
    }
    if (!run_is_shard(run)) {
        add_earlier_layers(run, selection);
        fine = fine && text_outputs_request(run) == ADTMAP_OK;
    }
    return fine;
}
