/*
 * A run in order: check, open, select tiles, ask, plan, begin, draw, finish. `--check` stops behind
 * the plan, before anything is written.
 */
#include "job/render_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "job/facts/map_floors.h"
#include "job/facts/map_places.h"
#include "job/phases/finish.h"
#include "job/phases/run_begin.h"
#include "job/phases/run_plan.h"
#include "job/phases/run_tiles.h"
#include "job/phases/shard_folder.h"
#include "job/phases/take_over.h"
#include "map/hours/map_hours.h"
#include "map/map_low_res.h"
#include "os/clock.h"
#include "os/file.h"

/* Everything that one call of render_map holds. */
struct job {
    struct run run;
    const struct job_settings *settings; /* `own`, once the map is open */
    struct job_settings own;
    struct data_layer_selection layers; /* of `own` */
    struct map_floors floors;
    char *shard_out; /* where a shard goes; NULL: the run is none */
    struct adtmap_map *map;
    struct tile_selection selection;
    struct joined joined;
};

/* Of each tile the picture's verdict, else that of the first layer that is made. */
static enum adtmap_status list_changes(struct job *job)
{
    const struct run *run = &job->run;
    struct job_result *result = run->result;
    uint32_t removed = 0;
    bool has_tiles = false; /* else the run is about other files alone */
    for (uint32_t i = 0; i < run->request.series_count; i++) {
        has_tiles |= run->request.series[i].is_asked;
    }
    free(result->changes);
    result->change_count = 0;
    result->changes = calloc(TILE_SET_TILES, sizeof *result->changes);
    if (!result->changes) {
        return diag_fail_memory(&run->diag);
    }
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        struct job_change change = {.x = tile.x, .y = tile.y};
        struct plan_verdict verdict = {0};
        for (uint32_t i = 0; i < run->request.series_count && verdict.reason == UP_TO_DATE; i++) {
            verdict = plan_verdict(&run->request, run->plan, i, tile.x, tile.y);
        }
        const char *input = verdict.input ? verdict.input : "";
        size_t length = strlen(input);
        size_t skipped = length < sizeof change.input ? 0 : length - sizeof change.input + 1;
        change.reason = verdict.reason;
        snprintf(change.input, sizeof change.input, "%s", input + skipped);
        if (verdict.reason != UP_TO_DATE) {
            removed += verdict.reason == DIRTY_GONE;
            result->changes[result->change_count++] = change;
        }
    }
    result->unchanged = has_tiles ? job->selection.count - (result->change_count - removed) : 0;
    return ADTMAP_OK;
}

/* A complete run ends with the removal of leftover files. */
static enum adtmap_status check_leftover(struct job *job)
{
    struct buffer paths = {0};
    bool is_complete =
        !job->settings->tiles && !job->settings->shard.count && job_has_picture(job->settings);
    enum adtmap_status status = is_complete ? outputs_find_leftovers(&job->run, &paths) : ADTMAP_OK;
    job->run.result->products |= paths.size > 0 ? PRODUCT_LEFTOVER : 0U;
    buffer_free(&paths);
    return status;
}

static enum adtmap_status carry_out(struct job *job)
{
    struct run *run = &job->run;
    bool is_planned_again;
    enum adtmap_status status = run_begin(run, &is_planned_again);
    if (!status && is_planned_again) {
        status = list_changes(job);
    }
    if (status) {
        return status;
    }
    status = run_tiles(run, &job->joined);
    if (status) {
        return status;
    }
    return finish_run(run, &job->joined);
}

static enum adtmap_status check_settings(struct job *job)
{
    const struct diag *diag = &job->run.diag;
    bool has_layers = layers_of(job->settings)->count > 0;
    enum adtmap_status status = adtmap_settings_check(&job->settings->tile, diag->failure);
    if (!status && has_layers) {
        status = data_layer_check_range(&layers_of(job->settings)->height, diag);
    }
    if (!status && has_layers && job->settings->tile.low_res == ADTMAP_LOW_RES_ONLY) {
        status = diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "data layers are drawn from ADTs: a WDL has none");
    }
    return status;
}

/* Whether pages show their own ground round the map: it is one building, and the data have that.
 * Without it a transparent picture would show nothing at all. */
static bool stands_free(const struct adtmap_map *map)
{
    struct asset asset;
    return map_is_building(map) &&
           assets_find(map->data->assets,
                       (struct asset_ref){map->building->name, map->building->file_id}, &asset);
}

/* A shard goes into an output folder of its own. */
static enum adtmap_status find_shard_folder(struct job *job)
{
    const struct job_shard *shard = &job->own.shard;
    if (shard->count == 0) {
        return ADTMAP_OK;
    }
    job->shard_out = shard_folder_path(job->own.out, shard);
    job->own.whole = job->own.out;
    job->own.out = job->shard_out;
    return job->shard_out ? shard_folder_check(job->own.whole, shard, &job->run.diag)
                          : diag_fail_memory(&job->run.diag);
}

