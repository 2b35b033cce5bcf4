/* Pictures of heights that are smaller: zoom levels of the layer raster-dem. */
#ifndef OUTPUT_ZOOM_AVERAGE_HEIGHTS_H
#define OUTPUT_ZOOM_AVERAGE_HEIGHTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Each pixel of `out`, to_px squared without gaps between rows, becomes the average of the heights
 * (render/layers/terrarium.h) that its square covers in `in`, from_px squared, by the part of each
 * that lies in it; rounded to the nearest, halves up. Pixels without a height do not count, and a
 * pixel whose square has none is one. All are opaque. 1 <= to_px <= from_px <= 8192. `out` may be
 * `in`.
 */
void average_heights(const uint8_t *in, uint32_t from_px, size_t stride_bytes, uint8_t *out,
                     uint32_t to_px);

#endif
