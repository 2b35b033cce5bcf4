#include "graph/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "graph/node_path.h"

static struct build_record *tile_record(const struct plan_request *request,
                                        const struct build_log *log, uint32_t series, uint32_t x,
                                        uint32_t y)
{
    char path[PATH_NAME_BYTES];
    node_tile_path(request->series[series].name, request->map, x, y, path);
    return build_log_find(log, path);
}

bool node_is_present(const struct plan_request *request, const struct build_log *log,
                     uint32_t series, uint32_t x, uint32_t y)
{
    const struct build_record *record = tile_record(request, log, series, x, y);
    return record && record->state == BUILD_MADE &&
           hash128_equal(record->recipe, request->series[series].recipe);
}

struct tile_set nodes_present(const struct plan_request *request, const struct build_log *log,
                              uint32_t series, const struct tile_set *tiles)
{
    struct tile_set present = {0};
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(tiles, x, y) && node_is_present(request, log, series, x, y)) {
            tile_set_add(&present, x, y);
        }
    }
    return present;
}

static uint32_t add_tile(struct planning *planning, uint32_t number, enum node_policy policy,
                         uint32_t x, uint32_t y)
{
    char path[PATH_NAME_BYTES];
    const struct plan_series *series = &planning->request->series[number];
    struct node node = {.path = path, .policy = policy, .recipe = series->recipe};
    node_tile_path(series->name, planning->request->map, x, y, path);
    if (series->facts) {
        node.has_facts = true;
        node.facts = series->facts[y][x];
    }
    uint32_t added = graph_add(&planning->plan->graph, &node);
    planning->plan->series[number].nodes[y][x] = added;
    return added;
}

/* A place that this run makes: a tile, or a tile that is recorded as absent, or nothing. */
static void declare_asked_place(struct planning *planning, uint32_t number, uint32_t x, uint32_t y)
{
    struct plan *plan = planning->plan;
    const struct plan_series *series = &planning->request->series[number];
    struct plan_of_series *result = &plan->series[number];
    const struct build_record *record =
        tile_record(planning->request, plan->graph.log, number, x, y);
    if (tile_set_has(&series->tiles, x, y)) {
        const struct node *node =
            graph_node(&plan->graph, add_tile(planning, number, NODE_MAKE, x, y));
        result->tiles[y][x] = (struct plan_verdict){node->reason, node->changed_input};
        tile_set_add(&result->shown, x, y);
        tile_set_add(&result->present, x, y);
        if (node->fate == NODE_MADE) {
            tile_set_add(&result->made, x, y);
        }
        return;
    }
    if (record && record->state == BUILD_MADE) {
        result->tiles[y][x].reason = DIRTY_GONE;
    }
    if (tile_set_has(&series->absent, x, y)) {
        bool is_recorded = record && record->state == BUILD_ABSENT;
        if (is_recorded) {
            graph_claim(&plan->graph, record);
        }
        if (number > 0) {
            tile_set_add(&result->shown, x, y);
        }
        plan->makes_absent |= !is_recorded;
    }
}

/* A tile on record that is not made: it is left, but for those of a layer that is not asked for
 * where the run asks for the place: they are kept for as long as they show the map. */
static void declare_other_place(struct planning *planning, uint32_t number,
                                const struct build_record *record, uint32_t x, uint32_t y)
{
    struct plan *plan = planning->plan;
    const struct plan_series *series = &planning->request->series[number];
    struct plan_of_series *result = &plan->series[number];
    bool is_left =
        number == 0 || series->is_asked || !tile_set_has(&planning->request->asked, x, y);
    if (record->state != BUILD_MADE) {
        bool stays =
            is_left || (record->state == BUILD_ABSENT && tile_set_has(&series->absent, x, y));
        if (stays) {
            graph_claim(&plan->graph, record);
        }
        if (stays && (record->state == BUILD_FAILED || number > 0)) {
            tile_set_add(&result->shown, x, y);
        }
        return;
    }
    if (!is_left && !tile_set_has(&series->tiles, x, y)) {
        plan->stale_layers++; /* no node: it is removed */
        return;
    }
    uint32_t added = add_tile(planning, number, is_left ? NODE_LEAVE : NODE_KEEP, x, y);
    const struct node *node = graph_node(&plan->graph, added);
    if (node->fate == NODE_STAYS) {
        tile_set_add(&result->shown, x, y);
        tile_set_add(&result->present, x, y);
    }
    plan->stale_layers += node->fate == NODE_REMOVED;
    plan->other_recipe += number == 0 && node->reason == DIRTY_RECIPE;
    plan->other_file += number == 0 && node->reason == DIRTY_OUTPUT;
}

static void declare_tiles(struct planning *planning)
{
    const struct plan_request *request = planning->request;
    for (uint32_t number = 0; number < request->series_count; number++) {
        memset(planning->plan->series[number].nodes, 0xff, sizeof planning->plan->series->nodes);
        for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
            uint32_t x = i % TILE_SET_GRID;
            uint32_t y = i / TILE_SET_GRID;
            const struct build_record *record =
                tile_record(request, planning->plan->graph.log, number, x, y);
            if (request->series[number].is_asked && tile_set_has(&request->asked, x, y)) {
                declare_asked_place(planning, number, x, y);
            } else if (record) {
                declare_other_place(planning, number, record, x, y);
            }
        }
    }
}

