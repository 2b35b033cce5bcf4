/*
 * Ground textures at the size they have on the image. A texture repeats once a quad, and a quad is
 * a whole number of pixels, so a texture is filtered once, by the exact box average of its base
 * level, and drawing reads that (DESIGN: "never point-sample").
 */
#ifndef RENDER_GROUND_TEXTURE_H
#define RENDER_GROUND_TEXTURE_H

#include <stddef.h>
#include <stdint.h>

enum {
    QUADS_PER_CHUNK = 8,
    QUADS_PER_TILE = 16 * QUADS_PER_CHUNK,
};

/*
 * Pixel values are colours with 8 fractional bits. A plane has quad_px rows of row_px values: the
 * texture side by side as often as a chunk shows it, so that a chunk's pixel row is one run.
 */
struct ground_texture {
    uint32_t quad_px;     /* pixels of one repeat, east and south */
    uint32_t row_px;      /* QUADS_PER_CHUNK * quad_px */
    uint32_t is_stand_in; /* 1: made from the name, for want of the file */
    uint16_t planes[];    /* red, green, blue planes of quad_px * row_px values */
};

/* Bytes of a struct ground_texture for `quad_px`. */
size_t ground_texture_bytes(uint32_t quad_px);

/*
 * Filters a width x height RGBA image (alpha is ignored) into `texture`, which the caller has
 * allocated with ground_texture_bytes(quad_px). False when scratch memory runs out.
 */
int ground_texture_filter(const uint8_t *rgba, uint32_t width, uint32_t height, uint32_t quad_px,
                          struct ground_texture *texture);

/* Fills `texture` with one colour. */
void ground_texture_fill(const uint8_t rgb[3], uint32_t quad_px, struct ground_texture *texture);

/* The run of row `y` (counted from the chunk's north edge) in channel 0..2. */
static inline const uint16_t *ground_texture_row(const struct ground_texture *texture,
                                                 uint32_t channel, uint32_t y)
{
    size_t row = (size_t)channel * texture->quad_px + y % texture->quad_px;
    return texture->planes + row * texture->row_px;
}

#endif
