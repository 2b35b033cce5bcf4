/*
 * Series come in the order in which they are asked for, then those that the log knows. Their
 * numbers are those of the plan's arrays, and the order is that of layers in map.json.
 */
#include "job/outputs/plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct plan_series *plan_add_series(struct plan_request *request, const char *name)
{
    if (request->series_count == PLAN_SERIES_MAX) {
        return NULL;
    }
    struct plan_series *series = &request->series[request->series_count++];
    snprintf(series->name, sizeof series->name, "%s", name);
    return series;
}

void plan_add_recorded(struct plan_request *request, const struct build_log *log)
{
    if (request->series_count == 0) {
        series_read(log, "", &plan_add_series(request, "")->drawn);
    }
    for (uint32_t i = 0; i < log->fact_count; i++) {
        const char *name = series_layer_of_fact(log->facts[i].name);
        bool is_new = name != NULL;
        for (uint32_t k = 0; k < request->series_count && is_new; k++) {
            is_new = strcmp(request->series[k].name, name) != 0;
        }
        struct plan_series *series = is_new ? plan_add_series(request, name) : NULL;
        if (series) {
            series_read(log, series->name, &series->drawn);
        }
    }
}

void plan_free(struct plan *plan)
{
    if (plan) {
        graph_free(&plan->graph);
        free(plan->stale_interiors);
        free(plan);
    }
}

struct tile_set plan_present(const struct plan_request *request, const struct build_log *log,
                             uint32_t series, const struct tile_set *tiles)
{
    struct tile_set present = {0};
    for (struct tile_step tile = {0}; tile_set_next(tiles, &tile);) {
        const struct build_record *record = plan_tile_record(request, log, series, tile.x, tile.y);
        if (record && record->state == BUILD_MADE &&
            hash128_equal(record->recipe, request->series[series].drawn.recipe)) {
            tile_set_add(&present, tile.x, tile.y);
        }
    }
    return present;
}
