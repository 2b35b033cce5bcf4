/*
 * Encodes PNG files (PNG specification, third edition). libpng writes the container, png_filter.h
 * filters, row_deflate.h compresses; with PNG_SMALL libdeflate compresses too, and the shorter
 * result is used. The bytes depend on the pixels, the options and, with PNG_SMALL, the version of
 * libdeflate. No time and no version is stored.
 */
#ifndef CODEC_PNG_PNG_WRITE_H
#define CODEC_PNG_PNG_WRITE_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/buffer.h"
#include "base/diag.h"

/* The pixel format of a file. The caller chooses, so that all tiles of a map have the same. */
enum png_kind {
    PNG_KIND_RGB,  /* 8 bits each; alpha of the input is dropped */
    PNG_KIND_RGBA, /* 8 bits each, alpha not premultiplied */

    /* For data, not pictures: without a colour space. */
    PNG_KIND_GREY8,  /* the input is a byte a pixel */
    PNG_KIND_GREY16, /* the input is a uint16_t a pixel */
};

/*
 * How hard to compress. Measured against libpng's defaults, one thread, at 512 px unless noted: the
 * demo world's 57 tiles, half of them sea | the same at 1024 px | 5 real tiles with their textures
 * | 17 real tiles, most of them in fallback colours.
 */
enum png_effort {
    PNG_FAST,     /* 17, 15, 44, 17 times as fast; 101.8, 104.1, 95.1, 99.0 % of the size */
    PNG_BALANCED, /* 9.1, 8.5, 24, 11 times as fast; 99.2, 99.7, 95.0, 97.8 % of the size */
    PNG_SMALL,    /* the smallest files, slower than libpng; libdeflate level 12 compresses too */
};

/* Pixels to encode; rows are `stride_bytes` apart. */
struct png_image {
    const uint8_t *pixels; /* RGBA, or as the kind says */
    uint32_t width;        /* at least 1 */
    uint32_t height;       /* at least 1 */
    size_t stride_bytes;
};

/* A text chunk: tEXt if the text is ASCII, else iTXt (UTF-8). */
struct png_text_chunk {
    const char *keyword; /* 1..79 ASCII characters */
    const char *text;
};

struct png_options {
    enum png_kind kind;
    enum png_effort effort;
    const struct png_text_chunk *texts; /* borrowed during the call */
    size_t text_count;
};

/* Bytes per pixel in the file: 3 or 4; 1 or 2 for grey. */
unsigned png_kind_channels(enum png_kind kind);

/* Bytes per pixel of the input: 4; 1 or 2 for grey. */
unsigned png_kind_input_bytes(enum png_kind kind);

/* Packs `width` pixels of the input to the bytes of a row, as png_pack_row. */
void png_pack_kind(enum png_kind kind, const uint8_t *pixels, uint32_t width, uint8_t *packed);

/* Working memory, which is kept between images. Used by one thread at a time. */
struct png_encoder;

/* `threads`, 1 or more, share a large image. The bytes do not depend on their number. NULL when out
 * of memory. */
struct png_encoder *png_encoder_create(unsigned threads);

/* NULL-safe. */
void png_encoder_destroy(struct png_encoder *encoder);

/*
 * Encodes an image and replaces the contents of `png` by the file. ADTMAP_LIMIT for an image
 * without pixels, with an edge over 2^31 - 1, or too large for memory; ADTMAP_BAD_ARGUMENT for a
 * keyword that PNG does not allow; ADTMAP_NO_MEMORY.
 */
enum adtmap_status png_encode(struct png_encoder *encoder, const struct png_image *image,
                              const struct png_options *options, const struct diag *diag,
                              struct buffer *png);

#endif
