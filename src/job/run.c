#include "job/run.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "job/changes.h"
#include "job/shard.h"
#include "os/file.h"
#include "os/temporary.h"
#include "os/thread.h"
#include "output/web/web_map.h"
#include "output/web/web_site.h"
#include "output/zoom/pyramid.h"
#include "scene/map/map_low_res.h"

static bool is_shard(const struct run *run)
{
    return run->settings->shard.count > 0;
}

/* A shard knows what runs of the whole map have made; its own records count more. */
static enum adtmap_status read_whole(struct run *run)
{
    char *path = build_log_path(run->result->directory, 0, 0);
    enum adtmap_status status =
        path ? build_log_read_earlier(run->log, path, "passed over", &run->diag)
             : diag_fail_memory(&run->diag);
    build_log_drop_facts(run->log, "");
    free(path);
    return status;
}

static enum adtmap_status read_log(struct run *run)
{
    run->log = build_log_create();
    if (!run->log) {
        return diag_fail_memory(&run->diag);
    }
    enum adtmap_status status = is_shard(run) ? read_whole(run) : ADTMAP_OK;
    if (status) {
        return status;
    }
    free(run->log->map);
    run->log->map = strdup(run->map_name);
    if (!run->log->map) {
        return diag_fail_memory(&run->diag);
    }
    return build_log_read_earlier(run->log, run->log_path,
                                  is_shard(run) ? "passed over" : "all tiles are drawn again",
                                  &run->diag);
}

enum adtmap_status run_find(struct run *run)
{
    const struct job_settings *settings = run->settings;
    enum adtmap_status status = path_check_map_name(run->map_name, &run->diag);
    if (status) {
        return status;
    }
    run->result->directory = path_map_directory(settings->out, run->map_name);
    run->log_path =
        run->result->directory
            ? build_log_path(run->result->directory, settings->shard.index, settings->shard.count)
            : NULL;
    if (!run->log_path) {
        return diag_fail_memory(&run->diag);
    }
    if (!settings->is_check) {
        status = folder_lock_find(&run->lock, run->result->directory, &settings->shard, &run->diag);
    }
    return status ? status : read_log(run);
}

static bool node_file_exists(const struct run *run, const char *path)
{
    char *full = path_join(run->result->directory, path);
    bool exists = full && file_exists(full);
    free(full);
    return exists;
}

/* The folder of the site's Leaflet, if there is one; it serves as well as that it came from. */
static void find_leaflet(struct run *run)
{
    char *folder = path_join(run->settings->out, WEB_SITE_SHARED_FOLDER);
    char *script = folder ? path_join(folder, "leaflet.js") : NULL;
    if (script && file_exists(script)) {
        run->leaflet = folder;
        run->settings->leaflet = folder;
        folder = NULL;
    }
    free(folder);
    free(script);
}

/* The stitched map that lies there stays in step with the tiles; its record says what it shows. */
static void find_stitched(struct run *run)
{
    char path[PATH_NAME_BYTES];
    node_stitched_path("", run->map_name, path);
    const struct build_record *record = build_log_find(run->log, path);
    if (!(run->settings->outputs & JOB_STITCH) && node_file_exists(run, path)) {
        bool is_grid = record && record->note && strcmp(record->note, "grid") == 0;
        run->settings->outputs |= JOB_STITCH | (is_grid ? JOB_FULL_GRID : 0U);
    }
}

/* So do the zoom levels, in their format. */
static void find_web(struct run *run)
{
    char path[PATH_NAME_BYTES];
    char *folder = web_map_layer_path(run->result->directory, WEB_COLOR_LAYER);
    bool is_there = folder && file_is_directory(folder);
    free(folder);
    if (!(run->settings->outputs & JOB_WEB) && is_there) {
        run->settings->outputs |= JOB_WEB;
        node_zoom_path(0, 0, 0, IMAGE_WEBP, path);
        run->settings->web_format =
            build_log_find(run->log, path) || node_file_exists(run, path) ? IMAGE_WEBP : IMAGE_PNG;
        if (!run->settings->leaflet) {
            find_leaflet(run);
        }
    }
    node_archive_path(run->map_name, path);
    if ((run->settings->outputs & JOB_WEB) && node_file_exists(run, path)) {
        run->settings->outputs |= JOB_PMTILES;
    }
}

