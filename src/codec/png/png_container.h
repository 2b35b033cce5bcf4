/*
 * Writes the container of a PNG file: signature, IHDR, sRGB (perceptual) and text chunks through
 * libpng, then IDAT chunks with compressed bytes from the caller, and IEND.
 */
#ifndef CODEC_PNG_PNG_CONTAINER_H
#define CODEC_PNG_PNG_CONTAINER_H

#include <png.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "codec/png/png_write.h"

/* Receives the bytes of the file in order. It reports its own failures to its diag. */
typedef enum adtmap_status (*png_sink)(void *user, const void *data, size_t size);

struct png_container {
    png_structp png;
    png_infop info;
    png_sink sink;
    void *user;
    const struct diag *diag;
    enum adtmap_status status;
};

/* ADTMAP_LIMIT unless width and height are 1..2^31-1. */
enum adtmap_status png_check_size(uint32_t width, uint32_t height, const struct diag *diag);

/*
 * Writes everything before the pixels. `diag` and `user` must outlive the container. Close the
 * container even after a failure. Errors: those of png_encode and of the sink.
 */
enum adtmap_status png_container_open(struct png_container *container, uint32_t width,
                                      uint32_t height, const struct png_options *options,
                                      png_sink sink, void *user, const struct diag *diag);

/* Writes the next part of the zlib stream, as one or more IDAT chunks. */
enum adtmap_status png_container_idat(struct png_container *container, const uint8_t *data,
                                      size_t size);

/* Writes IEND. */
enum adtmap_status png_container_end(struct png_container *container);

/* Frees the memory of libpng. A zeroed or closed container may be closed. */
void png_container_close(struct png_container *container);

#endif
