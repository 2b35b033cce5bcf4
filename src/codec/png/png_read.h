/*
 * Reading PNG files through libpng: any PNG into RGBA memory, and our own tiles row by row.
 *
 * A whole picture keeps 16-bit grey as well, for data such as heights.
 *
 * Both give 8-bit RGBA, alpha not premultiplied: 16-bit samples are scaled, grey becomes RGB,
 * palettes are looked up, tRNS becomes alpha, no alpha becomes 255. Gamma and profiles are
 * ignored: the stored values are what is compared and stitched.
 */
#ifndef CODEC_PNG_PNG_READ_H
#define CODEC_PNG_PNG_READ_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

/* Pixels a whole picture may have: 1 GiB of RGBA. */
enum { PICTURE_PIXELS_MAX = 1 << 28 };

/* Rows follow each other without gaps. */
struct picture {
    uint8_t *rgba; /* width * height * 4 bytes from malloc */
    uint32_t width;
    uint32_t height;
    uint16_t *grey16; /* width * height from malloc, of files of 16-bit grey alone; else NULL */
};

/*
 * Reads a PNG file whole. Errors: as file_map, ADTMAP_BAD_DATA for what is no PNG, is damaged or
 * too small a file for its pixels, ADTMAP_LIMIT over PICTURE_PIXELS_MAX pixels, ADTMAP_NO_MEMORY.
 * The picture is empty after a failure. Damage in optional chunks is a warning.
 */
enum adtmap_status picture_read_png(const char *path, const struct diag *diag,
                                    struct picture *picture);

/* The same for a file in memory, named by diag->file. */
enum adtmap_status picture_decode_png(const uint8_t *data, size_t size, const struct diag *diag,
                                      struct picture *picture);

/* An empty picture may be freed. */
void picture_free(struct picture *picture);

/* A PNG file read from top to bottom. */
struct png_rows;

/*
 * Opens a PNG for reading row by row; *width and *height are set. Errors as picture_read_png, but
 * for the pixel limit, and ADTMAP_UNSUPPORTED for an interlaced file. `diag` must outlive the
 * reader; so must what it points to.
 */
enum adtmap_status png_rows_open(const char *path, const struct diag *diag, struct png_rows **rows,
                                 uint32_t *width, uint32_t *height);

/* The next row: width RGBA pixels. ADTMAP_BAD_DATA for damage and past the last row;
 * ADTMAP_NO_MEMORY. */
enum adtmap_status png_rows_next(struct png_rows *rows, uint8_t *rgba);

/* NULL-safe; may be called before the last row. */
void png_rows_close(struct png_rows *rows);

#endif
