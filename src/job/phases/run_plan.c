/*
 * What is asked for becomes a request in three steps: outputs that the folder has already, series
 * of tiles with their recipes, and what each kind of output adds. The plan is made from the request
 * alone.
 */
#include "job/phases/run_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/path.h"
#include "formats/grid.h"
#include "job/facts/map_summary.h"
#include "job/outputs/map_files.h"
#include "job/phases/take_over.h"
#include "os/file.h"
#include "output/web/web_site.h"

static bool has_record(const struct run *run, struct node_id id)
{
    return build_log_find(run->open.log, id) != NULL;
}

/* The format and the quality of existing zoom levels. */
static void find_format(struct run *run)
{
    run->asked.web_format = IMAGE_PNG;
    for (int i = 0; i < IMAGE_FORMATS; i++) {
        const struct node_id id = node_zoom("", 0, 0, 0, (enum image_format)i);
        if (has_record(run, id) || run_has_file(run, id)) {
            run->asked.web_format = (enum image_format)i;
        }
    }
    run->asked.web_quality = run->asked.facts.web_quality;
}

/* An existing stitched map is kept, its record says whether it shows the whole grid; so are zoom
 * levels, in their format and with the site's Leaflet. */
static void find_earlier(struct run *run)
{
    struct run_asked *asked = &run->asked;
    char path[PATH_NAME_BYTES];
    if (!(asked->outputs & JOB_STITCH) && run_has_file(run, node_stitched(""))) {
        const struct build_record *record = build_log_find(run->open.log, node_stitched(""));
        bool is_grid = record && record->note && strcmp(record->note, "grid") == 0;
        asked->outputs |= JOB_STITCH | (is_grid ? JOB_FULL_GRID : 0U);
    }
    path_zoom_folder("", path);
    char *folder = run_full_path(run, node_file(path));
    uint64_t bytes;
    enum file_type type = folder ? file_look(folder, &bytes) : FILE_NONE;
    bool has_web =
        type == FILE_FOLDER || (type == FILE_UNKNOWN && has_record(run, node_file("map.js")));
    if (has_web && !(asked->outputs & JOB_WEB)) {
        asked->outputs |= JOB_WEB;
        find_format(run);
        if (!asked->settings->leaflet &&
            run_has_file(run, node_named(NODE_SHARED, WEB_SITE_SHARED_FOLDER "/leaflet.js"))) {
            asked->leaflet = run_full_path(run, node_named(NODE_SHARED, WEB_SITE_SHARED_FOLDER));
        }
    }
    free(folder);
    if (asked->outputs & JOB_WEB) {
        asked->outputs |= map_files_kept(run);
    }
}

/* Whether a marker begins on one of the tiles. */
static bool is_on_tile(const struct marker *marker, const struct tile_set *tiles)
{
    return tile_set_has(tiles, (uint32_t)grid_tile_at(number_of_millionths(marker->y)),
                        (uint32_t)grid_tile_at(number_of_millionths(marker->x)));
}

/* Reads the given markers, those of this map. */
static enum adtmap_status load_markers(struct run *run)
{
    const struct map_facts *facts = &run->asked.facts;
    const struct marker_map map = {run->asked.map_name, facts->has_number, facts->number};
    const char *path = run->asked.settings->markers;
    const struct markers *markers = &run->open.markers;
    enum adtmap_status status = markers_load(path, &map, &run->diag, &run->open.markers);
    const struct tile_set tiles = map_tiles(run->asked.map);
    size_t outside = 0;
    while (!status && outside < markers->count && !is_on_tile(&markers->items[outside], &tiles)) {
        outside++;
    }
    if (!status && outside > 0 && outside == markers->count) {
        const struct diag at_path = diag_at(&run->diag, path);
        diag_notice(&at_path, NULL, NO_OFFSET, "none of its %zu markers lies on a tile of %s",
                    markers->count, run->asked.map_name);
    }
    return status;
}

