#include "output/pyramid.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/path.h"
#include "base/size.h"
#include "base/temporary.h"
#include "output/halve.h"
#include "output/web_folder.h"
#include "render/resample.h"

enum {
    NODE_COUNT = 1365,     /* pictures of zoom 0 to 5: 1 + 4 + 16 + ... + 1024 */
    DELIVERED_WORDS = 256, /* pieces a picture is put together from, at most 16 x 16 */
};

/*
 * A picture that is put together from pieces: the four pictures below it, halved, or at the level
 * where tiles come in, tiles of the grid.
 */
struct node {
    uint16_t pending;                         /* pieces still to come */
    uint8_t *pixels;                          /* NULL while no piece has brought any */
    uint64_t delivered[DELIVERED_WORDS / 64]; /* pieces that brought pixels */
};

/* What one thread works with; kept in a list between tiles. */
struct bench {
    struct bench *next;
    struct web_encoder *encoder;
    struct buffer file;
    uint8_t *pixels; /* one level of one tile after the other */
};

struct pyramid {
    char *directory;
    enum web_format format;
    enum png_effort effort;
    uint32_t size_px;
    struct pyramid_depth depth;
    uint32_t entry_zoom;            /* where tiles, or their zoom 6, go into nodes */
    struct diag diag;               /* the caller's, but failures are kept in `failure` */
    struct adtmap_message failure;  /* the first; guarded by the lock */
    struct adtmap_message *explain; /* where the failure goes in the end; may be NULL */

    pthread_mutex_t lock; /* guards what follows; pixels of a node belong to who delivers */
    enum adtmap_status status;
    struct tile_set missing; /* tiles nobody has put or skipped */
    struct bench *benches;
    struct node nodes[NODE_COUNT];
};

/* A part of a picture on its way into the picture above it. */
struct piece {
    uint32_t zoom; /* of the picture it goes into */
    uint32_t x;    /* its own place, counted in pieces */
    uint32_t y;
    uint32_t per_edge;     /* pieces side by side in a picture */
    const uint8_t *pixels; /* NULL: it does not come */
    size_t stride_bytes;
};

struct pyramid_depth pyramid_depth(uint32_t size_px)
{
    struct pyramid_depth depth = {0, WEB_TILE_PX >> PYRAMID_GRID_ZOOM};
    while (depth.tile_px * 2 <= size_px && depth.zoom < PYRAMID_ZOOM_MAX) {
        depth.tile_px *= 2;
        depth.zoom++;
    }
    return depth;
}

static struct node *node_at(struct pyramid *pyramid, uint32_t zoom, uint32_t x, uint32_t y)
{
    uint32_t first = ((1U << 2 * zoom) - 1) / 3;
    return &pyramid->nodes[first + (y << zoom) + x];
}

char *pyramid_path(const char *directory, uint32_t zoom, uint32_t x, uint32_t y,
                   enum web_format format)
{
    char name[48];
    snprintf(name, sizeof name, "%u/%u/%u.%s", (unsigned)zoom, (unsigned)x, (unsigned)y,
             web_format_names[format]);
    return path_join(directory, name);
}

/* Counts for every picture of zoom 0 to the entry how many pieces it waits for. */
static void count_pieces(struct pyramid *pyramid, const struct tile_set *tiles)
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

static uint64_t columns_used(const struct tile_set *tiles)
{
    uint64_t columns = 0;
    for (int y = 0; y < TILE_SET_GRID; y++) {
        columns |= tiles->rows[y];
    }
    return columns;
}

static enum adtmap_status make_column(const struct pyramid *pyramid, uint32_t zoom, uint32_t x)
{
    char name[32];
    snprintf(name, sizeof name, "%u/%u", (unsigned)zoom, (unsigned)x);
    char *path = path_join(pyramid->directory, name);
    enum adtmap_status status =
        path ? file_make_directory(path, &pyramid->diag) : diag_fail_memory(&pyramid->diag);
    if (!status) {
        temporary_sweep(path, NULL);
    }
    free(path);
    return status;
}

/* The folders of all pictures that may be written, before threads are at work. */
static enum adtmap_status make_directories(const struct pyramid *pyramid, uint64_t columns)
{
    enum adtmap_status status = ADTMAP_OK;
    for (uint32_t zoom = 0; zoom <= pyramid->depth.zoom; zoom++) {
        for (uint32_t x = 0; x < 1U << zoom && !status; x++) {
            uint64_t shown = zoom >= PYRAMID_GRID_ZOOM
                                 ? UINT64_C(1) << (x >> (zoom - PYRAMID_GRID_ZOOM))
                                 : UINT64_MAX >> (TILE_SET_GRID - (TILE_SET_GRID >> zoom))
                                                     << (x * (TILE_SET_GRID >> zoom));
            if (shown & columns) {
                status = make_column(pyramid, zoom, x);
            }
        }
    }
    return status;
}

