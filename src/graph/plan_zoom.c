/*
 * Which zoom pictures are made.
 *
 * Pictures of level 6 and deeper lie within one tile and are judged together: if one is out of
 * date, all of the tile's are made, from the tile's pixels. Pictures above are judged one by one,
 * from the deepest up, since making one makes the picture above it.
 */
#include "graph/node_path.h"
#include "graph/plan_parts.h"

static bool is_zoom_current(struct planning *planning, uint32_t zoom, uint32_t x, uint32_t y)
{
    char path[PATH_NAME_BYTES];
    node_zoom_path(zoom, x, y, planning->request->zoom_format, path);
    const struct build_record *record = planning_find(planning, path);
    struct hash128 nodes = nodes_of_zoom(planning->request, planning->log,
                                         &planning->plan->series[0].present, zoom, x, y);
    planning_want(planning, record);
    return planning_dirty_reason(planning, record, planning->request->zoom_recipe, nodes) ==
           UP_TO_DATE;
}

/* The pictures within one tile. */
static void plan_deep_zoom(struct planning *planning, uint32_t x, uint32_t y)
{
    struct plan *plan = planning->plan;
    bool is_current = !tile_set_has(&plan->series[0].made, x, y);
    for (uint32_t zoom = PYRAMID_GRID_ZOOM; zoom <= planning->request->zoom_max; zoom++) {
        uint32_t count = 1U << (zoom - PYRAMID_GRID_ZOOM);
        for (uint32_t i = 0; i < count * count; i++) {
            bool is = is_zoom_current(planning, zoom, x * count + i % count, y * count + i / count);
            is_current = is_current && is;
        }
    }
    if (!is_current) {
        tile_set_add(&plan->zoom_tiles, x, y);
    }
}

static bool makes_child(const struct planning *planning, uint32_t zoom, uint32_t x, uint32_t y)
{
    const struct plan *plan = planning->plan;
    if (zoom == planning->request->zoom_max) {
        return zoom_shows(&plan->series[0].made, zoom, x, y);
    }
    if (zoom + 1 >= PYRAMID_GRID_ZOOM) {
        return zoom_shows(&plan->zoom_tiles, zoom, x, y);
    }
    bool makes = false;
    for (uint32_t i = 0; i < 4; i++) {
        makes |= plan->zoom_joined[pyramid_joined(zoom + 1, 2 * x + i % 2, 2 * y + i / 2)];
    }
    return makes;
}

/* A picture of the deepest level that shows several tiles is made from the pixels of all of them.
 */
static void take_tiles(struct plan *plan, uint32_t zoom, uint32_t x, uint32_t y)
{
    uint32_t span = TILE_SET_GRID >> zoom;
    for (uint32_t i = 0; i < span * span; i++) {
        uint32_t column = x * span + i % span;
        uint32_t row = y * span + i / span;
        if (tile_set_has(&plan->series[0].present, column, row)) {
            tile_set_add(&plan->zoom_tiles, column, row);
        }
    }
}

static void plan_joined_zoom(struct planning *planning, uint32_t zoom)
{
    struct plan *plan = planning->plan;
    for (uint32_t i = 0; i < 1U << 2 * zoom; i++) {
        uint32_t x = i & ((1U << zoom) - 1);
        uint32_t y = i >> zoom;
        if (!zoom_shows(&plan->series[0].present, zoom, x, y)) {
            continue;
        }
        bool is_current = is_zoom_current(planning, zoom, x, y);
        if (!is_current || makes_child(planning, zoom, x, y)) {
            plan->zoom_joined[pyramid_joined(zoom, x, y)] = true;
            plan->makes_zoom = true;
            if (zoom == planning->request->zoom_max) {
                take_tiles(plan, zoom, x, y);
            }
        }
    }
}

void planning_zoom(struct planning *planning)
{
    struct plan *plan = planning->plan;
    uint32_t deepest = planning->request->zoom_max;
    for (uint32_t i = 0; i < TILE_SET_TILES && deepest >= PYRAMID_GRID_ZOOM; i++) {
        if (tile_set_has(&plan->series[0].present, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            plan_deep_zoom(planning, i % TILE_SET_GRID, i / TILE_SET_GRID);
        }
    }
    for (uint32_t zoom = deepest < PYRAMID_GRID_ZOOM ? deepest : PYRAMID_GRID_ZOOM - 1;; zoom--) {
        plan_joined_zoom(planning, zoom);
        if (zoom == 0) {
            break;
        }
    }
    plan->makes_zoom |= !tile_set_is_empty(&plan->zoom_tiles);
    tile_set_add_all(&plan->series[0].read_back, &plan->zoom_tiles);
}
