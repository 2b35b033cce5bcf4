/*
 * Rows of tiles wait in memory until all rows north of them are written. A thread that brings a
 * tile of a row without memory waits, unless it is the next row to be written: only writing that
 * one frees memory. It must not wait when all others do, else nobody would go on.
 */
#include "output/stitch.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "codec/png/png_filter.h"
#include "codec/png/png_stream.h"
#include "os/large_alloc.h"

/* A row of tiles. Bit x of the masks stands for column x of the grid. */
struct stitch_row {
    uint64_t missing; /* tiles that were neither put nor skipped yet */
    uint64_t copied;  /* tiles whose pixels are in */
    unsigned copying; /* threads that copy into it */
    uint8_t *pixels;  /* size_px rows of the whole width, packed; NULL before the first put */
};

struct stitch {
    struct output output; /* first: an output is its stitch */
    struct stitch_bounds bounds;
    uint32_t size_px;
    enum png_kind kind;
    unsigned channels;
    size_t line_bytes; /* one row of pixels */
    size_t row_bytes;  /* one row of tiles */
    size_t budget_bytes;
    uint8_t *background; /* a line of it */
    struct png_stream *stream;
    char *path;
    struct diag diag;                     /* the caller's, but failures are kept in `failure` */
    struct adtmap_message failure;        /* the first; guarded by the lock */
    struct adtmap_message stream_failure; /* of the thread that writes */
    struct adtmap_message *explain;       /* where the failure goes in the end; may be NULL */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    enum adtmap_status status;
    struct stitch_row rows[TILE_SET_GRID];
    uint32_t next; /* row of the grid to be written next */
    bool is_writing;
    size_t used_bytes;
    unsigned workers;
    unsigned waiting; /* workers that wait for the next change */
    unsigned changes;
};

struct stitch_bounds stitch_bounds(const struct tile_set *tiles, enum stitch_extent extent)
{
    if (extent == STITCH_GRID) {
        return (struct stitch_bounds){0, 0, TILE_SET_GRID, TILE_SET_GRID};
    }
    uint64_t columns = tile_set_columns(tiles);
    if (!columns) {
        return (struct stitch_bounds){0};
    }
    uint32_t first_column = (uint32_t)__builtin_ctzll(columns);
    uint32_t last_column = TILE_SET_GRID - 1 - (uint32_t)__builtin_clzll(columns);
    uint32_t first_row = 0;
    uint32_t last_row = TILE_SET_GRID - 1;
    while (!tiles->rows[first_row]) {
        first_row++;
    }
    while (!tiles->rows[last_row]) {
        last_row--;
    }
    return (struct stitch_bounds){first_column, first_row, last_column - first_column + 1,
                                  last_row - first_row + 1};
}

static enum adtmap_status check_sizes(struct stitch *stitch)
{
    uint64_t width = (uint64_t)stitch->bounds.columns * stitch->size_px;
    uint64_t height = (uint64_t)stitch->bounds.rows * stitch->size_px;
    if (!width) {
        return diag_fail(&stitch->diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "there are no tiles to stitch");
    }
    if (width > INT32_MAX || height > INT32_MAX) {
        return diag_fail(&stitch->diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "a stitched map of tiles of %u pixels is larger than PNG allows",
                         stitch->size_px);
    }
    stitch->line_bytes = (size_t)width * stitch->channels;
    if (!size_multiply(stitch->line_bytes, stitch->size_px, &stitch->row_bytes) ||
        stitch->row_bytes > stitch->budget_bytes) {
        return diag_fail(&stitch->diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "stitching %u tiles of %u pixels side by side takes %.0f MiB, over the "
                         "budget of %.0f MiB: choose smaller tiles, fewer columns of tiles, or "
                         "allow more memory",
                         stitch->bounds.columns, stitch->size_px,
                         (double)stitch->line_bytes * stitch->size_px / (1 << 20),
                         (double)stitch->budget_bytes / (1 << 20));
    }
    return ADTMAP_OK;
}

static enum adtmap_status begin(struct stitch *stitch, const char *path,
                                const struct stitch_options *options)
{
    stitch->path = strdup(path);
    if (!stitch->path) {
        return diag_fail_memory(&stitch->diag);
    }
    stitch->diag.file = stitch->path;
    enum adtmap_status status = check_sizes(stitch);
    if (status) {
        return status;
    }
    stitch->background = malloc(stitch->line_bytes);
    if (!stitch->background) {
        return diag_fail_memory(&stitch->diag);
    }
    for (size_t i = 0; i < stitch->line_bytes; i++) {
        stitch->background[i] = options->background[i % stitch->channels];
    }
    struct diag stream_diag = stitch->diag;
    stream_diag.failure = &stitch->stream_failure;
    status = png_stream_open(path, stitch->bounds.columns * stitch->size_px,
                             stitch->bounds.rows * stitch->size_px, &options->png, options->threads,
                             &stream_diag, &stitch->stream);
    stitch->failure = stitch->stream_failure;
    return status;
}

