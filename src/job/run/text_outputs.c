/*
 * A text is a row of the table below: who asks for it, what its recipe is and how it is printed.
 * The request to the planner, the writing and the search for leftover files loop over it. World
 * files, of which there is one for each stitched picture, are the only texts beyond it.
 */
#include "job/run/text_outputs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "job/run/map_places.h"
#include "job/run/output_record.h"
#include "os/file.h"
#include "output/areas/areas_text.h"
#include "output/objects_geojson.h"
#include "output/web/web_page.h"
#include "output/web/web_site.h"
#include "output/web/web_thumbnail.h"
#include "output/zoom/web_geo.h"

/* The markers that pages will show: those given, else those in the folder. */
static struct hash128 hash_markers(const struct run *run)
{
    struct buffer text = {0};
    struct build_file file = {0};
    if (run->settings->markers) {
        markers_geojson(&text, &run->markers);
        file.content = hash128(text.data, text.size);
        buffer_free(&text);
        return file.content;
    }
    char *path = web_map_markers_path(run->result->directory);
    if (path && build_file_of(path, &file) != ADTMAP_OK) {
        file.content = (struct hash128){0};
    }
    free(path);
    return file.content;
}

/* Texts being written. */
struct writing {
    struct run *run;
    const struct map_summary *summary;
    const struct web_map *map; /* of pages; else NULL */
    struct area_map areas;
    bool has_areas;
};

static struct hash128 page_recipe(const struct run *run, const char *name)
{
    char address[WEB_ADDRESS_BYTES];
    run_address(run, address);
    const struct hash128 parts[] = {recipe_text("page, points"), hash_markers(run),
                                    run->places.tables, recipe_text(run_title(run)),
                                    recipe_text(address)};
    (void)name;
    return hash128(parts, sizeof parts);
}

/* The parts after the name change with the pictures. */
static struct hash128 overview_recipe(const struct run *run, const char *name)
{
    const struct hash128 parts[] = {recipe_text(name), recipe_text("ground")};
    (void)run;
    return hash128(parts, sizeof parts);
}

/* What the client's tables say is part of the recipe; the ids of areas come from pictures, of which
 * all texts are made. */
static struct hash128 places_recipe(const struct run *run, const char *name)
{
    const struct hash128 parts[] = {recipe_text(name), run->places.tables};
    return hash128(parts, sizeof parts);
}

/* The manifest names the areas of the area layer. */
static struct hash128 manifest_recipe(const struct run *run, const char *name)
{
    for (uint32_t i = 1; i < run->request.series_count; i++) {
        struct adtmap_layer layer;
        if (data_layer_of_file_name(run->names[i], &layer) &&
            data_layers[layer.kind].tells == LAYER_TELLS_AREAS) {
            return places_recipe(run, name);
        }
    }
    return recipe_text(name);
}

/* What objects.geojson is made of besides the files that it names: the WDT, and which tiles there
 * are. */
static struct hash128 objects_recipe(const struct run *run, const char *name)
{
    const struct hash128 parts[] = {recipe_text(name), map_wdt_hash(run->map),
                                    hash128(&run->map->files, sizeof run->map->files)};
    return hash128(parts, sizeof parts);
}

static enum adtmap_status print_map_data(struct writing *writing, struct buffer *text)
{
    web_page_map_data(text, writing->map);
    return ADTMAP_OK;
}

static enum adtmap_status print_tile_data(struct writing *writing, struct buffer *text)
{
    web_page_tile_data(text, writing->map);
    return ADTMAP_OK;
}

static enum adtmap_status print_page(struct writing *writing, struct buffer *text)
{
    web_page_map(text, writing->map);
    return ADTMAP_OK;
}

static enum adtmap_status print_tilejson(struct writing *writing, struct buffer *text)
{
    const struct web_map *map = writing->map;
    web_tilejson(text, map->name, PATH_ZOOM_FOLDER "/" PATH_ZOOM_COLOR, map->bounds, &map->folder);
    return ADTMAP_OK;
}

/* The plan has made all zoom pictures that a run can make. Where one is gone or damaged since, as
 * before 'adtmap web', the picture of earlier runs stays: ADTMAP_NOT_FOUND. */
