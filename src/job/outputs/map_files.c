/*
 * The files of a map beyond its pictures: an archive of them, pages, places, the manifest. A file
 * is a row of the table below: who asks for it, what it is made of, what its recipe is, and one
 * function that makes it. Texts, which are made of all records, are written together when one of
 * them is out of date; they are small, and a file with the same bytes is not written again.
 */
#include "job/outputs/map_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "job/outputs/map_areas.h"
#include "job/outputs/map_objects.h"
#include "job/outputs/output_kind.h"
#include "job/outputs/output_record.h"
#include "job/outputs/zone_maps.h"
#include "os/file.h"
#include "output/areas/areas_text.h"
#include "output/game_axes.h"
#include "output/web/web_page.h"
#include "output/web/web_site.h"
#include "output/web/web_thumbnail.h"
#include "output/zoom/web_geo.h"
#include "output/zoom/web_style.h"

/* Files being written. */
struct files_writing {
    struct run *run;
    const struct map_summary *summary;
    const struct web_map *map; /* of pages; else NULL */
    struct area_map areas;
    bool has_areas;
    struct map_areas_inputs inputs; /* of the file being written */
};

static struct hash128 plain_recipe(const struct run *run, const char *name)
{
    (void)run;
    return recipe_text(name);
}

static struct hash128 page_recipe(const struct run *run, const char *name)
{
    (void)name;
    return run->request.page_recipe;
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
    const struct hash128 parts[] = {recipe_text(name), recipe_text(GAME_AXES_WKT),
                                    run->open.places.tables};
    return hash128(parts, sizeof parts);
}

/* Without pictures areas come from the ADTs of the map, and from liquids. */
static struct hash128 areas_recipe(const struct run *run, const char *name)
{
    if (job_has_picture(run->asked.settings)) {
        return places_recipe(run, name);
    }
    const struct adtmap_map *map = run->asked.map;
    const bool has_liquids = (run->asked.settings->tile.draw & ADTMAP_DRAW_LIQUID) != 0;
    const struct hash128 parts[] = {
        places_recipe(run, name), map_wdt_hash(map), hash128(&map->files, sizeof map->files),
        run->open.facts->shared, recipe_text(has_liquids ? "liquids" : "")};
    return hash128(parts, sizeof parts);
}

/* What the manifest says of the areas of the area layer. */
static struct hash128 manifest_areas(const struct run *run, const char *name)
{
    for (uint32_t i = 1; i < run->request.series_count; i++) {
        struct adtmap_layer layer;
        if (data_layer_of_file_name(run->request.series[i].name, &layer) &&
            data_layers[layer.kind].tells == LAYER_TELLS_AREAS) {
            return places_recipe(run, name);
        }
    }
    return recipe_text(name);
}

/* It has settings that redraw no tile, such as whether a WDL fills in for missing ones. */
static struct hash128 manifest_recipe(const struct run *run, const char *name)
{
    const char *settings = run->request.series[0].drawn.settings;
    const struct hash128 parts[] = {manifest_areas(run, name),
                                    recipe_text(settings ? settings : "")};
    return hash128(parts, sizeof parts);
}

/* What objects.geojson is made of besides the files that it names: the WDT, and which tiles there
 * are. */
static struct hash128 objects_recipe(const struct run *run, const char *name)
{
    const struct adtmap_map *map = run->asked.map;
    const struct hash128 parts[] = {recipe_text(name), recipe_text(GAME_AXES_WKT),
                                    map_wdt_hash(map), hash128(&map->files, sizeof map->files)};
    return hash128(parts, sizeof parts);
}

static enum adtmap_status print_tilejson(struct files_writing *writing, struct buffer *text)
{
    const struct web_map *map = writing->map;
    const struct web_levels levels = {PATH_ZOOM_FOLDER "/" PATH_ZOOM_COLOR, NULL, map->card.bounds,
                                      map->tiles, &map->folder};
    web_tilejson(text, map->card.name, &levels);
    return ADTMAP_OK;
}

/* Heights for maps in 3D. */
static const char dem_series[] = "raster-dem";

static bool has_dem(const struct run *run)
{
    const struct build_record *record =
        build_log_find(run->open.log, node_zoom(dem_series, 0, 0, 0, IMAGE_PNG));
    bool has = false;
    for (uint32_t i = 1; i < run->request.series_count && !has; i++) {
        const struct plan_series *series = &run->request.series[i];
        has = strcmp(series->name, dem_series) == 0 &&
              (series->is_asked || (record && record->state == BUILD_MADE));
    }
    return has;
}

