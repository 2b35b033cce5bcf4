/*
 * Rows are collected in a batch of two strips per thread. A full batch is filtered and compressed
 * in parallel and then written in order. The row above the batch is kept, since the first row of
 * the next batch is filtered with it. The number of threads decides how many strips a batch has,
 * not where strips begin, so that the bytes of the file do not depend on it.
 */
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
    STRIPS_PER_THREAD = 2, /* balances strips that take longer than others */
};

/* A strip and its rows in the batch. */
struct strip_job {
    struct png_strip strip;
    uint32_t first;
    uint32_t rows;
    unsigned position; /* in the file: PNG_STRIP_FIRST, PNG_STRIP_LAST */
};

struct png_stream {
    char *path;
    struct diag diag;
    struct file_writer file; /* unless the bytes go to `buffer` */
    struct buffer *buffer;
    struct png_container container;
    enum adtmap_status status;
    enum png_effort effort;
    unsigned channels;
    unsigned threads;
    uint32_t width;
    uint32_t height;
    uint32_t received; /* rows so far */
    size_t row_bytes;
    size_t padded_row_bytes; /* a row with its margins */
    uint8_t *row_buffer;     /* the row above the batch, then the batch's rows */
    uint32_t strip_rows;     /* of every strip except the last */
    uint32_t batch_rows;
    uint32_t pending; /* rows of the batch so far */
    unsigned strip_count;
    struct strip_job *jobs; /* strip_count of them */
    struct png_strip_sequence written;
};

static enum adtmap_status write_to_file(void *user, const void *data, size_t size)
{
    return file_writer_write(user, data, size);
}

static enum adtmap_status write_to_buffer(void *user, const void *data, size_t size)
{
    const struct png_stream *stream = user;
    buffer_append(stream->buffer, data, size);
    return stream->buffer->failed ? diag_fail_memory(&stream->diag) : ADTMAP_OK;
}