static struct plan_series *add_series(struct run *run, const char *name)
{
    struct plan_request *request = &run->request;
    if (request->series_count == PLAN_SERIES_MAX) {
        return NULL;
    }
    uint32_t number = request->series_count++;
    snprintf(run->names[number], sizeof run->names[number], "%s", name);
    request->series[number] = (struct plan_series){.name = run->names[number]};
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

/* Whether a picture on record counts as the series'. */
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

/* What a series is, from the settings if this run makes it, else from the log. */
static bool add_pictures(struct run *run, const struct tile_selection *selection)
{
    struct plan_series *series = add_series(run, "");
    struct series *told = &run->series[0];
    bool has_told = series_read(run->log, "", told) && has_pictures(run, told);
    bool is_drawn = selection && job_has_picture(run->settings);
    bool fine = true;
    series->is_asked = job_has_picture(run->settings);
    if (selection && (is_drawn || !has_told)) {
        fine = series_of_picture(run->map_name, run->settings, &run->settings_text, told);
        run->records_pictures = true;
    }
    if (is_drawn) {
        series->tiles = selection->tiles;
        series->absent = selection->absent;
        series->facts = run->facts->picture;
    } else if (selection) {
        series->absent = selection->absent;
    }
    series->recipe = told->recipe;
    series->has_stitched = series->is_asked && (run->settings->outputs & JOB_STITCH);
    series->stitched_recipe = recipe_stitched(told->recipe, run_extent(run->settings));
    return fine;
}

static struct tile_set without(const struct tile_set *set, const struct tile_set *others)
{
    struct tile_set left;
    for (int y = 0; y < TILE_SET_GRID; y++) {
        left.rows[y] = set->rows[y] & ~others->rows[y];
    }
    return left;
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
    struct series *told = &run->series[run->request.series_count - 1];
    node_stitched_path(name, run->map_name, stitched);
    bool fine = true;
    series->is_asked = true;
    if (selection) {
        series->tiles = without(&selection->tiles, &selection->low_res);
        series->absent = selection->low_res;
        series->facts = run->facts->layer;
        fine = series_of_layer(run->map_name, run->settings, index, told);
    } else {
        series_read(run->log, name, told);
    }
    bool can_join = told->range != MANIFEST_RANGE_TILE && !is_shard(run);
    series->recipe = told->recipe;
    series->has_stitched =
        can_join && ((run->settings->outputs & JOB_STITCH) || node_file_exists(run, stitched));
    series->stitched_recipe = recipe_stitched(told->recipe, run_extent(run->settings));
    return fine;
}

/* Layers on record that this run does not make. */
static void add_earlier_layers(struct run *run, const struct tile_selection *selection)
{
    static const char prefix[] = "layer ";
    for (uint32_t i = 0; i < run->log->fact_count; i++) {
        const char *name = run->log->facts[i].name;
        bool is_layer = strncmp(name, prefix, strlen(prefix)) == 0;
        if (!is_layer || has_series(run, name + strlen(prefix))) {
            continue;
        }
        struct plan_series *series = add_series(run, name + strlen(prefix));
        if (series) {
            struct series *told = &run->series[run->request.series_count - 1];
            series_read(run->log, series->name, told);
            series->recipe = told->recipe;
        }
        if (series && selection) {
            series->facts = run->facts->layer;
            series->absent = selection->low_res;
            for (int y = 0; y < TILE_SET_GRID; y++) {
                series->tiles.rows[y] =
                    run->map->files.rows[y] | run->map->tiles_without_adt.rows[y];
            }
        }
    }
}

static void add_text(struct run *run, const char *path, struct hash128 recipe)
{
    struct plan_text *text = &run->request.texts[run->request.text_count++];
    snprintf(text->path, sizeof text->path, "%s", path);
    text->recipe = recipe;
}

/* The markers that pages will show: those given, else those that lie there. */
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

struct hash128 run_page_recipe(const struct run *run)
{
    const struct hash128 parts[] = {recipe_text("page"), hash_markers(run)};
    return hash128(parts, sizeof parts);
}

static void add_texts(struct run *run)
{
    static const char *const pages[] = {"index.html", "map.js", "tilejson.json"};
    char path[PATH_NAME_BYTES];
    add_text(run, NODE_MANIFEST, recipe_text("manifest"));
    for (size_t i = 0; run->has_pages && i < sizeof pages / sizeof *pages; i++) {
        add_text(run, pages[i], run_page_recipe(run));
    }
    node_stitched_path("", run->map_name, path);
    const struct plan_series *pictures = &run->request.series[0];
    bool is_stitched =
        pictures->is_asked ? pictures->has_stitched : build_log_find(run->log, path) != NULL;
    if (run->has_pages && is_stitched) {
        node_world_path("", run->map_name, path);
        add_text(run, path, recipe_text("world file"));
    }
}

static bool request_zoom(struct run *run)
{
    struct plan_request *request = &run->request;
    request->has_zoom = (run->settings->outputs & JOB_WEB) && job_has_picture(run->settings);
    request->zoom_max = pyramid_depth(run->settings->tile.size_px).zoom;
    request->zoom_format = run->settings->web_format;
    request->has_archive = request->has_zoom && (run->settings->outputs & JOB_PMTILES);
    request->archive_recipe = recipe_text("pmtiles");
    return recipe_zoom(run->settings, &request->zoom_recipe);
}

static bool make_request(struct run *run, const struct tile_selection *selection)
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
    if (!is_shard(run)) {
        add_earlier_layers(run, selection);
        add_texts(run);
    }
    return fine;
}

