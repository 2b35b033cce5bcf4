/*
 * The container of a PNG file: signature, IHDR, sRGB (perceptual), text chunks, IDAT chunks of
 * compressed bytes that the caller made, IEND. Written by libpng into a sink.
 */
#ifndef CODEC_PNG_PNG_CONTAINER_H
#define CODEC_PNG_PNG_CONTAINER_H

#include <png.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "codec/png/png_write.h"

/* Takes bytes of the file in order; explains its own failures. */
typedef enum adtmap_status (*png_sink)(void *user, const void *data, size_t size);

struct png_container {
    png_structp png;
    png_infop info;
    png_sink sink;
    void *user;
    const struct diag *diag;
    enum adtmap_status status;
};

/* ADTMAP_LIMIT unless both edges are 1..2^31-1. */
enum adtmap_status png_check_size(uint32_t width, uint32_t height, const struct diag *diag);

/*
 * Writes everything that comes before the pixels. `diag` and `user` must outlive the container.
 * Whatever this returns, the container is to be closed. Errors as png_encode's, and the sink's.
 */
enum adtmap_status png_container_open(struct png_container *container, uint32_t width,
                                      uint32_t height, const struct png_options *options,
                                      png_sink sink, void *user, const struct diag *diag);

/* Writes the next part of the zlib stream, as one or more IDAT chunks. */
enum adtmap_status png_container_idat(struct png_container *container, const uint8_t *data,
                                      size_t size);

/* Writes IEND. */
enum adtmap_status png_container_end(struct png_container *container);

/* Frees what libpng holds. A zeroed or closed container may be closed. */
void png_container_close(struct png_container *container);

#endif
