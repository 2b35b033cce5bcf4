/*
 * Liquid over pixels that have one colour in all of their samples. It goes over the pixels as it
 * would over each sample, without a split (sample_quads.h). Both ways agree to the bit, because
 * they share the arithmetic.
 */
#ifndef RENDER_LIQUID_LIQUID_PIXELS_H
#define RENDER_LIQUID_LIQUID_PIXELS_H

#include <stdint.h>

#include "mesh/liquid_sheet.h"
#include "render/liquid/liquid_kernels.h"
#include "render/terrain/sample_quads.h"

/* Quads side by side in which the liquid is seen as a whole. */
struct liquid_stretch {
    const struct liquid_kernels *kernels;
    const struct sheet_vertex *north; /* of the quads' corners: quads + 1 */
    const struct sheet_vertex *south; /* quads + 1, too */
    uint32_t column, row;             /* the tile's quad that it begins with */
    uint32_t quads;
    uint32_t quad_px;
};

static inline float liquid_mix(float a, float b, float k)
{
    return a + (b - a) * k;
}

/* 0..1 to 0..255. */
static inline uint32_t liquid_byte(float unit)
{
    return (uint32_t)(int32_t)(unit * 255.0F + 0.5F);
}

/* The middle of a pixel along a quad's edge, 0..1. */
static inline float liquid_middle(uint32_t pixel, uint32_t quad_px)
{
    float scale = 1.0F / (float)quad_px;
    return ((float)pixel + 0.5F) * scale;
}

/* A channel of a pixel, as a byte, at `v` between those of the quad's edges, which are mixed at the
 * pixel's `u` from the corners. */
static inline uint16_t liquid_channel(float north, float south, float v)
{
    return (uint16_t)liquid_byte(liquid_mix(north, south, v));
}

/* A channel of 0..255 made ready to go over others by alpha / 255: times alpha, with 128 to round.
 */
static inline uint16_t liquid_source(uint16_t color, uint16_t alpha)
{
    return (uint16_t)(color * alpha + 128);
}

/* (source + below * rest) / 255; `rest` is 255 - alpha. */
static inline uint8_t liquid_over(uint16_t source, uint16_t rest, uint8_t below)
{
    uint16_t x = (uint16_t)(source + below * rest);
    return (uint8_t)((uint16_t)(x + (x >> 8)) >> 8);
}

/* What a shadow leaves of a liquid's own colour, of 255; `shade` is how much of the sun is hidden.
 */
static inline uint32_t liquid_left(const struct mesh_shadow *shadow, uint8_t shade)
{
    return 255U - (uint32_t)shade * shadow->on_liquid / 255U;
}

/* A channel of the colour in it. */
static inline uint16_t liquid_shaded(uint16_t color, uint32_t left)
{
    return (uint16_t)((color * left + 127U) / 255U);
}

/* Where a shadow falls on the liquids of a band: its bytes from pixel (x, y) on; NULL: none does.
 */
static inline const uint8_t *liquid_shade(const struct sample_band *band, uint32_t x, uint32_t y)
{
    const struct mesh_shadow *shadow = band->shadow;
    return shadow && shadow->on_liquid ? shadow->shade + (size_t)y * shadow->stride_bytes + x
                                       : NULL;
}

/* Draws the pixels of the stretch that lie in the band, where each quad has one colour in all of
 * its corners, and where that may differ. */
void liquid_stretch_constant(const struct liquid_stretch *stretch, struct sample_quads *quads);
void liquid_stretch_varying(const struct liquid_stretch *stretch, struct sample_quads *quads);

#endif
