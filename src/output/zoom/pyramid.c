/*
 * How tiles become zoom pictures.
 *
 *     zoom 8       4x4 pictures in one tile of 1024 px    cut from the tile's pixels
 *     zoom 7       2x2                                    from the tile halved
 *     zoom 6       1 picture, 256 px                      from the tile halved twice
 *     zoom 5 ... 0 each of 2x2 pictures below it          from nodes
 *
 * The thread that puts a tile does all of its work: it writes the pictures within the tile, halving
 * the tile from level to level, and then hands the last half, 128 px, to the node above (zoom 5). A
 * node is a picture of several tiles. It waits until each of its children has come or was skipped.
 * The thread that brings the last child writes the node's picture, halves it and takes it to the
 * next node, so no thread ever waits for another. Tiles below 256 px enter deeper in the tree: at
 * 64 px the deepest level is zoom 4, and a node there joins 4x4 tiles.
 *
 * The result does not depend on the order of tiles: a child has a fixed place in its node, and a
 * node is halved only when it is complete. One lock guards the counters. Pixels are copied outside
 * of it, into places that belong to one child each.
 */
#include "output/zoom/pyramid.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "output/zoom/average_heights.h"
#include "output/zoom/pyramid_parts.h"
#include "output/zoom/web_folder.h"
#include "render/texture/resample.h"

static struct pyramid *of_output(struct output *output)
{
    return (struct pyramid *)(void *)output;
}

static void zoom_worker_free(struct zoom_worker *worker)
{
    if (worker) {
        image_encoder_destroy(worker->encoder);
        buffer_free(&worker->file);
        free(worker->pixels);
        free(worker->stored);
        free(worker);
    }
}

static struct zoom_worker *zoom_worker_create(const struct pyramid *pyramid)
{
    struct zoom_worker *worker = calloc(1, sizeof *worker);
    bool is_averaged = pyramid->depth.tile_px != pyramid->size_px;
    size_t edge_px = is_averaged ? pyramid->size_px : pyramid->size_px / 2;
    bool is_lossy = image_is_lossy(pyramid->format, pyramid->quality);
    if (worker) {
        worker->encoder = image_encoder_create(pyramid->format, pyramid->effort, pyramid->quality);
        worker->pixels = malloc(edge_px * edge_px * 4);
        worker->stored = is_lossy ? malloc(WEB_TILE_BYTES) : NULL;
    }
    if (!worker || !worker->encoder || !worker->pixels || (is_lossy && !worker->stored)) {
        zoom_worker_free(worker);
        return NULL;
    }
    return worker;
}

/* A worker for the calling thread if the tile is awaited; NULL when there is nothing to do. */
static struct zoom_worker *begin_tile(struct pyramid *pyramid, uint32_t x, uint32_t y)
{
    pthread_mutex_lock(&pyramid->lock);
    bool is_wanted = !pyramid->status && tile_set_has(&pyramid->missing, x, y);
    struct zoom_worker *worker = pyramid->workers;
    if (is_wanted) {
        pyramid->missing.rows[y] &= ~(UINT64_C(1) << x);
        pyramid->workers = worker ? worker->next : NULL;
    }
    pthread_mutex_unlock(&pyramid->lock);
    if (!is_wanted) {
        return NULL;
    }
    worker = worker ? worker : zoom_worker_create(pyramid);
    if (!worker) {
        pyramid_out_of_memory(pyramid);
    }
    return worker;
}

static void end_tile(struct pyramid *pyramid, struct zoom_worker *worker)
{
    pthread_mutex_lock(&pyramid->lock);
    worker->next = pyramid->workers;
    pyramid->workers = worker;
    pthread_mutex_unlock(&pyramid->lock);
}

static struct child entering_child(const struct pyramid *pyramid, uint32_t x, uint32_t y)
{
    uint32_t per_edge = 1U << (PYRAMID_GRID_ZOOM - pyramid->entry_zoom);
    return (struct child){.zoom = pyramid->entry_zoom, .x = x, .y = y, .per_edge = per_edge};
}

