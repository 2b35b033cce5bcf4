/*
 * Reads PNG files through libpng: whole, or row by row.
 *
 * The result is 8-bit RGBA, alpha not premultiplied. 16-bit samples are scaled, grey and palettes
 * become RGB, tRNS becomes alpha, missing alpha becomes 255. Gamma and profiles are ignored,
 * because stored values are compared and stitched. 16-bit grey is kept as well, for data such as
 * heights.
 */
#ifndef CODEC_PNG_PNG_READ_H
#define CODEC_PNG_PNG_READ_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

/* Limit of pixels of a picture read whole: those of the largest tile, 256 MiB of RGBA and 128 MiB
 * of grey with 16 bits. */
enum { PICTURE_PIXELS_MAX = 1 << 26 };

/* A decoded picture; rows follow each other without gaps. */
struct picture {
    uint8_t *rgba; /* width * height * 4 bytes from malloc */
    uint32_t width;
    uint32_t height;
    uint16_t *grey16; /* width * height from malloc, if the file is 16-bit grey; else NULL */
};

/*
 * Reads a whole PNG file. Errors: those of file_map; ADTMAP_BAD_DATA if the file is not a PNG, is
 * damaged, or is too small for its pixels; ADTMAP_LIMIT over PICTURE_PIXELS_MAX pixels;
 * ADTMAP_NO_MEMORY. The picture is empty after a failure. Damage in optional chunks is a warning.
 */
enum adtmap_status picture_read_png(const char *path, const struct diag *diag,
                                    struct picture *picture);

/* As picture_read_png, for a file in memory; diag->file is its name in messages. */
enum adtmap_status picture_decode_png(const uint8_t *data, size_t size, const struct diag *diag,
                                      struct picture *picture);

/* An empty picture may be freed. */
void picture_free(struct picture *picture);

enum {
    PNG_ROW_PIXELS_MAX = 1 << 20,        /* a stitched map of 64 x 64 tiles has half as many */
    PNG_INTERLACED_PIXELS_MAX = 1 << 24, /* 64 MiB of RGBA */
    /* Pixels, or unpacked bytes, of a picture with over 512 of them in a byte of its file. A
     * stitched map of 512 px a tile has as many pixels. */
    PNG_BLANK_MAX = 1 << 30,
};

/* A PNG file read from top to bottom. */
struct png_rows;

/*
 * Opens a PNG for reading row by row and sets *width and *height. Memory is a few rows; an
 * interlaced picture is kept whole. Errors: those of picture_read_png; ADTMAP_LIMIT over
 * PNG_ROW_PIXELS_MAX pixels in a row, for an interlaced file over PNG_INTERLACED_PIXELS_MAX and for
 * an almost blank one over PNG_BLANK_MAX.
 * `diag` and everything that it points to must outlive the reader.
 */
enum adtmap_status png_rows_open(const char *path, const struct diag *diag, struct png_rows **rows,
                                 uint32_t *width, uint32_t *height);

/* Reads the next row: width RGBA pixels. ADTMAP_BAD_DATA for damage, with the last row also of what
 * follows it, and after the last row; ADTMAP_NO_MEMORY. */
enum adtmap_status png_rows_next(struct png_rows *rows, uint8_t *rgba);

/* The last row that was read, in 16-bit grey; valid until the next call. NULL unless the file is
 * 16-bit grey. */
const uint16_t *png_rows_grey16(const struct png_rows *rows);

/* NULL-safe; may be called before the last row. */
void png_rows_close(struct png_rows *rows);

#endif
