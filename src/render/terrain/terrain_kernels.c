/*
 * The inner loops of terrain, built once per instruction set, with KERNELS naming the table.
 *
 * Why 16 bits. Colours, weights and light fit 16 bits, and "the high half of a 16x16 product" is
 * one instruction (pmulhuw, umull + shrn). A vector then holds 8, 16 or 32 pixels. With 32-bit
 * values it would hold half as many. Loops are written so that compilers find the vectors; the two
 * that they do not find (transposing 8x8 values, bytes of an alpha map) use vector types.
 *
 * Fixed point. A value "i.f" has i whole and f fractional bits:
 *
 *     0.16  weights, alpha, shadow       8.8   colours
 *     2.14  vertex colours, light, sun   3.13  ambient light
 *
 * A product of a.b and c.d keeps the high half, which has b + d - 16 fractional bits. It drops less
 * than one unit. Five products of a fan lose 2.5 units on average, so sum_fan adds 2. The last step
 * rounds from 12.4 to whole colours: 8 is added before the shift by 4.
 *
 * One pixel of lit ground is: fan weights times five vertices for the normal, a dot product with
 * the sun, filtered alpha maps as layer weights, colours blended, then
 *
 *     colour * (ambient * (1 - k shadow) + diffuse * sun * (1 - k shadow)) * vertex colour
 *
 * in runs of 128 pixels, which keep all that lies between the loops in the nearest cache.
 *
 * Three places use floats: the length of the normal, the height blend, and the heights of samples.
 * They use + - * / sqrt, which IEEE 754 rounds exactly, and never sum across pixels. All variants
 * give equal bits.
 *
 * The height blend raises each layer's weight by the height of its texture,
 * p = weight * (height * scale + offset), lowers what lies below the highest p by the difference,
 * and divides by the sum: grass grows in the joints of paving, not through the stones.
 */
#include "render/terrain/terrain_kernels.h"

#include <math.h>

#include "base/lanes.h"

#ifndef KERNELS
#define KERNELS terrain_kernels_base
#define KERNELS_NAME "base"
#endif

extern const struct terrain_kernels KERNELS;

enum { SAMPLES_512 = 16 }; /* of a quad's row in a tile of 512 px, a loop of its own */

/* High half of a 16x16-bit product. */
static inline uint16_t product(uint16_t a, uint16_t b)
{
    return (uint16_t)((uint32_t)a * b >> 16);
}

static inline uint16_t smaller(uint16_t a, uint16_t b)
{
    return a < b ? a : b;
}

/* a - b, not below 0. */
static inline uint16_t less(uint16_t a, uint16_t b)
{
    return (uint16_t)((a > b ? a : b) - b);
}

/* a + b, not above 65535. */
static inline uint16_t saturated_sum(uint16_t a, uint16_t b)
{
    return (uint16_t)(a + smaller(b, (uint16_t)~a));
}

enum { MAP_EDGE = 64, BLOCK = 8 };

/* Exchanges rows and columns of a block of 8x8 values. */
#ifdef KERNELS_PLAIN
static inline void transpose_block(uint16_t *restrict out, size_t out_stride,
                                   const uint16_t *restrict in, size_t in_stride)
{
    for (size_t c = 0; c < BLOCK; c++) {
        for (size_t r = 0; r < BLOCK; r++) {
            out[c * out_stride + r] = in[r * in_stride + c];
        }
    }
}

/* The same for bytes of an alpha map, each in both halves of a value. */
static inline void load_block(uint16_t *restrict out, const uint8_t *restrict in)
{
    for (size_t c = 0; c < BLOCK; c++) {
        for (size_t r = 0; r < BLOCK; r++) {
            out[c * MAP_EDGE + r] = (uint16_t)(in[r * MAP_EDGE + c] * 257);
        }
    }
}
#else
/* Interleaves row i with row i + 4: of the six bits that say where a value is, three for the row
 * and three for the column, the last becomes the first. Three times that exchanges the halves. */
static inline void interleave(lanes_u16 *restrict out, const lanes_u16 *restrict in)
{
    for (size_t i = 0; i < BLOCK / 2; i++) {
        lanes_u16 a = in[i];
        lanes_u16 b = in[i + BLOCK / 2];
        out[2 * i] = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
        out[2 * i + 1] = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
    }
}

