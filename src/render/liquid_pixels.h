/*
 * Liquid over pixels that have one colour in all of their samples: it goes over the pixels as it
 * would over each sample, without taking them apart (canvas.h).
 */
#ifndef RENDER_LIQUID_PIXELS_H
#define RENDER_LIQUID_PIXELS_H

#include <stdint.h>

#include "render/canvas.h"
#include "render/liquid_sheet.h"

/* Quads side by side in which the liquid is seen as a whole. */
struct liquid_stretch {
    const struct sheet_vertex *north; /* of the quads' corners: quads + 1 */
    const struct sheet_vertex *south; /* likewise */
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

/* Draws the pixels of the stretch that lie in the band, where each quad has one colour in all of
 * its corners, and where that may differ. */
void liquid_stretch_even(const struct liquid_stretch *stretch, const struct canvas *canvas);
void liquid_stretch_uneven(const struct liquid_stretch *stretch, const struct canvas *canvas);

#endif
