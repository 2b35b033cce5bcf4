/* Compresses pixels as the goal for a run on real maps counts them: each row through the best of
 * PNG's five filters, then libdeflate at level 1. */
#ifndef BENCH_LIBDEFLATE_ENCODE_H
#define BENCH_LIBDEFLATE_ENCODE_H

#include <stddef.h>
#include <stdint.h>

/* Compresses RGBA rows as RGB and discards the result. Returns its size. */
size_t libdeflate_encode(const uint8_t *rgba, uint32_t width, uint32_t height);

#endif
