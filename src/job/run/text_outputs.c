#include "job/run/text_outputs.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/path.h"
#include "base/size.h"
#include "job/records/flight_facts.h"
#include "job/run/area_facts.h"
#include "job/run/landmark_facts.h"
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
    const char *title = build_log_fact(run->log, MAP_SUMMARY_TITLE_FACT);
    const char *address = build_log_fact(run->log, MAP_SUMMARY_ADDRESS_FACT);
    const struct hash128 parts[] = {recipe_text("page"),
                                    hash_markers(run),
                                    landmark_facts_hash(run->log),
                                    flight_facts_hash(run->log),
                                    recipe_text(title ? title : ""),
                                    recipe_text(address ? address : "")};
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

static bool wants_overview(const struct run *run, const struct overview *overview)
{
    return !overview->needs_address || build_log_fact(run->log, MAP_SUMMARY_ADDRESS_FACT);
}

/* Texts of the areas; the script is for pages. */
static const struct areas_file {
    const char *name;
    void (*print)(struct buffer *text, const struct area_map *map);
    bool is_of_pages;
} areas_files[] = {
    {NODE_AREAS, areas_geojson, false},
    {NODE_AREAS_SCRIPT, areas_script, true},
};

static bool wants_areas(const struct run *run, const struct areas_file *file)
{
    return run->has_pages || (!file->is_of_pages && (run->settings->outputs & JOB_AREAS));
}

/* The ids come from pictures, of which all texts are made; the names from the client's tables. */
static struct hash128 areas_recipe(const struct run *run)
{
    const char *tables = build_log_fact(run->log, AREA_FACTS_TABLES);
    const struct hash128 parts[] = {recipe_text("areas"), recipe_text(tables ? tables : "")};
    return hash128(parts, sizeof parts);
}

/* Texts of the flights. */
static const struct flights_file {
    const char *name;
    void (*print)(struct buffer *text, const struct flights *flights);
    bool is_of_pages;
} flights_files[] = {
    {NODE_FLIGHTS, flights_geojson, false},
    {NODE_FLIGHTS_SCRIPT, flights_script, true},
};

static bool wants_flights(const struct run *run, const struct flights_file *file)
{
    return run->has_pages || (!file->is_of_pages && (run->settings->outputs & JOB_LANDMARKS));
}

static struct hash128 flights_recipe(const struct run *run)
{
    const struct hash128 parts[] = {recipe_text("flights"), flight_facts_hash(run->log)};
    return hash128(parts, sizeof parts);
}

static bool wants_landmarks(const struct run *run)
{
    return run->has_pages || (run->settings->outputs & JOB_LANDMARKS);
}

static struct hash128 landmarks_recipe(const struct run *run)
{
    const struct hash128 parts[] = {recipe_text("landmarks"), landmark_facts_hash(run->log)};
    return hash128(parts, sizeof parts);
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
    return run->map && (run->settings->outputs & JOB_OBJECTS);
}

static void add_text(struct run *run, const char *path, struct hash128 recipe)
{
    struct plan_text *text = &run->request.texts[run->request.text_count++];
    snprintf(text->path, sizeof text->path, "%s", path);
    text->recipe = recipe;
}