static enum adtmap_status print_dem_tilejson(struct files_writing *writing, struct buffer *text)
{
    const struct web_map *map = writing->map;
    const struct web_folder none = {.format = IMAGE_PNG};
    struct web_levels levels = {
        PATH_ZOOM_FOLDER "/raster-dem", "terrarium", map->card.bounds, {{0}}, &none};
    for (size_t i = 0; i < map->layer_count; i++) {
        if (strcmp(map->layers[i].name, dem_series) == 0) {
            levels.tiles = map->layers[i].tiles;
            levels.pictures = &map->layers[i].folder;
        }
    }
    web_tilejson(text, map->card.name, &levels);
    return ADTMAP_OK;
}

static enum adtmap_status print_style(struct files_writing *writing, struct buffer *text)
{
    const struct web_map *map = writing->map;
    struct buffer address = {0};
    buffer_printf(&address, "%s/", map->card.address);
    buffer_address(&address, map->card.name);
    buffer_printf(&address, "/" PATH_ZOOM_FOLDER "/" PATH_ZOOM_COLOR);
    buffer_u8(&address, 0);
    if (!address.failed) {
        web_style(text, map->card.title, (const char *)address.data, map->card.bounds,
                  &map->folder);
    }
    text->failed |= address.failed;
    buffer_free(&address);
    return ADTMAP_OK;
}

static enum adtmap_status find_areas(struct files_writing *writing)
{
    bool has = writing->has_areas;
    writing->has_areas = true;
    return has ? ADTMAP_OK : map_areas_find(writing->run, &writing->areas, &writing->inputs);
}

static enum adtmap_status print_areas(struct files_writing *writing, struct buffer *text)
{
    enum adtmap_status status = find_areas(writing);
    if (!status) {
        areas_geojson(text, &writing->areas);
    }
    return status;
}

static enum adtmap_status print_areas_script(struct files_writing *writing, struct buffer *text)
{
    enum adtmap_status status = find_areas(writing);
    if (!status) {
        areas_script(text, &writing->areas);
    }
    return status;
}

static enum adtmap_status print_landmarks(struct files_writing *writing, struct buffer *text)
{
    markers_geojson(text, &writing->run->open.places.landmarks);
    return ADTMAP_OK;
}

static enum adtmap_status print_flights(struct files_writing *writing, struct buffer *text)
{
    flights_geojson(text, &writing->run->open.places.flights);
    return ADTMAP_OK;
}

static enum adtmap_status print_flights_script(struct files_writing *writing, struct buffer *text)
{
    flights_script(text, &writing->run->open.places.flights);
    return ADTMAP_OK;
}

static enum adtmap_status print_zones(struct files_writing *writing, struct buffer *text)
{
    zone_maps_print(writing->run, text);
    return ADTMAP_OK;
}

static enum adtmap_status print_manifest(struct files_writing *writing, struct buffer *text)
{
    map_summary_manifest(writing->summary, text);
    return ADTMAP_OK;
}

/* Reads all placements of the map and their models; they become inputs of the record. The file is
 * written on the way. */
static enum adtmap_status write_objects(struct files_writing *writing, const char *path,
                                        struct build_record *record)
{
    const struct run *run = writing->run;
    const struct diag at_path = diag_at(&run->diag, path);
    struct file_writer file;
    struct dep_set inputs = {0};
    enum adtmap_status status = file_writer_open(&file, path, &at_path);
    if (status) {
        return status;
    }
    struct dep_set *before = dep_recorder_set(&inputs);
    status = map_objects_write(run->asked.map, &file, &run->diag);
    dep_recorder_set(before);
    if (status) {
        file_writer_abort(&file);
    } else {
        status = file_writer_commit_changed(&file);
    }
    if (!status && !output_record_inputs(run, &inputs, record)) {
        free(record->inputs);
        status = diag_fail_memory(&run->diag);
    }
    dep_set_free(&inputs);
    return status;
}

/* Who asks for a file, beyond bits of enum job_output. */
enum {
    ASKED_ALWAYS = 1 << 28,
    ASKED_BY_PAGES = 1 << 29,
    ASKED_BY_ADDRESS = 1 << 30, /* pages whose address is known */
    ASKED_BY_DEM = 1 << 27,     /* pages, if there is the layer raster-dem */
};

/* In the order in which they are written: a page comes after the data that it loads, and map.js,
 * which pages that follow a run look at, after what it tells to have changed. */