static enum adtmap_status print_overview(struct writing *writing,
                                         const struct web_thumbnail_kind *kind, const char *name,
                                         struct buffer *jpeg)
{
    const struct run *run = writing->run;
    struct adtmap_message failure = {0};
    const struct diag quiet = {run->diag.file, run->diag.log, &failure};
    enum adtmap_status status = web_thumbnail_make(writing->map, kind, &quiet, jpeg);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(&run->diag);
    }
    if (status) {
        const struct diag at_picture = diag_at(&run->diag, failure.file);
        diag_warn(&at_picture, NULL, failure.offset, "%.200s; %s stays as it is", failure.what,
                  name);
        return ADTMAP_NOT_FOUND;
    }
    return ADTMAP_OK;
}

static enum adtmap_status print_thumbnail(struct writing *writing, struct buffer *jpeg)
{
    return print_overview(writing, &web_thumbnail, WEB_THUMBNAIL_FILE, jpeg);
}

static enum adtmap_status print_card(struct writing *writing, struct buffer *jpeg)
{
    return print_overview(writing, &web_card, WEB_CARD_FILE, jpeg);
}

static enum adtmap_status find_areas(struct writing *writing)
{
    bool has = writing->has_areas;
    writing->has_areas = true;
    return has ? ADTMAP_OK : map_places_areas(writing->run, &writing->areas);
}

static enum adtmap_status print_areas(struct writing *writing, struct buffer *text)
{
    enum adtmap_status status = find_areas(writing);
    if (!status) {
        areas_geojson(text, &writing->areas);
    }
    return status;
}

static enum adtmap_status print_areas_script(struct writing *writing, struct buffer *text)
{
    enum adtmap_status status = find_areas(writing);
    if (!status) {
        areas_script(text, &writing->areas);
    }
    return status;
}

static enum adtmap_status print_landmarks(struct writing *writing, struct buffer *text)
{
    markers_geojson(text, &writing->run->places.landmarks);
    return ADTMAP_OK;
}

static enum adtmap_status print_flights(struct writing *writing, struct buffer *text)
{
    flights_geojson(text, &writing->run->places.flights);
    return ADTMAP_OK;
}

static enum adtmap_status print_flights_script(struct writing *writing, struct buffer *text)
{
    flights_script(text, &writing->run->places.flights);
    return ADTMAP_OK;
}

static enum adtmap_status print_manifest(struct writing *writing, struct buffer *text)
{
    map_summary_manifest(writing->summary, text);
    return ADTMAP_OK;
}

/* Writes the objects of the map; `inputs` become the files that they were read from. */
static enum adtmap_status make_objects(const struct run *run, struct dep_set *inputs)
{
    struct file_writer file;
    char *path = path_join(run->result->directory, NODE_OBJECTS);
    const struct diag at_path = diag_at(&run->diag, path);
    enum adtmap_status status =
        path ? file_writer_open(&file, path, &at_path) : diag_fail_memory(&run->diag);
    if (!status) {
        struct dep_set *before = dep_recorder_set(inputs);
        status = objects_geojson(run->map, &file, &run->diag);
        dep_recorder_set(before);
        if (status) {
            file_writer_abort(&file);
        } else {
            status = file_writer_commit_changed(&file);
        }
    }
    free(path);
    return status;
}

/* Reads all placements of the map and their models; the file is written on the way. */
static enum adtmap_status write_objects(struct writing *writing, struct build_record *record)
{
    struct dep_set inputs = {0};
    enum adtmap_status status = make_objects(writing->run, &inputs);
    if (!status && !output_record_inputs(writing->run, &inputs, record)) {
        free(record->inputs);
        status = diag_fail_memory(&writing->run->diag);
    }
    dep_set_free(&inputs);
    return status;
}

/* Who asks for a text, beyond bits of enum job_output. */
enum {
    ASKED_BY_PAGES = 1 << 29,
    ASKED_BY_CARD = 1 << 30, /* pages whose address is known: links to them show a card */
    ASKED_ALWAYS = 1 << 28,
};

