#include "output/zoom/pyramid.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "output/zoom/halve.h"
#include "output/zoom/pyramid_parts.h"
#include "output/zoom/web_folder.h"
#include "render/texture/resample.h"

enum adtmap_status pyramid_open(const char *directory, const struct tile_set *tiles,
                                const struct pyramid_options *options, const struct diag *diag,
                                struct pyramid **pyramid)
{
    *pyramid = NULL;
    enum adtmap_status status = image_format_check(options->format, diag);
    if (status) {
        return status;
    }
    struct pyramid *opened = calloc(1, sizeof *opened);
    if (!opened || !(opened->directory = strdup(directory))) {
        free(opened);
        return diag_fail_memory(diag);
    }
    pthread_mutex_init(&opened->lock, NULL);
    opened->format = options->format;
    opened->effort = options->effort;
    opened->size_px = options->size_px;
    opened->depth = pyramid_depth(options->size_px);
    opened->entry_zoom = (uint32_t)size_min(opened->depth.zoom, PYRAMID_GRID_ZOOM - 1);
    opened->missing = *tiles;
    opened->diag = *diag;
    opened->diag.failure = &opened->failure;
    opened->explain = diag->failure;
    pyramid_count_pieces(opened, tiles);
    status = pyramid_make_directories(opened, tiles);
    if (status) {
        opened->status = status;
        pyramid_finish(opened);
        return status;
    }
    *pyramid = opened;
    return ADTMAP_OK;
}

void pyramid_keep_failure(struct pyramid *pyramid, enum adtmap_status status,
                          const struct adtmap_message *message)
{
    pthread_mutex_lock(&pyramid->lock);
    if (!pyramid->status) {
        pyramid->status = status;
        pyramid->failure = *message;
    }
    pthread_mutex_unlock(&pyramid->lock);
}

void pyramid_lack_memory(struct pyramid *pyramid)
{
    struct adtmap_message message = {0};
    const struct diag diag = {pyramid->directory, NULL, &message};
    pyramid_keep_failure(pyramid, diag_fail_memory(&diag), &message);
}

static void bench_free(struct bench *bench)
{
    if (bench) {
        image_encoder_destroy(bench->encoder);
        buffer_free(&bench->file);
        free(bench->pixels);
        free(bench);
    }
}

static struct bench *bench_create(const struct pyramid *pyramid)
{
    struct bench *bench = calloc(1, sizeof *bench);
    bool is_averaged = pyramid->depth.tile_px != pyramid->size_px;
    size_t edge_px = is_averaged ? pyramid->size_px : pyramid->size_px / 2;
    if (bench) {
        bench->encoder = image_encoder_create(pyramid->format, pyramid->effort);
        bench->pixels = malloc(edge_px * edge_px * 4);
    }
    if (!bench || !bench->encoder || !bench->pixels) {
        bench_free(bench);
        return NULL;
    }
    return bench;
}

/* A bench of one's own, for a tile that is still to come; NULL when there is nothing to do. */
static struct bench *begin_tile(struct pyramid *pyramid, uint32_t x, uint32_t y)
{
    pthread_mutex_lock(&pyramid->lock);
    bool is_wanted = !pyramid->status && tile_set_has(&pyramid->missing, x, y);
    struct bench *bench = pyramid->benches;
    if (is_wanted) {
        pyramid->missing.rows[y] &= ~(UINT64_C(1) << x);
        pyramid->benches = bench ? bench->next : NULL;
    }
    pthread_mutex_unlock(&pyramid->lock);
    if (!is_wanted) {
        return NULL;
    }
    bench = bench ? bench : bench_create(pyramid);
    if (!bench) {
        pyramid_lack_memory(pyramid);
    }
    return bench;
}

static void end_tile(struct pyramid *pyramid, struct bench *bench)
{
    pthread_mutex_lock(&pyramid->lock);
    bench->next = pyramid->benches;
    pyramid->benches = bench;
    pthread_mutex_unlock(&pyramid->lock);
}

static struct piece entering_piece(const struct pyramid *pyramid, uint32_t x, uint32_t y)
{
    uint32_t per_edge = 1U << (PYRAMID_GRID_ZOOM - pyramid->entry_zoom);
    return (struct piece){.zoom = pyramid->entry_zoom, .x = x, .y = y, .per_edge = per_edge};
}

