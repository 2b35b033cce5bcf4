/* From four pixels to one. */
#ifndef OUTPUT_ZOOM_AVERAGE_BY_ALPHA_H
#define OUTPUT_ZOOM_AVERAGE_BY_ALPHA_H

#include <stddef.h>
#include <stdint.h>

/*
 * `count` averages of 2x2 pixels, RGBA, from two rows of twice as many. Colours weigh as much as
 * their alpha.
 */
void average_rows_by_alpha(const uint8_t *north, const uint8_t *south, size_t count, uint8_t *out);

#endif
