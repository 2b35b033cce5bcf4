/* A picture half as wide and half as high: the step from one zoom level to the one above it. */
#ifndef OUTPUT_ZOOM_HALVE_H
#define OUTPUT_ZOOM_HALVE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Each pixel of `out` becomes the average of four RGBA pixels of `in`, in the stored values,
 * rounded to the nearest, halves up; colours weigh as much as their alpha, and a pixel with alpha 0
 * is all zeros. `edge_px`, of the square picture `in`, is even; its rows are `stride_bytes` apart,
 * those of `out` follow each other. `out` may be `in`.
 */
void halve_picture(const uint8_t *in, uint32_t edge_px, size_t stride_bytes, uint8_t *out);

#endif