/* Compilers find no vectors in the plain loops. */
static inline void transpose_block(uint16_t *restrict out, size_t out_stride,
                                   const uint16_t *restrict in, size_t in_stride)
{
    lanes_u16 a[BLOCK];
    lanes_u16 b[BLOCK];
    for (size_t r = 0; r < BLOCK; r++) {
        __builtin_memcpy(&a[r], in + r * in_stride, sizeof a[r]);
    }
    interleave(b, a);
    interleave(a, b);
    interleave(b, a);
    for (size_t c = 0; c < BLOCK; c++) {
        __builtin_memcpy(out + c * out_stride, &b[c], sizeof b[c]);
    }
}

static inline lanes_u8 interleave_low(lanes_u8 a, lanes_u8 b)
{
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

static inline lanes_u8 interleave_high(lanes_u8 a, lanes_u8 b)
{
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                   31);
}

/* As `interleave` with bytes, two rows a vector. */
static inline void interleave_bytes(lanes_u8 *restrict out, const lanes_u8 *restrict in)
{
    for (size_t i = 0; i < BLOCK / 4; i++) {
        out[2 * i] = interleave_low(in[i], in[i + BLOCK / 4]);
        out[2 * i + 1] = interleave_high(in[i], in[i + BLOCK / 4]);
    }
}

/* The bytes of a block of an alpha map, rows and columns exchanged, each in both halves of a
 * value. */
static inline void load_block(uint16_t *restrict out, const uint8_t *restrict in)
{
    lanes_u8 a[BLOCK / 2];
    lanes_u8 b[BLOCK / 2];
    for (size_t r = 0; r < BLOCK; r++) {
        __builtin_memcpy((uint8_t *)a + BLOCK * r, in + r * MAP_EDGE, BLOCK);
    }
    interleave_bytes(b, a);
    interleave_bytes(a, b);
    interleave_bytes(b, a);
    for (size_t i = 0; i < BLOCK / 2; i++) {
        lanes_u8 even = interleave_low(b[i], b[i]);
        lanes_u8 odd = interleave_high(b[i], b[i]);
        __builtin_memcpy(out + 2 * i * MAP_EDGE, &even, sizeof even);
        __builtin_memcpy(out + (2 * i + 1) * MAP_EDGE, &odd, sizeof odd);
    }
}
#endif

static void transpose(uint16_t *restrict out, const uint16_t *restrict in, size_t rows,
                      size_t columns)
{
    for (size_t r = 0; r < rows; r += BLOCK) {
        for (size_t c = 0; c < columns; c += BLOCK) {
            transpose_block(out + c * rows + r, rows, in + r * columns + c, columns);
        }
    }
}

static void shade_alpha(uint8_t *restrict shaded, const uint8_t *restrict alpha,
                        const uint8_t *restrict shadow)
{
    for (size_t i = 0; i < (size_t)MAP_EDGE * MAP_EDGE; i++) {
        uint8_t less = (uint8_t)((uint16_t)(alpha[i] * 178) >> 8);
        shaded[i] = (uint8_t)((less & shadow[i]) | (alpha[i] & ~shadow[i]));
    }
}

static void load_alpha(uint16_t *restrict out, const uint8_t *restrict alpha)
{
    for (size_t y = 0; y < MAP_EDGE; y += BLOCK) {
        for (size_t x = 0; x < MAP_EDGE; x += BLOCK) {
            load_block(out + x * MAP_EDGE + y, alpha + y * MAP_EDGE + x);
        }
    }
}

/* For a `count` that is known where this is built in: the sums stay in registers. */
static inline void sum_first(uint16_t *restrict out, const uint16_t *restrict source, size_t stride,
                             const uint16_t *restrict weight, size_t count, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t sum = 0;
        for (size_t k = 0; k < count; k++) {
            sum = (uint16_t)(sum + product(source[k * stride + i], weight[k]));
        }
        out[i] = sum;
    }
}

