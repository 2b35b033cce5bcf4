#include "codec/deflate/segment_prices.h"

#include <assert.h>
#include <string.h>

#include "codec/deflate/deflate_block.h"

enum {
    PRICE_UNUSED = 14 * PRICE_BIT,      /* of a byte that the segment does not have */
    MATCH_EXTRA_PRICE = 10 * PRICE_BIT, /* tuned: cost of a match to the code of other bytes */
};

uint64_t segment_prices_set(struct segment_prices *prices, const uint32_t *counts, uint32_t bytes,
                            uint32_t matches)
{
    uint32_t all = deflate_log2(bytes) + PRICE_BIT / 2;
    uint32_t rare = deflate_log2(matches + 1);
    uint64_t sum = 0;
    for (size_t i = 0; i < 256; i++) {
        uint32_t price = counts[i] ? all - deflate_log2(counts[i]) : PRICE_UNUSED;
        sum += (uint64_t)counts[i] * price;
        prices->byte[i] = price < PRICE_BIT ? PRICE_BIT : price;
    }
    prices->match = MATCH_EXTRA_PRICE + (rare < all ? all - rare : 0);
    prices->has_sums = false;
    return sum;
}

void segment_prices_sum(struct segment_prices *prices, const uint8_t *segment, size_t count)
{
    _Static_assert((SEGMENT_BYTES + PRICED_BYTES_MAX) * 15LL * PRICE_BIT < UINT32_MAX,
                   "a sum fits: log2(SEGMENT_BYTES) and a half are less than 15 bits");
    assert(count < SEGMENT_BYTES + PRICED_BYTES_MAX);
    uint32_t *sums = prices->sums + PRICED_MARGIN;
    uint32_t sum = 0;
    memset(prices->sums, 0, PRICED_MARGIN * sizeof *sums);
    for (size_t i = 0; i < count; i++) {
        sums[i] = sum;
        sum += prices->byte[segment[i]];
    }
    sums[count] = sum;
    prices->has_sums = true;
}
