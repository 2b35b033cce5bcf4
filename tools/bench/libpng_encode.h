/* Encodes PNG files through libpng with its default settings. */
#ifndef BENCH_LIBPNG_ENCODE_H
#define BENCH_LIBPNG_ENCODE_H

#include <stddef.h>
#include <stdint.h>

/* Encodes RGBA rows as RGB and discards the file. Returns its size. */
size_t libpng_encode(const uint8_t *rgba, uint32_t width, uint32_t height);

#endif