/* The pictures of one level that lie in one tile. */
static void write_level(struct pyramid *pyramid, struct zoom_worker *worker, uint32_t zoom,
                        uint32_t x, uint32_t y, const uint8_t *rgba, size_t stride_bytes)
{
    uint32_t count = 1U << (zoom - PYRAMID_GRID_ZOOM);
    for (uint32_t i = 0; i < count * count; i++) {
        uint32_t column = i % count;
        uint32_t row = i / count;
        const uint8_t *corner =
            rgba + row * WEB_TILE_PX * stride_bytes + (size_t)column * WEB_TILE_ROW_BYTES;
        pyramid_write_picture(pyramid, worker, zoom, x * count + column, y * count + row, corner,
                              stride_bytes);
    }
}

/* resample_area reads rows without gaps. */
static bool average_tile(const struct pyramid *pyramid, struct zoom_worker *worker,
                         const uint8_t *rgba, size_t stride_bytes)
{
    size_t from_px = pyramid->size_px;
    size_t tile_px = pyramid->depth.tile_px;
    if (pyramid->has_heights) {
        average_heights(rgba, (uint32_t)from_px, stride_bytes, worker->pixels, (uint32_t)tile_px);
        return true;
    }
    uint8_t *averaged = malloc(tile_px * tile_px * 4);
    for (size_t y = 0; averaged && y < from_px; y++) {
        memcpy(worker->pixels + y * from_px * 4, rgba + y * stride_bytes, from_px * 4);
    }
    bool done = averaged && resample_area(worker->pixels, (uint32_t)from_px, averaged,
                                          (uint32_t)tile_px, tile_px * 4, 1);
    if (done) {
        memcpy(worker->pixels, averaged, tile_px * tile_px * 4);
    }
    free(averaged);
    return done;
}

static void work_on(struct pyramid *pyramid, struct zoom_worker *worker, uint32_t x, uint32_t y,
                    const uint8_t *rgba, size_t stride_bytes)
{
    uint32_t edge_px = pyramid->depth.tile_px;
    if (edge_px != pyramid->size_px) {
        if (!average_tile(pyramid, worker, rgba, stride_bytes)) {
            pyramid_out_of_memory(pyramid);
            return;
        }
        rgba = worker->pixels;
        stride_bytes = (size_t)edge_px * 4;
    }
    for (uint32_t zoom = pyramid->depth.zoom; zoom >= PYRAMID_GRID_ZOOM; zoom--) {
        write_level(pyramid, worker, zoom, x, y, rgba, stride_bytes);
        if (zoom == PYRAMID_GRID_ZOOM) {
            rgba = pyramid_stored(pyramid, worker, rgba, &stride_bytes);
        }
        pyramid_halve(pyramid, rgba, edge_px, stride_bytes, worker->pixels);
        edge_px /= 2;
        rgba = worker->pixels;
        stride_bytes = (size_t)edge_px * 4;
    }
    struct child child = entering_child(pyramid, x, y);
    child.pixels = rgba;
    child.stride_bytes = stride_bytes;
    pyramid_propagate(pyramid, worker, child);
}

static void put(struct output *output, uint32_t x, uint32_t y, const uint8_t *rgba,
                size_t stride_bytes)
{
    struct pyramid *pyramid = of_output(output);
    struct zoom_worker *worker = begin_tile(pyramid, x, y);
    if (worker) {
        work_on(pyramid, worker, x, y, rgba, stride_bytes);
        end_tile(pyramid, worker);
    }
}

