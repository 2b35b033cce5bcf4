#include "assets/textures/mip_average.h"

#include <string.h>

#include "base/pixel_average.h"

enum { RGBA = 4 };

uint32_t mip_next_edge(uint32_t edge)
{
    return edge > 1 ? edge / 2 : 1;
}

/* A level one texel wide: its texel has no neighbour. */
static void average_column(const uint8_t *north, const uint8_t *south, uint8_t *out)
{
    for (size_t c = 0; c < RGBA; c++) {
        out[c] = (uint8_t)((north[c] + south[c] + 1) / 2);
    }
}

void mip_average_rows(const uint8_t *restrict north, const uint8_t *restrict south, uint32_t width,
                      uint8_t *restrict out)
{
    if (width == 1) {
        average_column(north, south, out);
        return;
    }
    for (size_t x = 0; x < width / 2; x++) {
        uint32_t n[2];
        uint32_t s[2];
        memcpy(n, north + 2 * RGBA * x, sizeof n);
        memcpy(s, south + 2 * RGBA * x, sizeof s);
        uint32_t mean = pixel_average(n[0], n[1], s[0], s[1]);
        memcpy(out + RGBA * x, &mean, RGBA);
    }
}