static enum adtmap_status check_website(struct run *run)
{
    const struct job_settings *settings = run->settings;
    struct web_site site = {.out = settings->out, .leaflet = settings->leaflet};
    struct series earlier;
    uint32_t size_px = settings->tile.size_px;
    uint32_t earlier_px = series_read(run->log, "", &earlier) ? earlier.size_px : size_px;
    enum adtmap_status status =
        web_site_check(&site, run->map_name, size_px, earlier_px, settings->web_format, &run->diag);
    if (!status && settings->markers) {
        status = markers_load(settings->markers, &run->diag, &run->markers);
    }
    struct pyramid_depth depth = pyramid_depth(size_px);
    if (!status && depth.tile_px != size_px) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "zoom levels have %u px a tile, averaged from %u px: sizes that are 256 px "
                  "doubled or halved are shown as drawn",
                  (unsigned)depth.tile_px, (unsigned)size_px);
    }
    return status;
}

enum adtmap_status run_find_products(struct run *run)
{
    if (is_shard(run)) {
        return ADTMAP_OK;
    }
    if (!job_has_picture(run->settings)) {
        char path[PATH_NAME_BYTES];
        snprintf(path, sizeof path, "%s", "map.js");
        run->has_pages = build_log_find(run->log, path) != NULL;
        return ADTMAP_OK;
    }
    find_stitched(run);
    find_web(run);
    run->has_pages = (run->settings->outputs & JOB_WEB) != 0;
    return run->has_pages ? check_website(run) : ADTMAP_OK;
}

static void mark_own(const struct run *run, uint32_t x, uint32_t y, bool *is_own)
{
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        char path[PATH_NAME_BYTES];
        node_tile_path(run->names[i], run->map_name, x, y, path);
        const struct build_record *record = build_log_find(run->log, path);
        if (record) {
            is_own[record - run->log->records] = true;
        }
    }
}