static struct stitch *of_output(struct output *output)
{
    return (struct stitch *)(void *)output;
}

static void abort_output(struct output *output)
{
    struct stitch *stitch = of_output(output);
    png_stream_abort(stitch->stream);
    for (int y = 0; y < TILE_SET_GRID; y++) {
        large_free(stitch->rows[y].pixels);
    }
    pthread_cond_destroy(&stitch->changed);
    pthread_mutex_destroy(&stitch->lock);
    free(stitch->background);
    free(stitch->path);
    free(stitch);
}

/* Frees the map and hands a failure's explanation over. */
static void end(struct stitch *stitch, enum adtmap_status status)
{
    if (status && stitch->explain) {
        *stitch->explain = stitch->failure;
    }
    abort_output(&stitch->output);
}

static uint8_t *tile_corner(const struct stitch *stitch, uint32_t x, uint32_t y)
{
    size_t left = (size_t)(x - stitch->bounds.x) * stitch->size_px * stitch->channels;
    return stitch->rows[y].pixels + left;
}

static enum adtmap_status write_row(const struct stitch *stitch, uint32_t y)
{
    const struct stitch_row *row = &stitch->rows[y];
    if (!row->pixels) {
        return png_stream_rows(stitch->stream, stitch->background, stitch->size_px, 0);
    }
    for (uint32_t x = stitch->bounds.x; x < stitch->bounds.x + stitch->bounds.columns; x++) {
        if (row->copied >> x & 1) {
            continue;
        }
        uint8_t *place = tile_corner(stitch, x, y);
        for (uint32_t i = 0; i < stitch->size_px; i++) {
            memcpy(place + i * stitch->line_bytes, stitch->background,
                   (size_t)stitch->size_px * stitch->channels);
        }
    }
    return png_stream_rows(stitch->stream, row->pixels, stitch->size_px, stitch->line_bytes);
}

static bool is_next_complete(const struct stitch *stitch)
{
    const struct stitch_row *row = &stitch->rows[stitch->next];
    return stitch->next < stitch->bounds.y + stitch->bounds.rows && !row->missing && !row->copying;
}

/* With the lock held: lets the waiting look again. They count as waiting no longer, even before
 * they run. */
static void announce_change(struct stitch *stitch)
{
    stitch->waiting = 0;
    stitch->changes++;
    pthread_cond_broadcast(&stitch->changed);
}

/* Called with the lock held; the lock is released while a row is written. */
static void write_complete_rows(struct stitch *stitch)
{
    if (stitch->is_writing) {
        return;
    }
    stitch->is_writing = true;
    while (!stitch->status && is_next_complete(stitch)) {
        struct stitch_row *row = &stitch->rows[stitch->next];
        pthread_mutex_unlock(&stitch->lock);
        enum adtmap_status status = write_row(stitch, stitch->next);
        pthread_mutex_lock(&stitch->lock);
        if (row->pixels) {
            large_free(row->pixels);
            row->pixels = NULL;
            stitch->used_bytes -= stitch->row_bytes;
        }
        if (status && !stitch->status) {
            stitch->status = status;
            stitch->failure = stitch->stream_failure;
        }
        stitch->next++;
        announce_change(stitch);
    }
    stitch->is_writing = false;
}

/* Whether row `y` fits the budget. Rows after the next one must leave room for the next one, as
 * only writing that row frees memory. */
static bool has_room(const struct stitch *stitch, uint32_t y)
{
    bool is_next_waiting = y != stitch->next && !stitch->rows[stitch->next].pixels;
    size_t rows_needed = is_next_waiting ? 2 : 1;
    return rows_needed <= (stitch->budget_bytes - stitch->used_bytes) / stitch->row_bytes;
}

/* With the lock held: gives row `y` its pixels, when there is room for them. */
static enum adtmap_status make_room(struct stitch *stitch, uint32_t y)
{
    struct stitch_row *row = &stitch->rows[y];
    while (!stitch->status && !row->pixels && !has_room(stitch, y)) {
        if (stitch->waiting + 1 >= stitch->workers) {
            stitch->status = diag_fail(&stitch->diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                                       "tiles come in an order that takes more than the budget of "
                                       "%.0f MiB: draw them row by row, or allow more memory",
                                       (double)stitch->budget_bytes / (1 << 20));
            announce_change(stitch);
            break;
        }
        unsigned seen = stitch->changes;
        stitch->waiting++;
        while (stitch->changes == seen) {
            pthread_cond_wait(&stitch->changed, &stitch->lock);
        }
    }
    if (stitch->status || row->pixels) {
        return stitch->status;
    }
    row->pixels = large_alloc(stitch->row_bytes);
    if (!row->pixels) {
        stitch->status = diag_fail_memory(&stitch->diag);
        return stitch->status;
    }
    stitch->used_bytes += stitch->row_bytes;
    return ADTMAP_OK;
}

