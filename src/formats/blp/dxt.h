/*
 * S3 texture compression (DXT1, DXT3, DXT5; also BC1 to BC3): blocks of 4x4 texels.
 *
 * Decoders differ by one in the last place; here every interpolation is rounded to nearest, on
 * channels already expanded to 8 bits:
 *   565 channels   5 bits: v << 3 | v >> 2, 6 bits: v << 2 | v >> 4
 *   four colours   (2 * c0 + c1 + 1) / 3, (c0 + 2 * c1 + 1) / 3
 *   three colours  (c0 + c1 + 1) / 2, and black (DXT1 with c0 <= c1 only)
 *   DXT3 alpha     nibble * 17
 *   DXT5 alpha     ((7 - i) * a0 + i * a1 + 3) / 7, or ((5 - i) * a0 + i * a1 + 2) / 5, 0, 255
 */
#ifndef FORMATS_BLP_DXT_H
#define FORMATS_BLP_DXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum dxt_kind {
    DXT1_OPAQUE, /* the fourth of three colours is opaque black */
    DXT1_ALPHA,  /* the fourth of three colours is transparent black */
    DXT3,
    DXT5,
};

/* Bytes of an image of width x height texels, both at most 65536. */
size_t dxt_size(enum dxt_kind kind, uint32_t width, uint32_t height);

/*
 * Decodes to width * height * 4 bytes R, G, B, A, rows from the top. Of `data` only whole blocks
 * are used, at most dxt_size bytes; texels of blocks that are not there become opaque black for
 * DXT1_OPAQUE and transparent black for the others.
 */
void dxt_decode(enum dxt_kind kind, const uint8_t *data, size_t size, uint32_t width,
                uint32_t height, uint8_t *rgba);

/*
 * Decodes the next `count` blocks to one texel each, R, G, B, A: the mean of their 16 texels,
 * rounded. `by_alpha`: the mean of colours multiplied by alpha / 255. What `data` does not hold is
 * as for dxt_decode.
 */
void dxt_decode_means(enum dxt_kind kind, bool by_alpha, const uint8_t *data, size_t size,
                      size_t count, uint8_t *rgba);

#endif
