#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "os/file.h"
#include "output/zoom/halve.h"
#include "output/zoom/pyramid_parts.h"

static struct node *node_at(struct pyramid *pyramid, uint32_t zoom, uint32_t x, uint32_t y)
{
    uint32_t first = ((1U << 2 * zoom) - 1) / 3;
    return &pyramid->nodes[first + (y << zoom) + x];
}

void pyramid_count_pieces(struct pyramid *pyramid, const struct tile_set *tiles)
{
    uint32_t shift = PYRAMID_GRID_ZOOM - pyramid->entry_zoom;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        uint32_t x = i % TILE_SET_GRID;
        uint32_t y = i / TILE_SET_GRID;
        if (tile_set_has(tiles, x, y)) {
            node_at(pyramid, pyramid->entry_zoom, x >> shift, y >> shift)->pending++;
        }
    }
    for (uint32_t zoom = pyramid->entry_zoom; zoom > 0; zoom--) {
        for (uint32_t i = 0; i < 1U << 2 * zoom; i++) {
            uint32_t x = i & ((1U << zoom) - 1);
            uint32_t y = i >> zoom;
            bool is_used = node_at(pyramid, zoom, x, y)->pending > 0;
            node_at(pyramid, zoom - 1, x / 2, y / 2)->pending += is_used;
        }
    }
}

/* The node's pixels, transparent at first; NULL when out of memory. With the lock held. */
static uint8_t *node_pixels(struct pyramid *pyramid, struct node *node)
{
    if (!node->pixels) {
        node->pixels = calloc(1, WEB_TILE_BYTES);
    }
    if (!node->pixels && !pyramid->status) {
        pyramid->status = diag_fail_memory(&pyramid->diag);
    }
    return node->pixels;
}

static void copy_square(const uint8_t *from, size_t from_stride, uint8_t *to, size_t edge_px)
{
    for (size_t y = 0; y < edge_px; y++) {
        memcpy(to + y * WEB_TILE_ROW_BYTES, from + y * from_stride, edge_px * 4);
    }
}

/* Puts a piece in its place. True when it was the last one: then the picture is the caller's. */
static bool deliver(struct pyramid *pyramid, const struct piece *piece)
{
    uint32_t column = piece->x % piece->per_edge;
    uint32_t row = piece->y % piece->per_edge;
    size_t edge_px = WEB_TILE_PX / piece->per_edge;
    struct node *node =
        node_at(pyramid, piece->zoom, piece->x / piece->per_edge, piece->y / piece->per_edge);
    uint8_t *pixels = NULL;
    if (piece->pixels) {
        pthread_mutex_lock(&pyramid->lock);
        pixels = node_pixels(pyramid, node);
        pthread_mutex_unlock(&pyramid->lock);
    }
    if (pixels) {
        copy_square(piece->pixels, piece->stride_bytes,
                    pixels + row * edge_px * WEB_TILE_ROW_BYTES + column * edge_px * 4, edge_px);
    }
    pthread_mutex_lock(&pyramid->lock);
    uint32_t index = row * piece->per_edge + column;
    if (pixels) {
        node->delivered[index / 64] |= UINT64_C(1) << index % 64;
    }
    node->pending--;
    bool is_last = node->pending == 0;
    pthread_mutex_unlock(&pyramid->lock);
    return is_last;
}

static bool has_all_pieces(const struct node *node, uint32_t per_edge)
{
    uint32_t count = 0;
    for (size_t i = 0; i < COUNT_OF(node->delivered); i++) {
        count += (uint32_t)__builtin_popcountll(node->delivered[i]);
    }
    return count == per_edge * per_edge;
}

/* Takes the pieces that did not come from the picture at `path`. A damaged one is left out; false
 * when it cannot be read for the moment, a failure that is kept. */
static bool take_earlier(struct pyramid *pyramid, struct node *node, const struct piece *piece,
                         const char *path)
{
    uint8_t *earlier = malloc(WEB_TILE_BYTES);
    struct adtmap_message message = {0};
    struct diag diag = {path, pyramid->diag.log, &message};
    enum adtmap_status status =
        earlier ? image_decode(pyramid->format, path, &diag, earlier) : diag_fail_memory(&diag);
    if (diag_is_transient(status)) {
        pyramid_keep_failure(pyramid, status, &message);
    } else if (status) {
        diag_warn(&diag, NULL, NO_OFFSET, "%.200s; what it showed is left out", message.what);
    }
    if (status) {
        free(earlier);
        return !diag_is_transient(status);
    }
    pthread_mutex_lock(&pyramid->lock);
    uint8_t *pixels = node_pixels(pyramid, node);
    pthread_mutex_unlock(&pyramid->lock);
    size_t edge_px = WEB_TILE_PX / piece->per_edge;
    for (uint32_t i = 0; pixels && i < piece->per_edge * piece->per_edge; i++) {
        size_t at =
            i / piece->per_edge * edge_px * WEB_TILE_ROW_BYTES + i % piece->per_edge * edge_px * 4;
        if (!(node->delivered[i / 64] >> i % 64 & 1)) {
            copy_square(earlier + at, WEB_TILE_ROW_BYTES, pixels + at, edge_px);
        }
    }
    free(earlier);
    return pixels != NULL;
}

/* take_earlier of what an earlier run has left, where pieces are lacking. */
static bool keep_earlier(struct pyramid *pyramid, struct node *node, const struct piece *piece,
                         uint32_t x, uint32_t y)
{
    if (has_all_pieces(node, piece->per_edge)) {
        return true;
    }
    char *path = pyramid_path(pyramid->directory, piece->zoom, x, y, pyramid->format);
    if (!path) {
        pyramid_lack_memory(pyramid);
        return false;
    }
    bool fine = !file_exists(path) || take_earlier(pyramid, node, piece, path);
    free(path);
    return fine;
}

/* Writes a picture whose pieces have all come or been skipped, and halves it for the one above. */
static void complete(struct pyramid *pyramid, struct bench *bench, struct node *node,
                     const struct piece *piece)
{
    uint32_t x = piece->x / piece->per_edge;
    uint32_t y = piece->y / piece->per_edge;
    if (!keep_earlier(pyramid, node, piece, x, y)) {
        free(node->pixels);
        node->pixels = NULL;
    }
    if (node->pixels) {
        pyramid_write_picture(pyramid, bench, piece->zoom, x, y, node->pixels, WEB_TILE_ROW_BYTES);
        halve_picture(node->pixels, WEB_TILE_PX, WEB_TILE_ROW_BYTES, node->pixels);
    }
}

void pyramid_rise(struct pyramid *pyramid, struct bench *bench, struct piece piece)
{
    struct node *below = NULL;
    for (;;) {
        bool is_last = deliver(pyramid, &piece);
        if (below) {
            free(below->pixels);
            below->pixels = NULL;
        }
        if (!is_last) {
            return;
        }
        uint32_t x = piece.x / piece.per_edge;
        uint32_t y = piece.y / piece.per_edge;
        below = node_at(pyramid, piece.zoom, x, y);
        complete(pyramid, bench, below, &piece);
        if (piece.zoom == 0) {
            free(below->pixels);
            below->pixels = NULL;
            return;
        }
        piece = (struct piece){piece.zoom - 1, x, y, 2, below->pixels, WEB_TILE_ROW_BYTES / 2};
    }
}