static enum adtmap_status check_website(struct run *run)
{
    const struct job_settings *settings = run->asked.settings;
    struct web_site site = {.out = settings->out,
                            .leaflet = run->asked.leaflet ? run->asked.leaflet : settings->leaflet,
                            .replaces_map = settings->drops_others || run->open.log->count == 0};
    struct series earlier;
    uint32_t size_px = settings->tile.size_px;
    uint32_t earlier_px = series_read(run->open.log, "", &earlier) ? earlier.size_px : size_px;
    enum adtmap_status status = web_site_check(&site, run->asked.map_name, size_px, earlier_px,
                                               run->asked.web_format, &run->diag);
    if (status) {
        return status;
    }
    status = settings->markers ? load_markers(run) : ADTMAP_OK;
    if (status) {
        return status;
    }
    struct pyramid_depth depth = pyramid_depth(size_px);
    if (depth.tile_px != size_px) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "zoom levels have %u px a tile, averaged from %u px: sizes that are 256 px "
                  "doubled or halved are shown as drawn",
                  (unsigned)depth.tile_px, (unsigned)size_px);
    }
    return ADTMAP_OK;
}

enum adtmap_status run_ask(struct run *run)
{
    struct run_asked *asked = &run->asked;
    asked->outputs = asked->settings->outputs;
    asked->web_format = asked->settings->web_format;
    asked->web_quality = asked->settings->web_quality;
    if (!job_has_picture(asked->settings)) {
        asked->has_pages = has_record(run, node_file("map.js"));
        find_format(run);
        return asked->has_pages && asked->settings->markers ? load_markers(run) : ADTMAP_OK;
    }
    if (!asked->settings->drops_others) {
        find_earlier(run);
    }
    asked->has_pages = (asked->outputs & JOB_WEB) != 0;
    asked->facts.web_quality = asked->has_pages ? asked->web_quality : asked->facts.web_quality;
    return asked->has_pages ? check_website(run) : ADTMAP_OK;
}

/* What the map says of a tile counts for layers of objects and liquids as it does for the picture.
 */
static void set_facts(const struct run *run, struct adtmap_layer layer, struct plan_series *series)
{
    struct recipe_facts *facts = run->open.facts;
    series->facts = data_layer_has_picture_facts(layer) ? facts->picture : facts->layer;
}

/* The pictures: described by the settings if this run draws them, or if there are none on record;
 * else by the log. */
static bool add_pictures(struct run *run)
{
    const struct tile_selection *selection = run->asked.selection;
    const struct job_settings *settings = run->asked.settings;
    struct plan_series *series = plan_add_series(&run->request, "");
    struct tile_set all;
    memset(&all, 0xff, sizeof all);
    series->is_asked = job_has_picture(settings);
    bool is_known = series_read(run->open.log, "", &series->drawn);
    series->absent = selection->absent;
    if (series->is_asked) {
        series->tiles = selection->tiles;
        series->facts = run->open.facts->picture;
    } else if (is_known) {
        struct tile_set there = plan_present(&run->request, run->open.log, 0, &all);
        if (!tile_set_is_empty(&there)) {
            return true;
        }
    }
    run->open.records_pictures = true;
    return series_of_picture(run->asked.map_name, settings, &run->open.settings_text,
                             &series->drawn);
}

static bool add_layer(struct run *run, uint32_t index)
{
    char name[ADTMAP_LAYER_NAME_BYTES];
    const struct tile_selection *selection = run->asked.selection;
    struct adtmap_layer layer = layers_of(run->asked.settings)->layers[index];
    adtmap_layer_file_name(layer, name);
    struct plan_series *series = plan_add_series(&run->request, name);
    if (!series) {
        return false;
    }
    series->is_asked = true;
    series->tiles = selection->tiles;
    tile_set_remove_all(&series->tiles, &selection->low_res);
    series->absent = selection->low_res;
    set_facts(run, layer, series);
    return series_of_layer(run->asked.map_name, run->asked.settings, index, &series->drawn);
}

/* Layers on record that this run does not make, and that stay while they show the map. */
static void add_earlier_layers(struct run *run)
{
    const struct tile_selection *selection = run->asked.selection;
    uint32_t first = run->request.series_count;
    if (run->asked.settings->drops_others) {
        return;
    }
    if (run->asked.settings->floors.is_given) { /* others would be mixed with these */
        build_log_drop_facts(run->open.log, SERIES_FLOOR_PREFIX);
    }
    plan_add_recorded(&run->request, run->open.log);
    for (uint32_t i = first; i < run->request.series_count; i++) {
        struct adtmap_layer layer;
        struct plan_series *series = &run->request.series[i];
        if (data_layer_of_file_name(series->name, &layer)) {
            set_facts(run, layer, series);
            series->absent = selection->low_res;
            series->tiles = run->asked.map->files;
            tile_set_add_all(&series->tiles, &run->asked.map->tiles_without_adt);
        }
    }
}

