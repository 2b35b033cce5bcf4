/*
 * All logs are read and all checks made before the first byte is written. Then the shards' places,
 * files and records become the map's (merge_join.c), and the rest is a run that draws nothing: the
 * plan makes what is joined of tiles, and mends what is missing or damaged of other layers. Shards
 * are removed at the very end, so a merge that fails or is cut short is repeated; the map's log
 * tells which shards it has joined.
 */
#include "job/merge/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/merge/merge_join.h"
#include "job/merge/merge_shards.h"
#include "job/records/changes.h"
#include "job/run/finish.h"
#include "job/run/run_begin.h"
#include "job/run/run_plan.h"
#include "job/run/run_tiles.h"
#include "os/clock.h"
#include "os/file.h"

struct merge {
    const struct merge_settings *settings;
    struct run run;
    struct job_settings job;
    struct data_layer_selection layers; /* that the shards drew, then others of the map */
    struct merge_shards shards;
    struct joined joined;
    struct tile_set failed; /* tiles that failed in their shards */
    bool was_cut_short;     /* a merge before, when all was joined */
};

/* The drawing settings that joined outputs need. */
static void take_series(struct merge *merge, const struct series *series)
{
    merge->job.tile.size_px = series->size_px;
    merge->job.tile.low_res = series->low_res;
    memcpy(merge->job.tile.background, series->background, sizeof series->background);
    merge->job.effort = series->effort;
}

static enum adtmap_status check_program(const struct series *series, const struct diag *diag,
                                        const char *then)
{
    return hash128_equal(series->program, recipe_program())
               ? ADTMAP_OK
               : diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "was drawn by another adtmap than this one%s", then);
}

/*
 * Checks the tiles of a series that the map has and no shard brings: what a run would draw again,
 * merging cannot, and must not publish a smaller map in its place. So a file fails that is not as
 * it was drawn. Counts the tiles.
 */
static enum adtmap_status check_series(struct merge *merge, const char *name, uint32_t *count)
{
    struct run *run = &merge->run;
    struct series series;
    bool is_known = series_read(run->open.log, name, &series);
    enum adtmap_status status = ADTMAP_OK;
    *count = 0;
    for (struct tile_step tile = {0}; !status && tile_next(&tile);) {
        char node[PATH_NAME_BYTES];
        node_tile_path(name, run->asked.map_name, tile.x, tile.y, node);
        struct build_record *record = build_log_find_any(run->open.log, node);
        bool is_made = is_known && record && record->state == BUILD_MADE &&
                       hash128_equal(record->recipe, series.recipe);
        *count += is_made;
        if (!is_made || merge_shards_owner(&merge->shards, node)) {
            continue;
        }
        char *path = path_join(run->result->directory, node);
        const struct diag at_path = diag_at(&run->diag, path);
        bool is_same = false;
        if (!path || !build_file_is(path, run->open.log->written_ns, &record->file, &is_same)) {
            status = diag_fail_memory(&run->diag);
        } else if (!is_same) {
            status = diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                               "is missing or not as it was drawn, and no shards are there%s: draw "
                               "it with 'render'",
                               merge->shards.count > 0 ? " that have it" : "");
        }
        free(path);
    }
    return status;
}

/* Whether shards of the whole map draw the series of a tile, and so all tiles of it. */
static bool is_drawn_whole(const struct merge_shards *shards, const char *node)
{
    char fact[64];
    if (shards->count == 0 || !shards->items[0].fact.is_whole) {
        return false;
    }
    int length = node_tile_layer(node, &node);
    snprintf(fact, sizeof fact, SERIES_LAYER_PREFIX "%.*s", length, node);
    return length > 0 ? build_log_fact(shards->items[0].log, fact) != NULL
                      : shards->items[0].fact.has_picture;
}

/*
 * Fails for a tile that no shard brings and that has no record: then the log is damaged, or a run
 * was killed.
 */
static enum adtmap_status check_unrecorded(const struct merge *merge)
{
    const struct run *run = &merge->run;
    struct buffer paths = {0};
    enum adtmap_status status = outputs_find_leftovers(run, &paths);
    const char *node = NULL;
    while (!status && (node = buffer_next_text(&paths, node))) {
        bool is_lost = node_is_tile_path(node) && !build_log_find_any(run->open.log, node) &&
                       !merge_shards_owner(&merge->shards, node) &&
                       !is_drawn_whole(&merge->shards, node);
        char *path = is_lost ? path_join(run->result->directory, node) : NULL;
        const struct diag at_path = diag_at(&run->diag, path);
        if (is_lost) {
            status = path ? diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                                      "has no record: the build log is damaged, or a run was cut "
                                      "short; draw it with 'render'")
                          : diag_fail_memory(&run->diag);
        }
        free(path);
    }
    buffer_free(&paths);
    return status;
}

