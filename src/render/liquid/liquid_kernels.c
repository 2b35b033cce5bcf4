/*
 * The inner loops of liquid over pixels, built once per instruction set, with KERNELS naming the
 * table. They are plain loops in which compilers find the vectors.
 */
#include "render/liquid/liquid_kernels.h"

#include "base/lanes.h"
#include "render/liquid/liquid_pixels.h"

#ifndef KERNELS
#define KERNELS liquid_kernels_base
#define KERNELS_NAME "base"
#endif

extern const struct liquid_kernels KERNELS;

enum { RGBA = 4 };
_Static_assert(sizeof(lanes_f) == RGBA * sizeof(float), "a pixel is a vector");

static void fill_edge(struct liquid_edge *edge, const struct sheet_vertex *corners, uint32_t quads,
                      uint32_t quad_px)
{
    uint32_t at = 0;
    for (uint32_t quad = 0; quad < quads; quad++) {
        const lanes_f west = lanes_load(corners[quad].rgba);
        const lanes_f across = lanes_load(corners[quad + 1].rgba) - west;
        for (uint32_t x = 0; x < quad_px; x++) {
            lanes_f color = west + across * lanes_splat(liquid_middle(x, quad_px));
            lanes_store(edge->alpha + at, lanes_splat(color[3]));
            color[3] = 1.0F;
            lanes_store(edge->color + at, color);
            at += RGBA;
        }
    }
}

static void between(uint8_t *restrict pixels, const struct liquid_edge *restrict north,
                    const struct liquid_edge *restrict south, float v, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint16_t color = liquid_channel(north->color[i], south->color[i], v);
        uint16_t alpha = liquid_channel(north->alpha[i], south->alpha[i], v);
        pixels[i] = liquid_over(liquid_source(color, alpha), (uint16_t)(255 - alpha), pixels[i]);
    }
}

static void over(uint8_t *restrict pixels, const uint16_t *restrict source,
                 const uint16_t *restrict rest, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        pixels[i] = liquid_over(source[i], rest[i], pixels[i]);
    }
}

const struct liquid_kernels KERNELS = {
    .name = KERNELS_NAME,
    .edge = fill_edge,
    .between = between,
    .over = over,
};
