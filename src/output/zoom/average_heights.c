/*
 * Lengths are counted in parts of a pixel of which both sides have whole numbers: an edge has
 * from_px * to_px of them, a pixel of `in` to_px and one of `out` from_px. A weight is then below
 * 2^26, and so is the sum of all weights of a pixel; with heights of 24 bits sums stay below 2^50.
 *
 * A pixel of `out` lies before what is still to be read of `in`, so the two may be one.
 */
#include "output/zoom/average_heights.h"

#include "render/layers/terrarium.h"

enum { RGBA = 4 };

/* The pixels of `in` along an axis that pixel `i` of `out` covers. */
struct covered {
    uint32_t from_px, to_px;
    uint32_t first, end;
    uint32_t low, high; /* edges of the pixel of `out`, in parts */
};

static struct covered covered_by(uint32_t i, uint32_t from_px, uint32_t to_px)
{
    uint32_t low = i * from_px;
    uint32_t high = low + from_px;
    return (struct covered){from_px, to_px, low / to_px, (high + to_px - 1) / to_px, low, high};
}

/* How much of pixel `i` of `in` lies in it, in parts. */
static uint32_t weight_of(const struct covered *covered, uint32_t i)
{
    uint32_t low = i * covered->to_px;
    uint32_t high = low + covered->to_px;
    low = low > covered->low ? low : covered->low;
    high = high < covered->high ? high : covered->high;
    return high - low;
}

void average_heights(const uint8_t *in, uint32_t from_px, size_t stride_bytes, uint8_t *out,
                     uint32_t to_px)
{
    for (uint32_t y = 0; y < to_px; y++) {
        const struct covered rows = covered_by(y, from_px, to_px);
        for (uint32_t x = 0; x < to_px; x++) {
            const struct covered columns = covered_by(x, from_px, to_px);
            uint64_t sum = 0;
            uint64_t weights = 0;
            for (uint32_t row = rows.first; row < rows.end; row++) {
                const uint8_t *pixel = in + row * stride_bytes + (size_t)columns.first * RGBA;
                uint64_t height = weight_of(&rows, row);
                for (uint32_t column = columns.first; column < columns.end; column++) {
                    uint32_t code = terrarium_read(pixel);
                    uint64_t weight =
                        code != TERRARIUM_NOTHING ? height * weight_of(&columns, column) : 0;
                    sum += weight * code;
                    weights += weight;
                    pixel += RGBA;
                }
            }
            uint32_t average =
                weights ? (uint32_t)((sum + weights / 2) / weights) : TERRARIUM_NOTHING;
            bool is_zero = weights && average == TERRARIUM_NOTHING;
            terrarium_write(is_zero ? TERRARIUM_NOTHING + 1 : average,
                            out + ((size_t)y * to_px + x) * RGBA);
        }
    }
}
