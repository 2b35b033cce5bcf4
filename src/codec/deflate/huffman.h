/*
 * Huffman codes of deflate (RFC 1951, 3.2.2): code lengths from counts, and the codes themselves.
 */
#ifndef CODEC_DEFLATE_HUFFMAN_H
#define CODEC_DEFLATE_HUFFMAN_H

#include <stddef.h>
#include <stdint.h>

enum { HUFFMAN_SYMBOLS_MAX = 288 };

/*
 * Lengths, 1..longest, of an optimal complete code for the symbols with a count, shortened where it
 * would be longer than `longest`; 0 for symbols without one. `count` is at most HUFFMAN_SYMBOLS_MAX
 * and 2^longest, the sum of `counts` below 2^32. Readers differ on codes of fewer than two symbols:
 * where that few are counted, the first ones not counted get a code too.
 */
void huffman_lengths(const uint32_t *counts, size_t count, unsigned longest, uint8_t *lengths);

/* The canonical codes of these lengths (at most 15), first bit lowest, as deflate stores them. */
void huffman_codes(const uint8_t *lengths, size_t count, uint16_t *codes);

#endif
