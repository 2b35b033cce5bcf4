/*
 * The steps of finish.h in order. The log is written twice: first with all that the map itself
 * needs, so that a run that is cut short at the site or in a client's folder keeps what it has
 * drawn, then with the files of these.
 */
#include "job/phases/finish.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/facts/map_places.h"
#include "job/outputs/map_markers.h"
#include "job/outputs/output_record.h"
#include "job/phases/site.h"
#include "job/phases/take_over.h"
#include "job/records/changes.h"
#include "os/file.h"
#include "output/web/web_site.h"
#include "output/web/web_thumbnail.h"

/* Pages without a picture: of a map that was drawn, each one has nothing. */
static enum adtmap_status fail_without_pictures(struct run *run)
{
    const struct diag at_map = diag_at(&run->diag, run->result->directory);
    return diag_fail(&at_map, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                     "nothing of the map is drawn, and its background is transparent: a page would "
                     "show nothing; choose another --background");
}

/* Records what lists of maps show, now that all files of the map are on record; NULL: it has no
 * pages. */
static enum adtmap_status record_card(struct run *run, struct web_map *map)
{
    if (map) {
        map->card.has_thumbnail =
            build_log_find(run->open.log, node_file(WEB_THUMBNAIL_FILE)) != NULL;
    }
    return map_facts_record_card(map ? &map->card : NULL, run->open.log)
               ? ADTMAP_OK
               : diag_fail_memory(&run->diag);
}

/* Puts the markers in place, and gathers what pages show. */
static enum adtmap_status gather_web_map(struct run *run, struct map_summary *summary,
                                         struct web_map *map)
{
    enum adtmap_status status = map_markers_put(run);
    if (status) {
        return status;
    }
    status = map_summary_web_map(summary, run->result->directory, &run->diag, map);
    if (status == ADTMAP_OK) {
        status = map_summary_markers(run->result->directory, &run->open.markers, &run->diag, map);
    }
    return status == ADTMAP_NOT_FOUND ? fail_without_pictures(run) : status;
}

/* Writes and records what is made of records. */
static enum adtmap_status finish_texts(struct run *run)
{
    struct web_map map = {0};
    struct map_summary summary;
    bool has_pages = run->asked.has_pages;
    if (!map_summary_open(&run->request, run->plan, run->open.log, &run->open.places, &summary)) {
        return diag_fail_memory(&run->diag);
    }
    enum adtmap_status status = has_pages ? gather_web_map(run, &summary, &map) : ADTMAP_OK;
    if (!status) {
        status = outputs_write(run, &summary, has_pages ? &map : NULL);
        map_summary_warn_heights(&summary, &run->diag);
    }
    if (!status) {
        status = record_card(run, has_pages ? &map : NULL);
    }
    map_summary_close(&summary);
    web_map_free(&map);
    return status;
}

/* The texts of a run that makes nothing are up to date: what they would warn of is said again, of
 * heights, and of damaged markers. The card may be missing, or tell of a map of another name. */
static enum adtmap_status repeat_warnings(struct run *run)
{
    struct web_map map = {0};
    struct map_summary summary;
    bool has_pages = false;
    enum adtmap_status status = ADTMAP_OK;
    if (!map_summary_open(&run->request, run->plan, run->open.log, &run->open.places, &summary)) {
        return diag_fail_memory(&run->diag);
    }
    if (run->asked.has_pages) {
        status = map_summary_web_map(&summary, run->result->directory, &run->diag, &map);
        has_pages = status == ADTMAP_OK;
        if (has_pages) {
            status = map_summary_markers(run->result->directory, NULL, &run->diag, &map);
        }
    }
    if (status != ADTMAP_NO_MEMORY) {
        status = record_card(run, has_pages ? &map : NULL);
    }
    map_summary_warn_heights(&summary, &run->diag);
    map_summary_close(&summary);
    web_map_free(&map);
    return status == ADTMAP_NO_MEMORY ? status : ADTMAP_OK;
}

/* A layer without a tile on record is no longer a series of the map. */
static void forget_empty_series(struct run *run)
{
    for (uint32_t i = 1; i < run->request.series_count; i++) {
        bool has_tile = false;
        char fact[64];
        for (struct tile_step tile = {0}; !has_tile && tile_next(&tile);) {
            has_tile = plan_tile_record(&run->request, run->open.log, i, tile.x, tile.y) != NULL;
        }
        if (!has_tile) {
            series_fact_name(run->request.series[i].name, fact);
            build_log_set_fact(run->open.log, fact, NULL);
        }
    }
}

