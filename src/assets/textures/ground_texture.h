/*
 * Ground textures at the size they have on the image. A repeat of a texture covers a whole number
 * of quads, and a quad is a whole number of pixels, so a texture is filtered once, by the exact box
 * average of its base level, and drawing reads that. Where a pixel is smaller than a texel it is
 * interpolated between texels instead.
 */
#ifndef ASSETS_TEXTURES_GROUND_TEXTURE_H
#define ASSETS_TEXTURES_GROUND_TEXTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/textures/quad_px.h"

enum {
    GROUND_SHIFT_MAX = 15,
    GROUND_STORED_MAX_PX = 1024, /* patterns of more pixels are interpolated while drawing */
};

enum ground_plane { GROUND_RED, GROUND_GREEN, GROUND_BLUE, GROUND_HEIGHT };

/* What a texture is filtered for. */
struct ground_size {
    uint32_t quad_px; /* pixels on a quad's edge, 1..QUAD_PX_MAX */
    uint32_t shift;   /* one repeat covers 2^shift quads, 0..GROUND_SHIFT_MAX */
    bool has_height;  /* a height plane in addition to the colours */
};

/*
 * Colours have 8 fractional bits, heights are 0..65535. A plane has stored_px rows of stride
 * values: one repeat, side by side as often as a chunk shows it, so that a chunk's pixel row is one
 * run.
 */
struct ground_texture {
    uint32_t row_px;      /* pixels on a chunk's edge */
    uint32_t stored_px;   /* pixels of one repeat, east and south, as stored */
    uint32_t zoom_bits;   /* a repeat has stored_px << zoom_bits pixels on the image */
    uint32_t stride;      /* row_px, or stored_px where that is more */
    uint32_t plane_count; /* 3, or 4 with heights; planes that are counted hold values */
    bool is_fallback;     /* made from the name, as the file is missing */
    uint64_t texels;      /* of the images that it was made from, 0 where they are missing */
    uint16_t planes[];
};

/* Bytes of a struct ground_texture. */
size_t ground_texture_bytes(const struct ground_size *size);

/*
 * Sets all fields of `texture`, which has ground_texture_bytes, and leaves the planes to
 * ground_filter.h.
 */
void ground_texture_init(const struct ground_size *size, struct ground_texture *texture);

/* Fills the colours of `texture` with one. */
void ground_texture_fill(const uint8_t rgb[3], struct ground_texture *texture);

#endif
