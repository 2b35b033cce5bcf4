#include "codec/png/png_stream.h"

#include <assert.h>
#include <omp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "codec/png/png_container.h"
#include "codec/png/png_filter_kernels.h"
#include "codec/png/png_strip.h"
#include "os/file.h"

enum {
    STRIPS_PER_THREAD = 2, /* evens out strips that take longer than others */
};

/* A strip and the rows of the batch that it takes. */
struct work {
    struct png_strip strip;
    uint32_t first;
    uint32_t rows;
    unsigned place; /* in the file: PNG_STRIP_FIRST, PNG_STRIP_LAST */
};

struct png_stream {
    char *path;
    struct diag diag;
    struct file_writer file;
    struct png_container container;
    enum adtmap_status status;
    enum png_effort effort;
    unsigned channels;
    unsigned threads;
    uint32_t width;
    uint32_t height;
    uint32_t taken; /* rows */
    size_t row_bytes;
    size_t slot_bytes;   /* a row and its margins */
    uint8_t *slots;      /* the row above the batch, then the batch's rows */
    uint32_t strip_rows; /* of every strip but the last */
    uint32_t batch_rows;
    uint32_t waiting; /* rows in the batch */
    unsigned strip_count;
    struct work *work; /* strip_count of them */
    struct png_strip_sequence written;
};

static enum adtmap_status write_to_file(void *user, const void *data, size_t size)
{
    return file_writer_write(user, data, size);
}

static uint8_t *batch_row(const struct png_stream *stream, uint32_t index)
{
    return stream->slots + (index + 1) * stream->slot_bytes + PNG_ROW_MARGIN;
}

static bool make_batch(struct png_stream *stream)
{
    size_t strip_rows = png_strip_rows(stream->row_bytes);
    stream->strip_rows = (uint32_t)size_min(strip_rows, stream->height);
    size_t strips_needed = ((size_t)stream->height - 1) / stream->strip_rows + 1;
    stream->strip_count =
        (unsigned)size_min((size_t)stream->threads * STRIPS_PER_THREAD, strips_needed);
    assert(stream->strip_count > 0);
    stream->batch_rows = stream->strip_rows * stream->strip_count;
    stream->slot_bytes = stream->row_bytes + (size_t)2 * PNG_ROW_MARGIN;
    stream->slots = calloc((size_t)stream->batch_rows + 1, stream->slot_bytes);
    stream->work = calloc(stream->strip_count, sizeof *stream->work);
    bool made = stream->slots && stream->work;
    for (unsigned i = 0; made && i < stream->strip_count; i++) {
        made = png_strip_make(&stream->work[i].strip, stream->row_bytes, stream->channels);
    }
    return made;
}

static enum adtmap_status check_row_bytes(struct png_stream *stream)
{
    uint64_t row_bytes = (uint64_t)stream->width * stream->channels;
    if (row_bytes > PNG_STREAM_ROW_BYTES_MAX) {
        return diag_fail(&stream->diag, ADTMAP_LIMIT, NULL, NO_OFFSET,
                         "a picture %u pixels wide is over the limit of %d bytes in a row",
                         stream->width, PNG_STREAM_ROW_BYTES_MAX);
    }
    stream->row_bytes = (size_t)row_bytes;
    return ADTMAP_OK;
}

static enum adtmap_status begin(struct png_stream *stream, const char *path,
                                const struct png_options *options)
{
    stream->path = strdup(path);
    if (!stream->path) {
        return diag_fail_memory(&stream->diag);
    }
    stream->diag.file = stream->path;
    enum adtmap_status status = png_check_size(stream->width, stream->height, &stream->diag);
    if (!status) {
        status = check_row_bytes(stream);
    }
    if (!status && !make_batch(stream)) {
        status = diag_fail_memory(&stream->diag);
    }
    if (!status) {
        status = file_writer_open(&stream->file, path, &stream->diag);
    }
    if (!status) {
        status = png_container_open(&stream->container, stream->width, stream->height, options,
                                    write_to_file, &stream->file, &stream->diag);
    }
    return status;
}

