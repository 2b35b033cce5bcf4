/*
 * Objects and liquids are drawn with four samples per pixel, one horizontal band of the tile at a
 * time. Terrain comes first and fills the depth buffer. Then comes what stands on it. Last, the
 * average of the samples goes back into the pixels.
 */
#ifndef MESH_SAMPLE_BAND_H
#define MESH_SAMPLE_BAND_H

#include <stddef.h>
#include <stdint.h>

#include "mesh/mesh.h"
#include "mesh/sample_grid.h"

/* How cast shadows fall on the meshes of a tile: of a light ambient + d * diffuse they leave
 * ambient * (1 - k_a * shade) + d * diffuse * (1 - k * shade). */
struct mesh_shadow {
    const uint8_t *shade; /* a byte a pixel of the tile: how much of the sun is hidden */
    size_t stride_bytes;
    float ambient[4], diffuse[4]; /* red, green, blue; alpha 1 and 0, which leaves it as it is */
    float of_ambient[4];          /* k_a; alpha 0 */
    float strength;               /* k */
    uint8_t on_liquid; /* how much of a liquid's own colour a whole shadow takes, of 255; 0: none
                          falls on it */
};

/* The SAMPLES of a pixel lie behind each other, at sample_band_at. */
struct sample_band {
    uint32_t width_px;  /* of the tile, a multiple of 4: rows are taken so many pixels at a time */
    uint32_t first_row; /* pixel row of the tile that the band begins with */
    uint32_t rows;
    float *depth;      /* height in yards of what is seen so far; -INFINITY: nothing */
    uint32_t *visible; /* number of the opaque triangle seen there; see mesh_draw.h */
    uint8_t *rgba;     /* 4 bytes a sample, colours multiplied by alpha */
    float clip_height; /* nothing above it is drawn; INFINITY: no such limit */
    const struct mesh_shadow *shadow; /* NULL: none falls on what is drawn */
};

/* The index of the first sample of pixel (x, y). */
static inline size_t sample_band_at(const struct sample_band *band, uint32_t x, uint32_t y)
{
    return SAMPLES * ((size_t)(y - band->first_row) * band->width_px + x);
}

/* The middle, x and y in 1/256 pixel rounded down, of the samples whose bits are set in the index.
 */
extern const uint8_t sample_middles[1 << SAMPLES][2];

/* Stores a colour, alpha not multiplied in, in one sample. */
void sample_set(uint8_t sample[4], const uint8_t rgba[4]);

/* Copies the pixels of `area` from `rgba` (the band's first row, rows `stride_bytes` apart, alpha
 * not multiplied in) into all their samples. Heights stay as they are. */
void sample_band_load(struct sample_band *band, const struct pixel_area *area, const uint8_t *rgba,
                      size_t stride_bytes);

/* Writes the averages of the samples of `area` back to pixels. */
void sample_band_store(const struct sample_band *band, const struct pixel_area *area, uint8_t *rgba,
                       size_t stride_bytes);

#endif
