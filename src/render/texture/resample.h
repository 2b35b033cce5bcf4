/* Area average of a square RGBA image to a smaller one. */
#ifndef RENDER_TEXTURE_RESAMPLE_H
#define RENDER_TEXTURE_RESAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Each of size_px x size_px pixels at `out` becomes the average of the part of the
 * from_px x from_px image `in` that it covers, pixels cut by its edge counting in part. Colours
 * weigh as much as their alpha. size_px <= from_px <= 16384. Runs on `threads` OpenMP threads.
 * False when out of memory.
 */
bool resample_area(const uint8_t *in, uint32_t from_px, uint8_t *out, uint32_t size_px,
                   size_t out_stride_bytes, unsigned threads);

#endif
