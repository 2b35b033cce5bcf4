#include "job/run/finish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/records/changes.h"
#include "job/records/shard_logs.h"
#include "job/run/leftover_files.h"
#include "job/run/map_places.h"
#include "job/run/map_summary.h"
#include "job/run/minimap_nodes.h"
#include "job/run/output_record.h"
#include "job/run/site.h"
#include "job/run/text_outputs.h"
#include "os/file.h"
#include "output/web/web_site.h"

/* Markers in the folder are published, whoever wrote them. They depend on no other node. */
static enum adtmap_status record_markers(struct run *run)
{
    char name[] = NODE_MARKERS;
    char *path = path_join(run->result->directory, name);
    bool is_there = path && file_exists(path);
    struct build_record record = {.path = name, .recipe = recipe_text("markers")};
    struct build_record *earlier = build_log_find(run->log, name);
    enum adtmap_status status = path ? ADTMAP_OK : diag_fail_memory(&run->diag);
    if (is_there) {
        status = output_record(run, &record);
    } else if (earlier) {
        build_log_drop(run->log, earlier);
    }
    free(path);
    return status;
}

static enum adtmap_status write_markers(struct run *run)
{
    struct buffer text = {0};
    markers_geojson(&text, &run->markers);
    enum adtmap_status status = text_output_put(run, NODE_MARKERS, &text);
    return status ? status : record_markers(run);
}

static enum adtmap_status write_archive(struct run *run, const struct web_map *map)
{
    char name[PATH_NAME_BYTES];
    struct build_record record = {.path = name};
    node_archive_path(run->map_name, name);
    char *path = path_join(run->result->directory, name);
    enum adtmap_status status =
        path ? web_map_write_archive(path, map, &run->diag) : diag_fail_memory(&run->diag);
    free(path);
    return status ? status : output_record(run, &record);
}

/* What pages show, and the archive of their pictures, which texts depend on. */
static enum adtmap_status begin_pages(struct run *run, const struct map_summary *summary,
                                      struct web_map *map)
{
    enum adtmap_status status = run->settings->markers ? write_markers(run) : record_markers(run);
    if (status) {
        return status;
    }
    status = map_summary_web_map(summary, run->result->directory, &run->diag, map);
    if (status == ADTMAP_NOT_FOUND) {
        struct diag at_path = diag_at(&run->diag, run->settings->out);
        return diag_fail(&at_path, status, NULL, NO_OFFSET,
                         "holds no map with zoom levels: render one with --web first");
    }
    return !status && run->plan->makes_archive ? write_archive(run, map) : status;
}

enum adtmap_status finish_texts(struct run *run)
{
    struct web_map map = {0};
    enum adtmap_status status = ADTMAP_OK;
    struct map_summary *summary = malloc(sizeof *summary);
    if (!summary) {
        return diag_fail_memory(&run->diag);
    }
    map_summary_open(run->log, run->map_name, &run->places, summary);
    if (run->outputs.has_pages) {
        status = begin_pages(run, summary, &map);
    }
    if (!status) {
        status = text_outputs_write(run, summary, run->outputs.has_pages ? &map : NULL);
        map_summary_warn_heights(summary, &run->diag);
    }
    web_map_free(&map);
    free(summary);
    return status;
}

/* The texts of a run that makes nothing are up to date: what they would warn of is said again. */
static enum adtmap_status repeat_warnings(struct run *run)
{
    struct map_summary *summary = malloc(sizeof *summary);
    if (!summary) {
        return diag_fail_memory(&run->diag);
    }
    struct web_map map = {0};
    enum adtmap_status status = ADTMAP_OK;
    map_summary_open(run->log, run->map_name, &run->places, summary);
    if (run->outputs.has_pages) { /* damaged markers */
        status = map_summary_web_map(summary, run->result->directory, &run->diag, &map);
    }
    map_summary_warn_heights(summary, &run->diag);
    web_map_free(&map);
    free(summary);
    return status == ADTMAP_NO_MEMORY ? status : ADTMAP_OK;
}