/* Shards of the whole map bring all of its tiles. */
static enum adtmap_status check_tiles(struct merge *merge, uint32_t *pictures)
{
    const struct build_log *log = merge->run.open.log;
    bool is_whole = merge->shards.count > 0 && merge->shards.items[0].fact.is_whole;
    uint32_t count;
    *pictures = 0;
    enum adtmap_status status = check_unrecorded(merge);
    if (!status && !is_whole) {
        status = check_series(merge, "", pictures);
    }
    for (uint32_t i = 0; i < log->fact_count && !status && !is_whole; i++) {
        const char *layer = series_layer_of_fact(log->facts[i].name);
        status = layer ? check_series(merge, layer, &count) : status;
    }
    return status;
}

/* The settings that the shards were drawn with, and their layers. */
static enum adtmap_status take_shard_settings(struct merge *merge)
{
    const struct merge_shard *shard = &merge->shards.items[0];
    struct diag at_path = diag_at(&merge->run.diag, shard->path);
    struct series series;
    uint32_t pictures;
    if (!series_read(shard->log, "", &series)) {
        return diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "is damaged: draw the shard again");
    }
    take_series(merge, &series);
    struct map_facts *facts = &merge->run.asked.facts;
    map_facts_join(shard->log, facts);
    if (merge->job.title) {
        snprintf(facts->title, sizeof facts->title, "%s", merge->job.title);
    }
    merge->job.outputs |= shard->fact.has_picture ? 0U : (uint32_t)JOB_NO_PICTURE;
    for (uint32_t i = 0; i < shard->log->fact_count; i++) {
        const char *name = series_layer_of_fact(shard->log->facts[i].name);
        struct adtmap_layer layer;
        if (name && data_layer_of_file_name(name, &layer)) {
            data_layer_select(&merge->layers, layer);
        }
    }
    enum adtmap_status status = check_program(&series, &at_path, "");
    return status ? status : check_tiles(merge, &pictures);
}

/* Without shards, the settings that the map itself has on record. */
static enum adtmap_status take_whole_settings(struct merge *merge)
{
    const struct diag *diag = &merge->run.diag;
    struct series series;
    uint32_t count = 0;
    if (!merge->was_cut_short && !merge_may_be_whole(merge->settings)) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no shards of the map are there");
    }
    bool is_known = series_read(merge->run.open.log, "", &series);
    enum adtmap_status status = check_tiles(merge, &count);
    if (status) {
        return status;
    }
    if (!is_known || count == 0) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "no shards of the map are there, nor tiles that were joined before");
    }
    status = check_program(&series, diag, ", and no shards are there: draw it with 'render'");
    if (status) {
        return status;
    }
    status = merge_read_places(&merge->run, &merge->run.open.places);
    if (status) {
        return status;
    }
    take_series(merge, &series);
    diag_warn(diag, NULL, NO_OFFSET,
              "no shards are there: put together of the %u tiles joined before", (unsigned)count);
    return ADTMAP_OK;
}

/* Adds the layers that the map has and the shards do not: their stitched pictures and zoom levels
 * are made again where they are damaged, as those of a run are. */
static void take_other_layers(struct merge *merge)
{
    struct run *run = &merge->run;
    run->asked.joined_layers = merge->layers.count;
    for (uint32_t i = 0; i < run->open.log->fact_count; i++) {
        const char *name = series_layer_of_fact(run->open.log->facts[i].name);
        struct adtmap_layer layer;
        struct series series;
        if (name && data_layer_of_file_name(name, &layer) &&
            series_read(run->open.log, name, &series) &&
            series.size_px == merge->job.tile.size_px) {
            data_layer_select(&merge->layers, layer);
        }
    }
    merge->job.layers = &merge->layers;
}

/* Reads the log of the map and those of its shards. */
static enum adtmap_status read_all(struct merge *merge)
{
    struct run *run = &merge->run;
    enum adtmap_status status = run_open(run);
    if (status) {
        return status;
    }
    const char *directory = run->result->directory;
    run->diag.file = directory; /* a site has the map in several folders */
    if (run->open.log->is_damaged) {
        return diag_fail(&run->diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "the build log is damaged: draw the map with 'render'");
    }
    status = shard_logs_remove_joined(run->open.log, directory, &run->diag, &merge->was_cut_short);
    if (status) {
        return status;
    }
    status = merge_shards_read(merge->settings, run->asked.map_name, &run->diag, &merge->shards);
    if (status) {
        return status;
    }
    status = merge->shards.count > 0 ? take_shard_settings(merge) : take_whole_settings(merge);
    if (status) {
        return status;
    }
    take_other_layers(merge);
    return run_ask(run);
}

