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

/* `place[k]` are four texels. */
static void average_by_alpha(const uint8_t *const place[4], uint8_t *out)
{
    enum { ALPHA = 3 };
    uint32_t alpha = 0;
    for (size_t k = 0; k < 4; k++) {
        alpha += place[k][ALPHA];
    }
    for (size_t c = 0; c < ALPHA; c++) {
        uint32_t sum = 0;
        for (size_t k = 0; k < 4; k++) {
            sum += alpha ? (uint32_t)place[k][c] * place[k][ALPHA] : place[k][c];
        }
        out[c] = (uint8_t)(alpha ? (sum + alpha / 2) / alpha : (sum + 2) / 4);
    }
    out[ALPHA] = (uint8_t)((alpha + 2) / 4);
}

void mip_average_rows_by_alpha(const uint8_t *restrict north, const uint8_t *restrict south,
                               uint32_t width, uint8_t *restrict out)
{
    for (size_t x = 0; x < mip_next_edge(width); x++) {
        size_t west = 2 * RGBA * x;
        size_t east = width > 1 ? west + RGBA : west;
        average_by_alpha(
            (const uint8_t *const[4]){north + west, north + east, south + west, south + east},
            out + RGBA * x);
    }
}