enum adtmap_status png_stream_open(const char *path, uint32_t width, uint32_t height,
                                   const struct png_options *options, unsigned threads,
                                   const struct diag *diag, struct png_stream **stream)
{
    *stream = NULL;
    struct png_stream *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return diag_fail_memory(diag);
    }
    opened->diag = *diag;
    opened->file.descriptor = -1;
    opened->width = width;
    opened->height = height;
    opened->effort = options->effort;
    opened->channels = png_kind_channels(options->kind);
    opened->threads = threads ? threads : (unsigned)omp_get_max_threads();
    opened->written = (struct png_strip_sequence){&opened->container, 1};
    enum adtmap_status status = begin(opened, path, options);
    if (status) {
        png_stream_abort(opened);
        return status;
    }
    *stream = opened;
    return ADTMAP_OK;
}

static void run(const struct png_stream *stream, struct work *work)
{
    png_strip_clear(&work->strip);
    for (uint32_t y = 0; y < work->rows; y++) {
        const uint8_t *row = batch_row(stream, work->first + y);
        png_strip_add(&work->strip, row, row - stream->slot_bytes);
    }
    png_strip_compress(&work->strip, stream->effort, work->place);
}

/* Deals the waiting rows out and says how many strips they make. */
static unsigned plan_strips(struct png_stream *stream)
{
    unsigned count = 0;
    for (uint32_t first = 0; first < stream->waiting; first += stream->strip_rows) {
        struct work *work = &stream->work[count++];
        work->first = first;
        work->rows = (uint32_t)size_min(stream->strip_rows, stream->waiting - first);
        bool is_first = stream->waiting == stream->taken && first == 0;
        bool is_last = stream->taken == stream->height && first + work->rows == stream->waiting;
        work->place = (is_first ? PNG_STRIP_FIRST : 0) | (is_last ? PNG_STRIP_LAST : 0);
    }
    return count;
}

static enum adtmap_status write_batch(struct png_stream *stream)
{
    unsigned count = plan_strips(stream);
#pragma omp parallel for num_threads(size_min(stream->threads, count)) schedule(dynamic, 1)
    for (unsigned i = 0; i < count; i++) {
        run(stream, &stream->work[i]);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (unsigned i = 0; i < count && !status; i++) {
        status = png_strip_write(&stream->work[i].strip, &stream->written);
    }
    memcpy(stream->slots, batch_row(stream, stream->waiting - 1) - PNG_ROW_MARGIN,
           stream->row_bytes + PNG_ROW_MARGIN);
    stream->waiting = 0;
    return status;
}

enum adtmap_status png_stream_rows(struct png_stream *stream, const uint8_t *rows, uint32_t count,
                                   size_t stride_bytes)
{
    if (!stream->status && count > stream->height - stream->taken) {
        stream->status = diag_fail(&stream->diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                                   "more rows than the %u of the picture", stream->height);
    }
    for (uint32_t i = 0; i < count && !stream->status; i++) {
        memcpy(batch_row(stream, stream->waiting), rows + i * stride_bytes, stream->row_bytes);
        stream->waiting++;
        stream->taken++;
        if (stream->waiting == stream->batch_rows || stream->taken == stream->height) {
            stream->status = write_batch(stream);
        }
    }
    return stream->status;
}

enum adtmap_status png_stream_commit(struct png_stream *stream)
{
    enum adtmap_status status = stream->status;
    if (!status && stream->taken < stream->height) {
        status =
            diag_fail(&stream->diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                      "%u of %u rows are missing", stream->height - stream->taken, stream->height);
    }
    if (!status) {
        status = png_container_end(&stream->container);
    }
    if (!status) {
        status = file_writer_commit(&stream->file);
    }
    png_stream_abort(stream);
    return status;
}

size_t png_stream_bytes(size_t row_bytes, unsigned threads)
{
    enum { COPIES = 4 }; /* rows as they came, filtered, compressed, and what compressing takes */
    return threads * COPIES * STRIPS_PER_THREAD * size_max(PNG_STRIP_BYTES, row_bytes);
}

void png_stream_abort(struct png_stream *stream)
{
    if (!stream) {
        return;
    }
    for (unsigned i = 0; stream->work && i < stream->strip_count; i++) {
        png_strip_free(&stream->work[i].strip);
    }
    png_container_close(&stream->container);
    file_writer_abort(&stream->file);
    free(stream->work);
    free(stream->slots);
    free(stream->path);
    free(stream);
}