/* A layer without a tile on record is no longer a series of the map. */
static void forget_empty_series(struct run *run)
{
    for (uint32_t i = 1; i < run->request.series_count; i++) {
        bool has_tile = false;
        char fact[64];
        for (struct tile_step tile = {0}; !has_tile && tile_next(&tile);) {
            char path[PATH_NAME_BYTES];
            node_tile_path(run->names[i], run->map_name, tile.x, tile.y, path);
            has_tile = build_log_find(run->log, path) != NULL;
        }
        if (!has_tile) {
            series_fact_name(run->names[i], fact);
            build_log_set_fact(run->log, fact, NULL);
        }
    }
}

/* Whether the run knows every file of the map, so that others with names of ours are leftovers. */
static bool is_complete(const struct run *run)
{
    return run->map && !run->settings->tiles && job_has_picture(run->settings);
}

static enum adtmap_status write_log(struct run *run)
{
    return run->log->is_changed ? build_log_write(run->log, run->log_path, &run->diag) : ADTMAP_OK;
}

/* In a site with renderings, whoever publishes it writes the choice of them when all maps are
 * there. */
static bool is_of_run(const struct job_settings *settings, const char *file)
{
    return !settings->listed || !name_has_suffix(file, "/" WEB_SITE_RENDERINGS_FILE);
}

/* Writes and records what all maps of OUT share: index, scripts, Leaflet. The run that changes one
 * of these files lists it. */
static enum adtmap_status write_site(struct run *run)
{
    const struct job_settings *settings = run->settings;
    struct site_result result;
    const struct web_site site = {.out = settings->out,
                                  .leaflet = run->outputs.leaflet ? run->outputs.leaflet
                                                                  : settings->leaflet};
    enum adtmap_status status = site_write(&site, settings->listed, &run->diag, &result);
    for (size_t i = 0; web_site_shared_path(i) && !status; i++) {
        char name[PATH_NAME_BYTES];
        snprintf(name, sizeof name, NODE_SHARED "%s", web_site_shared_path(i));
        struct build_record record = {.path = name};
        char *path = node_full_path(settings->out, run->result->directory, name);
        if (path && file_exists(path) && is_of_run(settings, name)) {
            status = output_record(run, &record);
        }
        free(path);
    }
    return status;
}

static enum adtmap_status publish_all(struct run *run, struct buffer *removed)
{
    enum adtmap_status status = map_places_save(run);
    if (!status) {
        status = run->plan->makes_texts ? finish_texts(run) : repeat_warnings(run);
    }
    if (!status && is_complete(run)) {
        status = leftover_files_remove(run, removed);
    }
    if (!status && is_complete(run)) {
        status = shard_logs_mark_joined(run->log, run->result->directory, &run->diag);
    }
    forget_empty_series(run);
    return status ? status : write_log(run);
}

enum adtmap_status finish_run(struct run *run, struct joined_outputs *joined)
{
    struct buffer removed = {0};
    enum adtmap_status status = joined_outputs_finish(joined);
    if (!status) {
        status = publish_all(run, &removed);
    }
    if (!status && (run->outputs.bits & JOB_WEB)) {
        status = write_site(run);
    }
    if (!status && run->plan->makes_minimap) {
        status = minimap_nodes_write(run);
    }
    if (!status) {
        status = changes_write(run->log, run->result->directory, run->settings->changed, &removed,
                               &run->diag);
    }
    if (!status) {
        status = write_log(run);
    }
    if (!status) {
        status = shard_logs_remove_joined(run->log, run->result->directory, &run->diag);
    }
    buffer_free(&removed);
    return status;
}

enum adtmap_status finish_shard(struct run *run)
{
    enum adtmap_status status = map_places_save(run);
    if (!status && !build_log_set_fact(run->log, SHARD_FACT_DONE, "1")) {
        status = diag_fail_memory(&run->diag);
    }
    return status ? status : build_log_write(run->log, run->log_path, &run->diag);
}