static enum adtmap_status join(struct merge *merge)
{
    static const struct job_shard none = {0};
    struct run *run = &merge->run;
    char path[PATH_NAME_BYTES];
    enum adtmap_status status =
        folder_lock_take(&run->open.lock, run->result->directory, &none, &run->diag);
    if (status) {
        return status;
    }
    status = changes_check(merge->job.changed, &run->diag);
    if (status) {
        return status;
    }
    status = build_log_open_journal(run->open.log, run->open.log_path, &run->diag);
    if (status) {
        return status;
    }
    if (merge->shards.items[0].fact.has_picture) {
        node_tile_path("", run->asked.map_name, 0, 0, path);
        status = run_make_folder(run, path);
    }
    for (uint32_t i = 0; i < merge->layers.count && !status; i++) {
        char name[ADTMAP_LAYER_NAME_BYTES];
        adtmap_layer_file_name(merge->layers.layers[i], name);
        node_tile_path(name, run->asked.map_name, 0, 0, path);
        status = run_make_folder(run, path);
    }
    return status ? status : merge_join(run, &merge->shards, &merge->failed);
}

static void add_failure(struct merge *merge, uint32_t x, uint32_t y)
{
    struct job_result *result = merge->run.result;
    char path[PATH_NAME_BYTES];
    const struct build_record *record = NULL;
    for (uint32_t i = 0; i < merge->run.request.series_count && !record; i++) {
        node_tile_path(merge->run.request.series[i].name, merge->run.asked.map_name, x, y, path);
        record = build_log_find(merge->run.open.log, path);
        record = record && record->state == BUILD_FAILED ? record : NULL;
    }
    struct job_failure failure = {.x = x, .y = y, .message = {.offset = NO_OFFSET}};
    snprintf(failure.message.what, sizeof failure.message.what, "%.255s",
             record && record->note ? record->note : "");
    result->failures[result->failure_count++] = failure;
}

static enum adtmap_status collect(struct merge *merge)
{
    struct job_result *result = merge->run.result;
    result->failures = calloc(TILE_SET_TILES, sizeof *result->failures);
    if (!result->failures) {
        return diag_fail_memory(&merge->run.diag);
    }
    const struct run *run = &merge->run;
    struct tile_set present =
        plan_present(&run->request, run->open.log, 0, &run->plan->series[0].shown);
    result->drawn = tile_set_count(&present);
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        const struct build_record *record =
            plan_tile_record(&run->request, run->open.log, 0, tile.x, tile.y);
        result->absent += record && record->state == BUILD_ABSENT;
        if (tile_set_has(&merge->failed, tile.x, tile.y)) {
            add_failure(merge, tile.x, tile.y);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status carry_out(struct merge *merge)
{
    struct run *run = &merge->run;
    enum adtmap_status status = read_all(merge);
    if (status) {
        return status;
    }
    bool has_shards = merge->shards.count > 0;
    status = has_shards ? join(merge) : ADTMAP_OK;
    if (status) {
        return status;
    }
    status = run_plan(run);
    if (status) {
        return status;
    }
    status = run_begin(run);
    if (status) {
        return status;
    }
    status = run_tiles(run, &merge->joined);
    if (!status && has_shards) {
        status = shard_logs_mark_joined(run->open.log, run->result->directory, &run->diag);
    }
    if (status) {
        return status;
    }
    status = finish_run(run, &merge->joined);
    return status ? status : collect(merge);
}

enum adtmap_status merge_map(const struct merge_settings *settings, const char *map,
                             struct job_result *result, struct adtmap_message *failure)
{
    *result = (struct job_result){0};
    double begin = clock_seconds();
    snprintf(result->map, sizeof result->map, "%s", map);
    struct merge *merge = calloc(1, sizeof *merge);
    const struct diag diag = {map, settings->log, failure};
    if (!merge) {
        return diag_fail_memory(&diag);
    }
    merge->settings = settings;
    merge->job = settings->job;
    merge->job.out = settings->out;
    merge->run = (struct run){
        .asked = {.settings = &merge->job, .map_name = map}, .result = result, .diag = diag};
    enum adtmap_status status = carry_out(merge);
    outputs_abort(&merge->joined);
    merge_shards_free(&merge->shards);
    run_free(&merge->run);
    free(merge);
    result->seconds = clock_seconds() - begin;
    return status;
}
