/*
 * One decoder for each kind of texels. Levels may be cut short: every decoder is handed the texels
 * that are there and fills the rest with black.
 */
#include "formats/blp/blp_rows.h"

#include <assert.h>
#include <string.h>

#include "base/pixel.h"
#include "base/size.h"
#include "formats/blp/blp_jpeg.h"
#include "formats/blp/dxt.h"

/* Texels first..first + count - 1 of the level, in the order of rows. */
struct texel_run {
    size_t first, count;
};

/* Overwrites the alpha of a run whose alphas are all there; low bits come first. */
static void decode_alpha(unsigned bits, const uint8_t *alpha, struct texel_run run, uint8_t *rgba)
{
    size_t end = run.first + run.count;
    switch (bits) {
    case 1:
        for (size_t i = run.first; i < end; i++, rgba += 4) {
            rgba[3] = alpha[i >> 3] >> (i & 7) & 1 ? 255 : 0;
        }
        break;
    case 4:
        for (size_t i = run.first; i < end; i++, rgba += 4) {
            rgba[3] = (uint8_t)((alpha[i >> 1] >> (i & 1) * 4 & 15) * 17);
        }
        break;
    default:
        for (size_t i = run.first; i < end; i++, rgba += 4) {
            rgba[3] = alpha[i];
        }
        break;
    }
}

/* How many texels of a run lie before `end`. */
static size_t run_before(struct texel_run run, size_t end)
{
    return end > run.first ? size_min(run.count, end - run.first) : 0;
}

static void fill_black(uint8_t *rgba, size_t count, uint8_t alpha)
{
    for (size_t i = 0; i < count; i++) {
        memcpy(rgba + 4 * i, (uint8_t[4]){0, 0, 0, alpha}, 4);
    }
}