static void sum_taps(uint16_t *restrict out, const uint16_t *restrict source, size_t stride,
                     const uint16_t *restrict weight, size_t count, size_t n)
{
    size_t begun = count < 4 ? 2 : 4;
    if (count < 4) {
        sum_first(out, source, stride, weight, 2, n);
    } else {
        sum_first(out, source, stride, weight, 4, n);
    }
    for (size_t k = begun; k < count; k++) {
        const uint16_t *row = source + k * stride;
        uint16_t w = weight[k];
        for (size_t i = 0; i < n; i++) {
            out[i] = (uint16_t)(out[i] + product(row[i], w));
        }
    }
}

static inline void sum_fan_row(uint16_t *restrict out, const uint16_t *const values[5],
                               const uint16_t *const weights[5], size_t at, size_t n)
{
    const uint16_t *restrict v0 = values[0], *restrict w0 = weights[0] + at;
    const uint16_t *restrict v1 = values[1], *restrict w1 = weights[1] + at;
    const uint16_t *restrict v2 = values[2], *restrict w2 = weights[2] + at;
    const uint16_t *restrict v3 = values[3], *restrict w3 = weights[3] + at;
    const uint16_t *restrict v4 = values[4], *restrict w4 = weights[4] + at;
    for (size_t i = 0; i < n; i++) {
        out[i] = (uint16_t)(product(v0[i], w0[i]) + product(v1[i], w1[i]) + product(v2[i], w2[i]) +
                            product(v3[i], w3[i]) + product(v4[i], w4[i]) +
                            2); /* 2: mean of what was dropped */
    }
}

static void sum_fan(uint16_t *restrict out, const uint16_t *const values[5],
                    const uint16_t *const weights[5], size_t rows, size_t n)
{
    for (size_t y = 0; y < rows; y++) {
        sum_fan_row(out + y * n, values, weights, y * n, n);
    }
}

static void sun_row(uint16_t *restrict out, const uint16_t *const normal[3], const float sun[3],
                    size_t n)
{
    const uint16_t *restrict nx = normal[0], *restrict ny = normal[1], *restrict nz = normal[2];
    float sx = sun[0] * 16384.0F, sy = sun[1] * 16384.0F, sz = sun[2] * 16384.0F;
    for (size_t i = 0; i < n; i++) {
        float x = (float)(nx[i] - 32768);
        float y = (float)(ny[i] - 32768);
        float z = (float)(nz[i] - 32768);
        float length = sqrtf(x * x + y * y + z * z + 1.0F); /* 1: a normal of zeroes stays finite */
        float d = (x * sx + y * sy + z * sz) / length;
        d = d > 0.0F ? d : 0.0F; /* apart from the sum: compilers know it as a maximum */
        out[i] = (uint16_t)(int32_t)(d + 0.5F);
    }
}

static void blend_over(uint16_t *restrict color, const uint16_t *restrict layer,
                       const uint16_t *restrict alpha, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        color[i] = (uint16_t)(product(color[i], (uint16_t)~alpha[i]) + product(layer[i], alpha[i]));
    }
}

static void blend_add(uint16_t *restrict color, const uint16_t *restrict layer,
                      const uint16_t *restrict alpha, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        color[i] = saturated_sum(color[i], product(layer[i], alpha[i]));
    }
}

static void blend_set(uint16_t *restrict color, const uint16_t *restrict layer,
                      const uint16_t *restrict weight, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        color[i] = product(layer[i], weight[i]);
    }
}

static void take_alpha(uint16_t *restrict rest, const uint16_t *restrict alpha, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        rest[i] = less(rest[i], alpha[i]);
    }
}

/* Pixels are lit in runs of at most this many, so that what lies between the loops stays in the
 * nearest cache. */
enum { RUN = 128 };

enum { LAYERS = 8 };

static inline float higher(float a, float b)
{
    return a > b ? a : b;
}

/* p = weight * (height * scale + offset), and the highest p of each pixel so far. */
static void height_blend_raise(float *restrict p, float *restrict top,
                               const uint16_t *restrict weight, const struct layer_height *layer,
                               size_t at, size_t n)
{
    float unit = 1.0F / 65535.0F;
    for (size_t i = 0; i < n; i++) {
        float height = layer->height ? (float)layer->height[at + i] * unit : 0.0F;
        p[i] = (float)weight[i] * unit * (height * layer->scale + layer->offset);
        top[i] = higher(top[i], p[i]);
    }
}