/* Whether the run knows every file of the map, so that others with names of ours are leftovers: not
 * if a part of the data could not be read. */
static bool is_complete(const struct run *run)
{
    return !run->asked.settings->tiles && job_has_picture(run->asked.settings) &&
           assets_unread_count(run->asked.map->data->assets) == 0;
}

static enum adtmap_status write_log(struct run *run)
{
    return run->open.log->is_changed
               ? build_log_write(run->open.log, run->open.log_path, &run->diag)
               : ADTMAP_OK;
}

/* Writes and records what all maps of OUT share: index, scripts, Leaflet. The run that changes one
 * of these files lists it. */
static enum adtmap_status write_site(struct run *run)
{
    const struct job_settings *settings = run->asked.settings;
    struct site_result result;
    const struct web_site site = {.out = settings->out,
                                  .leaflet =
                                      run->asked.leaflet ? run->asked.leaflet : settings->leaflet};
    enum adtmap_status status = site_write(&site, NULL, &run->diag, &result);
    for (size_t i = 0; web_site_shared_path(i) && !status; i++) {
        struct build_record record = {.id = node_named(NODE_SHARED, web_site_shared_path(i))};
        if (run_has_file(run, record.id)) {
            status = output_record(run, &record);
        }
    }
    return status;
}

/* The run draws tiles again whose record was lost, but no layer that it is not asked for. */
static void warn_lost_layers(const struct run *run, const struct buffer *removed)
{
    uint32_t count = 0;
    const struct node_id *ids = (const void *)removed->data;
    for (size_t i = 0; i < removed->size / sizeof *ids; i++) {
        count += node_is_layer(ids[i]) && (ids[i].kind == NODE_TILE || ids[i].kind == NODE_ZOOM ||
                                           ids[i].kind == NODE_VALUES);
    }
    if (count > 0) {
        diag_warn(&run->diag, NULL, NO_OFFSET,
                  "%u files of data layers had no record, as the build log is damaged or a run was "
                  "cut short: removed; --layer draws them again",
                  (unsigned)count);
    }
}

static enum adtmap_status save_places(const struct run *run)
{
    struct map_summary summary;
    if (!map_summary_open(&run->request, run->plan, run->open.log, &run->open.places, &summary)) {
        return diag_fail_memory(&run->diag);
    }
    enum adtmap_status status = map_places_save(&summary, run->open.log_path, &run->diag);
    map_summary_close(&summary);
    return status;
}

/* `changes` tells whether the log says something else than before the run. */
static enum adtmap_status publish_all(struct run *run, struct buffer *removed, bool *changes)
{
    enum adtmap_status status = save_places(run);
    if (status) {
        return status;
    }
    forget_empty_series(run); /* before the card, which goes with all facts */
    status = run->plan->makes_texts ? finish_texts(run) : repeat_warnings(run);
    if (status) {
        return status;
    }
    if (is_complete(run)) {
        status = outputs_remove_leftovers(run, removed);
        if (status) {
            return status;
        }
        warn_lost_layers(run, removed);
    }
    run_remove_empty_folders(run, removed);
    if (run->plan->makes_texts || run->open.log->is_changed) {
        status = file_finish_writing(&run->diag); /* the log tells of files that are there */
        if (status) {
            return status;
        }
    }
    *changes = run->plan->makes_texts || run->open.log->is_changed;
    return write_log(run);
}

static enum adtmap_status finish(struct run *run, struct joined *joined, struct buffer *removed)
{
    bool changes;
    enum adtmap_status status = outputs_finish(joined);
    if (status) {
        return status;
    }
    status = publish_all(run, removed, &changes);
    if (status) {
        return status;
    }
    run->result->is_changed = changes;
    bool writes_site = run->asked.outputs & JOB_WEB && !run->asked.settings->leaves_list;
    status = writes_site ? write_site(run) : ADTMAP_OK;
    if (status) {
        return status;
    }
    status = outputs_deliver(run);
    if (status) {
        return status;
    }
    status = changes_write(run->open.log, run->result->directory, run->asked.settings->changed,
                           removed, &run->diag);
    if (status) {
        return status;
    }
    status = write_log(run);
    if (status || run->asked.settings->shard.count > 0) {
        return status;
    }
    return take_over_remove_shards(run);
}

enum adtmap_status finish_run(struct run *run, struct joined *joined)
{
    struct buffer removed = {0};
    enum adtmap_status status = finish(run, joined, &removed);
    buffer_free(&removed);
    return status;
}
