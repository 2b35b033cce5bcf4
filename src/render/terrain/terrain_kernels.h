/*
 * The inner loops of terrain drawing, over runs of pixels. The variants are one source compiled for
 * several instruction sets, and give the same bits: most of it is integers, and floats go through
 * exactly rounded operations only (+ - * / sqrt, none of them fused), never summed across pixels.
 *
 * `n` is a multiple of 8. Arrays do not overlap. Fixed point: "0.16" is a u16 with 16 fractional
 * bits, "8.8" one with 8, and so on. Products keep the high half and drop the rest: an error below
 * one unit of the result.
 */
#ifndef RENDER_TERRAIN_TERRAIN_KERNELS_H
#define RENDER_TERRAIN_TERRAIN_KERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"

/* Light in fixed point, see struct adtmap_light. */
struct light_constants {
    uint16_t ambient[3];     /* 3.13 */
    uint16_t diffuse[3];     /* 2.14 */
    uint16_t shadow_ambient; /* 0.16 */
    uint16_t shadow_diffuse; /* 0.16 */
};

/* What light_row reads, one array a quantity; each `n` long. */
struct light_inputs {
    const uint16_t *color[3];        /* 8.8 */
    const uint16_t *sun;             /* max(0, n.l), 2.14 */
    const uint16_t *shadow;          /* 0.16; NULL: none */
    const uint16_t *vertex_color[3]; /* 2.14; [0] NULL: none */
    const uint16_t *vertex_light[3]; /* 2.14, adds to the light; [0] NULL: none */
    const uint16_t *ambient[3];      /* 3.13, in place of the constants; [0] NULL: these */
    const uint16_t *diffuse[3];      /* 2.14, with the same */
};

/* How high a layer's texture stands, see height_blend. */
struct layer_height {
    const uint16_t *height; /* 0.16; NULL: 0 */
    float scale;
    float offset;
};

struct terrain_kernels {
    const char *name;

    /*
     * What shadow does to the alpha of the layers above the first (ADT/v18 document, MCAL): where
     * `shadow` has 255, and not 0, it is multiplied by 178/256. 64x64 bytes all.
     */
    void (*shade_alpha)(uint8_t *shaded, const uint8_t *alpha, const uint8_t *shadow);

    /* A 64x64 map of bytes to 0.16 values, rows and columns exchanged. */
    void (*load_alpha)(uint16_t *out, const uint8_t *alpha);

    /* out[c * rows + r] = in[r * columns + c]; `rows` and `columns` are multiples of 8. */
    void (*transpose)(uint16_t *out, const uint16_t *in, size_t rows, size_t columns);

    /* out[i] = sum over k < count of source[k * stride + i] * weight[k]; 0.16 all; count >= 2. */
    void (*sum_taps)(uint16_t *out, const uint16_t *source, size_t stride, const uint16_t *weight,
                     size_t count, size_t n);

    /* out[y * n + i] = sum of values[v][i] * weights[v][y * n + i], y < rows; values and out alike,
     * weights 0.16. */
    void (*sum_fan)(uint16_t *out, const uint16_t *const values[5],
                    const uint16_t *const weights[5], size_t rows, size_t n);

    /*
     * Heights of a quad at `rows` rows of n samples, which are `stride` apart: out[y * stride + i]
     * = sum of quad[v] * weights[(5 * y + v) * n + i], in that order.
     */
    void (*heights)(float *out, size_t stride, const float quad[5], const float *weights,
                    size_t rows, size_t n);

    /*
     * out[i] = max(0, n.l) in 2.14, n = normal[0..2][i] made a unit vector; components are
     * (byte + 128) * 256. Floating point, but of operations that IEEE 754 rounds exactly.
     */
    void (*sun)(uint16_t *out, const uint16_t *const normal[3], const float sun[3], size_t n);

    /* color += alpha * (layer - color); colours 8.8, alpha 0.16. */
    void (*blend_over)(uint16_t *color, const uint16_t *layer, const uint16_t *alpha, size_t n);

    /* color = saturate(color + alpha * layer). */
    void (*blend_add)(uint16_t *color, const uint16_t *layer, const uint16_t *alpha, size_t n);

    /* color = weight * layer. */
    void (*blend_set)(uint16_t *color, const uint16_t *layer, const uint16_t *weight, size_t n);

    /* rest = max(0, rest - alpha): what the base layer keeps. */
    void (*take_alpha)(uint16_t *rest, const uint16_t *alpha, size_t n);

    /*
     * Changes `count` <= 8 weights (0.16, in place) by the heights of their layers, 0.16
     * or NULL for 0: p = weight * (height * scale + offset), and what is lower than the highest
     * loses by the difference; the result adds up to 1. Without any weight, layer 0 has it all.
     */
    void (*height_blend)(uint16_t *const *weights, const struct layer_height *heights, size_t count,
                         size_t n);

    /* Lit colour to RGBA bytes, alpha 255. */
    void (*light)(uint8_t *rgba, const struct light_inputs *in, const struct light_constants *light,
                  size_t n);

    /* Colour to RGBA bytes as it is, rounded; alpha 255. */
    void (*unlit)(uint8_t *rgba, const uint16_t *const color[3], size_t n);
};

/* The variant for `cpu`; ADTMAP_CPU_AUTO and what the machine lacks give the best it has. */
const struct terrain_kernels *terrain_kernels_get(enum adtmap_cpu cpu);

#endif