/* The pictures of one level that lie in one tile. */
static void write_level(struct pyramid *pyramid, struct bench *bench, uint32_t zoom, uint32_t x,
                        uint32_t y, const uint8_t *rgba, size_t stride_bytes)
{
    uint32_t count = 1U << (zoom - PYRAMID_GRID_ZOOM);
    for (uint32_t i = 0; i < count * count; i++) {
        uint32_t column = i % count;
        uint32_t row = i / count;
        const uint8_t *corner =
            rgba + row * WEB_TILE_PX * stride_bytes + (size_t)column * WEB_TILE_ROW_BYTES;
        pyramid_write_picture(pyramid, bench, zoom, x * count + column, y * count + row, corner,
                              stride_bytes);
    }
}

/* resample_area reads rows without gaps. */
static bool average_tile(const struct pyramid *pyramid, struct bench *bench, const uint8_t *rgba,
                         size_t stride_bytes)
{
    size_t from_px = pyramid->size_px;
    size_t tile_px = pyramid->depth.tile_px;
    uint8_t *averaged = malloc(tile_px * tile_px * 4);
    for (size_t y = 0; averaged && y < from_px; y++) {
        memcpy(bench->pixels + y * from_px * 4, rgba + y * stride_bytes, from_px * 4);
    }
    bool done = averaged && resample_area(bench->pixels, (uint32_t)from_px, averaged,
                                          (uint32_t)tile_px, tile_px * 4, 1);
    if (done) {
        memcpy(bench->pixels, averaged, tile_px * tile_px * 4);
    }
    free(averaged);
    return done;
}

static void work_on(struct pyramid *pyramid, struct bench *bench, uint32_t x, uint32_t y,
                    const uint8_t *rgba, size_t stride_bytes)
{
    uint32_t edge_px = pyramid->depth.tile_px;
    if (edge_px != pyramid->size_px) {
        if (!average_tile(pyramid, bench, rgba, stride_bytes)) {
            pyramid_lack_memory(pyramid);
            return;
        }
        rgba = bench->pixels;
        stride_bytes = (size_t)edge_px * 4;
    }
    for (uint32_t zoom = pyramid->depth.zoom; zoom >= PYRAMID_GRID_ZOOM; zoom--) {
        write_level(pyramid, bench, zoom, x, y, rgba, stride_bytes);
        halve_picture(rgba, edge_px, stride_bytes, bench->pixels);
        edge_px /= 2;
        rgba = bench->pixels;
        stride_bytes = (size_t)edge_px * 4;
    }
    struct piece piece = entering_piece(pyramid, x, y);
    piece.pixels = rgba;
    piece.stride_bytes = stride_bytes;
    pyramid_rise(pyramid, bench, piece);
}

void pyramid_put(struct pyramid *pyramid, uint32_t x, uint32_t y, const uint8_t *rgba,
                 size_t stride_bytes)
{
    struct bench *bench = begin_tile(pyramid, x, y);
    if (bench) {
        work_on(pyramid, bench, x, y, rgba, stride_bytes);
        end_tile(pyramid, bench);
    }
}

/* Tile (x, y) does not come. */
static void skip_tile(struct pyramid *pyramid, uint32_t x, uint32_t y)
{
    struct bench *bench = begin_tile(pyramid, x, y);
    if (bench) {
        pyramid_rise(pyramid, bench, entering_piece(pyramid, x, y));
        end_tile(pyramid, bench);
    }
}

enum adtmap_status pyramid_finish(struct pyramid *pyramid)
{
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && !pyramid->status; i++) {
        skip_tile(pyramid, i % TILE_SET_GRID, i / TILE_SET_GRID);
    }
    enum adtmap_status status = pyramid->status;
    if (status && pyramid->explain) {
        *pyramid->explain = pyramid->failure;
    }
    web_folder_prune(pyramid->directory);
    pyramid_abort(pyramid);
    return status;
}

void pyramid_abort(struct pyramid *pyramid)
{
    if (!pyramid) {
        return;
    }
    while (pyramid->benches) {
        struct bench *bench = pyramid->benches;
        pyramid->benches = bench->next;
        bench_free(bench);
    }
    for (size_t i = 0; i < NODE_COUNT; i++) {
        free(pyramid->nodes[i].pixels);
    }
    pthread_mutex_destroy(&pyramid->lock);
    free(pyramid->directory);
    free(pyramid);
}
