/*
 * Median cut (Heckbert 1982): all pixels are one box. The box whose colours spread most, weighted
 * by its pixels, is cut at the median of its longest side, until there are 256 boxes or none can be
 * cut. The average of a box is a colour of the palette.
 */
#include "output/client_minimap/color_palette.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* A run of the sorted pixels. */
struct box {
    size_t first, count;
    unsigned channel; /* in which it is longest */
    unsigned length;
};

static void measure(const uint8_t (*pixels)[4], struct box *box)
{
    uint8_t low[3] = {255, 255, 255};
    uint8_t high[3] = {0};
    for (size_t i = box->first; i < box->first + box->count; i++) {
        for (size_t k = 0; k < 3; k++) {
            low[k] = pixels[i][k] < low[k] ? pixels[i][k] : low[k];
            high[k] = pixels[i][k] > high[k] ? pixels[i][k] : high[k];
        }
    }
    box->length = 0;
    for (unsigned k = 0; k < 3; k++) {
        if ((unsigned)(high[k] - low[k]) > box->length) {
            box->length = (unsigned)(high[k] - low[k]);
            box->channel = k;
        }
    }
}

static int by_red(const void *a, const void *b)
{
    return ((const uint8_t *)a)[0] - ((const uint8_t *)b)[0];
}

static int by_green(const void *a, const void *b)
{
    return ((const uint8_t *)a)[1] - ((const uint8_t *)b)[1];
}

static int by_blue(const void *a, const void *b)
{
    return ((const uint8_t *)a)[2] - ((const uint8_t *)b)[2];
}

/* The box that gains most from a cut; NULL if all have one colour. */
static struct box *widest(struct box *boxes, size_t count)
{
    struct box *best = NULL;
    for (size_t i = 0; i < count; i++) {
        if (boxes[i].length > 0 &&
            (!best || boxes[i].length * boxes[i].count > best->length * best->count)) {
            best = &boxes[i];
        }
    }
    return best;
}

/* Cuts a box in two, so that equal values stay together and both have pixels. */
static void cut(uint8_t (*pixels)[4], struct box *box, struct box *other)
{
    static int (*const orders[])(const void *, const void *) = {by_red, by_green, by_blue};
    unsigned channel = box->channel;
    size_t end = box->first + box->count;
    size_t middle = box->first + box->count / 2;
    array_sort(pixels + box->first, box->count, sizeof *pixels, orders[channel]);
    while (middle < end && pixels[middle][channel] == pixels[middle - 1][channel]) {
        middle++;
    }
    if (middle == end) {
        middle = box->first + box->count / 2;
        while (pixels[middle][channel] == pixels[middle - 1][channel]) {
            middle--;
        }
    }
    *other = (struct box){.first = middle, .count = end - middle};
    box->count = middle - box->first;
    measure((const uint8_t(*)[4])pixels, box);
    measure((const uint8_t(*)[4])pixels, other);
}

static void average(const uint8_t (*pixels)[4], const struct box *box, uint8_t bgr[4])
{
    uint64_t sums[3] = {0};
    for (size_t i = box->first; i < box->first + box->count; i++) {
        for (size_t k = 0; k < 3; k++) {
            sums[k] += pixels[i][k];
        }
    }
    for (size_t k = 0; k < 3; k++) {
        bgr[2 - k] = (uint8_t)((sums[k] + box->count / 2) / box->count);
    }
}

bool color_palette_make(const uint8_t *rgba, size_t count, struct color_palette *palette)
{
    struct box boxes[PALETTE_COLORS] = {{.count = count}};
    size_t box_count = 1;
    uint8_t(*pixels)[4] = malloc(count * sizeof *pixels);
    *palette = (struct color_palette){0};
    if (!pixels) {
        return false;
    }
    memcpy(pixels, rgba, count * sizeof *pixels);
    measure((const uint8_t(*)[4])pixels, &boxes[0]);
    for (struct box *box; box_count < PALETTE_COLORS && (box = widest(boxes, box_count));) {
        cut(pixels, box, &boxes[box_count++]);
    }
    for (size_t i = 0; i < box_count; i++) {
        average((const uint8_t(*)[4])pixels, &boxes[i], palette->bgr[i]);
    }
    free(pixels);
    return true;
}

static uint8_t nearest(const struct color_palette *palette, const uint8_t *rgba)
{
    unsigned best = 0;
    int least = 3 * 256 * 256;
    for (unsigned i = 0; i < PALETTE_COLORS; i++) {
        const uint8_t *bgr = palette->bgr[i];
        int red = rgba[0] - bgr[2];
        int green = rgba[1] - bgr[1];
        int blue = rgba[2] - bgr[0];
        int distance = red * red + green * green + blue * blue;
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return (uint8_t)best;
}

void color_palette_map(const struct color_palette *palette, const uint8_t *rgba, size_t count,
                       uint8_t *indices)
{
    for (size_t i = 0; i < count; i++) {
        indices[i] = nearest(palette, rgba + 4 * i);
    }
}
