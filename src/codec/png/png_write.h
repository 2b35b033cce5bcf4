/*
 * PNG files from RGBA pixels (PNG specification, third edition). libpng writes the container, the
 * row filters are png_filter.h's, compression is row_deflate.h's; with PNG_SMALL libdeflate tries,
 * too. The bytes depend on the pixels, the options and, with PNG_SMALL, the release of libdeflate
 * alone: no time and no version is stored.
 */
#ifndef CODEC_PNG_PNG_WRITE_H
#define CODEC_PNG_PNG_WRITE_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/buffer.h"
#include "base/diag.h"

/* What a file stores. The caller chooses, so that all tiles of a map are of one kind. */
enum png_kind {
    PNG_KIND_RGB,  /* 8 bits each; alpha of the input is dropped */
    PNG_KIND_RGBA, /* 8 bits each, alpha not premultiplied */

    /* Data rather than pictures: without a colour space. */
    PNG_KIND_GREY8,  /* the input is a byte a pixel */
    PNG_KIND_GREY16, /* the input is a uint16_t a pixel */
};

/*
 * How hard to compress. Measured against libpng's defaults, one thread, at 512 px unless noted: the
 * demo world's 57 tiles, half of them sea | those at 1024 px | 5 real tiles with their textures |
 * 17 real tiles, most of them with plain stand-ins.
 */
enum png_effort {
    PNG_FAST,     /* 17, 15, 44, 17 times as fast; 101.8, 104.1, 95.1, 99.0 % of the size */
    PNG_BALANCED, /* 9.1, 8.5, 24, 11 times as fast; 99.2, 99.7, 95.0, 97.8 % of the size */
    PNG_SMALL,    /* the smallest, slower than libpng; libdeflate tries with all it has */
};

/* `stride_bytes` lies between the first bytes of two rows. */
struct png_image {
    const uint8_t *pixels; /* RGBA, or what the kind says */
    uint32_t width;        /* at least 1 */
    uint32_t height;       /* at least 1 */
    size_t stride_bytes;
};

/* One text chunk: tEXt when the text is ASCII, else iTXt (UTF-8). */
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

/* Bytes of a pixel as a file of the kind stores it: 3 or 4, 1 or 2 for grey. */
unsigned png_kind_channels(enum png_kind kind);

/* Bytes of a pixel as the kind's input has it: 4, 1 or 2 for grey. */
unsigned png_kind_input_bytes(enum png_kind kind);

/* Packs `width` pixels of the kind's input as png_pack_row does. */
void png_pack_kind(enum png_kind kind, const uint8_t *pixels, uint32_t width, uint8_t *packed);

/* Scratch memory and compressors, kept between images. One encoder belongs to one thread. */
struct png_encoder;

/* `threads` (1 or more) work on one image when it is large; its bytes do not depend on them. NULL
 * when out of memory. */
struct png_encoder *png_encoder_create(unsigned threads);

/* NULL-safe. */
void png_encoder_destroy(struct png_encoder *encoder);

/*
 * Replaces the contents of `png` by the file. ADTMAP_LIMIT for an image without pixels, wider or
 * higher than PNG allows (2^31 - 1), or too large for memory; ADTMAP_BAD_ARGUMENT for a keyword
 * that PNG does not allow; ADTMAP_NO_MEMORY.
 */
enum adtmap_status png_encode(struct png_encoder *encoder, const struct png_image *image,
                              const struct png_options *options, const struct diag *diag,
                              struct buffer *png);

#endif