/* With the lock held: whether tile (x, y) is still to come. */
static bool is_missing(const struct stitch *stitch, uint32_t x, uint32_t y)
{
    return x < TILE_SET_GRID && y < TILE_SET_GRID && (stitch->rows[y].missing >> x & 1);
}

/* Whether tile (x, y), which then has its place, is to be copied. */
static bool claim(struct stitch *stitch, uint32_t x, uint32_t y)
{
    bool is_claimed = false;
    pthread_mutex_lock(&stitch->lock);
    if (is_missing(stitch, x, y)) {
        write_complete_rows(stitch); /* those without tiles in front of the first */
        is_claimed = !make_room(stitch, y);
    }
    if (is_claimed) {
        stitch->rows[y].missing &= ~(UINT64_C(1) << x);
        stitch->rows[y].copying++;
    }
    pthread_mutex_unlock(&stitch->lock);
    return is_claimed;
}

static void copy_tile(const struct stitch *stitch, uint32_t x, uint32_t y, const uint8_t *pixels,
                      size_t stride_bytes)
{
    uint8_t *place = tile_corner(stitch, x, y);
    for (uint32_t i = 0; i < stitch->size_px; i++) {
        png_pack_kind(stitch->kind, pixels, stitch->size_px, place);
        pixels += stride_bytes;
        place += stitch->line_bytes;
    }
}

static void put(struct output *output, uint32_t x, uint32_t y, const uint8_t *pixels,
                size_t stride_bytes)
{
    struct stitch *stitch = of_output(output);
    if (!claim(stitch, x, y)) {
        return;
    }
    copy_tile(stitch, x, y, pixels, stride_bytes);
    pthread_mutex_lock(&stitch->lock);
    stitch->rows[y].copying--;
    stitch->rows[y].copied |= UINT64_C(1) << x;
    write_complete_rows(stitch);
    pthread_mutex_unlock(&stitch->lock);
}

static void skip(struct output *output, uint32_t x, uint32_t y)
{
    struct stitch *stitch = of_output(output);
    pthread_mutex_lock(&stitch->lock);
    if (is_missing(stitch, x, y)) {
        stitch->rows[y].missing &= ~(UINT64_C(1) << x);
        write_complete_rows(stitch);
    }
    pthread_mutex_unlock(&stitch->lock);
}

static void worker_done(struct output *output)
{
    struct stitch *stitch = of_output(output);
    pthread_mutex_lock(&stitch->lock);
    stitch->workers--;
    announce_change(stitch);
    pthread_mutex_unlock(&stitch->lock);
}

static enum adtmap_status finish(struct output *output)
{
    struct stitch *stitch = of_output(output);
    pthread_mutex_lock(&stitch->lock);
    for (int y = 0; y < TILE_SET_GRID; y++) {
        stitch->rows[y].missing = 0;
    }
    write_complete_rows(stitch);
    enum adtmap_status status = stitch->status;
    pthread_mutex_unlock(&stitch->lock);
    if (!status) {
        status = png_stream_commit(stitch->stream);
        stitch->stream = NULL;
        stitch->failure = stitch->stream_failure;
    }
    end(stitch, status);
    return status;
}

enum adtmap_status stitch_open(const char *path, const struct tile_set *tiles,
                               const struct stitch_options *options, const struct diag *diag,
                               struct output **output)
{
    static const struct output_operations operations = {put, skip, worker_done, finish,
                                                        abort_output};
    *output = NULL;
    struct stitch *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return diag_fail_memory(diag);
    }
    opened->output.operations = &operations;
    pthread_mutex_init(&opened->lock, NULL);
    pthread_cond_init(&opened->changed, NULL);
    opened->bounds = stitch_bounds(tiles, options->extent);
    opened->size_px = options->size_px;
    opened->kind = options->png.kind;
    opened->channels = png_kind_channels(options->png.kind);
    opened->budget_bytes = options->budget_bytes;
    opened->workers = options->workers;
    opened->next = opened->bounds.y;
    for (int y = 0; y < TILE_SET_GRID; y++) {
        opened->rows[y].missing = tiles->rows[y];
    }
    opened->diag = *diag;
    opened->diag.failure = &opened->failure;
    opened->explain = diag->failure;
    enum adtmap_status status = begin(opened, path, options);
    if (status) {
        end(opened, status);
        return status;
    }
    *output = &opened->output;
    return ADTMAP_OK;
}
