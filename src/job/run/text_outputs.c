#include "job/run/text_outputs.h"

#include <stdio.h>
#include <stdlib.h>

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

static void print_tilejson(struct buffer *text, const struct web_map *map)
{
    web_tilejson(text, map->name, PATH_ZOOM_FOLDER "/" PATH_ZOOM_COLOR, map->bounds, &map->folder);
}

/* In the order in which they are written: the page comes after the data that it loads. */
static const struct page {
    const char *name;
    void (*print)(struct buffer *text, const struct web_map *map);
} pages[] = {
    {"map.js", web_page_map_data},
    {"tiles.js", web_page_tile_data},
    {"index.html", web_page_map},
    {"tilejson.json", print_tilejson},
};

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

static struct hash128 page_recipe(const struct run *run)
{
    char address[WEB_ADDRESS_BYTES];
    run_address(run, address);
    const struct hash128 parts[] = {recipe_text("page, ground"), hash_markers(run),
                                    run->places.tables, recipe_text(run_title(run)),
                                    recipe_text(address)};
    return hash128(parts, sizeof parts);
}

/* Small pictures of the whole map. Links show the second, for which they need its address. */
static const struct overview {
    const char *name;
    const struct web_thumbnail_kind *kind;
    bool needs_address;
} overviews[] = {
    {WEB_THUMBNAIL_FILE, &web_thumbnail, false},
    {WEB_CARD_FILE, &web_card, true},
};

/* The parts after the name change with the pictures. */
static struct hash128 overview_recipe(const struct overview *overview)
{
    const struct hash128 parts[] = {recipe_text(overview->name), recipe_text("ground")};
    return hash128(parts, sizeof parts);
}

static bool wants_overview(const struct run *run, const struct overview *overview)
{
    char address[WEB_ADDRESS_BYTES];
    run_address(run, address);
    return !overview->needs_address || address[0];
}

/* What the client's tables say is part of the recipe; the ids of areas come from pictures, of which
 * all texts are made. */
static struct hash128 places_recipe(const struct run *run, const char *what)
{
    const struct hash128 parts[] = {recipe_text(what), run->places.tables};
    return hash128(parts, sizeof parts);
}

/* The manifest names the areas of the area layer. */
static struct hash128 manifest_recipe(const struct run *run)
{
    for (uint32_t i = 1; i < run->request.series_count; i++) {
        struct adtmap_layer layer;
        if (series_layer(run->names[i], &layer) && layer.kind == ADTMAP_LAYER_AREA) {
            return places_recipe(run, "manifest");
        }
    }
    return recipe_text("manifest");
}

static void print_areas(struct buffer *text, const struct places *places,
                        const struct area_map *areas)
{
    (void)places;
    areas_geojson(text, areas);
}

static void print_areas_script(struct buffer *text, const struct places *places,
                               const struct area_map *areas)
{
    (void)places;
    areas_script(text, areas);
}

static void print_landmarks(struct buffer *text, const struct places *places,
                            const struct area_map *areas)
{
    (void)areas;
    markers_geojson(text, &places->landmarks);
}

static void print_flights(struct buffer *text, const struct places *places,
                          const struct area_map *areas)
{
    (void)areas;
    flights_geojson(text, &places->flights);
}

static void print_flights_script(struct buffer *text, const struct places *places,
                                 const struct area_map *areas)
{
    (void)areas;
    flights_script(text, &places->flights);
}

static const struct places_file {
    const char *name;
    uint32_t output; /* that asks for it, as pages do; 0: pages alone do */
    void (*print)(struct buffer *text, const struct places *places, const struct area_map *areas);
} places_files[] = {
    {NODE_AREAS, JOB_AREAS, print_areas},
    {NODE_AREAS_SCRIPT, 0, print_areas_script},
    {NODE_LANDMARKS, JOB_LANDMARKS, print_landmarks},
    {NODE_FLIGHTS, JOB_LANDMARKS, print_flights},
    {NODE_FLIGHTS_SCRIPT, 0, print_flights_script},
};

static bool wants_places(const struct run *run, uint32_t output)
{
    return run->outputs.has_pages || (run->outputs.bits & output);
}

/* What objects.geojson is made of besides the files that it names: the WDT, and which tiles there
 * are. */
static struct hash128 objects_recipe(const struct run *run)
{
    const struct hash128 parts[] = {recipe_text("objects"), map_wdt_hash(run->map),
                                    hash128(&run->map->files, sizeof run->map->files)};
    return hash128(parts, sizeof parts);
}

/* Without a map (merging) no objects are written. */
static bool wants_objects(const struct run *run)
{
    return run->map && (run->outputs.bits & JOB_OBJECTS);
}

static void add_text(struct run *run, const char *path, struct hash128 recipe)
{
    struct plan_text *text = &run->request.texts[run->request.text_count++];
    snprintf(text->path, sizeof text->path, "%s", path);
    text->recipe = recipe;
}

static void request_world_file(struct run *run)
{
    char path[PATH_NAME_BYTES];
    node_stitched_path("", run->map_name, path);
    const struct plan_series *pictures = &run->request.series[0];
    if (pictures->is_asked ? pictures->has_stitched : build_log_find(run->log, path) != NULL) {
        node_world_path("", run->map_name, path);
        add_text(run, path, recipe_text("world file"));
    }
}

