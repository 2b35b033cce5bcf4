/*
 * MCAL, alpha maps of ground layers, and MCSH, the shadow map (ADT/v18 document, "MCAL sub-chunk"
 * and "MCSH sub-chunk"). All maps are 64x64, rows from the north, columns from the west.
 */
#ifndef FORMATS_ADT_MCAL_H
#define FORMATS_ADT_MCAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    MCAL_TEXELS = 64 * 64,
    MCAL_4BIT_BYTES = 2048,
    MCAL_8BIT_BYTES = 4096,
    MCSH_BYTES = 512,
};

/* Whether the last row and column of a map are kept, or fixed: copied from the ones before. */
enum mcal_edge { MCAL_EDGE_KEEP, MCAL_EDGE_FIX };

/* 4-bit values, low nibble first, n -> 17 n. Reads MCAL_4BIT_BYTES, writes MCAL_TEXELS. */
void mcal_decode_4bit(const uint8_t *data, enum mcal_edge edge, uint8_t *alpha);

/* How far texels are from those before them, in the last rows and columns of maps and in the ones
 * before these, added up; 255 a texel at most. */
struct mcal_edge_steps {
    uint64_t last, before, texels;
};

/* Adds those of MCAL_4BIT_BYTES of 4-bit values: an edge that was never painted stands out. */
void mcal_measure_edge(const uint8_t *data, struct mcal_edge_steps *steps);

/*
 * Run-length coding: a control byte with count n = low 7 bits; with bit 7 the next byte is
 * repeated n times, else n bytes follow. Writes MCAL_TEXELS; runs past the end are cut, and what
 * the data does not cover is 0. Returns the number of texels that the data covered.
 */
size_t mcal_decode_rle(const uint8_t *data, size_t size, uint8_t *alpha);

/* Bits, least significant first, 1 = shadow. Reads MCSH_BYTES, writes 64 rows, bit = column. */
void mcsh_decode(const uint8_t *data, enum mcal_edge edge, uint64_t *rows);

/* The rows of mcsh_decode as MCAL_TEXELS bytes: 255 in shadow, else 0. */
void mcsh_spread(const uint64_t *rows, uint8_t *texels);

#endif
