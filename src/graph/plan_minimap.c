/*
 * What is made of a client's minimap: tiles whose picture or file has changed. The table is written
 * with them, also when a line of it is gone, and when tiles leave the map.
 *
 * The rooms of a WMO are drawn together, when a file that they were made of has changed or one of
 * their own files is not as recorded. Which WMOs the map has is looked up again when a file that
 * its pictures depend on has changed: ADTs are among these.
 */
#include "base/path.h"
#include "graph/node_path.h"
#include "graph/plan_parts.h"

static void plan_tile(struct planning *planning, uint32_t x, uint32_t y)
{
    char path[NODE_MINIMAP_BYTES];
    struct plan *plan = planning->plan;
    const struct plan_request *request = planning->request;
    node_minimap_tile_path(request->minimap.key, x, y, path);
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

static void plan_table(struct planning *planning)
{
    char path[NODE_MINIMAP_BYTES];
    node_minimap_path(planning->request->minimap.key, "table", path);
    const struct build_record *table = planning_find(planning, path);
    if (planning->request->minimap.has_table &&
        !tile_set_is_empty(&planning->plan->series[0].present)) {
        planning->plan->makes_minimap |= !table || !planning_is_as_recorded(planning, table);
    }
}

/* Marks the WMO of a node whose rooms are to be drawn again. */
static void plan_interior(struct planning *planning, const struct build_record *record)
{
    char path[NODE_MINIMAP_BYTES];
    const struct build_record *wmo = NULL;
    if (node_minimap_is_block(record->path, path)) {
        wmo = planning_is_as_recorded(planning, record) ? NULL : planning_find(planning, path);
    } else if (name_has_suffix(record->path, ".wmo") &&
               (planning->request->policy == REDRAW_ALL ||
                !hash128_equal(record->recipe, planning->request->minimap.interior_recipe) ||
                planning_changed_input(planning, record))) {
        wmo = record;
    }
    if (wmo) {
        planning->plan->stale_interiors[wmo - planning->log->records] = true;
        planning->plan->makes_interiors = true;
    }
}

static void plan_interiors(struct planning *planning)
{
    char path[NODE_MINIMAP_BYTES];
    struct plan *plan = planning->plan;
    const struct plan_request *request = planning->request;
    for (uint32_t i = 0; i < planning->log->count; i++) {
        const struct build_record *record = &planning->log->records[i];
        if (record->state == BUILD_MADE && node_minimap_name(request->minimap.key, record->path)) {
            plan_interior(planning, record);
        }
    }
    node_minimap_path(request->minimap.key, "interiors", path);
    enum dirty_reason reason = planning_dirty_reason(planning, planning_find(planning, path),
                                                     request->minimap.interior_recipe,
                                                     nodes_of_interiors(request, planning->log));
    plan->makes_interiors |= reason != UP_TO_DATE || !tile_set_is_empty(&plan->series[0].made);
    plan->makes_minimap |= plan->makes_interiors;
}

void planning_minimap(struct planning *planning)
{
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        plan_tile(planning, i % TILE_SET_GRID, i / TILE_SET_GRID);
    }
    plan_table(planning);
    if (planning->request->minimap.has_interiors) {
        plan_interiors(planning);
    }
}
