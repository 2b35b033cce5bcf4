/*
 * Estimates of what the bytes of a segment and matches cost, in 1/256 bit. A segment is the unit in
 * which row_deflate.c searches, counts and prices.
 */
#ifndef CODEC_DEFLATE_SEGMENT_PRICES_H
#define CODEC_DEFLATE_SEGMENT_PRICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SEGMENT_BYTES = 1 << 14,
    PRICE_BIT = 256,
    PRICED_BYTES_MAX = 32, /* of a match; the others are taken as free */
    PRICED_MARGIN = 4,     /* sums are kept for as many bytes in front of the segment, as free */
};

struct segment_prices {
    uint32_t byte[256];
    uint32_t match; /* without its extra bits */
    bool has_sums;
    /* sums[PRICED_MARGIN + i]: the price of the bytes before byte i of the segment. */
    uint32_t sums[PRICED_MARGIN + SEGMENT_BYTES + PRICED_BYTES_MAX];
};

/*
 * Sets the prices of bytes from their `counts`, whose sum is `bytes`, 1..SEGMENT_BYTES, as if there
 * were no matches, and that of a match from the number of them in the segment before. Returns the
 * price of all bytes. There are no sums yet.
 */
uint64_t segment_prices_set(struct segment_prices *prices, const uint32_t *counts, uint32_t bytes,
                            uint32_t matches);

/* Sums the prices of `count` bytes, at most SEGMENT_BYTES + PRICED_BYTES_MAX - 1, which begin with
 * the segment. */
void segment_prices_sum(struct segment_prices *prices, const uint8_t *segment, size_t count);

/* The price of `count` bytes, at most PRICED_BYTES_MAX, from byte `first` of the segment on. */
static inline uint32_t segment_prices_of(const struct segment_prices *prices,
                                         const uint8_t *segment, size_t first, size_t count)
{
    if (prices->has_sums) {
        const uint32_t *sums = prices->sums + PRICED_MARGIN + first;
        return sums[count] - sums[0];
    }
    const uint8_t *at = segment + first;
    uint32_t price = 0;
    for (; count >= 4; count -= 4, at += 4) {
        price +=
            prices->byte[at[0]] + prices->byte[at[1]] + prices->byte[at[2]] + prices->byte[at[3]];
    }
    for (; count > 0; count--, at++) {
        price += prices->byte[*at];
    }
    return price;
}

#endif
