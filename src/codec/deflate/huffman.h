/*
 * Huffman codes of deflate (RFC 1951, 3.2.2): code lengths from counts, and the codes themselves.
 */
#ifndef CODEC_DEFLATE_HUFFMAN_H
#define CODEC_DEFLATE_HUFFMAN_H

#include <stddef.h>
#include <stdint.h>

enum { HUFFMAN_SYMBOLS_MAX = 288 };

/*
 * Computes code lengths: 1..longest for symbols with a count above 0, and 0 for the others. The
 * code is complete, and optimal unless a length had to be limited to `longest`. `count` is at most
 * HUFFMAN_SYMBOLS_MAX and 2^longest; the sum of `counts` is below 2^32. Decoders differ on codes
 * with fewer than two symbols, so in that case the first unused symbols get codes too.
 */
void huffman_lengths(const uint32_t *counts, size_t count, unsigned longest, uint8_t *lengths);

/* Computes the canonical codes for lengths of at most 15, with the first bit lowest, as in deflate.
 */
void huffman_codes(const uint8_t *lengths, size_t count, uint16_t *codes);

#endif