static const struct map_file {
    const char *name; /* of the archive, which is called after the map, its suffix */
    uint32_t asked_by;
    bool is_kept;              /* with a website: an existing file is kept up to date */
    enum node_gathers gathers; /* else all */
    struct hash128 (*recipe)(const struct run *run, const char *name);
    /* One of these. */
    void (*page)(struct buffer *text, const struct web_map *map);
    enum adtmap_status (*print)(struct files_writing *writing, struct buffer *text);
    enum adtmap_status (*pack)(const char *path, const struct web_map *map,
                               const struct diag *diag);
    enum adtmap_status (*write)(struct files_writing *writing, const char *path,
                                struct build_record *record);
    const struct web_thumbnail_kind *overview;
} files[] = {
    {"pmtiles", JOB_PMTILES, true, GATHERS_ZOOM, plain_recipe, .pack = web_map_write_archive},
    {"landmarks.js", ASKED_BY_PAGES, .recipe = page_recipe, .page = web_page_landmark_data},
    {"map.js", ASKED_BY_PAGES, .recipe = page_recipe, .page = web_page_map_data},
    {"tiles.js", ASKED_BY_PAGES, .recipe = page_recipe, .page = web_page_tile_data},
    {"index.html", ASKED_BY_PAGES, .recipe = page_recipe, .page = web_page_map},
    {"tilejson.json", ASKED_BY_PAGES, .recipe = page_recipe, .print = print_tilejson},
    {"raster-dem.json", ASKED_BY_DEM, .recipe = page_recipe, .print = print_dem_tilejson},
    {"style.json", ASKED_BY_ADDRESS, .recipe = page_recipe, .print = print_style},
    {WEB_THUMBNAIL_FILE, ASKED_BY_PAGES, .recipe = overview_recipe, .overview = &web_thumbnail},
    {WEB_CARD_FILE, ASKED_BY_ADDRESS, .recipe = overview_recipe, .overview = &web_card},
    {NODE_FILE_AREAS, ASKED_BY_PAGES | JOB_AREAS, .recipe = areas_recipe, .print = print_areas},
    {NODE_FILE_AREAS_SCRIPT, ASKED_BY_PAGES, .recipe = places_recipe, .print = print_areas_script},
    {NODE_FILE_LANDMARKS, ASKED_BY_PAGES | JOB_LANDMARKS, .recipe = places_recipe,
     .print = print_landmarks},
    {NODE_FILE_FLIGHTS, ASKED_BY_PAGES | JOB_LANDMARKS, .recipe = places_recipe,
     .print = print_flights},
    {NODE_FILE_FLIGHTS_SCRIPT, ASKED_BY_PAGES, .recipe = places_recipe,
     .print = print_flights_script},
    {NODE_FILE_ZONES, JOB_ZONES, .recipe = places_recipe, .print = print_zones},
    {NODE_FILE_OBJECTS, JOB_OBJECTS, .recipe = objects_recipe, .write = write_objects},
    {NODE_FILE_MANIFEST, ASKED_ALWAYS, .recipe = manifest_recipe, .print = print_manifest},
};

static struct node_id node_of(const struct map_file *file)
{
    const struct node_id archive = {.kind = NODE_ARCHIVE};
    return file->pack ? archive : node_file(file->name);
}

static bool is_asked(const struct run *run, const struct map_file *file)
{
    uint32_t asking = ASKED_ALWAYS | run->asked.outputs;
    asking |= run->asked.has_pages ? ASKED_BY_PAGES : 0U;
    asking |= run->asked.has_pages && run->asked.facts.address[0] ? ASKED_BY_ADDRESS : 0U;
    asking |= run->asked.has_pages && has_dem(run) ? ASKED_BY_DEM : 0U;
    return (file->asked_by & asking) != 0;
}

uint32_t map_files_kept(const struct run *run)
{
    uint32_t kept = 0;
    for (size_t i = 0; i < COUNT_OF(files); i++) {
        kept |= files[i].is_kept && run_has_file(run, node_of(&files[i])) ? files[i].asked_by : 0;
    }
    return kept;
}

static bool ask(struct run *run, uint32_t series)
{
    for (size_t i = 0; i < COUNT_OF(files) && series == 0; i++) {
        if (is_asked(run, &files[i])) {
            struct plan_file *file = &run->request.files[run->request.file_count++];
            file->id = node_of(&files[i]);
            file->gathers = files[i].gathers ? files[i].gathers : GATHERS_ALL;
            file->recipe = files[i].recipe(run, files[i].name);
        }
    }
    return true;
}

/* Besides, in a run of layers alone, records of what is made of pictures stay. */
static void declare(struct planning *planning)
{
    const struct plan_request *request = planning->request;
    struct graph *graph = &planning->plan->graph;
    for (uint32_t i = 0; i < request->file_count; i++) {
        const struct plan_file *file = &request->files[i];
        const struct node node = {.id = file->id, .recipe = file->recipe, .gathers = file->gathers};
        graph_add(graph, &node);
    }
    for (uint32_t i = 0; i < graph->log->count && !request->series[0].is_asked; i++) {
        const struct build_record *record = &graph->log->records[i];
        if (!node_is_layer(record->id)) {
            graph_claim(graph, record);
        }
    }
}