enum adtmap_status pyramid_open(const char *directory, const struct tile_set *tiles,
                                const struct pyramid_options *options, const struct diag *diag,
                                struct pyramid **pyramid)
{
    *pyramid = NULL;
    enum adtmap_status status = web_format_check(options->format, diag);
    if (status) {
        return status;
    }
    struct pyramid *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return diag_fail_memory(diag);
    }
    pthread_mutex_init(&opened->lock, NULL);
    opened->directory = strdup(directory);
    opened->format = options->format;
    opened->effort = options->effort;
    opened->size_px = options->size_px;
    opened->depth = pyramid_depth(options->size_px);
    opened->entry_zoom = (uint32_t)size_min(opened->depth.zoom, PYRAMID_GRID_ZOOM - 1);
    opened->missing = *tiles;
    opened->diag = *diag;
    opened->diag.failure = &opened->failure;
    opened->explain = diag->failure;
    count_pieces(opened, tiles);
    status = opened->directory ? make_directories(opened, columns_used(tiles))
                               : diag_fail_memory(&opened->diag);
    if (status) {
        opened->status = status;
        pyramid_finish(opened);
        return status;
    }
    *pyramid = opened;
    return ADTMAP_OK;
}

static void keep_failure(struct pyramid *pyramid, enum adtmap_status status,
                         const struct adtmap_message *message)
{
    pthread_mutex_lock(&pyramid->lock);
    if (!pyramid->status) {
        pyramid->status = status;
        pyramid->failure = *message;
    }
    pthread_mutex_unlock(&pyramid->lock);
}

static void bench_free(struct bench *bench)
{
    if (bench) {
        web_encoder_destroy(bench->encoder);
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
        bench->encoder = web_encoder_create(pyramid->format, pyramid->effort);
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
        struct adtmap_message message = {0};
        struct diag diag = {pyramid->diag.file, pyramid->diag.log, &message};
        keep_failure(pyramid, diag_fail_memory(&diag), &message);
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

static bool is_empty(const uint8_t *rgba, size_t stride_bytes)
{
    uint8_t any = 0;
    for (size_t y = 0; y < WEB_TILE_PX && !any; y++) {
        for (size_t x = 0; x < WEB_TILE_PX; x++) {
            any |= rgba[y * stride_bytes + x * 4 + 3];
        }
    }
    return !any;
}

/* Writes one picture, or removes what an earlier run left in the place of an empty one. */
static void write_picture(struct pyramid *pyramid, struct bench *bench, uint32_t zoom, uint32_t x,
                          uint32_t y, const uint8_t *rgba, size_t stride_bytes)
{
    struct adtmap_message message = {0};
    char *path = pyramid_path(pyramid->directory, zoom, x, y, pyramid->format);
    struct diag diag = {path ? path : pyramid->directory, pyramid->diag.log, &message};
    enum adtmap_status status = ADTMAP_OK;
    if (!path) {
        status = diag_fail_memory(&diag);
    } else if (is_empty(rgba, stride_bytes)) {
        status = file_remove(path, &diag);
    } else {
        status = web_encode(bench->encoder, rgba, stride_bytes, &diag, &bench->file);
        status =
            status ? status : file_write_atomic(path, bench->file.data, bench->file.size, &diag);
    }
    if (status) {
        keep_failure(pyramid, status, &message);
    }
    free(path);
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

/* Takes the pieces that did not come from the picture that an earlier run left, if there is one. */
static void keep_earlier(struct pyramid *pyramid, struct node *node, const struct piece *piece,
                         const char *path)
{
    if (has_all_pieces(node, piece->per_edge) || !file_exists(path)) {
        return;
    }
    uint8_t *earlier = malloc(WEB_TILE_BYTES);
    struct adtmap_message message = {0};
    struct diag diag = {path, pyramid->diag.log, &message};
    enum adtmap_status status =
        earlier ? web_decode(pyramid->format, path, &diag, earlier) : diag_fail_memory(&diag);
    if (status) {
        diag_warn(&diag, NULL, NO_OFFSET, "%.200s; what it showed is left out", message.what);
        free(earlier);
        return;
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
}

/* Writes a picture whose pieces have all come or been skipped, and halves it for the one above. */
static void complete(struct pyramid *pyramid, struct bench *bench, struct node *node,
                     const struct piece *piece)
{
    uint32_t x = piece->x / piece->per_edge;
    uint32_t y = piece->y / piece->per_edge;
    char *path = pyramid_path(pyramid->directory, piece->zoom, x, y, pyramid->format);
    if (path) {
        keep_earlier(pyramid, node, piece, path);
    }
    free(path);
    if (node->pixels) {
        write_picture(pyramid, bench, piece->zoom, x, y, node->pixels, WEB_TILE_ROW_BYTES);
        halve_picture(node->pixels, WEB_TILE_PX, WEB_TILE_ROW_BYTES, node->pixels);
    }
}

/* Carries a piece up, level by level, as long as it is the last one of its picture. */
static void rise(struct pyramid *pyramid, struct bench *bench, struct piece piece)
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
        write_picture(pyramid, bench, zoom, x * count + column, y * count + row, corner,
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
            struct adtmap_message message = {0};
            struct diag diag = {pyramid->directory, pyramid->diag.log, &message};
            keep_failure(pyramid, diag_fail_memory(&diag), &message);
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
    rise(pyramid, bench, piece);
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

void pyramid_skip(struct pyramid *pyramid, uint32_t x, uint32_t y)
{
    struct bench *bench = begin_tile(pyramid, x, y);
    if (bench) {
        rise(pyramid, bench, entering_piece(pyramid, x, y));
        end_tile(pyramid, bench);
    }
}

enum adtmap_status pyramid_finish(struct pyramid *pyramid)
{
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && !pyramid->status; i++) {
        pyramid_skip(pyramid, i % TILE_SET_GRID, i / TILE_SET_GRID);
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