void text_outputs_request(struct run *run)
{
    char path[PATH_NAME_BYTES];
    add_text(run, NODE_MANIFEST, recipe_text("manifest"));
    if (wants_objects(run)) {
        add_text(run, NODE_OBJECTS, objects_recipe(run));
    }
    for (size_t i = 0; i < COUNT_OF(areas_files); i++) {
        if (wants_areas(run, &areas_files[i])) {
            add_text(run, areas_files[i].name, areas_recipe(run));
        }
    }
    if (wants_landmarks(run)) {
        add_text(run, NODE_LANDMARKS, landmarks_recipe(run));
    }
    for (size_t i = 0; i < COUNT_OF(flights_files); i++) {
        if (wants_flights(run, &flights_files[i])) {
            add_text(run, flights_files[i].name, flights_recipe(run));
        }
    }
    if (!run->has_pages) {
        return;
    }
    struct hash128 recipe = page_recipe(run);
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        add_text(run, pages[i].name, recipe);
    }
    for (size_t i = 0; i < COUNT_OF(overviews); i++) {
        if (wants_overview(run, &overviews[i])) {
            add_text(run, overviews[i].name, recipe_text(overviews[i].name));
        }
    }
    node_stitched_path("", run->map_name, path);
    const struct plan_series *pictures = &run->request.series[0];
    if (pictures->is_asked ? pictures->has_stitched : build_log_find(run->log, path) != NULL) {
        node_world_path("", run->map_name, path);
        add_text(run, path, recipe_text("world file"));
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
static enum adtmap_status write_text(struct run *run, const char *name, struct hash128 recipe,
                                     struct buffer *text)
{
    struct build_record record = {
        .path = (char *)(uintptr_t)name, .recipe = recipe, .nodes = nodes_of_texts(run->log)};
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
        return write_text(run, overview->name, recipe_text(overview->name), &jpeg);
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

enum adtmap_status text_outputs_write_pages(struct run *run, const struct web_map *map)
{
    struct hash128 recipe = page_recipe(run);
    enum adtmap_status status = web_site_check_page(run->result->directory, &run->diag);
    for (size_t i = 0; i < COUNT_OF(pages) && !status; i++) {
        struct buffer text = {0};
        pages[i].print(&text, map);
        status = write_text(run, pages[i].name, recipe, &text);
    }
    return status ? status : write_overviews(run, map);
}

static enum adtmap_status write_world_files(struct run *run, const struct map_summary *publish)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < publish->request.series_count && !status; i++) {
        struct buffer text = {0};
        char name[PATH_NAME_BYTES];
        if (publish->is_stitched[i] && (i > 0 || run->has_pages)) {
            node_world_path(publish->names[i], run->map_name, name);
            map_summary_world_file(publish, i, &text);
            status = write_text(run, name, recipe_text("world file"), &text);
        }
    }
    return status;
}

/* Pages that are written again without a plan have areas as they are on record. */
static enum adtmap_status write_areas(struct run *run)
{
    struct area_map map;
    bool is_up_to_date = run->plan && run->plan->texts == UP_TO_DATE;
    if (!wants_areas(run, &areas_files[0]) || is_up_to_date) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = area_facts_map(run, &map);
    for (size_t i = 0; i < COUNT_OF(areas_files) && !status; i++) {
        struct buffer text = {0};
        if (wants_areas(run, &areas_files[i])) {
            areas_files[i].print(&text, &map);
            status = write_text(run, areas_files[i].name, areas_recipe(run), &text);
        }
    }
    area_map_free(&map);
    return status;
}

static enum adtmap_status write_landmarks(struct run *run)
{
    struct markers landmarks;
    struct buffer text = {0};
    if (!wants_landmarks(run) || (run->plan && run->plan->texts == UP_TO_DATE)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = landmark_facts_markers(run->log, &run->diag, &landmarks);
    if (!status) {
        markers_geojson(&text, &landmarks);
        status = write_text(run, NODE_LANDMARKS, landmarks_recipe(run), &text);
    }
    markers_free(&landmarks);
    return status;
}

static enum adtmap_status write_flights(struct run *run)
{
    struct flights flights;
    bool is_up_to_date = run->plan && run->plan->texts == UP_TO_DATE;
    if (!wants_flights(run, &flights_files[0]) || is_up_to_date) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = flight_facts_read(run->log, &run->diag, &flights);
    for (size_t i = 0; i < COUNT_OF(flights_files) && !status; i++) {
        struct buffer text = {0};
        if (wants_flights(run, &flights_files[i])) {
            flights_files[i].print(&text, &flights);
            status = write_text(run, flights_files[i].name, flights_recipe(run), &text);
        }
    }
    flights_free(&flights);
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
    if (!wants_objects(run) || run->plan->texts == UP_TO_DATE) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = make_objects(run, &inputs);
    record.recipe = objects_recipe(run);
    record.nodes = nodes_of_texts(run->log);
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
    status = status ? status : write_areas(run);
    status = status ? status : write_landmarks(run);
    status = status ? status : write_flights(run);
    status = status ? status : write_objects(run);
    if (status) {
        return status;
    }
    map_summary_warn_heights(publish, &run->diag);
    map_summary_manifest(publish, &text);
    return write_text(run, NODE_MANIFEST, recipe_text("manifest"), &text);
}
