/*
 * PNG files of any height, written row by row: what is in memory depends on the width and on the
 * number of threads, never on the height.
 *
 * The rows are cut into strips (png_strip.h), several of which are filtered and compressed at a
 * time. The bytes depend on the pixels and the options alone, and are the same for any number of
 * threads.
 */
#ifndef CODEC_PNG_PNG_STREAM_H
#define CODEC_PNG_PNG_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "codec/png/png_write.h"

enum { PNG_STREAM_ROW_BYTES_MAX = 1 << 30 };

/* A file under way. One stream is used by one thread at a time. */
struct png_stream;

/*
 * Begins a file of width x height pixels at `path`, under a temporary name until it is committed.
 * `threads` compress at the same time, 0: as many as OpenMP has. `options` is needed during the
 * call only, `diag` and what it points to until the stream is closed; failures name `path`.
 *
 * Errors: ADTMAP_LIMIT for a picture without pixels, with an edge over 2^31 - 1, or with rows over
 * PNG_STREAM_ROW_BYTES_MAX; ADTMAP_BAD_ARGUMENT for a keyword that PNG does not allow; those of
 * file_writer_open; ADTMAP_NO_MEMORY. Memory: png_stream_bytes.
 */
enum adtmap_status png_stream_open(const char *path, uint32_t width, uint32_t height,
                                   const struct png_options *options, unsigned threads,
                                   const struct diag *diag, struct png_stream **stream);

/*
 * Takes the next `count` rows, packed (png_pack_kind), `stride_bytes` apart; with a stride of 0 one
 * row is taken `count` times. The rows are copied. ADTMAP_BAD_ARGUMENT for more rows than the
 * picture has; ADTMAP_IO and others from writing. After a failure every later call returns it.
 */
enum adtmap_status png_stream_rows(struct png_stream *stream, const uint8_t *rows, uint32_t count,
                                   size_t stride_bytes);

/*
 * Ends the file and renames it into place. ADTMAP_BAD_ARGUMENT when rows are missing. Whatever it
 * returns, the stream is freed, and after a failure no file of it is left.
 */
enum adtmap_status png_stream_commit(struct png_stream *stream);

/* What a stream has in memory at most, for rows of `row_bytes`. */
size_t png_stream_bytes(size_t row_bytes, unsigned threads);

/* Removes the temporary file and frees the stream. NULL-safe. */
void png_stream_abort(struct png_stream *stream);

#endif