/* p *= 1 - clamp(top - p), and the sum of what is left. */
static void height_blend_lower(float *restrict p, const float *restrict top, float *restrict sum,
                               size_t n)
{
    for (size_t i = 0; i < n; i++) {
        p[i] = higher(p[i] * higher(1.0F - (top[i] - p[i]), 0.0F), 0.0F);
        sum[i] += p[i];
    }
}

static void height_blend_divide(uint16_t *restrict weight, const float *restrict p,
                                const float *restrict sum, float alone, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        float part = sum[i] > 0.0F ? p[i] / sum[i] : alone;
        weight[i] = (uint16_t)(int32_t)(part * 65535.0F);
    }
}

static void height_blend_run(uint16_t *const *weights, const struct layer_height *heights,
                             size_t count, size_t at, size_t n)
{
    float p[LAYERS][RUN];
    float top[RUN] = {0};
    float sum[RUN] = {0};
    for (size_t layer = 0; layer < count; layer++) {
        height_blend_raise(p[layer], top, weights[layer] + at, &heights[layer], at, n);
    }
    for (size_t layer = 0; layer < count; layer++) {
        height_blend_lower(p[layer], top, sum, n);
    }
    for (size_t layer = 0; layer < count; layer++) {
        height_blend_divide(weights[layer] + at, p[layer], sum, layer == 0 ? 1.0F : 0.0F, n);
    }
}

static void height_blend(uint16_t *const *weights, const struct layer_height *heights, size_t count,
                         size_t n)
{
    for (size_t at = 0; at < n; at += RUN) {
        height_blend_run(weights, heights, count, at, n - at < RUN ? n - at : RUN);
    }
}

/* What a shadow leaves of the light, 0.16. */
static void shade(uint16_t *restrict left, const uint16_t *restrict shadow, uint16_t strength,
                  size_t n)
{
    for (size_t i = 0; i < n; i++) {
        left[i] = (uint16_t)~product(shadow[i], strength);
    }
}

/* The sun, 2.14, with a shadow over it, 1.15. */
static void shade_sun(uint16_t *restrict sun_15, const uint16_t *restrict sun,
                      const uint16_t *restrict shadow, uint16_t strength, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t left = (uint16_t)~product(shadow[i], strength);
        sun_15[i] = product((uint16_t)(sun[i] << 1), left);
    }
}

/* lit = ambient * ambient_left + sun * diffuse, 2.14 and below 4. */
static void light_channel(uint16_t *restrict lit, const uint16_t *restrict sun_15,
                          const uint16_t *restrict ambient_left, uint16_t ambient, uint16_t diffuse,
                          size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t lit_13 =
            saturated_sum(product(ambient, ambient_left[i]), product(sun_15[i], diffuse));
        lit[i] = (uint16_t)(smaller(lit_13, 32767) << 1);
    }
}

/* The same of light that changes from pixel to pixel. */
static void light_varying(uint16_t *restrict lit, const uint16_t *restrict sun_15,
                          const uint16_t *restrict ambient_left, const uint16_t *restrict ambient,
                          const uint16_t *restrict diffuse, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t lit_13 =
            saturated_sum(product(ambient[i], ambient_left[i]), product(sun_15[i], diffuse[i]));
        lit[i] = (uint16_t)(smaller(lit_13, 32767) << 1);
    }
}

static void add_light(uint16_t *restrict lit, const uint16_t *restrict more, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        lit[i] = saturated_sum(lit[i], more[i]);
    }
}

/* Colour 8.8 by light 2.14 by vertex colour 2.14, rounded to whole numbers 0..255. */
static void tint_channel(uint16_t *restrict out, const uint16_t *restrict color,
                         const uint16_t *restrict lit, const uint16_t *restrict tint, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t value = (uint16_t)(product(color[i], product(lit[i], tint[i])) + 8); /* 12.4 */
        out[i] = smaller((uint16_t)(value >> 4), 255);
    }
}