static void decode_palette(const struct blp_rows *rows, struct texel_run run, uint8_t *rgba)
{
    const struct blp_level *level = &rows->blp->levels[rows->level];
    size_t texels = (size_t)rows->width * rows->height;
    unsigned bits = rows->blp->alpha_bits;
    size_t colored = run_before(run, level->size);
    for (size_t i = 0; i < colored; i++) {
        memcpy(rgba + 4 * i, rows->colors[level->data[run.first + i]], 4);
    }
    fill_black(rgba + 4 * colored, run.count - colored, 255);
    if (bits && level->size > texels) {
        run.count = run_before(run, (level->size - texels) * 8 / bits);
        decode_alpha(bits, level->data + texels, run, rgba);
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
static void decode_raw(const struct blp_rows *rows, size_t stride, struct texel_run run,
                       uint8_t *rgba)
{
    const struct blp *blp = rows->blp;
    const struct blp_level *level = &blp->levels[rows->level];
    size_t count = run_before(run, level->size / stride);
    const uint8_t *data = count ? level->data + stride * run.first : NULL;
    if (blp->kind == BLP_BGRA8) {
        decode_bgra8(data, count, blp->alpha_bits, rgba);
    } else if (blp->kind == BLP_A8) {
        fill_black(rgba, count, 0);
        decode_alpha(8, data, (struct texel_run){0, count}, rgba);
    } else {
        decode_words(blp->kind, data, count, rgba);
    }
    fill_black(rgba + 4 * count, run.count - count, blp->alpha_bits ? 0 : 255);
}

/* Rows of whole blocks are an image of their own. */
static void decode_dxt(const struct blp_rows *rows, enum dxt_kind kind, uint32_t count,
                       uint8_t *rgba)
{
    const struct blp_level *level = &rows->blp->levels[rows->level];
    size_t before = size_min(
        dxt_size(kind, rows->width << rows->reduction, rows->y << rows->reduction), level->size);
    const uint8_t *data = level->data + before;
    size_t size = level->size - before;
    if (rows->reduction) {
        dxt_decode_means(kind, rows->by_alpha, data, size, (size_t)rows->width * count, rgba);
    } else {
        dxt_decode(kind, data, size, rows->width, count, rgba);
    }
}

/* Multiplies colours by alpha / 255, rounded. */
static void multiply_by_alpha(uint8_t *rgba, size_t count)
{
    enum { ALPHA = 3 };
    for (uint8_t *texel = rgba; texel < rgba + 4 * count; texel += 4) {
        for (size_t c = 0; c < ALPHA && texel[ALPHA] < UINT8_MAX; c++) {
            texel[c] = (uint8_t)byte_scale((uint32_t)texel[c] * texel[ALPHA]);
        }
    }
}

enum adtmap_status blp_rows_begin(const struct blp *blp, unsigned level, const struct diag *diag,
                                  struct blp_rows *rows)
{
    return blp_rows_begin_reduced(blp, level, 0, diag, rows);
}

static bool can_halve(uint32_t edge, unsigned reduction, uint32_t least_edge)
{
    return (edge >> reduction) % 2 == 0 && edge >> (reduction + 1) >= least_edge;
}

unsigned blp_reduction(const struct blp *blp, uint32_t least_edge)
{
    unsigned reduction = 0;
    if (blp->kind != BLP_JPEG || (uint64_t)blp->width * blp->height <= BLP_LARGE_TEXELS) {
        return 0;
    }
    while (reduction < BLP_REDUCTION_MAX && can_halve(blp->width, reduction, least_edge) &&
           can_halve(blp->height, reduction, least_edge)) {
        reduction++;
    }
    return reduction;
}

static bool is_dxt(const struct blp *blp)
{
    return blp->kind == BLP_DXT1 || blp->kind == BLP_DXT3 || blp->kind == BLP_DXT5;
}

static enum dxt_kind dxt_kind(const struct blp *blp)
{
    switch (blp->kind) {
    case BLP_DXT3:
        return DXT3;
    case BLP_DXT5:
        return DXT5;
    default:
        return blp->alpha_bits ? DXT1_ALPHA : DXT1_OPAQUE;
    }
}

/* Whether the edges of the file, halved `halvings` times, are whole numbers, one of them at least
 * `longest_edge`. */
static bool has_edges(const struct blp *blp, unsigned halvings, uint32_t longest_edge)
{
    uint32_t edge = blp->width > blp->height ? blp->width : blp->height;
    uint32_t rest = (blp->width | blp->height) & ((1U << halvings) - 1);
    return rest == 0 && edge >> halvings >= longest_edge;
}

bool blp_block_level(const struct blp *blp, uint32_t longest_edge, unsigned *level)
{
    *level = 0;
    if (!is_dxt(blp) || !has_edges(blp, BLP_BLOCK_REDUCTION, longest_edge)) {
        return false;
    }
    for (unsigned i = 1; i < blp->level_count; i++) {
        size_t bytes = dxt_size(dxt_kind(blp), blp_level_width(blp, i), blp_level_height(blp, i));
        if (!has_edges(blp, i + BLP_BLOCK_REDUCTION, longest_edge) || blp->levels[i].size < bytes) {
            break;
        }
        *level = i;
    }
    return true;
}

enum adtmap_status blp_rows_begin_reduced(const struct blp *blp, unsigned level, unsigned reduction,
                                          const struct diag *diag, struct blp_rows *rows)
{
    *rows = (struct blp_rows){.blp = blp,
                              .level = level,
                              .reduction = reduction,
                              .width = blp_level_width(blp, level) >> reduction,
                              .height = blp_level_height(blp, level) >> reduction};
    if (blp->kind == BLP_PALETTE) {
        for (size_t i = 0; i < 256; i++) {
            const uint8_t *entry = blp->palette + 4 * i;
            memcpy(rows->colors[i], (uint8_t[4]){entry[2], entry[1], entry[0], 255}, 4);
        }
    }
    return blp->kind == BLP_JPEG ? blp_jpeg_begin(blp, level, reduction, diag, &rows->jpeg)
                                 : ADTMAP_OK;
}

enum adtmap_status blp_rows_read(struct blp_rows *rows, uint32_t count, const struct diag *diag,
                                 uint8_t *rgba)
{
    const struct blp *blp = rows->blp;
    struct texel_run run = {(size_t)rows->width * rows->y, (size_t)rows->width * count};
    enum adtmap_status status = ADTMAP_OK;
    assert(count <= rows->height - rows->y);
    assert(count % BLP_BAND_ROWS == 0 || count == rows->height - rows->y);
    switch (blp->kind) {
    case BLP_PALETTE:
        decode_palette(rows, run, rgba);
        break;
    case BLP_DXT1:
    case BLP_DXT3:
    case BLP_DXT5:
        decode_dxt(rows, dxt_kind(blp), count, rgba);
        break;
    case BLP_BGRA8:
        decode_raw(rows, 4, run, rgba);
        break;
    case BLP_ARGB1555:
    case BLP_ARGB4444:
    case BLP_RGB565:
        decode_raw(rows, 2, run, rgba);
        break;
    case BLP_A8:
        decode_raw(rows, 1, run, rgba);
        break;
    case BLP_JPEG:
        status = blp_jpeg_read(rows->jpeg, count, diag, rgba);
        break;
    }
    if (rows->by_alpha && !status && !(is_dxt(blp) && rows->reduction)) {
        multiply_by_alpha(rgba, run.count);
    }
    rows->y += count;
    return status;
}

void blp_rows_end(struct blp_rows *rows)
{
    blp_jpeg_end(rows->jpeg);
    rows->jpeg = NULL;
}