static bool make_request(struct run *run)
{
    const struct run_asked *asked = &run->asked;
    run->request = (struct plan_request){
        .map = asked->map_name,
        .policy = asked->settings->redraw,
        .is_strict = asked->settings->strict,
        .drops_others = asked->settings->drops_others,
        .world_recipe = recipe_text("world file"),
        .has_world_files = (asked->outputs & JOB_WORLD_FILES) != 0,
        .asked = asked->selection->asked,
    };
    run->open.facts = calloc(1, sizeof *run->open.facts);
    if (!run->open.facts ||
        !recipe_facts_make(asked->map, asked->settings, &run->request.asked, run->open.facts)) {
        return false;
    }
    bool fine = add_pictures(run);
    for (uint32_t i = 0; i < layers_of(asked->settings)->count && fine; i++) {
        fine = add_layer(run, i);
    }
    add_earlier_layers(run);
    return fine && outputs_ask(run);
}

static enum file_match look_at_file(void *user, struct build_record *record)
{
    return outputs_compare_file(user, record);
}

static enum file_match look_at_input(void *user, struct dependency *input)
{
    const struct run *run = user;
    return assets_compare(run->asked.map->data->assets, run->open.log->written_ns, input);
}

/* A run of some tiles leaves other files alone: those without a record are lost to the map. */
static enum adtmap_status warn_unrecorded(const struct run *run)
{
    struct buffer leftovers = {0};
    uint32_t count = 0;
    enum adtmap_status status = outputs_find_leftovers(run, &leftovers);
    const struct node_id *ids = (const void *)leftovers.data;
    for (size_t i = 0; i < leftovers.size / sizeof *ids; i++) {
        count += !build_log_find(run->open.log, ids[i]) &&
                 graph_find(&run->plan->graph, ids[i]) == NODE_NONE;
    }
    if (count > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u files have no record, as the build log is damaged or a run was cut short: "
                  "they do not count as the map's until they are drawn again",
                  (unsigned)count);
    }
    buffer_free(&leftovers);
    return status;
}

static void warn_unreadable(const struct run *run)
{
    const struct graph *graph = &run->plan->graph;
    char more[32] = "";
    if (graph->unreadable_count > 1) {
        snprintf(more, sizeof more, " and %u more files", (unsigned)graph->unreadable_count - 1);
    }
    if (graph->unreadable_count > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "cannot read %s%s: outputs that this run is not asked for stay as they are",
                  graph->unreadable, more);
    }
}

/* What a folder or an archive that could not be read holds is not gone. */
static enum adtmap_status check_removals(const struct run *run)
{
    uint32_t removed = run->plan->graph.removed_count;
    return removed == 0 || assets_unread_count(run->asked.map->data->assets) == 0
               ? ADTMAP_OK
               : diag_fail(&run->diag, ADTMAP_IO, NULL, NO_OFFSET,
                           "a folder or an archive of the data cannot be read, and outputs on "
                           "record would be removed (%u): nothing is drawn or removed",
                           (unsigned)removed);
}

enum adtmap_status run_plan_again(struct run *run)
{
    const struct graph_disk disk = {run, look_at_file, look_at_input, (int)run_threads(run)};
    plan_free(run->plan);
    run->plan = outputs_plan(&run->request, run->open.log, &disk);
    return run->plan ? check_removals(run) : diag_fail_memory(&run->diag);
}

enum adtmap_status run_plan(struct run *run)
{
    if (!make_request(run)) {
        return diag_fail_memory(&run->diag);
    }
    enum adtmap_status status = take_over_find(run);
    if (status) {
        return status;
    }
    status = run_plan_again(run);
    if (status) {
        return status;
    }
    warn_unreadable(run);
    take_over_explain(run);
    if (!run->request.series[0].is_asked) {
        return ADTMAP_OK;
    }
    if (run->plan->other_recipe > 0) {
        diag_warn(
            &run->diag, NULL, NO_OFFSET,
            "%u %s drawn with other settings: not counted as the map's until drawn with these",
            (unsigned)run->plan->other_recipe,
            run->plan->other_recipe == 1 ? "tile of earlier runs was"
                                         : "tiles of earlier runs were");
    }
    if (run->plan->other_file > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u %s missing or changed: not counted as the map's until drawn again",
                  (unsigned)run->plan->other_file,
                  run->plan->other_file == 1 ? "PNG of a tile of earlier runs is"
                                             : "PNGs of tiles of earlier runs are");
    }
    return run->asked.settings->tiles ? warn_unrecorded(run) : ADTMAP_OK;
}
