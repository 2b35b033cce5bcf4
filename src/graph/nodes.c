/* Hashes the content ids of the nodes that another node is made of, for graph/plan.h. */
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "graph/node_path.h"
#include "graph/plan.h"
#include "output/web/web_thumbnail.h"

/* Hashes are chained: the sum so far, 16 bytes, and the next hash, 16 bytes. */
static void add(struct hash128 *sum, struct hash128 more)
{
    const struct hash128 both[] = {*sum, more};
    *sum = hash128(both, sizeof both);
}

static const struct build_record *tile_record(const struct plan_request *request,
                                              const struct build_log *log, uint32_t series,
                                              uint32_t x, uint32_t y)
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

/* The content id of a tile; zero where it is not present. */
static struct hash128 tile_content(const struct plan_request *request, const struct build_log *log,
                                   uint32_t series, uint32_t x, uint32_t y)
{
    return node_is_present(request, log, series, x, y)
               ? tile_record(request, log, series, x, y)->pixels
               : (struct hash128){0};
}

struct hash128 nodes_of_stitched(const struct plan_request *request, const struct build_log *log,
                                 uint32_t series, const struct tile_set *shown,
                                 const struct tile_set *present)
{
    struct hash128 sum = hash128(shown, sizeof *shown);
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(shown, x, y)) {
            struct hash128 content = {0};
            if (tile_set_has(present, x, y)) {
                content = tile_content(request, log, series, x, y);
            }
            add(&sum, content);
        }
    }
    return sum;
}

/* The tiles of a square of `span` tiles, at (x, y) of the grid. */
static struct hash128 nodes_of_square(const struct plan_request *request,
                                      const struct build_log *log, uint32_t series,
                                      const struct tile_set *present, uint32_t x, uint32_t y,
                                      uint32_t span)
{
    struct hash128 sum = {0};
    for (uint32_t i = 0; i < span * span; i++) {
        struct hash128 content = {0};
        if (tile_set_has(present, x + i % span, y + i / span)) {
            content = tile_content(request, log, series, x + i % span, y + i / span);
        }
        add(&sum, content);
    }
    return sum;
}

struct hash128 nodes_of_zoom(const struct plan_request *request, const struct build_log *log,
                             uint32_t series, const struct tile_set *present, uint32_t zoom,
                             uint32_t x, uint32_t y)
{
    if (zoom >= PYRAMID_GRID_ZOOM) {
        uint32_t below = zoom - PYRAMID_GRID_ZOOM;
        return nodes_of_square(request, log, series, present, x >> below, y >> below, 1);
    }
    if (zoom == request->zoom_max) {
        uint32_t span = TILE_SET_GRID >> zoom;
        return nodes_of_square(request, log, series, present, x * span, y * span, span);
    }
    struct hash128 sum = {0};
    for (uint32_t i = 0; i < 4; i++) {
        char path[PATH_NAME_BYTES];
        node_zoom_path(request->series[series].name, zoom + 1, 2 * x + i % 2, 2 * y + i / 2,
                       request->series[series].zoom_format, path);
        const struct build_record *child = build_log_find(log, path);
        bool shows = child && zoom_shows(present, zoom + 1, 2 * x + i % 2, 2 * y + i / 2);
        add(&sum, shows ? child->pixels : (struct hash128){0});
    }
    return sum;
}

struct hash128 nodes_of_minimap(const struct plan_request *request, const struct build_log *log,
                                uint32_t x, uint32_t y)
{
    return tile_content(request, log, 0, x, y);
}

/* The WMOs of a map depend on the files that its pictures depend on. */
struct hash128 nodes_of_interiors(const struct plan_request *request, const struct build_log *log)
{
    struct hash128 sum = {0};
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        const struct build_record *record =
            tile_record(request, log, 0, i % TILE_SET_GRID, i / TILE_SET_GRID);
        for (uint32_t k = 0; record && k < record->input_count; k++) {
            add(&sum, log->inputs[record->inputs[k]].content_id);
        }
    }
    return sum;
}

/* Independent of the order of records. */
static void mix(struct hash128 *sum, const struct build_record *record)
{
    const struct hash128 parts[] = {
        hash128(record->path, strlen(record->path)),
        record->recipe,
        record->pixels,
        record->file.content,
        record->note ? hash128(record->note, strlen(record->note)) : (struct hash128){0},
        {.low = (uint64_t)record->state},
    };
    struct hash128 hash = hash128(parts, sizeof parts);
    sum->low += hash.low;
    sum->high ^= hash.high;
}

struct hash128 nodes_of_archive(const struct build_log *log)
{
    struct hash128 sum = {0};
    for (uint32_t i = 0; i < log->count; i++) {
        const struct build_record *record = &log->records[i];
        if (record->state == BUILD_MADE && node_is_zoom_path("", record->path)) {
            mix(&sum, record);
        }
    }
    return sum;
}

/* Texts are written from records, and files outside the map's folder are none of its: no other node
 * is made of them. */
static bool is_text(const char *path)
{
    static const char *const texts[] = {
        NODE_MANIFEST, "index.html",        "map.js",           "tilejson.json",   "tiles.js",
        NODE_MARKERS,  NODE_OBJECTS,        NODE_AREAS,         NODE_AREAS_SCRIPT, NODE_LANDMARKS,
        NODE_FLIGHTS,  NODE_FLIGHTS_SCRIPT, WEB_THUMBNAIL_FILE, WEB_CARD_FILE};
    bool is = node_is_outside(path) || name_has_suffix(path, ".pgw");
    for (size_t i = 0; i < sizeof texts / sizeof *texts && !is; i++) {
        is = strcmp(texts[i], path) == 0;
    }
    return is;
}

struct hash128 nodes_of_texts(const struct build_log *log)
{
    struct hash128 sum = {0};
    for (uint32_t i = 0; i < log->count; i++) {
        const struct build_record *record = &log->records[i];
        if (record->state != BUILD_GONE && !is_text(record->path)) {
            mix(&sum, record);
        }
    }
    return sum;
}

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
