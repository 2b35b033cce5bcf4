/* Makes pictures that show several tiles, for output/zoom/pyramid.h. */
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "output/zoom/average_heights.h"
#include "output/zoom/halve.h"
#include "output/zoom/pyramid_parts.h"
#include "render/layers/terrarium.h"

static struct zoom_node *node_at(struct pyramid *pyramid, uint32_t zoom, uint32_t x, uint32_t y)
{
    return &pyramid->nodes[pyramid_joined(zoom, x, y)];
}

static void count_tiles(struct pyramid *pyramid, const struct tile_set *tiles)
{
    uint32_t shift = PYRAMID_GRID_ZOOM - pyramid->entry_zoom;
    for (struct tile_step tile = {0}; tile_set_next(tiles, &tile);) {
        struct zoom_node *node =
            node_at(pyramid, pyramid->entry_zoom, tile.x >> shift, tile.y >> shift);
        node->pending++;
        node->is_made = true;
    }
}

void pyramid_count_children(struct pyramid *pyramid, const struct tile_set *tiles,
                            const bool *joined)
{
    for (size_t i = 0; joined && i < PYRAMID_JOINED_MAX; i++) {
        pyramid->nodes[i].is_made = joined[i];
    }
    count_tiles(pyramid, tiles);
    for (uint32_t zoom = pyramid->entry_zoom; zoom > 0; zoom--) {
        for (uint32_t i = 0; i < 1U << 2 * zoom; i++) {
            uint32_t x = i & ((1U << zoom) - 1);
            uint32_t y = i >> zoom;
            struct zoom_node *above = node_at(pyramid, zoom - 1, x / 2, y / 2);
            bool is_made = node_at(pyramid, zoom, x, y)->is_made;
            above->pending += is_made;
            above->is_made |= is_made;
        }
    }
}

void pyramid_halve(const struct pyramid *pyramid, const uint8_t *in, uint32_t edge_px,
                   size_t stride_bytes, uint8_t *out)
{
    if (pyramid->has_heights) {
        average_heights(in, edge_px, stride_bytes, out, edge_px / 2);
    } else {
        halve_picture(in, edge_px, stride_bytes, out);
    }
}

/* The node's pixels, nothing at first; NULL when out of memory. With the lock held. */
static uint8_t *node_pixels(struct pyramid *pyramid, struct zoom_node *node)
{
    if (!node->pixels) {
        node->pixels = calloc(1, WEB_TILE_BYTES);
        for (size_t i = 0; node->pixels && pyramid->has_heights && i < WEB_TILE_BYTES; i += 4) {
            terrarium_write(TERRARIUM_NOTHING, node->pixels + i);
        }
    }
    if (!node->pixels && !pyramid->status) {
        pyramid->status = diag_fail_memory(&pyramid->diag);
    }
    return node->pixels;
}

/* Copies a child into its place in the node's pixels. No other thread writes to that place, so only
 * the allocation needs the lock. */
static void copy_child(struct pyramid *pyramid, struct zoom_node *node, const struct child *child)
{
    pthread_mutex_lock(&pyramid->lock);
    uint8_t *pixels = node_pixels(pyramid, node);
    pthread_mutex_unlock(&pyramid->lock);
    if (!pixels) {
        return;
    }
    size_t edge_px = WEB_TILE_PX / child->per_edge;
    size_t column = child->x % child->per_edge;
    size_t row = child->y % child->per_edge;
    uint8_t *place = pixels + row * edge_px * WEB_TILE_ROW_BYTES + column * edge_px * 4;
    for (size_t y = 0; y < edge_px; y++) {
        memcpy(place + y * WEB_TILE_ROW_BYTES, child->pixels + y * child->stride_bytes,
               edge_px * 4);
    }
}

/* Puts a child in its place. True if it was the last one: the caller then owns the picture. */
static bool store(struct pyramid *pyramid, const struct child *child)
{
    struct zoom_node *node =
        node_at(pyramid, child->zoom, child->x / child->per_edge, child->y / child->per_edge);
    if (child->pixels) {
        copy_child(pyramid, node, child);
    }
    pthread_mutex_lock(&pyramid->lock);
    node->came |= (uint8_t)(1U << (child->y % 2 * 2 + child->x % 2));
    node->pending--;
    bool is_last = node->pending == 0;
    pthread_mutex_unlock(&pyramid->lock);
    return is_last;
}