/* The plan has made all zoom pictures that a run can make. Where one is gone or damaged since, or
 * the run is one of layers alone, the picture of earlier runs stays. */
static enum adtmap_status print_overview(const struct files_writing *writing,
                                         const struct map_file *file, struct buffer *jpeg,
                                         bool *stays)
{
    const struct run *run = writing->run;
    struct adtmap_message failure = {0};
    const struct diag quiet = {run->diag.file, run->diag.log, &failure};
    enum adtmap_status status = web_thumbnail_make(writing->map, file->overview, &quiet, jpeg);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(&run->diag);
    }
    *stays = status != ADTMAP_OK;
    if (status) {
        const struct diag at_picture = diag_at(&run->diag, failure.file);
        diag_warn(&at_picture, NULL, failure.offset, "%.200s; %s stays as it is", failure.what,
                  file->name);
    }
    return ADTMAP_OK;
}

/* Writes and records a text. One that lacks tiles is out of date at once, so that the next run
 * tries again. */
static enum adtmap_status put_text(struct files_writing *writing, struct buffer *text,
                                   struct build_record *record)
{
    struct run *run = writing->run;
    struct map_areas_inputs inputs = writing->inputs;
    writing->inputs = (struct map_areas_inputs){0};
    bool fine = inputs.files.count == 0 || output_record_inputs(run, &inputs.files, record);
    dep_set_free(&inputs.files);
    if (!fine) {
        buffer_free(text);
        free(record->inputs);
        return diag_fail_memory(&run->diag);
    }
    enum adtmap_status status = output_put_text(run, text, record);
    if (!status && inputs.lacks_tiles) {
        build_log_find(run->open.log, record->id)->recipe = (struct hash128){0};
    }
    return status;
}

static enum adtmap_status write_file(struct files_writing *writing, const struct map_file *file)
{
    struct run *run = writing->run;
    struct buffer text = {0};
    struct build_record record = {.id = node_of(file)};
    bool stays = false;
    enum adtmap_status status = ADTMAP_OK;
    if (file->gathers && !run_makes(run, record.id)) {
        return ADTMAP_OK;
    }
    if (file->pack || file->write) {
        char *path = run_full_path(run, record.id);
        status = !path        ? diag_fail_memory(&run->diag)
                 : file->pack ? file->pack(path, writing->map, &run->diag)
                              : file->write(writing, path, &record);
        free(path);
        return status ? status : output_record(run, &record);
    }
    if (file->overview) {
        status = print_overview(writing, file, &text, &stays);
    } else if (file->page) {
        file->page(&text, writing->map);
    } else {
        status = file->print(writing, &text);
    }
    if (status || stays) {
        buffer_free(&text);
        return status;
    }
    return put_text(writing, &text, &record);
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
        struct map_facts facts = run->asked.facts;
        facts.look = map->card.look = look;
        facts.has_look = true;
        status = map_facts_record(&facts, run->open.log) ? ADTMAP_OK : ADTMAP_NO_MEMORY;
    }
    if (status == ADTMAP_OK) {
        status = web_thumbnail_make(map, &web_preview, &quiet, &map->preview);
    }
    if (status == ADTMAP_IO && run->diag.failure) {
        *run->diag.failure = failure;
    }
    return status == ADTMAP_NO_MEMORY ? diag_fail_memory(&run->diag)
           : status == ADTMAP_IO      ? status
                                      : ADTMAP_OK; /* pages without a preview */
}

static enum adtmap_status write(struct run *run, const struct map_summary *summary,
                                struct web_map *map)
{
    struct files_writing writing = {.run = run, .summary = summary, .map = map};
    enum adtmap_status status = ADTMAP_OK;
    if (map) {
        status = web_site_check_page(run->result->directory, &run->diag);
        status = status ? status : find_look(run, map);
        map->has_archive = (run->asked.outputs & JOB_PMTILES) != 0;
    }
    for (size_t i = 0; i < COUNT_OF(files) && !status; i++) {
        if (is_asked(run, &files[i])) {
            status = write_file(&writing, &files[i]);
        }
    }
    area_map_free(&writing.areas);
    dep_set_free(&writing.inputs.files);
    return status;
}

/* A page may be somebody else's and is not listed. */
static enum adtmap_status list(const struct run *run, const char *series, struct buffer *nodes)
{
    for (size_t i = 0; i < COUNT_OF(files) && !series[0]; i++) {
        if (!is_asked(run, &files[i]) && strcmp(files[i].name, "index.html") != 0) {
            output_list(nodes, node_of(&files[i]));
        }
    }
    return ADTMAP_OK;
}

const struct output_kind output_files = {
    .product = PRODUCT_WEB,
    .ask = ask,
    .declare = declare,
    .write = write,
    .list = list,
};
