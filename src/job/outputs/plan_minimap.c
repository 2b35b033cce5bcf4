/*
 * The nodes of a client's minimap: tiles, made of pictures, and the table, which is written with
 * them, also when a line of it is gone, and when tiles leave the map.
 *
 * The rooms of a WMO are drawn together, when a file that they were made of has changed or one of
 * their own files is not as recorded. Which WMOs the map has is looked up again when a file that
 * its pictures depend on has changed: ADTs are among these.
 */
#include <stdlib.h>

#include "base/path.h"
#include "graph/node_path.h"
#include "job/outputs/output_kind.h"

struct hash128 plan_hash_interiors(const struct plan_request *request, const struct build_log *log)
{
    struct hash128 sum = {0};
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        char path[PATH_NAME_BYTES];
        node_tile_path("", request->map, i % TILE_SET_GRID, i / TILE_SET_GRID, path);
        const struct build_record *record = build_log_find(log, path);
        for (uint32_t k = 0; record && k < record->input_count; k++) {
            const struct hash128 both[] = {sum, log->inputs[record->inputs[k]].content_id};
            sum = hash128(both, sizeof both);
        }
    }
    return sum;
}

static void declare_tile(struct planning *planning, uint32_t x, uint32_t y)
{
    char path[NODE_MINIMAP_BYTES];
    struct plan *plan = planning->plan;
    const struct plan_minimap *minimap = &planning->request->minimap;
    node_minimap_tile_path(minimap->key, x, y, path);
    if (!tile_set_has(&plan->series[0].present, x, y)) {
        plan->makes_minimap |= build_log_find(plan->graph.log, path) != NULL;
        return;
    }
    const struct node node = {.path = path,
                              .recipe = minimap->recipe,
                              .inputs = &plan->series[0].nodes[y][x],
                              .input_count = 1};
    if (graph_node(&plan->graph, graph_add(&plan->graph, &node))->fate == NODE_MADE) {
        tile_set_add(&plan->minimap_tiles, x, y);
        plan->makes_minimap = true;
    }
}

/* Marks the WMO of a record whose rooms are to be drawn again. */
static void plan_interior(struct planning *planning, const struct build_record *record)
{
    char path[NODE_MINIMAP_BYTES];
    const struct graph *graph = &planning->plan->graph;
    const struct build_record *wmo = NULL;
    if (node_minimap_is_block(record->path, path)) {
        wmo = graph_file_is_same(graph, record) ? NULL : build_log_find(graph->log, path);
    } else if (name_has_suffix(record->path, ".wmo") &&
               (planning->request->policy == REDRAW_ALL ||
                !hash128_equal(record->recipe, planning->request->minimap.interior_recipe) ||
                graph_changed_input(graph, record))) {
        wmo = record;
    }
    if (wmo) {
        planning->plan->stale_interiors[wmo - graph->log->records] = true;
        planning->plan->makes_interiors = true;
    }
}

static void declare_interiors(struct planning *planning)
{
    char path[NODE_MINIMAP_BYTES];
    struct plan *plan = planning->plan;
    const struct plan_request *request = planning->request;
    struct build_log *log = plan->graph.log;
    plan->stale_interiors = calloc((size_t)log->count + 1, sizeof *plan->stale_interiors);
    if (!plan->stale_interiors) {
        plan->graph.failed = true;
        return;
    }
    for (uint32_t i = 0; i < log->count; i++) {
        const struct build_record *record = &log->records[i];
        if (record->state == BUILD_MADE && node_minimap_name(request->minimap.key, record->path)) {
            plan_interior(planning, record);
        }
    }
    const struct node list = {.path = path,
                              .recipe = request->minimap.interior_recipe,
                              .has_facts = true,
                              .facts = plan_hash_interiors(request, log)};
    node_minimap_path(request->minimap.key, "interiors", path);
    const struct node *node = graph_node(&plan->graph, graph_add(&plan->graph, &list));
    plan->makes_interiors |= node->fate == NODE_MADE || !tile_set_is_empty(&plan->series[0].made);
    plan->makes_minimap |= plan->makes_interiors;
}

static void declare(struct planning *planning)
{
    char path[NODE_MINIMAP_BYTES];
    struct plan *plan = planning->plan;
    const struct plan_minimap *minimap = &planning->request->minimap;
    if (!minimap->is_asked) {
        return;
    }
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        declare_tile(planning, tile.x, tile.y);
    }
    if (minimap->has_table && !tile_set_is_empty(&plan->series[0].present)) {
        const struct node table = {.path = path, .recipe = minimap->recipe};
        node_minimap_path(minimap->key, "table", path);
        plan->makes_minimap |=
            graph_node(&plan->graph, graph_add(&plan->graph, &table))->fate == NODE_MADE;
    }
    if (minimap->has_interiors) {
        declare_interiors(planning);
    }
}

const struct output_kind output_minimap = {.product = PRODUCT_MINIMAP, .declare = declare};