/* A shard's log has the records of its own tiles, and no others. False when out of memory. */
static bool drop_others(struct run *run)
{
    struct build_log *log = run->log;
    bool *is_own = calloc((size_t)log->count + 1, sizeof *is_own);
    for (uint32_t i = 0; is_own && i < TILE_SET_TILES; i++) {
        if (tile_set_has(&run->request.asked, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            mark_own(run, i % TILE_SET_GRID, i / TILE_SET_GRID, is_own);
        }
    }
    for (uint32_t i = 0; is_own && i < log->count; i++) {
        log->records[i].published = (struct hash128){0};
        if (!is_own[i] && log->records[i].state != BUILD_GONE) {
            build_log_drop(log, &log->records[i]);
        }
    }
    free(is_own);
    return is_own != NULL;
}

static bool look_at_file(void *user, const char *path, struct build_file *file, bool *is_same)
{
    const struct run *run = user;
    char *full = node_full_path(run->settings->out, run->result->directory, path);
    bool fine = full && build_file_is(full, run->log->written_ns, file, is_same);
    free(full);
    return fine;
}

/* Where nothing is drawn, inputs are taken to be the same. */
static bool look_at_input(void *user, struct dependency *input, bool *is_same)
{
    const struct run *run = user;
    enum dep_match match =
        run->map ? assets_compare(run->map->data->assets, run->log->written_ns, input) : DEP_SAME;
    *is_same = match == DEP_SAME;
    return match != DEP_NO_MEMORY;
}

struct plan_disk run_disk(struct run *run)
{
    unsigned threads = run->settings->threads ? run->settings->threads : thread_core_count();
    return (struct plan_disk){run, look_at_file, look_at_input, (int)threads};
}

static void warn_others(const struct run *run)
{
    if (run->plan->other_recipe > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u tiles of earlier runs were drawn with other settings: they do not count as "
                  "the map's until they are drawn with these",
                  (unsigned)run->plan->other_recipe);
    }
    if (run->plan->other_file > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u PNGs of tiles of earlier runs are missing, changed or cannot be read: the "
                  "tiles do not count as the map's until they are drawn again",
                  (unsigned)run->plan->other_file);
    }
}

enum adtmap_status run_plan(struct run *run, const struct tile_selection *selection)
{
    if (!make_request(run, selection) || (is_shard(run) && !drop_others(run))) {
        return diag_fail_memory(&run->diag);
    }
    struct plan_disk disk = run_disk(run);
    run->plan = plan_make(&run->request, run->log, &disk);
    if (!run->plan) {
        return diag_fail_memory(&run->diag);
    }
    if (run->request.series[0].is_asked && !is_shard(run)) {
        warn_others(run);
    }
    return ADTMAP_OK;
}

static struct tile_task plan_task(const struct run *run, uint32_t x, uint32_t y)
{
    struct tile_task task = {.x = x, .y = y};
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        const struct plan_of_series *series = &run->plan->series[i];
        bool is_made = tile_set_has(&series->made, x, y);
        task.draws |= (uint32_t)is_made << i;
        task.reads |= (uint32_t)(!is_made && tile_set_has(&series->read_back, x, y)) << i;
    }
    return task;
}

enum adtmap_status run_list_tasks(const struct run *run, const struct tile_set *low_res,
                                  struct tile_task **tasks, uint32_t *count)
{
    *count = 0;
    *tasks = calloc(TILE_SET_TILES, sizeof **tasks);
    for (uint32_t i = 0; *tasks && i < TILE_SET_TILES; i++) {
        struct tile_task task = plan_task(run, i % TILE_SET_GRID, i / TILE_SET_GRID);
        task.is_low_res = tile_set_has(low_res, task.x, task.y);
        if (task.draws || task.reads) {
            (*tasks)[(*count)++] = task;
        }
    }
    return *tasks ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

static enum adtmap_status make_folder(const struct run *run, const char *node)
{
    char *path = path_join(run->result->directory, node);
    char *folder = path ? path_directory(path) : NULL;
    enum adtmap_status status =
        folder ? file_make_directory(folder, &run->diag) : diag_fail_memory(&run->diag);
    if (!status) {
        temporary_sweep(folder, NULL);
    }
    free(folder);
    free(path);
    return status;
}

static enum adtmap_status make_folders(const struct run *run)
{
    enum adtmap_status status = make_folder(run, NODE_MANIFEST);
    for (uint32_t i = 0; i < run->request.series_count && !status; i++) {
        char path[PATH_NAME_BYTES];
        node_tile_path(run->names[i], run->map_name, 0, 0, path);
        if (run->request.series[i].is_asked) {
            status = make_folder(run, path);
        }
    }
    return status;
}

enum adtmap_status run_remove(struct run *run, struct build_record *record, const struct diag *diag)
{
    char *path = node_full_path(run->settings->out, run->result->directory, record->path);
    enum adtmap_status status = path ? file_remove(path, diag) : diag_fail_memory(diag);
    if (!status) {
        build_log_drop(run->log, record);
    }
    free(path);
    return status;
}

static enum adtmap_status remove_planned(struct run *run)
{
    const struct plan *plan = run->plan;
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t i = 0; i < plan->removed_count && !status; i++) {
        status = run_remove(run, &run->log->records[plan->removed[i]], &run->diag);
    }
    if (!status && plan->stale_layers + run->stale_layers > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u files of data layers of earlier runs no longer show the map: removed; "
                  "--layer draws them again",
                  (unsigned)(plan->stale_layers + run->stale_layers));
    }
    return status;
}

