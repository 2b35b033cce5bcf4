/*
 * The nodes of zoom levels. A picture is made of its four children, the deepest of a tile's pixels,
 * or of several tiles' where it shows several; heights are made of a tile's pixels too. The levels
 * are declared from the deepest up: if a picture is made, so are those above it.
 *
 * What a layer that the run does not ask for is made into is kept while it shows its tiles.
 */
#include <stdlib.h>
#include <string.h>

#include "graph/node_path.h"
#include "graph/plan.h"

/* A series whose zoom pictures are being declared. */
struct zooming {
    struct planning *planning;
    const struct plan_series *series;
    struct plan_of_series *result;
    enum node_policy policy;
};

bool zoom_shows(const struct tile_set *tiles, uint32_t zoom, uint32_t x, uint32_t y)
{
    if (zoom >= PYRAMID_GRID_ZOOM) {
        uint32_t below = zoom - PYRAMID_GRID_ZOOM;
        return tile_set_has(tiles, x >> below, y >> below);
    }
    uint32_t span = TILE_SET_GRID >> zoom;
    uint64_t columns = UINT64_MAX >> (TILE_SET_GRID - span) << x * span;
    uint64_t any = 0;
    for (uint32_t row = y * span; row < (y + 1) * span; row++) {
        any |= tiles->rows[row] & columns;
    }
    return any != 0;
}

static uint32_t tile_node(const struct zooming *zooming, uint32_t x, uint32_t y)
{
    bool is_present = tile_set_has(&zooming->result->present, x, y);
    return is_present ? zooming->result->nodes[y][x] : NODE_NONE;
}

/* Adds a node; what is not to be made is added only where there is a record. */
static uint32_t add_node(const struct zooming *zooming, enum node_policy policy, const char *path,
                         const uint32_t *inputs, uint32_t count)
{
    struct graph *graph = &zooming->planning->plan->graph;
    struct hash128 recipe = {0};
    if (policy != NODE_KEEP) {
        recipe = zooming->series->zoom_recipe;
    }
    const struct node node = {
        .path = path,
        .policy = policy,
        .recipe = recipe,
        .inputs = inputs,
        .input_count = count,
    };
    if (policy != NODE_MAKE && !build_log_find(graph->log, path)) {
        return NODE_NONE;
    }
    return graph_add(graph, &node);
}

/* Notes that a picture is made, and of which tiles. */
static void note_made(const struct zooming *zooming, uint32_t zoom, uint32_t x, uint32_t y)
{
    struct plan_of_series *result = zooming->result;
    result->makes_zoom = true;
    if (zoom >= PYRAMID_GRID_ZOOM) {
        uint32_t below = zoom - PYRAMID_GRID_ZOOM;
        tile_set_add(&result->zoom_tiles, x >> below, y >> below);
        return;
    }
    result->zoom_joined[pyramid_joined(zoom, x, y)] = true;
    uint32_t span = TILE_SET_GRID >> zoom;
    for (uint32_t i = 0; i < span * span && zoom == zooming->planning->request->zoom_max; i++) {
        uint32_t column = x * span + i % span;
        uint32_t row = y * span + i / span;
        if (tile_set_has(&result->present, column, row)) {
            tile_set_add(&result->zoom_tiles, column, row);
        }
    }
}

/* Declares a level; `below` has the numbers of the nodes of the next one, row by row. */
static void declare_level(const struct zooming *zooming, uint32_t zoom, const uint32_t *below,
                          uint32_t *own)
{
    const struct graph *graph = &zooming->planning->plan->graph;
    uint32_t inputs[TILE_SET_TILES];
    uint32_t edge = 1U << zoom;
    for (uint32_t i = 0; i < edge * edge; i++) {
        char path[PATH_NAME_BYTES];
        uint32_t x = i & (edge - 1);
        uint32_t y = i >> zoom;
        uint32_t count = 0;
        own[i] = NODE_NONE;
        if (!zoom_shows(&zooming->result->present, zoom, x, y)) {
            continue;
        }
        if (below) {
            for (; count < 4; count++) {
                inputs[count] = below[(2 * y + count / 2) * 2 * edge + 2 * x + count % 2];
            }
        } else if (zoom >= PYRAMID_GRID_ZOOM) {
            uint32_t shift = zoom - PYRAMID_GRID_ZOOM;
            inputs[count++] = tile_node(zooming, x >> shift, y >> shift);
        } else {
            uint32_t span = TILE_SET_GRID >> zoom;
            for (; count < span * span; count++) {
                inputs[count] =
                    tile_node(zooming, x * span + count % span, y * span + count / span);
            }
        }
        node_zoom_path(zooming->series->name, zoom, x, y, zooming->series->zoom_format, path);
        own[i] = add_node(zooming, zooming->policy, path, inputs, count);
        if (graph_node(graph, own[i])->fate == NODE_MADE) {
            note_made(zooming, zoom, x, y);
        }
    }
}

static void declare_heights(const struct zooming *zooming)
{
    struct plan_of_series *result = zooming->result;
    enum node_policy policy = zooming->policy == NODE_KEEP ? NODE_KEEP : NODE_MAKE;
    for (uint32_t i = 0; i < TILE_SET_TILES && zooming->series->has_heights; i++) {
        char path[PATH_NAME_BYTES];
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (!tile_set_has(&result->present, x, y)) {
            continue;
        }
        node_heights_path(x, y, path);
        uint32_t added = add_node(zooming, policy, path, &result->nodes[y][x], 1);
        if (graph_node(&zooming->planning->plan->graph, added)->fate == NODE_MADE) {
            tile_set_add(&result->height_tiles, x, y);
        }
    }
}

/* Whether the log has zoom pictures of the series: any, since the upper ones go first. */
static bool has_records(const struct build_log *log, const char *series)
{
    for (uint32_t i = 0; i < log->count; i++) {
        if (log->records[i].state != BUILD_GONE &&
            node_is_zoom_path(series, log->records[i].path)) {
            return true;
        }
    }
    return false;
}

static void declare_series(const struct zooming *zooming)
{
    struct plan_of_series *result = zooming->result;
    struct graph *graph = &zooming->planning->plan->graph;
    uint32_t *below = NULL;
    for (uint32_t zoom = zooming->planning->request->zoom_max + 1; zoom-- > 0;) {
        uint32_t *own = reallocarray(NULL, (size_t)1 << 2 * zoom, sizeof *own);
        if (!own) {
            graph->failed = true;
            break;
        }
        declare_level(zooming, zoom, below, own);
        free(below);
        below = own;
    }
    free(below);
    declare_heights(zooming);
    tile_set_add_all(&result->read_back, &result->zoom_tiles);
    tile_set_add_all(&result->read_back, &result->height_tiles);
}

void plan_declare_zoom(struct planning *planning)
{
    for (uint32_t number = 0; number < planning->request->series_count; number++) {
        const struct plan_series *series = &planning->request->series[number];
        const struct zooming zooming = {planning, series, &planning->plan->series[number],
                                        series->has_zoom ? series->zoom_policy : NODE_KEEP};
        bool is_kept =
            number > 0 && !series->is_asked && has_records(planning->plan->graph.log, series->name);
        if (series->has_zoom || is_kept) {
            declare_series(&zooming);
        }
    }
}