/* In the order in which they are written: a page comes after the data that it loads. */
static const struct text_output {
    const char *name;
    uint32_t asked_by;
    struct hash128 (*recipe)(const struct run *run, const char *name);
    enum adtmap_status (*print)(struct writing *writing, struct buffer *text);
    enum adtmap_status (*write)(struct writing *writing, struct build_record *record); /* or NULL */
} outputs[] = {
    {"map.js", ASKED_BY_PAGES, page_recipe, print_map_data, NULL},
    {"tiles.js", ASKED_BY_PAGES, page_recipe, print_tile_data, NULL},
    {"index.html", ASKED_BY_PAGES, page_recipe, print_page, NULL},
    {"tilejson.json", ASKED_BY_PAGES, page_recipe, print_tilejson, NULL},
    {WEB_THUMBNAIL_FILE, ASKED_BY_PAGES, overview_recipe, print_thumbnail, NULL},
    {WEB_CARD_FILE, ASKED_BY_CARD, overview_recipe, print_card, NULL},
    {NODE_AREAS, ASKED_BY_PAGES | JOB_AREAS, places_recipe, print_areas, NULL},
    {NODE_AREAS_SCRIPT, ASKED_BY_PAGES, places_recipe, print_areas_script, NULL},
    {NODE_LANDMARKS, ASKED_BY_PAGES | JOB_LANDMARKS, places_recipe, print_landmarks, NULL},
    {NODE_FLIGHTS, ASKED_BY_PAGES | JOB_LANDMARKS, places_recipe, print_flights, NULL},
    {NODE_FLIGHTS_SCRIPT, ASKED_BY_PAGES, places_recipe, print_flights_script, NULL},
    {NODE_OBJECTS, JOB_OBJECTS, objects_recipe, NULL, write_objects},
    {NODE_MANIFEST, ASKED_ALWAYS, manifest_recipe, print_manifest, NULL},
};

static bool is_asked(const struct run *run, const struct text_output *output)
{
    char address[WEB_ADDRESS_BYTES];
    run_address(run, address);
    uint32_t asking = ASKED_ALWAYS | (run->outputs.bits & (JOB_AREAS | JOB_LANDMARKS));
    asking |= run->map ? run->outputs.bits & JOB_OBJECTS : 0; /* merging has no objects */
    asking |= run->outputs.has_pages ? ASKED_BY_PAGES : 0;
    asking |= run->outputs.has_pages && address[0] ? ASKED_BY_CARD : 0;
    return (output->asked_by & asking) != 0;
}

static void add_text(struct run *run, const char *path, struct hash128 recipe)
{
    struct plan_text *text = &run->request.texts[run->request.text_count++];
    snprintf(text->path, sizeof text->path, "%s", path);
    text->recipe = recipe;
}

/* How many parts the markers of pages have. Those in the folder may be damaged, which is said when
 * pages are written. */
