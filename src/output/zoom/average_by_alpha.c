/*
 * Most pixels are opaque: runs of 32 are averaged as if all were, four bytes at once, which
 * compilers turn into vector code, and only runs that turn out to have transparency are looked at
 * again. Both ways give the same for opaque pixels.
 */
#include "output/zoom/average_by_alpha.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/pixel.h"

enum { RGBA = 4 };

/* The four pixels that become one. */
typedef const uint8_t *const pixel_square[4];

/*
 * Colours weigh as much as their alpha, so that what is cut out by alpha does not bleed; where all
 * is transparent they weigh alike.
 */
static void average_square(pixel_square square, uint8_t *out)
{
    uint32_t colors[3] = {0};
    uint32_t plain[3] = {0};
    uint32_t alpha = 0;
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *pixel = square[i];
        for (size_t c = 0; c < 3; c++) {
            colors[c] += (uint32_t)pixel[c] * pixel[3];
            plain[c] += pixel[c];
        }
        alpha += pixel[3];
    }
    for (size_t c = 0; c < 3; c++) {
        out[c] = (uint8_t)(alpha ? (colors[c] + alpha / 2) / alpha : (plain[c] + 2) / 4);
    }
    out[3] = (uint8_t)((alpha + 2) / 4);
}

/* Averages all as if it were opaque; false when something of it is not. */
static bool average_run(const uint8_t *restrict north, const uint8_t *restrict south,
                        uint8_t *restrict out, size_t count)
{
    uint8_t alpha[RGBA];
    uint32_t all = UINT32_MAX;
    for (size_t x = 0; x < count; x++) {
        uint32_t n[2];
        uint32_t s[2];
        memcpy(n, north + 2 * RGBA * x, sizeof n);
        memcpy(s, south + 2 * RGBA * x, sizeof s);
        uint32_t average = pixel_average(n[0], n[1], s[0], s[1]);
        all &= n[0] & n[1] & s[0] & s[1];
        memcpy(out + RGBA * x, &average, RGBA);
    }
    memcpy(alpha, &all, RGBA);
    return alpha[3] == UINT8_MAX;
}

/* Pixels at a time: a run with transparency is looked at twice. */
enum { RUN = 32 };

/* Averages by alpha where that gives something else than average_run, which went before. */
static void average_rest(const uint8_t *north, const uint8_t *south, uint8_t *out, size_t count)
{
    for (size_t x = 0; x < count; x++) {
        size_t left = 2 * RGBA * x;
        pixel_square square = {north + left, north + left + RGBA, south + left,
                               south + left + RGBA};
        uint8_t alpha = square[0][3]; /* four of one alpha are averaged as if they were opaque */
        if (square[1][3] != alpha || square[2][3] != alpha || square[3][3] != alpha) {
            average_square(square, out + RGBA * x);
        }
    }
}

void average_rows_by_alpha(const uint8_t *north, const uint8_t *south, size_t count, uint8_t *out)
{
    for (size_t x = 0; x < count; x += RUN) {
        size_t run = count - x < RUN ? count - x : RUN;
        const uint8_t *from_north = north + 2 * RGBA * x;
        const uint8_t *from_south = south + 2 * RGBA * x;
        if (!average_run(from_north, from_south, out + RGBA * x, run)) {
            average_rest(from_north, from_south, out + RGBA * x, run);
        }
    }
}
