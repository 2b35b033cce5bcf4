/*
 * JPEG files of web tiles and thumbnails, through libjpeg-turbo: baseline, with optimised Huffman
 * tables. Colours have half the resolution below quality 90. The slow integer transform is used,
 * whose results are the same on every machine.
 */
#ifndef CODEC_JPEG_TILE_H
#define CODEC_JPEG_TILE_H

#include <stdint.h>

#include "base/buffer.h"
#include "base/diag.h"

/* The version of libjpeg-turbo, as its header gives it; 0 for another libjpeg. */
uint32_t jpeg_tile_version(void);

struct jpeg_size {
    uint32_t width_px;
    uint32_t height_px;
};

/*
 * Appends the file of a picture of RGBA, rows `stride_bytes` apart. JPEG has no transparency: the
 * picture lies on black. `quality` is 1..100. ADTMAP_NO_MEMORY.
 */
enum adtmap_status jpeg_tile_encode(const uint8_t *rgba, struct jpeg_size picture,
                                    size_t stride_bytes, unsigned quality, const struct diag *diag,
                                    struct buffer *file);

/* Decodes a file of edge_px x edge_px pixels into RGBA rows without gaps. ADTMAP_BAD_DATA for a
 * damaged file, one of several scans or of another size, ADTMAP_NO_MEMORY. */
enum adtmap_status jpeg_tile_decode(const uint8_t *data, size_t size, uint32_t edge_px,
                                    const struct diag *diag, uint8_t *rgba);

#endif