static void plain_channel(uint16_t *restrict out, const uint16_t *restrict color,
                          const uint16_t *restrict lit, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t value = (uint16_t)(product(color[i], (uint16_t)(lit[i] >> 2)) + 8); /* 12.4 */
        out[i] = smaller((uint16_t)(value >> 4), 255);
    }
}

static void store_run(uint8_t *restrict rgba, const uint16_t *restrict red,
                      const uint16_t *restrict green, const uint16_t *restrict blue, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint16_t low = (uint16_t)(red[i] | green[i] << 8);
        uint16_t high = (uint16_t)(blue[i] | 255 << 8);
        uint32_t pixel = low | (uint32_t)high << 16;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        pixel = __builtin_bswap32(pixel);
#endif
        __builtin_memcpy(rgba + 4 * i, &pixel, sizeof pixel);
    }
}

static inline void light_run(uint8_t *rgba, const struct light_inputs *in,
                             const struct light_constants *light, size_t at, size_t n)
{
    static const uint16_t no_shadow[RUN];
    uint16_t sun_15[RUN];
    uint16_t ambient_left[RUN];
    uint16_t lit[RUN];
    uint16_t out[3][RUN];
    const uint16_t *shadow = in->shadow ? in->shadow + at : no_shadow;
    shade_sun(sun_15, in->sun + at, shadow, light->shadow_diffuse, n);
    shade(ambient_left, shadow, light->shadow_ambient, n);
    for (size_t c = 0; c < 3; c++) {
        if (in->ambient[c]) {
            light_varying(lit, sun_15, ambient_left, in->ambient[c] + at, in->diffuse[c] + at, n);
        } else {
            light_channel(lit, sun_15, ambient_left, light->ambient[c], light->diffuse[c], n);
        }
        if (in->vertex_light[c]) {
            add_light(lit, in->vertex_light[c] + at, n);
        }
        if (in->vertex_color[c]) {
            tint_channel(out[c], in->color[c] + at, lit, in->vertex_color[c] + at, n);
        } else {
            plain_channel(out[c], in->color[c] + at, lit, n);
        }
    }
    store_run(rgba + 4 * at, out[0], out[1], out[2], n);
}

static void light_row(uint8_t *rgba, const struct light_inputs *in,
                      const struct light_constants *light, size_t n)
{
    size_t at = 0;
    for (; at + RUN <= n; at += RUN) {
        light_run(rgba, in, light, at, RUN); /* loops of a length that compilers know */
    }
    if (at < n) {
        light_run(rgba, in, light, at, n - at);
    }
}

static void unlit_row(uint8_t *restrict rgba, const uint16_t *const color[3], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t c = 0; c < 3; c++) {
            rgba[4 * i + c] = (uint8_t)(saturated_sum(color[c][i], 128) >> 8);
        }
        rgba[4 * i + 3] = 255;
    }
}

static void heights_row(float *restrict out, const float quad[5], const float *restrict weights,
                        size_t n)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = weights[i] * quad[0] + weights[n + i] * quad[1] + weights[2 * n + i] * quad[2] +
                 weights[3 * n + i] * quad[3] + weights[4 * n + i] * quad[4];
    }
}

static void heights(float *out, size_t stride, const float quad[5], const float *weights,
                    size_t rows, size_t n)
{
    const float vertices[5] = {quad[0], quad[1], quad[2], quad[3], quad[4]};
    for (size_t y = 0; y < rows; y++) {
        const size_t first = 5 * y * n;
        if (n == SAMPLES_512) {
            heights_row(out + y * stride, vertices, weights + first, SAMPLES_512);
        } else {
            heights_row(out + y * stride, vertices, weights + first, n);
        }
    }
}

const struct terrain_kernels KERNELS = {
    .name = KERNELS_NAME,
    .shade_alpha = shade_alpha,
    .load_alpha = load_alpha,
    .transpose = transpose,
    .sum_taps = sum_taps,
    .sum_fan = sum_fan,
    .heights = heights,
    .sun = sun_row,
    .blend_over = blend_over,
    .blend_add = blend_add,
    .blend_set = blend_set,
    .take_alpha = take_alpha,
    .height_blend = height_blend,
    .light = light_row,
    .unlit = unlit_row,
};
