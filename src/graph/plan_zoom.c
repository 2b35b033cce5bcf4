/*
 * Which zoom pictures are made.
 *
 * Pictures of level 6 and deeper lie within one tile and are judged together, with the tile's
 * heights: if one is out of date, all of the tile's are made, from the tile's pixels. Where the
 * deepest picture shows several tiles, their heights are judged with it. Pictures above are judged
 * one by one, from the deepest up, since making one makes the picture above it.
 */
#include "graph/node_path.h"
#include "graph/plan_parts.h"

/* A series whose zoom pictures are being decided. */
struct zooming {
    struct planning *planning;
    uint32_t number;
    const struct plan_series *series;
    struct plan_of_series *result;
};

static struct build_record *find_zoom(const struct zooming *zooming, uint32_t zoom, uint32_t x,
                                      uint32_t y)
{
    char path[PATH_NAME_BYTES];
    node_zoom_path(zooming->series->name, zoom, x, y, zooming->series->zoom_format, path);
    return planning_find(zooming->planning, path);
}

static bool is_up_to_date(const struct zooming *zooming, const struct build_record *record,
                          struct hash128 recipe, uint32_t zoom, uint32_t x, uint32_t y)
{
    const struct planning *planning = zooming->planning;
    struct hash128 nodes = nodes_of_zoom(planning->request, planning->log, zooming->number,
                                         &zooming->result->present, zoom, x, y);
    return planning_dirty_reason(planning, record, recipe, nodes) == UP_TO_DATE;
}

static bool is_zoom_current(const struct zooming *zooming, uint32_t zoom, uint32_t x, uint32_t y)
{
    const struct build_record *record = find_zoom(zooming, zoom, x, y);
    planning_want(zooming->planning, record);
    return is_up_to_date(zooming, record, zooming->series->zoom_recipe, zoom, x, y);
}

static struct build_record *find_heights(const struct zooming *zooming, uint32_t x, uint32_t y)
{
    char path[PATH_NAME_BYTES];
    node_heights_path(x, y, path);
    return planning_find(zooming->planning, path);
}

/* True of series without heights. */
static bool are_heights_current(const struct zooming *zooming, uint32_t x, uint32_t y)
{
    if (!zooming->series->has_heights || !tile_set_has(&zooming->result->present, x, y)) {
        return true;
    }
    const struct build_record *record = find_heights(zooming, x, y);
    planning_want(zooming->planning, record);
    return is_up_to_date(zooming, record, zooming->series->zoom_recipe, PYRAMID_GRID_ZOOM, x, y);
}

/* What is made of one tile. */
static void plan_deep_zoom(const struct zooming *zooming, uint32_t x, uint32_t y)
{
    bool is_current =
        are_heights_current(zooming, x, y) && !tile_set_has(&zooming->result->made, x, y);
    for (uint32_t zoom = PYRAMID_GRID_ZOOM; zoom <= zooming->planning->request->zoom_max; zoom++) {
        uint32_t count = 1U << (zoom - PYRAMID_GRID_ZOOM);
        for (uint32_t i = 0; i < count * count; i++) {
            bool is = is_zoom_current(zooming, zoom, x * count + i % count, y * count + i / count);
            is_current = is_current && is;
        }
    }
    if (!is_current) {
        tile_set_add(&zooming->result->zoom_tiles, x, y);
    }
}

static bool makes_child(const struct zooming *zooming, uint32_t zoom, uint32_t x, uint32_t y)
{
    const struct plan_of_series *result = zooming->result;
    if (zoom == zooming->planning->request->zoom_max) {
        return zoom_shows(&result->made, zoom, x, y);
    }
    if (zoom + 1 >= PYRAMID_GRID_ZOOM) {
        return zoom_shows(&result->zoom_tiles, zoom, x, y);
    }
    bool makes = false;
    for (uint32_t i = 0; i < 4; i++) {
        makes |= result->zoom_joined[pyramid_joined(zoom + 1, 2 * x + i % 2, 2 * y + i / 2)];
    }
    return makes;
}

/* A picture of the deepest level that shows several tiles is made from the pixels of all of them.
 */
static void take_tiles(struct plan_of_series *result, uint32_t zoom, uint32_t x, uint32_t y)
{
    uint32_t span = TILE_SET_GRID >> zoom;
    for (uint32_t i = 0; i < span * span; i++) {
        uint32_t column = x * span + i % span;
        uint32_t row = y * span + i / span;
        if (tile_set_has(&result->present, column, row)) {
            tile_set_add(&result->zoom_tiles, column, row);
        }
    }
}

