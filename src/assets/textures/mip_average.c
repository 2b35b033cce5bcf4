#include "assets/textures/mip_average.h"

#include <string.h>

#include "base/lanes.h"
#include "base/pixel.h"

enum { RGBA = 4, RUN = 4 };

uint32_t mip_next_edge(uint32_t edge)
{
    return edge > 1 ? edge / 2 : 1;
}

/* In each half of the result, the sums of two texels next to each other and of the two below them:
 * bytes 0 and 2 or 1 and 3 of each, in the first two words. */
static inline lanes_u16 sum_squares(lanes_u16 north, lanes_u16 south)
{
    lanes_i columns = (lanes_i)(north + south);
    return (lanes_u16)(columns + __builtin_shufflevector(columns, columns, 1, 1, 3, 3));
}

/* A texel in the first half of each half, from two texels of either row in each half. */
static inline lanes_i average_squares(const uint8_t *north, const uint8_t *south)
{
    lanes_u16 n;
    lanes_u16 s;
    memcpy(&n, north, sizeof n);
    memcpy(&s, south, sizeof s);
    lanes_u16 even = (sum_squares(n & 0xff, s & 0xff) + 2) >> 2;
    lanes_u16 odd = (sum_squares(n >> 8, s >> 8) + 2) >> 2;
    return (lanes_i)(even | odd << 8);
}

void mip_average_rows(const uint8_t *restrict north, const uint8_t *restrict south, uint32_t width,
                      uint8_t *restrict out)
{
    for (size_t c = 0; c < RGBA && width == 1; c++) { /* the texel has no neighbour */
        out[c] = (uint8_t)((north[c] + south[c] + 1) / 2);
    }
    size_t x = 0;
    for (; x + RUN <= width / 2; x += RUN) {
        size_t at = 2 * RGBA * x;
        lanes_i first = average_squares(north + at, south + at);
        lanes_i last = average_squares(north + at + RGBA * RUN, south + at + RGBA * RUN);
        lanes_i texels = {first[0], first[2], last[0], last[2]};
        memcpy(out + RGBA * x, &texels, sizeof texels);
    }
    for (; x < width / 2; x++) {
        uint32_t n[2];
        uint32_t s[2];
        memcpy(n, north + 2 * RGBA * x, sizeof n);
        memcpy(s, south + 2 * RGBA * x, sizeof s);
        uint32_t mean = pixel_average(n[0], n[1], s[0], s[1]);
        memcpy(out + RGBA * x, &mean, RGBA);
    }
}
