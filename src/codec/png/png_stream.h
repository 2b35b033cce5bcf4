/*
 * Writes PNG files of any height row by row. Memory depends on the width and the number of threads,
 * not on the height.
 *
 * Rows are divided into strips (png_strip.h), which are filtered and compressed in parallel. The
 * bytes depend on the pixels and the options, not on the number of threads.
 */
#ifndef CODEC_PNG_PNG_STREAM_H
#define CODEC_PNG_PNG_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "codec/png/png_write.h"

enum { PNG_STREAM_ROW_BYTES_MAX = 1 << 30 };

/* A file being written. Used by one thread at a time. */
struct png_stream;

/*
 * Begins a file of width x height pixels at `path`; it has a temporary name until
 * png_stream_commit. `threads` threads compress; 0 takes OpenMP's number. `options` is used during
 * the call only; `diag` and everything that it points to must outlive the stream. Failures name
 * `path`.
 *
 * Errors: ADTMAP_LIMIT for a picture without pixels, with an edge over 2^31 - 1, or with rows over
 * PNG_STREAM_ROW_BYTES_MAX; ADTMAP_BAD_ARGUMENT for a keyword that PNG does not allow; those of
 * file_writer_open; ADTMAP_NO_MEMORY. Memory: png_stream_bytes.
 */
enum adtmap_status png_stream_open(const char *path, uint32_t width, uint32_t height,
                                   const struct png_options *options, unsigned threads,
                                   const struct diag *diag, struct png_stream **stream);

/* As png_stream_open, but appends the bytes of the file to `file`, which must outlive the stream.
 * diag->file names the picture. */
enum adtmap_status png_stream_open_buffer(struct buffer *file, uint32_t width, uint32_t height,
                                          const struct png_options *options, unsigned threads,
                                          const struct diag *diag, struct png_stream **stream);

/*
 * Appends `count` rows, packed (png_pack_kind), `stride_bytes` apart; a stride of 0 repeats one
 * row. The rows are copied. ADTMAP_BAD_ARGUMENT for more rows than the picture has; ADTMAP_IO and
 * other errors of writing. After a failure every later call returns the same error.
 */
enum adtmap_status png_stream_rows(struct png_stream *stream, const uint8_t *rows, uint32_t count,
                                   size_t stride_bytes);

/*
 * Ends the file and renames it to its path. ADTMAP_BAD_ARGUMENT if rows are missing. Always frees
 * the stream; after a failure the temporary file is removed.
 */
enum adtmap_status png_stream_commit(struct png_stream *stream);

/* An upper bound of the memory of a stream with rows of `row_bytes`. */
size_t png_stream_bytes(size_t row_bytes, unsigned threads);

/* Removes the temporary file and frees the stream. NULL-safe. */
void png_stream_abort(struct png_stream *stream);

#endif