static enum adtmap_status count_marker_blocks(struct run *run, size_t *count)
{
    struct marker_blocks blocks = {0};
    struct markers markers = {0};
    struct adtmap_message ignored;
    const struct diag quiet = {NULL, NULL, &ignored};
    char *path = web_map_markers_path(run->result->directory);
    bool is_given = run->settings->markers != NULL;
    if (path && !is_given && file_exists(path)) {
        (void)markers_load(path, NULL, &quiet, &markers);
    }
    bool fine = path && marker_blocks_make(is_given ? &run->markers : &markers, &blocks);
    *count = blocks.count;
    marker_blocks_free(&blocks);
    markers_free(&markers);
    free(path);
    return fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

enum adtmap_status text_outputs_request(struct run *run)
{
    char path[PATH_NAME_BYTES];
    const struct plan_series *pictures = &run->request.series[0];
    for (size_t i = 0; i < COUNT_OF(outputs); i++) {
        if (is_asked(run, &outputs[i])) {
            add_text(run, outputs[i].name, outputs[i].recipe(run, outputs[i].name));
        }
    }
    node_stitched_path("", run->map_name, path);
    bool is_stitched =
        pictures->is_asked ? pictures->has_stitched : build_log_find(run->log, path) != NULL;
    if (run->outputs.has_pages && is_stitched) {
        node_world_path("", run->map_name, path);
        add_text(run, path, run->request.world_recipe);
    }
    size_t blocks = 0;
    enum adtmap_status status =
        run->outputs.has_pages ? count_marker_blocks(run, &blocks) : ADTMAP_OK;
    const struct hash128 recipe = blocks > 0 ? page_recipe(run, "") : (struct hash128){0};
    for (size_t i = 0; i < blocks; i++) {
        node_marker_block_path(i, path);
        add_text(run, path, recipe);
    }
    return status;
}

const char *text_outputs_unasked(const struct run *run, size_t *at)
{
    while (*at < COUNT_OF(outputs)) {
        const struct text_output *output = &outputs[(*at)++];
        if (!is_asked(run, output) && strcmp(output->name, "index.html") != 0) {
            return output->name;
        }
    }
    return NULL;
}

enum adtmap_status text_output_put(const struct run *run, const char *name, struct buffer *text)
{
    char *path = path_join(run->result->directory, name);
    enum adtmap_status status = path && !text->failed
                                    ? file_write_atomic(path, text->data, text->size, &run->diag)
                                    : diag_fail_memory(&run->diag);
    buffer_free(text);
    free(path);
    return status;
}

static enum adtmap_status write_text(struct writing *writing, const struct text_output *output)
{
    struct buffer text = {0};
    struct build_record record = {.path = (char *)(uintptr_t)output->name};
    enum adtmap_status status =
        output->write ? output->write(writing, &record) : output->print(writing, &text);
    if (!status && !output->write) {
        status = text_output_put(writing->run, output->name, &text);
    }
    buffer_free(&text);
    if (status) {
        return status == ADTMAP_NOT_FOUND ? ADTMAP_OK : status;
    }
    return output_record(writing->run, &record);
}

static enum adtmap_status write_marker_blocks(struct run *run, const struct web_map *map)
{
    enum adtmap_status status = ADTMAP_OK;
    if (map->blocks.count > 0) {
        char *folder = path_join(run->result->directory, "points");
        status = folder ? file_make_directory(folder, &run->diag) : diag_fail_memory(&run->diag);
        free(folder);
    }
    for (size_t i = 0; i < map->blocks.count && !status; i++) {
        struct buffer text = {0};
        char name[PATH_NAME_BYTES];
        struct build_record record = {.path = name};
        node_marker_block_path(i, name);
        marker_blocks_script(&text, &map->blocks, i);
        status = text_output_put(run, name, &text);
        status = status ? status : output_record(run, &record);
    }
    return status;
}

static enum adtmap_status write_world_files(struct run *run, const struct map_summary *summary)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < summary->request.series_count && !status; i++) {
        struct buffer text = {0};
        char name[PATH_NAME_BYTES];
        struct build_record record = {.path = name};
        node_world_path(summary->names[i], run->map_name, name);
        if (summary->is_stitched[i] && graph_find(&run->plan->graph, name) != NODE_NONE) {
            map_summary_world_file(summary, i, &text);
            status = text_output_put(run, name, &text);
            status = status ? status : output_record(run, &record);
        }
    }
    return status;
}

/* Measures the pictures for the pages, and records it for lists of maps. Where one is gone or
 * damaged since, what is on record stays; the thumbnail tells. */
static enum adtmap_status find_look(struct run *run, struct web_map *map)
{
    struct web_look look = {0};
    struct adtmap_message failure = {0};
    const struct diag quiet = {run->diag.file, run->diag.log, &failure};
    enum adtmap_status status = web_thumbnail_look(map, &quiet, &look);
    if (status == ADTMAP_OK) {
        map->look = look;
        status = map_summary_record_look(run->log, &look) ? ADTMAP_OK : ADTMAP_NO_MEMORY;
    }
    return status == ADTMAP_NO_MEMORY ? diag_fail_memory(&run->diag) : ADTMAP_OK;
}

enum adtmap_status text_outputs_write(struct run *run, const struct map_summary *summary,
                                      struct web_map *map)
{
    struct writing writing = {.run = run, .summary = summary, .map = map};
    enum adtmap_status status = ADTMAP_OK;
    if (map) {
        status = web_site_check_page(run->result->directory, &run->diag);
        status = status ? status : find_look(run, map);
        status = status ? status : write_marker_blocks(run, map);
    }
    for (size_t i = 0; i < COUNT_OF(outputs) && !status; i++) {
        if (is_asked(run, &outputs[i])) {
            status = write_text(&writing, &outputs[i]);
        }
    }
    area_map_free(&writing.areas);
    return status ? status : write_world_files(run, summary);
}