/* Of all tiles of a picture of the deepest level. */
static bool are_heights_below_current(const struct zooming *zooming, uint32_t zoom, uint32_t x,
                                      uint32_t y)
{
    uint32_t span = TILE_SET_GRID >> zoom;
    bool are = true;
    for (uint32_t i = 0; i < span * span && zoom == zooming->planning->request->zoom_max; i++) {
        are &= are_heights_current(zooming, x * span + i % span, y * span + i / span);
    }
    return are;
}

static void plan_joined_zoom(const struct zooming *zooming, uint32_t zoom)
{
    struct plan_of_series *result = zooming->result;
    for (uint32_t i = 0; i < 1U << 2 * zoom; i++) {
        uint32_t x = i & ((1U << zoom) - 1);
        uint32_t y = i >> zoom;
        if (!zoom_shows(&result->present, zoom, x, y)) {
            continue;
        }
        bool is_current = is_zoom_current(zooming, zoom, x, y);
        is_current &= are_heights_below_current(zooming, zoom, x, y);
        if (!is_current || makes_child(zooming, zoom, x, y)) {
            result->zoom_joined[pyramid_joined(zoom, x, y)] = true;
            result->makes_zoom = true;
            if (zoom == zooming->planning->request->zoom_max) {
                take_tiles(result, zoom, x, y);
            }
        }
    }
}

static void plan_zoom(const struct zooming *zooming)
{
    struct plan_of_series *result = zooming->result;
    uint32_t deepest = zooming->planning->request->zoom_max;
    for (uint32_t i = 0; i < TILE_SET_TILES && deepest >= PYRAMID_GRID_ZOOM; i++) {
        if (tile_set_has(&result->present, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            plan_deep_zoom(zooming, i % TILE_SET_GRID, i / TILE_SET_GRID);
        }
    }
    for (uint32_t zoom = deepest < PYRAMID_GRID_ZOOM ? deepest : PYRAMID_GRID_ZOOM - 1;; zoom--) {
        plan_joined_zoom(zooming, zoom);
        if (zoom == 0) {
            break;
        }
    }
    result->makes_zoom |= !tile_set_is_empty(&result->zoom_tiles);
    tile_set_add_all(&result->read_back, &result->zoom_tiles);
}

/* Whether a picture below this one, on record, goes. */
static bool loses_child(const struct zooming *zooming, uint32_t zoom, uint32_t x, uint32_t y)
{
    const struct planning *planning = zooming->planning;
    bool loses = false;
    for (uint32_t i = 0; i < 4 && zoom < planning->request->zoom_max; i++) {
        const struct build_record *child =
            find_zoom(zooming, zoom + 1, 2 * x + i % 2, 2 * y + i / 2);
        loses |= child && !planning->is_wanted[child - planning->log->records];
    }
    return loses;
}

static void keep_heights(const struct zooming *zooming)
{
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        const struct build_record *record = find_heights(zooming, x, y);
        if (record && tile_set_has(&zooming->result->present, x, y) &&
            is_up_to_date(zooming, record, record->recipe, PYRAMID_GRID_ZOOM, x, y)) {
            planning_want(zooming->planning, record);
        }
    }
}

/* What a layer that this run does not make is made into stays while it shows its tiles. */
static void keep_zoom(const struct zooming *zooming)
{
    if (zooming->series->has_heights) {
        keep_heights(zooming);
    }
    for (uint32_t zoom = zooming->planning->request->zoom_max + 1; zoom-- > 0;) {
        for (uint32_t i = 0; i < 1U << 2 * zoom; i++) {
            uint32_t x = i & ((1U << zoom) - 1);
            uint32_t y = i >> zoom;
            bool shows = zoom_shows(&zooming->result->present, zoom, x, y);
            const struct build_record *record = shows ? find_zoom(zooming, zoom, x, y) : NULL;
            if (record && !loses_child(zooming, zoom, x, y) &&
                is_up_to_date(zooming, record, record->recipe, zoom, x, y)) {
                planning_want(zooming->planning, record);
            }
        }
    }
}

/* Whether the log has zoom pictures of the series: any, since the upper ones go first. */
static bool has_zoom_records(const struct zooming *zooming)
{
    const struct build_log *log = zooming->planning->log;
    bool has = false;
    for (uint32_t i = 0; i < log->count && !has; i++) {
        has = node_is_zoom_path(zooming->series->name, log->records[i].path);
    }
    return has;
}

void planning_zoom(struct planning *planning, uint32_t series)
{
    const struct zooming zooming = {planning, series, &planning->request->series[series],
                                    &planning->plan->series[series]};
    if (zooming.series->has_zoom) {
        plan_zoom(&zooming);
    } else if (series > 0 && !zooming.series->is_asked && has_zoom_records(&zooming)) {
        keep_zoom(&zooming);
    }
}
