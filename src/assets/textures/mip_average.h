/*
 * From one mip level to the next: each texel is the average of 2x2, or of 2x1 where an edge is 1.
 * An odd last row or column is left out, as graphics hardware does.
 */
#ifndef ASSETS_TEXTURES_MIP_AVERAGE_H
#define ASSETS_TEXTURES_MIP_AVERAGE_H

#include <stdint.h>

#include "assets/textures/mip_texture.h"

/* The edge of the level after one with this edge. */
uint32_t mip_next_edge(uint32_t edge);

/*
 * A row of the next level, mip_next_edge(width) texels RGBA at `out`, from two rows of `width`
 * texels; the same one twice where the level has no other.
 */
void mip_average_rows(const uint8_t *restrict north, const uint8_t *restrict south, uint32_t width,
                      uint8_t *restrict out);

/* As mip_average_rows, colours weighted by alpha. Where all alpha is the same this is their mean,
 * as it is where none is left of it. */
void mip_average_rows_by_alpha(const uint8_t *restrict north, const uint8_t *restrict south,
                               uint32_t width, uint8_t *restrict out);

typedef void mip_average(const uint8_t *restrict north, const uint8_t *restrict south,
                         uint32_t width, uint8_t *restrict out);

/* How levels of a texture are made of the ones before. */
static inline mip_average *mip_average_of(const struct mip_texture *texture)
{
    return texture->alpha.takes_stored ? mip_average_rows_by_alpha : mip_average_rows;
}

#endif