/* The stitched picture of a series, and the world file that places it for geographic programs. */
static void declare_stitched_series(struct planning *planning, uint32_t number)
{
    char path[PATH_NAME_BYTES];
    uint32_t tiles[TILE_SET_TILES];
    uint32_t count = 0;
    struct plan *plan = planning->plan;
    const struct plan_series *series = &planning->request->series[number];
    struct plan_of_series *result = &plan->series[number];
    node_stitched_path(series->name, planning->request->map, path);
    const struct build_record *record = build_log_find(plan->graph.log, path);
    bool is_made = series->is_asked && series->has_stitched && !tile_set_is_empty(&result->shown);
    if (!is_made && (series->is_asked || !record)) {
        plan->stale_layers += record && number > 0 ? 2 : 0; /* with its world file */
        return;
    }
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(&result->shown, x, y)) {
            bool is_present = tile_set_has(&result->present, x, y);
            tiles[count++] = is_present ? result->nodes[y][x] : NODE_NONE;
        }
    }
    const struct node stitched = {
        .path = path,
        .policy = is_made ? series->stitched_policy : NODE_KEEP,
        .recipe = is_made ? series->stitched_recipe : (struct hash128){0},
        .facts = hash128(&result->shown, sizeof result->shown),
        .has_facts = true,
        .inputs = tiles,
        .input_count = count,
    };
    result->stitched_node = graph_add(&plan->graph, &stitched);
    const struct node *node = graph_node(&plan->graph, result->stitched_node);
    if (node->fate == NODE_MADE) {
        result->makes_stitched = true;
        tile_set_add_all(&result->read_back, &result->present);
    }
    if (node->fate == NODE_REMOVED) {
        plan->stale_layers += node->reason == DIRTY_OUTPUT ? 0 : 2;
    } else if (number > 0) {
        const struct node world = {
            .path = path, .recipe = planning->request->world_recipe, .made_of = ""};
        node_world_path(series->name, planning->request->map, path);
        graph_add(&plan->graph, &world);
    }
}

static void declare_stitched(struct planning *planning)
{
    for (uint32_t number = 0; number < planning->request->series_count; number++) {
        planning->plan->series[number].stitched_node = NODE_NONE;
        if (number > 0 || planning->request->series[0].is_asked) {
            declare_stitched_series(planning, number);
        }
    }
}

/* The zoom pictures of the map in one file. */
static void declare_archive(struct planning *planning)
{
    char path[PATH_NAME_BYTES];
    const struct node archive = {.path = path,
                                 .recipe = planning->request->archive_recipe,
                                 .made_of = PATH_ZOOM_FOLDER "/" PATH_ZOOM_COLOR "/"};
    if (planning->request->has_archive) {
        node_archive_path(planning->request->map, path);
        planning->plan->archive_node = graph_add(&planning->plan->graph, &archive);
    }
}

/* Texts, and records that no plan makes or removes: markers, which belong to the user, and in a run
 * of layers alone what is made of pictures. */
static void declare_texts(struct planning *planning)
{
    const struct plan_request *request = planning->request;
    struct graph *graph = &planning->plan->graph;
    for (uint32_t i = 0; i < request->text_count; i++) {
        const struct node text = {
            .path = request->texts[i].path, .recipe = request->texts[i].recipe, .made_of = ""};
        graph_add(graph, &text);
    }
    graph_claim(graph, build_log_find(graph->log, NODE_MARKERS));
    for (uint32_t i = 0; i < graph->log->count && !request->series[0].is_asked; i++) {
        const struct build_record *record = &graph->log->records[i];
        bool is_layer =
            strncmp(record->path, "layers/", strlen("layers/")) == 0 ||
            (node_is_zoom_path(NULL, record->path) && !node_is_zoom_path("", record->path));
        for (uint32_t k = 1; k < request->series_count && !is_layer; k++) {
            char stitched[PATH_NAME_BYTES];
            node_stitched_path(request->series[k].name, request->map, stitched);
            is_layer = strncmp(record->path, stitched, strlen(stitched) - strlen("png")) == 0;
        }
        if (!is_layer) {
            graph_claim(graph, record);
        }
    }
}

struct plan *plan_make(const struct plan_request *request, struct build_log *log,
                       const struct graph_disk *disk)
{
    /* What a kind is made of comes before it. */
    static void (*const declare[])(struct planning * planning) = {
        declare_tiles,   declare_stitched,     plan_declare_zoom,
        declare_archive, plan_declare_minimap, declare_texts,
    };
    struct plan *plan = calloc(1, sizeof *plan);
    struct planning planning = {request, plan};
    if (!plan || !graph_open(&plan->graph, log, disk)) {
        plan_free(plan);
        return NULL;
    }
    plan->archive_node = NODE_NONE;
    plan->graph.redraw = request->policy;
    plan->graph.is_strict = request->is_strict;
    for (size_t i = 0; i < COUNT_OF(declare); i++) {
        declare[i](&planning);
    }
    if (!graph_close(&plan->graph, plan->makes_absent || plan->makes_minimap)) {
        plan_free(plan);
        return NULL;
    }
    plan->makes_archive = graph_node(&plan->graph, plan->archive_node)->fate == NODE_MADE;
    plan->makes_texts = plan->graph.made_count > 0; /* they are made of all others */
    return plan;
}

void plan_free(struct plan *plan)
{
    if (plan) {
        graph_free(&plan->graph);
        free(plan->stale_interiors);
        free(plan);
    }
}