/* Settings that the map decides: the background, the light of the time of day, and floors. */
static enum adtmap_status decide_settings(struct job *job)
{
    struct map_floors *floors = &job->floors;
    job->own = *job->settings;
    if (job->own.picks_background && stands_free(job->map)) {
        memset(job->own.tile.background, 0, sizeof job->own.tile.background);
    }
    const struct diag at_map = diag_at(&job->run.diag, job->map->name);
    if (job->own.tile.shadows == ADTMAP_SHADOWS_CAST && map_is_building(job->map)) {
        diag_warn(&at_map, NULL, NO_OFFSET,
                  "no cast shadows: the map is one building, and has no ground to cast them from");
    }
    enum adtmap_status status = map_hours_ready(job->map, &job->run.diag, &job->own.tile);
    if (status) {
        return status;
    }
    status = map_floors_find(job->map, &job->own.floors, &at_map, floors);
    if (status) {
        return status;
    }
    job->layers = *layers_of(&job->own);
    job->layers.storeys = floors->storeys;
    for (uint32_t i = 0; i <= ADTMAP_STOREY_MAX; i++) {
        if (floors->has[i]) {
            data_layer_select(&job->layers, (struct adtmap_layer){ADTMAP_LAYER_STOREY, i});
        }
    }
    if (job->own.minimap && job->own.minimap->no_liquid) {
        data_layer_select(&job->layers, (struct adtmap_layer){.kind = ADTMAP_LAYER_NO_LIQUID});
    }
    job->own.layers = &job->layers;
    job->settings = &job->own;
    job->run.asked.settings = &job->own;
    return find_shard_folder(job);
}

static enum adtmap_status select_tiles(struct job *job)
{
    struct job_result *result = job->run.result;
    snprintf(result->map, sizeof result->map, "%s", job->map->name);
    job->run.diag.file = result->map;
    job->run.asked.map = job->map;
    job->run.asked.map_name = job->map->name;
    job->run.asked.selection = &job->selection;
    enum adtmap_status status =
        tile_selection_make(job->map, job->settings, &job->run.diag, &job->selection);
    result->low_res = tile_set_count(&job->selection.low_res);
    result->absent = tile_set_count(&job->selection.absent);
    result->unlisted = job->selection.unlisted;
    result->missing = job->selection.missing;
    return status;
}

static enum adtmap_status render(struct job *job, struct adtmap_data *data, const char *map_name)
{
    enum adtmap_status status = check_settings(job);
    if (status) {
        return status;
    }
    status = adtmap_map_open(data, map_name, &job->map, job->run.diag.failure);
    if (status) {
        return status;
    }
    if (job->settings->parent) {
        status = adtmap_map_add_parents(job->map, job->settings->parent, job->run.diag.failure);
    }
    if (status) {
        return status;
    }
    status = decide_settings(job);
    if (status) {
        return status;
    }
    status = select_tiles(job);
    if (status) {
        return status;
    }
    status = run_open(&job->run);
    if (status) {
        return status;
    }
    status = run_ask(&job->run);
    if (status) {
        return status;
    }
    const struct map_places_use use = {job->run.asked.outputs & JOB_LANDMARKS,
                                       job->run.asked.has_pages};
    status = map_places_read(job->map, &use, &job->run.diag, &job->run.open.places,
                             &job->run.result->zone_row);
    if (status) {
        return status;
    }
    status = run_plan(&job->run);
    if (status) {
        return status;
    }
    status = list_changes(job);
    if (status) {
        return status;
    }
    job->run.result->products = outputs_products(&job->run);
    return job->settings->is_check ? check_leftover(job) : carry_out(job);
}

enum adtmap_status render_map(struct adtmap_data *data, const char *map_name,
                              const struct job_settings *settings, struct job_result *result,
                              struct adtmap_message *failure)
{
    *result = (struct job_result){0};
    double begin = clock_seconds();
    struct job *job = calloc(1, sizeof *job);
    const struct diag diag = {.log = data->log, .failure = failure};
    if (!job) {
        return diag_fail_memory(&diag);
    }
    cache_pool_warn_again(data->pool); /* each map says what it lacks */
    job->settings = settings;
    job->run = (struct run){.asked = {.settings = settings}, .result = result, .diag = diag};
    enum adtmap_status status = render(job, data, map_name);
    outputs_abort(&job->joined);
    take_over_free(job->run.open.taken);
    run_free(&job->run);
    map_floors_free(&job->floors);
    free(job->shard_out);
    adtmap_map_close(job->map);
    free(job);
    result->seconds = clock_seconds() - begin;
    return status;
}