static void request_pages(struct run *run)
{
    struct hash128 recipe = page_recipe(run);
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        add_text(run, pages[i].name, recipe);
    }
    for (size_t i = 0; i < COUNT_OF(overviews); i++) {
        if (wants_overview(run, &overviews[i])) {
            add_text(run, overviews[i].name, overview_recipe(&overviews[i]));
        }
    }
    request_world_file(run);
}

void text_outputs_request(struct run *run)
{
    add_text(run, NODE_MANIFEST, manifest_recipe(run));
    if (wants_objects(run)) {
        add_text(run, NODE_OBJECTS, objects_recipe(run));
    }
    for (size_t i = 0; i < COUNT_OF(places_files); i++) {
        if (wants_places(run, places_files[i].output)) {
            add_text(run, places_files[i].name, places_recipe(run, places_files[i].name));
        }
    }
    if (run->outputs.has_pages) {
        request_pages(run);
    }
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

/* Writes a text and records it; frees the text. */
static enum adtmap_status write_text(struct run *run, const char *name, struct buffer *text)
{
    struct build_record record = {.path = (char *)(uintptr_t)name};
    enum adtmap_status status = text_output_put(run, name, text);
    return status ? status : output_record(run, &record);
}

/* The plan has made all zoom pictures that a run can make. Where one is gone or damaged since, as
 * before 'adtmap web', the picture of earlier runs stays. */
static enum adtmap_status write_overview(struct run *run, const struct web_map *map,
                                         const struct overview *overview)
{
    struct buffer jpeg = {0};
    struct adtmap_message failure = {0};
    const struct diag quiet = {run->diag.file, run->diag.log, &failure};
    enum adtmap_status status = web_thumbnail_make(map, overview->kind, &quiet, &jpeg);
    if (!status) {
        return write_text(run, overview->name, &jpeg);
    }
    buffer_free(&jpeg);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(&run->diag);
    }
    const struct diag at_picture = diag_at(&run->diag, failure.file);
    diag_warn(&at_picture, NULL, failure.offset, "%.200s; %s stays as it is", failure.what,
              overview->name);
    return ADTMAP_OK;
}

static enum adtmap_status write_overviews(struct run *run, const struct web_map *map)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < COUNT_OF(overviews) && !status; i++) {
        if (wants_overview(run, &overviews[i])) {
            status = write_overview(run, map, &overviews[i]);
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

enum adtmap_status text_outputs_write_pages(struct run *run, struct web_map *map)
{
    enum adtmap_status status = web_site_check_page(run->result->directory, &run->diag);
    status = status ? status : find_look(run, map);
    for (size_t i = 0; i < COUNT_OF(pages) && !status; i++) {
        struct buffer text = {0};
        pages[i].print(&text, map);
        status = write_text(run, pages[i].name, &text);
    }
    return status ? status : write_overviews(run, map);
}

static enum adtmap_status write_world_files(struct run *run, const struct map_summary *publish)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < publish->request.series_count && !status; i++) {
        struct buffer text = {0};
        char name[PATH_NAME_BYTES];
        node_world_path(publish->names[i], run->map_name, name);
        if (publish->is_stitched[i] && graph_find(&run->plan->graph, name) != NODE_NONE) {
            map_summary_world_file(publish, i, &text);
            status = write_text(run, name, &text);
        }
    }
    return status;
}

static enum adtmap_status write_places(struct run *run)
{
    struct area_map areas = {0};
    enum adtmap_status status = ADTMAP_OK;
    if (!run->plan->makes_texts) {
        return ADTMAP_OK;
    }
    if (wants_places(run, JOB_AREAS)) {
        status = map_places_areas(run, &areas);
    }
    for (size_t i = 0; i < COUNT_OF(places_files) && !status; i++) {
        const struct places_file *file = &places_files[i];
        struct buffer text = {0};
        if (wants_places(run, file->output)) {
            file->print(&text, &run->places, &areas);
            status = write_text(run, file->name, &text);
        }
    }
    area_map_free(&areas);
    return status;
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

/* Reads all placements of the map and their models, unless the plan has found that none changed. */
static enum adtmap_status write_objects(struct run *run)
{
    struct dep_set inputs = {0};
    char name[] = NODE_OBJECTS;
    struct build_record record = {.path = name};
    if (!wants_objects(run) || !run->plan->makes_texts) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = make_objects(run, &inputs);
    if (!status && !output_record_inputs(run, &inputs, &record)) {
        free(record.inputs);
        status = diag_fail_memory(&run->diag);
    }
    dep_set_free(&inputs);
    return status ? status : output_record(run, &record);
}

enum adtmap_status text_outputs_write_rest(struct run *run, const struct map_summary *publish)
{
    struct buffer text = {0};
    enum adtmap_status status = write_world_files(run, publish);
    status = status ? status : write_places(run);
    status = status ? status : write_objects(run);
    if (status) {
        return status;
    }
    map_summary_manifest(publish, &text);
    return write_text(run, NODE_MANIFEST, &text);
}
