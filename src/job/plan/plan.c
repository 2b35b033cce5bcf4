/*
 * Series come in the order in which they are asked for, then those that the log knows. Their
 * numbers are those of the plan's arrays, and the order is that of layers in map.json.
 */
#include "job/plan/plan.h"

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
        struct series drawn; /* a fact that is damaged may have pictures of no size */
        struct plan_series *series =
            is_new && series_read(log, name, &drawn) ? plan_add_series(request, name) : NULL;
        if (series) {
            series->drawn = drawn;
        }
    }
}

bool plan_read_areas(const struct plan_request *request, const struct build_log *log, uint32_t x,
                     uint32_t y, struct area_tile *areas)
{
    const struct build_record *record = plan_tile_record(request, log, 0, x, y);
    return record && record->state == BUILD_MADE && series_read_areas(record, areas);
}

void plan_free(struct plan *plan)
{
    if (plan) {
        graph_free(&plan->graph);
        free(plan);
    }
}

struct plan_verdict plan_verdict(const struct plan_request *request, const struct plan *plan,
                                 uint32_t series, uint32_t x, uint32_t y)
{
    const struct plan_series *asked = &request->series[series];
    if (!asked->is_asked || !tile_set_has(&request->asked, x, y)) {
        return (struct plan_verdict){UP_TO_DATE, NULL};
    }
    uint32_t number = graph_find(&plan->graph, node_tile(asked->name, x, y));
    const struct node *node = graph_node(&plan->graph, number);
    const struct build_record *record =
        number == NODE_NONE ? plan_tile_record(request, plan->graph.log, series, x, y) : NULL;
    bool is_gone = record && record->state == BUILD_MADE;
    return is_gone ? (struct plan_verdict){DIRTY_GONE, NULL}
                   : (struct plan_verdict){node->reason, node->changed_input};
}

uint32_t plan_tile_node(const struct planning *planning, uint32_t series, uint32_t x, uint32_t y)
{
    const struct plan *plan = planning->plan;
    bool is_present = tile_set_has(&plan->series[series].present, x, y);
    const struct node_id id = node_tile(planning->request->series[series].name, x, y);
    return is_present ? graph_find(&plan->graph, id) : NODE_NONE;
}

struct tile_set plan_made(const struct plan_request *request, const struct plan *plan,
                          enum node_kind kind, uint32_t series)
{
    const char *name = request->series[series].name;
    return graph_made_places(&plan->graph, node_of_series(kind, name, 0, 0));
}

/* Adds the tiles that a picture is made of: itself, not through those below it. */
static void add_tiles(const struct plan_request *request, const struct tile_set *present,
                      const struct node_id *picture, struct tile_set *tiles)
{
    if (picture->number >= PYRAMID_GRID_ZOOM) {
        uint32_t below = picture->number - PYRAMID_GRID_ZOOM;
        tile_set_add(tiles, picture->x >> below, picture->y >> below);
        return;
    }
    uint32_t span = TILE_SET_GRID >> picture->number;
    for (uint32_t i = 0; i < span * span && picture->number == request->zoom_max; i++) {
        uint32_t column = picture->x * span + i % span;
        uint32_t row = picture->y * span + i / span;
        if (tile_set_has(present, column, row)) {
            tile_set_add(tiles, column, row);
        }
    }
}

void plan_made_zoom(const struct plan_request *request, const struct plan *plan, uint32_t series,
                    struct plan_zoom *zoom)
{
    const struct plan_of_series *of_series = &plan->series[series];
    *zoom = (struct plan_zoom){0};
    for (uint32_t i = of_series->first_zoom; i < of_series->end_zoom; i++) {
        const struct node *node = graph_node(&plan->graph, i);
        if (node->id.kind == NODE_ZOOM && node->fate == NODE_MADE) {
            zoom->is_any = true;
            add_tiles(request, &of_series->present, &node->id, &zoom->tiles);
            if (node->id.number < PYRAMID_GRID_ZOOM) {
                zoom->joined[pyramid_joined(node->id.number, node->id.x, node->id.y)] = true;
            }
        }
    }
}

struct tile_set plan_read_back(const struct plan_request *request, const struct plan *plan,
                               uint32_t series)
{
    struct plan_zoom zoom;
    plan_made_zoom(request, plan, series, &zoom);
    struct tile_set tiles = plan_made(request, plan, NODE_VALUES, series);
    tile_set_add_all(&tiles, &zoom.tiles);
    if (graph_makes(&plan->graph, node_stitched(request->series[series].name))) {
        tile_set_add_all(&tiles, &plan->series[series].present);
    }
    return tiles;
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