static uint8_t *batch_row(const struct png_stream *stream, uint32_t index)
{
    return stream->row_buffer + (index + 1) * stream->padded_row_bytes + PNG_ROW_MARGIN;
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
    stream->padded_row_bytes = stream->row_bytes + PNG_ROW_MARGIN;
    stream->row_buffer = calloc((size_t)stream->batch_rows + 1, stream->padded_row_bytes);
    stream->jobs = calloc(stream->strip_count, sizeof *stream->jobs);
    bool made = stream->row_buffer && stream->jobs;
    for (unsigned i = 0; made && i < stream->strip_count; i++) {
        made = png_strip_prepare(&stream->jobs[i].strip, stream->row_bytes, stream->channels);
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

/* `path` is NULL if the bytes go to a buffer. */
static enum adtmap_status png_stream_begin(struct png_stream *stream, const char *path,
                                           const struct png_options *options)
{
    if (path) {
        stream->path = strdup(path);
        if (!stream->path) {
            return diag_fail_memory(&stream->diag);
        }
        stream->diag.file = stream->path;
    }
    enum adtmap_status status = png_check_size(stream->width, stream->height, &stream->diag);
    if (status) {
        return status;
    }
    status = check_row_bytes(stream);
    if (status) {
        return status;
    }
    if (!make_batch(stream)) {
        return diag_fail_memory(&stream->diag);
    }
    status = path ? file_writer_open(&stream->file, path, &stream->diag) : ADTMAP_OK;
    if (status) {
        return status;
    }
    return png_container_open(&stream->container, stream->width, stream->height, options,
                              path ? write_to_file : write_to_buffer,
                              path ? (void *)&stream->file : stream, &stream->diag);
}

static enum adtmap_status open_stream(const char *path, struct buffer *buffer, uint32_t width,
                                      uint32_t height, const struct png_options *options,
                                      unsigned threads, const struct diag *diag,
                                      struct png_stream **stream)
{
    *stream = NULL;
    struct png_stream *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return diag_fail_memory(diag);
    }
    opened->diag = *diag;
    opened->file.file = OPEN_FILE_NONE;
    opened->buffer = buffer;
    opened->width = width;
    opened->height = height;
    opened->effort = options->effort;
    opened->channels = png_kind_channels(options->kind);
    opened->threads = threads ? threads : (unsigned)omp_get_max_threads();
    opened->written = (struct png_strip_sequence){&opened->container, 1};
    enum adtmap_status status = png_stream_begin(opened, path, options);
    if (status) {
        png_stream_abort(opened);
        return status;
    }
    *stream = opened;
    return ADTMAP_OK;
}

enum adtmap_status png_stream_open(const char *path, uint32_t width, uint32_t height,
                                   const struct png_options *options, unsigned threads,
                                   const struct diag *diag, struct png_stream **stream)
{
    return open_stream(path, NULL, width, height, options, threads, diag, stream);
}

enum adtmap_status png_stream_open_buffer(struct buffer *file, uint32_t width, uint32_t height,
                                          const struct png_options *options, unsigned threads,
                                          const struct diag *diag, struct png_stream **stream)
{
    return open_stream(NULL, file, width, height, options, threads, diag, stream);
}

static void compress_strip(const struct png_stream *stream, struct strip_job *job)
{
    png_strip_clear(&job->strip);
    for (uint32_t y = 0; y < job->rows; y++) {
        const uint8_t *row = batch_row(stream, job->first + y);
        png_strip_add(&job->strip, row, row - stream->padded_row_bytes);
    }
    png_strip_compress(&job->strip, stream->effort, job->position);
}

/* Divides the rows of the batch into strips. Returns how many. */
static unsigned plan_strips(struct png_stream *stream)
{
    unsigned count = 0;
    for (uint32_t first = 0; first < stream->pending; first += stream->strip_rows) {
        struct strip_job *job = &stream->jobs[count++];
        job->first = first;
        job->rows = (uint32_t)size_min(stream->strip_rows, stream->pending - first);
        bool is_first = stream->pending == stream->received && first == 0;
        bool is_last = stream->received == stream->height && first + job->rows == stream->pending;
        job->position = (is_first ? PNG_STRIP_FIRST : 0) | (is_last ? PNG_STRIP_LAST : 0);
    }
    return count;
}

static enum adtmap_status write_batch(struct png_stream *stream)
{
    unsigned count = plan_strips(stream);
#pragma omp parallel for num_threads(size_min(stream->threads, count)) schedule(dynamic, 1)
    for (unsigned i = 0; i < count; i++) {
        compress_strip(stream, &stream->jobs[i]);
    }
    enum adtmap_status status = ADTMAP_OK;
    for (unsigned i = 0; i < count && !status; i++) {
        status = png_strip_write(&stream->jobs[i].strip, &stream->written);
    }
    memcpy(stream->row_buffer, batch_row(stream, stream->pending - 1) - PNG_ROW_MARGIN,
           stream->row_bytes + PNG_ROW_MARGIN);
    stream->pending = 0;
    return status;
}

enum adtmap_status png_stream_rows(struct png_stream *stream, const uint8_t *rows, uint32_t count,
                                   size_t stride_bytes)
{
    if (!stream->status && count > stream->height - stream->received) {
        stream->status = diag_fail(&stream->diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                                   "more rows than the %u of the picture", stream->height);
    }
    for (uint32_t i = 0; i < count && !stream->status; i++) {
        memcpy(batch_row(stream, stream->pending), rows + i * stride_bytes, stream->row_bytes);
        stream->pending++;
        stream->received++;
        if (stream->pending == stream->batch_rows || stream->received == stream->height) {
            stream->status = write_batch(stream);
        }
    }
    return stream->status;
}

enum adtmap_status png_stream_commit(struct png_stream *stream)
{
    enum adtmap_status status = stream->status;
    if (!status && stream->received < stream->height) {
        status = diag_fail(&stream->diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "%u of %u rows are missing", stream->height - stream->received,
                           stream->height);
    }
    if (!status) {
        status = png_container_end(&stream->container);
    }
    if (!status && !stream->buffer) {
        status = file_writer_commit(&stream->file);
    }
    png_stream_abort(stream);
    return status;
}

size_t png_stream_bytes(size_t row_bytes, unsigned threads)
{
    enum {
        COPIES = 4
    }; /* rows, filtered rows, compressed rows, working memory of the compressor */
    return threads * COPIES * STRIPS_PER_THREAD * size_max(PNG_STRIP_BYTES, row_bytes);
}

void png_stream_abort(struct png_stream *stream)
{
    if (!stream) {
        return;
    }
    for (unsigned i = 0; stream->jobs && i < stream->strip_count; i++) {
        png_strip_free(&stream->jobs[i].strip);
    }
    png_container_close(&stream->container);
    file_writer_abort(&stream->file);
    free(stream->jobs);
    free(stream->row_buffer);
    free(stream->path);
    free(stream);
}