/* A tile that is not asked for, and whose file is not as recorded, is no node any more: manifests
 * list what is on record. */
static void drop_damaged(struct run *run, uint32_t number)
{
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        char path[PATH_NAME_BYTES];
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        node_tile_path(run->names[number], run->map_name, x, y, path);
        struct build_record *record = build_log_find(run->log, path);
        if (record && !tile_set_has(&run->plan->series[number].shown, x, y) &&
            record->state == BUILD_MADE &&
            hash128_equal(record->recipe, run->series[number].recipe)) {
            build_log_drop(run->log, record);
        }
    }
}

static bool record_absent(struct run *run)
{
    bool fine = true;
    for (uint32_t i = 0; i < TILE_SET_TILES && fine; i++) {
        for (uint32_t k = 0; k < run->request.series_count && fine; k++) {
            char path[PATH_NAME_BYTES];
            uint32_t x = i % TILE_SET_GRID;
            uint32_t y = i / TILE_SET_GRID;
            const struct plan_series *series = &run->request.series[k];
            node_tile_path(series->name, run->map_name, x, y, path);
            if (tile_set_has(&series->absent, x, y) && !build_log_find(run->log, path) &&
                (k == 0 || series->is_asked)) {
                const struct build_record record = {.path = path, .state = BUILD_ABSENT};
                fine = build_log_put(run->log, &record);
            }
        }
    }
    return fine;
}

/* In the order of the request, which is that of manifests: layers that are asked for come first. */
static bool record_series(struct run *run)
{
    bool fine = true;
    if (run->records_pictures) {
        fine = series_record(run->log, "", &run->series[0]);
    }
    build_log_drop_facts(run->log, "layer ");
    for (uint32_t i = 1; i < run->request.series_count && fine; i++) {
        run->series[i].settings = "";
        fine = series_record(run->log, run->names[i], &run->series[i]);
    }
    return fine;
}

/* What earlier versions of the program kept. */
static void remove_former(const struct run *run)
{
    static const char *const names[] = {"ledger", "before", "shards-joined"};
    const struct diag nobody = {0};
    struct private_folder folder;
    if (private_folder_open(run->result->directory, BUILD_LOG_FOLDER, &nobody, &folder) ==
        ADTMAP_OK) {
        for (size_t i = 0; private_folder_is_open(&folder) && i < COUNT_OF(names); i++) {
            private_file_remove(&folder, names[i], &nobody);
        }
    }
    private_folder_close(&folder);
}

enum adtmap_status run_begin(struct run *run, const struct tile_selection *selection)
{
    const struct job_settings *settings = run->settings;
    enum adtmap_status status =
        folder_lock_take(&run->lock, run->result->directory, &settings->shard, &run->diag);
    if (!status) {
        status = changes_check(settings->changed, &run->diag);
    }
    if (!status) {
        status = make_folders(run);
    }
    if (!status) {
        status = build_log_open_journal(run->log, run->log_path, &run->diag);
    }
    if (!status) {
        status = remove_planned(run);
    }
    if (status) {
        return status;
    }
    remove_former(run);
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        drop_damaged(run, i);
    }
    bool fine = (!run->map || record_series(run)) && (!selection || record_absent(run));
    return fine ? ADTMAP_OK : diag_fail_memory(&run->diag);
}

void run_free(struct run *run)
{
    plan_free(run->plan);
    build_log_destroy(run->log);
    markers_free(&run->markers);
    buffer_free(&run->settings_text);
    folder_lock_release(&run->lock);
    free(run->facts);
    free(run->log_path);
    free(run->leaflet);
}