/* Removes the pictures within tile (x, y). */
static void remove_levels(struct pyramid *pyramid, struct zoom_worker *worker, uint32_t x,
                          uint32_t y)
{
    for (uint32_t zoom = PYRAMID_GRID_ZOOM; zoom <= pyramid->depth.zoom; zoom++) {
        uint32_t count = 1U << (zoom - PYRAMID_GRID_ZOOM);
        for (uint32_t i = 0; i < count * count; i++) {
            pyramid_write_picture(pyramid, worker, zoom, x * count + i % count,
                                  y * count + i / count, NULL, 0);
        }
    }
}

static void skip(struct output *output, uint32_t x, uint32_t y)
{
    struct pyramid *pyramid = of_output(output);
    struct zoom_worker *worker = begin_tile(pyramid, x, y);
    if (worker) {
        remove_levels(pyramid, worker, x, y);
        pyramid_propagate(pyramid, worker, entering_child(pyramid, x, y));
        end_tile(pyramid, worker);
    }
}

/* Makes the pictures whose children all have files of earlier runs. No tile of this run completes
 * them. */
static void complete_rest(struct pyramid *pyramid)
{
    struct zoom_worker *worker = pyramid->status ? NULL : zoom_worker_create(pyramid);
    if (worker) {
        pyramid_complete_rest(pyramid, worker);
    } else if (!pyramid->status) {
        pyramid_out_of_memory(pyramid);
    }
    zoom_worker_free(worker);
}

/* No worker waits for another. */
static void worker_done(struct output *output)
{
    (void)output;
}

static void abort_output(struct output *output)
{
    struct pyramid *pyramid = of_output(output);
    while (pyramid->workers) {
        struct zoom_worker *worker = pyramid->workers;
        pyramid->workers = worker->next;
        zoom_worker_free(worker);
    }
    for (size_t i = 0; i < PYRAMID_JOINED_MAX; i++) {
        free(pyramid->nodes[i].pixels);
    }
    pthread_mutex_destroy(&pyramid->lock);
    free(pyramid->directory);
    free(pyramid);
}

static enum adtmap_status finish(struct output *output)
{
    struct pyramid *pyramid = of_output(output);
    for (struct tile_step tile = {0}; !pyramid->status && tile_next(&tile);) {
        skip(output, tile.x, tile.y);
    }
    complete_rest(pyramid);
    enum adtmap_status status = pyramid->status;
    if (status && pyramid->explain) {
        *pyramid->explain = pyramid->failure;
    }
    web_folder_prune(pyramid->directory);
    abort_output(output);
    return status;
}

enum adtmap_status pyramid_open(const char *directory, const struct tile_set *tiles,
                                const struct pyramid_options *options, const struct diag *diag,
                                struct output **output)
{
    static const struct output_operations operations = {put, skip, worker_done, finish,
                                                        abort_output};
    *output = NULL;
    enum adtmap_status status = image_format_check(options->format, diag);
    if (status) {
        return status;
    }
    struct pyramid *opened = calloc(1, sizeof *opened);
    if (!opened || !(opened->directory = strdup(directory))) {
        free(opened);
        return diag_fail_memory(diag);
    }
    opened->output.operations = &operations;
    pthread_mutex_init(&opened->lock, NULL);
    opened->format = options->format;
    opened->effort = options->effort;
    opened->quality = options->quality;
    opened->files = options->files;
    opened->size_px = options->size_px;
    opened->has_heights = options->has_heights;
    opened->depth = pyramid_depth(options->size_px);
    opened->entry_zoom = (uint32_t)size_min(opened->depth.zoom, PYRAMID_GRID_ZOOM - 1);
    opened->missing = *tiles;
    opened->diag = *diag;
    opened->diag.failure = &opened->failure;
    opened->explain = diag->failure;
    opened->has_file = options->has_file;
    opened->made = options->made;
    opened->user = options->user;
    pyramid_count_children(opened, tiles, options->joined);
    status = pyramid_make_directories(opened, tiles);
    if (status) {
        opened->status = status;
        return finish(&opened->output);
    }
    *output = &opened->output;
    return ADTMAP_OK;
}
