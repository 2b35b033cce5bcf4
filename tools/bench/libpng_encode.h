/* PNG files as a program writes them that calls libpng and changes nothing. */
#ifndef BENCH_LIBPNG_ENCODE_H
#define BENCH_LIBPNG_ENCODE_H

#include <stddef.h>
#include <stdint.h>

/* Encodes RGBA rows as RGB and forgets the file; returns how many bytes it had. */
size_t libpng_encode(const uint8_t *rgba, uint32_t width, uint32_t height);

#endif
