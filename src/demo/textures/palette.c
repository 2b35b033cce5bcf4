/*
 * All pixels form one box of the colour cube. The box with the longest side is split at the mean of
 * that side, until there are 256 boxes or all have one colour. An entry is the mean of its box.
 */
#include "demo/textures/palette.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A box of colours: the pixels first..first + count - 1 of the working copy. */
struct box {
    uint32_t first, count;
    int channel; /* with the largest range */
    int length;  /* that range */
};

static void measure(struct box *box, const uint8_t *pixels)
{
    box->length = -1;
    for (int c = 0; c < 3; c++) {
        int low = 255;
        int high = 0;
        for (uint32_t i = 0; i < box->count; i++) {
            int value = pixels[4 * (box->first + i) + (uint32_t)c];
            low = value < low ? value : low;
            high = value > high ? value : high;
        }
        if (high - low > box->length) {
            box->length = high - low;
            box->channel = c;
        }
    }
}

/* Moves pixels at or below the mean of the box's channel to the front. Returns how many. */
static uint32_t partition(const struct box *box, uint8_t *pixels, uint8_t *spare)
{
    uint64_t sum = 0;
    uint8_t *begin = pixels + 4 * (size_t)box->first;
    for (uint32_t i = 0; i < box->count; i++) {
        sum += begin[4 * i + (uint32_t)box->channel];
    }
    uint32_t mean = (uint32_t)(sum / box->count);
    uint32_t low = 0;
    uint32_t high = 0;
    for (uint32_t i = 0; i < box->count; i++) {
        bool below = begin[4 * i + (uint32_t)box->channel] <= mean;
        memcpy(below ? begin + 4 * low++ : spare + 4 * high++, begin + 4 * i, 4);
    }
    memcpy(begin + 4 * (size_t)low, spare, 4 * (size_t)high);
    return low;
}

static void average(const struct box *box, const uint8_t *pixels, uint8_t rgb[3])
{
    for (uint32_t c = 0; c < 3; c++) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < box->count; i++) {
            sum += pixels[4 * (box->first + i) + c];
        }
        rgb[c] = (uint8_t)((sum + box->count / 2) / box->count);
    }
}

bool palette_make(struct palette *palette, const uint8_t *rgba, uint32_t count)
{
    uint8_t *pixels = malloc((size_t)count * 8);
    if (!pixels) {
        return false;
    }
    memcpy(pixels, rgba, (size_t)count * 4);
    struct box boxes[PALETTE_COLOURS] = {{.count = count}};
    measure(&boxes[0], pixels);
    int used = 1;
    while (used < PALETTE_COLOURS) {
        int longest = 0;
        for (int k = 1; k < used; k++) {
            longest = boxes[k].length > boxes[longest].length ? k : longest;
        }
        struct box *box = &boxes[longest];
        if (box->length == 0) {
            break;
        }
        uint32_t low = partition(box, pixels, pixels + (size_t)count * 4);
        boxes[used] = (struct box){.first = box->first + low, .count = box->count - low};
        box->count = low;
        measure(box, pixels);
        measure(&boxes[used++], pixels);
    }
    memset(palette, 0, sizeof *palette);
    for (int k = 0; k < used; k++) {
        average(&boxes[k], pixels, palette->rgb[k]);
    }
    free(pixels);
    return true;
}

uint8_t palette_nearest(const struct palette *palette, const uint8_t rgb[3])
{
    int best = 0;
    int least = INT_MAX;
    for (int k = 0; k < PALETTE_COLOURS; k++) {
        int red = rgb[0] - palette->rgb[k][0];
        int green = rgb[1] - palette->rgb[k][1];
        int blue = rgb[2] - palette->rgb[k][2];
        int error = red * red + green * green + blue * blue;
        if (error < least) {
            least = error;
            best = k;
        }
    }
    return (uint8_t)best;
}
