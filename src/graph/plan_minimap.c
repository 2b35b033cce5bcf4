/*
 * What is made of a client's minimap: tiles whose picture or file has changed. The table is written
 * with them, also when a line of it is gone, and when tiles leave the map.
 */
#include "graph/node_path.h"
#include "graph/plan_parts.h"

static void plan_tile(struct planning *planning, uint32_t x, uint32_t y)
{
    char path[PATH_NAME_BYTES];
    struct plan *plan = planning->plan;
    const struct plan_request *request = planning->request;
    node_minimap_path(request->minimap.key, x, y, path);
    const struct build_record *record = planning_find(planning, path);
    if (!tile_set_has(&plan->series[0].present, x, y)) {
        plan->makes_minimap |= record != NULL;
        return;
    }
    enum dirty_reason reason = planning_dirty_reason(
        planning, record, request->minimap.recipe, nodes_of_minimap(request, planning->log, x, y));
    if (reason != UP_TO_DATE || tile_set_has(&plan->series[0].made, x, y)) {
        tile_set_add(&plan->minimap_tiles, x, y);
        plan->makes_minimap = true;
    }
}

void planning_minimap(struct planning *planning)
{
    char path[PATH_NAME_BYTES];
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        plan_tile(planning, i % TILE_SET_GRID, i / TILE_SET_GRID);
    }
    node_minimap_table_path(planning->request->minimap.key, path);
    const struct build_record *table = planning_find(planning, path);
    if (planning->request->minimap.has_table &&
        !tile_set_is_empty(&planning->plan->series[0].present)) {
        planning->plan->makes_minimap |= !table || !planning_is_as_recorded(planning, table);
    }
}
