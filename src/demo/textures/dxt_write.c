/*
 * A simple encoder: the endpoints of a block are its brightest and darkest pixels, and each pixel
 * takes the nearest colour between them. Green counts most, as it does for the eye. The order of
 * the endpoints selects four colours (first > second) or three and transparent.
 */
#include "demo/textures/dxt_write.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

static int to_565(const int rgb[3])
{
    return (rgb[0] * 31 + 127) / 255 << 11 | (rgb[1] * 63 + 127) / 255 << 5 |
           (rgb[2] * 31 + 127) / 255;
}

static void from_565(int packed, int rgb[3])
{
    int red = packed >> 11;
    int green = packed >> 5 & 63;
    int blue = packed & 31;
    rgb[0] = red << 3 | red >> 2;
    rgb[1] = green << 2 | green >> 4;
    rgb[2] = blue << 3 | blue >> 2;
}

/* Takes the brightest and darkest opaque pixels as endpoints. False if no pixel is opaque. */
static bool find_ends(const uint8_t rgba[64], int least_alpha, int ends[2])
{
    int lightest = -1;
    int darkest = INT_MAX;
    for (int i = 0; i < 16; i++) {
        const uint8_t *pixel = rgba + 4 * i;
        if (pixel[3] < least_alpha) {
            continue;
        }
        int rgb[3] = {pixel[0], pixel[1], pixel[2]};
        int light = 2 * rgb[0] + 4 * rgb[1] + rgb[2];
        if (light > lightest) {
            lightest = light;
            ends[0] = to_565(rgb);
        }
        if (light < darkest) {
            darkest = light;
            ends[1] = to_565(rgb);
        }
    }
    return lightest >= 0;
}

static int nearest_colour(const uint8_t *pixel, int colours[4][3], int count)
{
    int best = 0;
    int least = INT_MAX;
    for (int k = 0; k < count; k++) {
        int red = pixel[0] - colours[k][0];
        int green = pixel[1] - colours[k][1];
        int blue = pixel[2] - colours[k][2];
        int error = 2 * red * red + 4 * green * green + blue * blue;
        if (error < least) {
            least = error;
            best = k;
        }
    }
    return best;
}

static void store(uint8_t block[8], const int ends[2], uint32_t indices)
{
    for (int k = 0; k < 2; k++) {
        block[2 * k] = (uint8_t)ends[k];
        block[2 * k + 1] = (uint8_t)(ends[k] >> 8);
    }
    for (int k = 0; k < 4; k++) {
        block[4 + k] = (uint8_t)(indices >> 8 * k);
    }
}

static void order_ends(int ends[2], bool descending)
{
    if ((ends[0] < ends[1]) == descending) {
        int swap = ends[0];
        ends[0] = ends[1];
        ends[1] = swap;
    }
}

void dxt_colour_block(const uint8_t rgba[64], uint8_t block[8])
{
    int ends[2] = {0, 0};
    find_ends(rgba, 0, ends);
    order_ends(ends, true);
    int colours[4][3];
    from_565(ends[0], colours[0]);
    from_565(ends[1], colours[1]);
    for (int c = 0; c < 3; c++) {
        colours[2][c] = (2 * colours[0][c] + colours[1][c]) / 3;
        colours[3][c] = (colours[0][c] + 2 * colours[1][c]) / 3;
    }
    uint32_t indices = 0;
    int count = ends[0] == ends[1] ? 1 : 4;
    for (int i = 0; i < 16; i++) {
        indices |= (uint32_t)nearest_colour(rgba + 4 * i, colours, count) << 2 * i;
    }
    store(block, ends, indices);
}

void dxt_keyed_block(const uint8_t rgba[64], uint8_t block[8])
{
    int ends[2] = {0, 0};
    bool opaque = find_ends(rgba, 128, ends);
    order_ends(ends, false);
    int colours[4][3];
    from_565(ends[0], colours[0]);
    from_565(ends[1], colours[1]);
    for (int c = 0; c < 3; c++) {
        colours[2][c] = (colours[0][c] + colours[1][c]) / 2;
    }
    uint32_t indices = opaque ? 0 : UINT32_MAX;
    for (int i = 0; opaque && i < 16; i++) {
        int index = rgba[4 * i + 3] < 128 ? 3 : nearest_colour(rgba + 4 * i, colours, 3);
        indices |= (uint32_t)index << 2 * i;
    }
    store(block, ends, indices);
}

void dxt3_alpha_block(const uint8_t rgba[64], uint8_t block[8])
{
    for (int i = 0; i < 8; i++) {
        int low = (rgba[8 * i + 3] * 15 + 127) / 255;
        int high = (rgba[8 * i + 7] * 15 + 127) / 255;
        block[i] = (uint8_t)(low | high << 4);
    }
}

void dxt5_alpha_block(const uint8_t rgba[64], uint8_t block[8])
{
    int high = 0;
    int low = 255;
    for (int i = 0; i < 16; i++) {
        int alpha = rgba[4 * i + 3];
        high = alpha > high ? alpha : high;
        low = alpha < low ? alpha : low;
    }
    uint64_t indices = 0;
    for (int i = 0; high > low && i < 16; i++) {
        int step = ((high - rgba[4 * i + 3]) * 14 + (high - low)) / (2 * (high - low));
        uint64_t index = step == 0 ? 0 : step == 7 ? 1 : (uint64_t)step + 1;
        indices |= index << 3 * i;
    }
    block[0] = (uint8_t)high;
    block[1] = (uint8_t)low;
    for (int k = 0; k < 6; k++) {
        block[2 + k] = (uint8_t)(indices >> 8 * k);
    }
}
