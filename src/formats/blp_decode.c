#include <string.h>

#include "base/size.h"
#include "formats/blp.h"
#include "formats/blp_jpeg.h"
#include "formats/dxt.h"

static void decode_palette_colours(const struct blp *blp, const uint8_t *indices, size_t count,
                                   uint8_t *rgba)
{
    uint8_t colours[256][4];
    for (size_t i = 0; i < 256; i++) {
        const uint8_t *entry = blp->palette + 4 * i;
        memcpy(colours[i], (uint8_t[4]){entry[2], entry[1], entry[0], 255}, 4);
    }
    for (size_t i = 0; i < count; i++) {
        memcpy(rgba + 4 * i, colours[indices[i]], 4);
    }
}

/* Overwrites the alpha of the first `count` texels; low bits come first. */
static void decode_palette_alpha(unsigned bits, const uint8_t *alpha, size_t count, uint8_t *rgba)
{
    switch (bits) {
    case 1:
        for (size_t i = 0; i < count; i++) {
            rgba[4 * i + 3] = alpha[i >> 3] >> (i & 7) & 1 ? 255 : 0;
        }
        break;
    case 4:
        for (size_t i = 0; i < count; i++) {
            rgba[4 * i + 3] = (uint8_t)((alpha[i >> 1] >> (i & 1) * 4 & 15) * 17);
        }
        break;
    default:
        for (size_t i = 0; i < count; i++) {
            rgba[4 * i + 3] = alpha[i];
        }
        break;
    }
}

static void fill_black(uint8_t *rgba, size_t count, uint8_t alpha)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(rgba + 4 * i, (uint8_t[4]){0, 0, 0, alpha}, 4);
    }
}

static void decode_palette(const struct blp *blp, const struct blp_level *level, size_t texels,
                           uint8_t *rgba)
{
    size_t coloured = size_min(texels, level->size);
    decode_palette_colours(blp, level->data, coloured, rgba);
    fill_black(rgba + 4 * coloured, texels - coloured, 255);
    if (blp->alpha_bits && level->size > texels) {
        size_t alphas = (level->size - texels) * 8 / blp->alpha_bits;
        decode_palette_alpha(blp->alpha_bits, level->data + texels, size_min(texels, alphas), rgba);
    }
}

static void decode_bgra8(const uint8_t *data, size_t count, unsigned alpha_bits, uint8_t *rgba)
{
    uint8_t opaque = alpha_bits ? 0 : 255;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *in = data + 4 * i;
        memcpy(rgba + 4 * i, (uint8_t[4]){in[2], in[1], in[0], in[3] | opaque}, 4);
    }
}

/* A channel of `bits` bits at `shift`, widened to 8 by repeating its high bits. */
static inline uint8_t channel(unsigned word, unsigned shift, unsigned bits)
{
    unsigned value = word >> shift & ((1u << bits) - 1);
    switch (bits) {
    case 1:
        return value ? 255 : 0;
    case 4:
        return (uint8_t)(value * 17);
    case 5:
        return (uint8_t)(value << 3 | value >> 2);
    default:
        return (uint8_t)(value << 2 | value >> 4);
    }
}

static void decode_words(enum blp_kind kind, const uint8_t *data, size_t count, uint8_t *rgba)
{
    for (size_t i = 0; i < count; i++) {
        unsigned w = (unsigned)(data[2 * i] | data[2 * i + 1] << 8);
        uint8_t *out = rgba + 4 * i;
        if (kind == BLP_ARGB1555) {
            memcpy(out,
                   (uint8_t[4]){channel(w, 10, 5), channel(w, 5, 5), channel(w, 0, 5),
                                channel(w, 15, 1)},
                   4);
        } else if (kind == BLP_ARGB4444) {
            memcpy(out,
                   (uint8_t[4]){channel(w, 8, 4), channel(w, 4, 4), channel(w, 0, 4),
                                channel(w, 12, 4)},
                   4);
        } else {
            memcpy(out, (uint8_t[4]){channel(w, 11, 5), channel(w, 5, 6), channel(w, 0, 5), 255},
                   4);
        }
    }
}

/* Formats of `stride` whole bytes a texel. */
static void decode_raw(const struct blp *blp, const struct blp_level *level, size_t stride,
                       size_t texels, uint8_t *rgba)
{
    size_t count = size_min(texels, level->size / stride);
    if (blp->kind == BLP_BGRA8) {
        decode_bgra8(level->data, count, blp->alpha_bits, rgba);
    } else if (blp->kind == BLP_A8) {
        fill_black(rgba, count, 0);
        decode_palette_alpha(8, level->data, count, rgba);
    } else {
        decode_words(blp->kind, level->data, count, rgba);
    }
    fill_black(rgba + 4 * count, texels - count, blp->alpha_bits ? 0 : 255);
}

enum adtmap_status blp_decode(const struct blp *blp, unsigned level, const struct diag *diag,
                              uint8_t *rgba)
{
    const struct blp_level *from = &blp->levels[level];
    uint32_t width = blp_level_width(blp, level);
    uint32_t height = blp_level_height(blp, level);
    size_t texels = (size_t)width * height;
    switch (blp->kind) {
    case BLP_PALETTE:
        decode_palette(blp, from, texels, rgba);
        break;
    case BLP_DXT1:
        dxt_decode(blp->alpha_bits ? DXT1_ALPHA : DXT1_OPAQUE, from->data, from->size, width,
                   height, rgba);
        break;
    case BLP_DXT3:
        dxt_decode(DXT3, from->data, from->size, width, height, rgba);
        break;
    case BLP_DXT5:
        dxt_decode(DXT5, from->data, from->size, width, height, rgba);
        break;
    case BLP_BGRA8:
        decode_raw(blp, from, 4, texels, rgba);
        break;
    case BLP_ARGB1555:
    case BLP_ARGB4444:
    case BLP_RGB565:
        decode_raw(blp, from, 2, texels, rgba);
        break;
    case BLP_A8:
        decode_raw(blp, from, 1, texels, rgba);
        break;
    case BLP_JPEG:
        return blp_jpeg_decode(blp, level, diag, rgba);
    }
    return ADTMAP_OK;
}
