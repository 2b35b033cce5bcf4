/*
 * The inner loops of cast shadows and of the light of the sky, over runs of pixels. The variants
 * are one source compiled for several instruction sets, and give the same bits: floats go through
 * exactly rounded operations only, in one order.
 *
 * Runs have any length. Arrays do not overlap.
 */
#ifndef RENDER_LIGHT_LIGHT_KERNELS_H
#define RENDER_LIGHT_LIGHT_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "formats/fan.h"
#include "mesh/sample_grid.h"

enum { CAST_YARD = 1 << 16 }; /* heights of shadows */

/* What shadows hand on from line to line, a number a pixel; heights by CAST_YARD. */
struct cast_carry {
    int32_t *dense, *thin;
    int32_t *cover; /* of `thin`, 0..255 */
    int32_t *own;   /* what the pixel itself covers, blurred */
};

/* A line of pixels on the way of shadows. */
struct cast_line {
    const uint16_t *caster, *receiver; /* as in struct height_field */
    const uint8_t *cover;              /* the same */
    const uint8_t *blurred;            /* the same, with what is next to it */
    uint8_t *shade;
    size_t count;
};

/* A stretch of a row of heights round each pixel, by sums from the row's begin: what they are at
 * its end less what they are before it. They wrap; differences are below 2^31. */
struct sky_stretch {
    const uint32_t *sums_end, *sums_before;   /* of heights */
    const uint16_t *known_end, *known_before; /* of pixels whose height is known; NULL: all are */
};

/* Squares round the pixels of a row: sums of means of stretches, without the row that comes in. */
struct sky_squares {
    uint32_t *sums, *known;
    float per_pixel;           /* means are sums times this, rounded down */
    float per_row, per_height; /* what sums of means are multiplied by, and heights */
    float pixels;              /* of a square */
};

enum { GROUND_PIXELS = 16, GROUND_BLOCK = FAN_VERTICES * SAMPLES * GROUND_PIXELS };

/* What the vertices of a quad weigh in the samples of its pixels, row by row. */
struct ground_weights {
    uint32_t quad_px;
    size_t blocks; /* of GROUND_PIXELS pixels */
    float *weight; /* [block][sample][vertex, as in fan.h][pixel] */
};

/* What a row of surfaces holds; INT32_MAX and -SURFACE_MOST if nothing is known. */
struct sky_range {
    int32_t lowest, highest;
    bool has_unknown;
};

struct light_kernels {
    const char *name;

    /* What pixels of a line cover, 3 x 3 by weights of 1 2 1; beyond its ends the last one counts
     * once more. */
    void (*blur)(uint8_t *out, const uint8_t *before, const uint8_t *here, const uint8_t *after,
                 size_t count);

    /* A line in the shadows of `from`, which point at the pixels before its own. */
    void (*cast)(const struct cast_line *line, int32_t drop, const struct cast_carry *from,
                 const struct cast_carry *to);

    /* The mean in yards / 16 of four samples a pixel, of those that are finite: SURFACE_NONE where
     * none is, or their sum is not. */
    void (*surface)(int32_t *out, const float *samples, size_t count);

    /* The surface of `count` quads of terrain next to each other, whose first vertex is `ground`
     * and whose heights are no larger than a surface may be: pixel rows first..end - 1 of them. */
    void (*ground)(int32_t *out, size_t stride, const float *ground, size_t count,
                   const struct ground_weights *weights, size_t first, size_t end);

    /* level = max(level, height) where height <= clip: heights of a bilinear quad at (u, v). What
     * is INFINITY takes the height. */
    void (*flood)(float *level, const float north[2], const float south[2], const float *u,
                  const float *v, float clip, size_t count);

    /* The range of surfaces. */
    struct sky_range (*sky_range)(const int32_t *surface, size_t count);

    /* From surfaces to heights from 1, which `lowest` gets, limited to what fits; 0: not known. */
    void (*sky_heights)(uint16_t *height, const int32_t *surface, int32_t lowest, size_t count);

    /* Adds a row to squares. */
    void (*sky_add)(const struct sky_squares *squares, const struct sky_stretch *row, size_t count);

    /* Adds a row to squares, then to `dark` what they take of the light, 0..1, and takes a row
     * away. Where `height` is 0, not known, they take nothing; if all stretches are known, none is.
     */
    void (*sky)(float *dark, const uint16_t *height, const struct sky_squares *squares,
                const struct sky_stretch *in, const struct sky_stretch *out, size_t count);

    /* Rounds `taken` times `scale`, 0..255. */
    void (*sky_round)(uint8_t *dark, const float *taken, float scale, size_t count);

    /* Takes dark / 255 of the light of pixels, whose alpha stays. */
    void (*darken)(uint8_t *rgba, const uint8_t *dark, size_t count);
};

/* The variant for `cpu`; ADTMAP_CPU_AUTO and what the machine lacks give the best it has. */
const struct light_kernels *light_kernels_get(enum adtmap_cpu cpu);

#endif