/* Reads a child that is not made in this run from its file. */
static void read_child(struct pyramid *pyramid, struct zoom_node *node, uint32_t zoom, uint32_t x,
                       uint32_t y)
{
    char *path = pyramid_path(pyramid->directory, zoom, x, y, pyramid->format);
    uint8_t *pixels = malloc(WEB_TILE_BYTES);
    struct adtmap_message message = {0};
    struct diag diag = {path, pyramid->diag.log, &message};
    enum adtmap_status status = path && pixels ? image_decode(pyramid->format, path, &diag, pixels)
                                               : diag_fail_memory(&diag);
    if (status) {
        pyramid_keep_failure(pyramid, status, &message);
    } else {
        pyramid_halve(pyramid, pixels, WEB_TILE_PX, WEB_TILE_ROW_BYTES, pixels);
        const struct child child = {zoom - 1, x, y, 2, pixels, WEB_TILE_ROW_BYTES / 2};
        copy_child(pyramid, node, &child);
    }
    free(pixels);
    free(path);
}

static void read_other_children(struct pyramid *pyramid, struct zoom_node *node, uint32_t zoom,
                                uint32_t x, uint32_t y)
{
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t column = 2 * x + i % 2;
        uint32_t row = 2 * y + i / 2;
        if (!(node->came >> i & 1) && pyramid->has_file(pyramid->user, zoom + 1, column, row)) {
            read_child(pyramid, node, zoom + 1, column, row);
        }
    }
}

/* Writes a picture whose children have all come or been skipped,
 * and halves it for the one above. */
static void complete(struct pyramid *pyramid, struct zoom_worker *worker, uint32_t zoom, uint32_t x,
                     uint32_t y)
{
    struct zoom_node *node = node_at(pyramid, zoom, x, y);
    if (zoom < pyramid->depth.zoom && pyramid->has_file) {
        read_other_children(pyramid, node, zoom, x, y);
    }
    pyramid_write_picture(pyramid, worker, zoom, x, y, node->pixels, WEB_TILE_ROW_BYTES);
    if (node->pixels) {
        size_t stride_bytes = WEB_TILE_ROW_BYTES;
        const uint8_t *stored = pyramid_stored(pyramid, worker, node->pixels, &stride_bytes);
        pyramid_halve(pyramid, stored, WEB_TILE_PX, stride_bytes, node->pixels);
    }
    node->is_made = false; /* it is done */
}

/* Completes a picture and carries it up for as long as it is the last child of the one above. */
static void propagate_from(struct pyramid *pyramid, struct zoom_worker *worker, uint32_t zoom,
                           uint32_t x, uint32_t y)
{
    bool is_last = true;
    while (is_last) {
        struct zoom_node *node = node_at(pyramid, zoom, x, y);
        complete(pyramid, worker, zoom, x, y);
        is_last = zoom > 0;
        if (zoom > 0) {
            zoom--;
            const struct child child = {zoom, x, y, 2, node->pixels, WEB_TILE_ROW_BYTES / 2};
            is_last = store(pyramid, &child);
            x /= 2;
            y /= 2;
        }
        free(node->pixels);
        node->pixels = NULL;
    }
}

void pyramid_propagate(struct pyramid *pyramid, struct zoom_worker *worker, struct child child)
{
    if (store(pyramid, &child)) {
        propagate_from(pyramid, worker, child.zoom, child.x / child.per_edge,
                       child.y / child.per_edge);
    }
}

void pyramid_complete_rest(struct pyramid *pyramid, struct zoom_worker *worker)
{
    for (uint32_t zoom = pyramid->entry_zoom + 1; zoom-- > 0;) {
        for (uint32_t i = 0; i < 1U << 2 * zoom && !pyramid->status; i++) {
            uint32_t x = i & ((1U << zoom) - 1);
            uint32_t y = i >> zoom;
            const struct zoom_node *node = node_at(pyramid, zoom, x, y);
            if (node->is_made && node->pending == 0) {
                propagate_from(pyramid, worker, zoom, x, y);
            }
        }
    }
}
