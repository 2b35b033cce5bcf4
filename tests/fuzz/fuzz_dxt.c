/*
 * DXT blocks; the first three bytes are kind, width and height. Each row of blocks, decoded as an
 * image, must equal the same rows of the whole image.
 */
#include <stdlib.h>
#include <string.h>

#include "base/size.h"
#include "formats/blp/dxt.h"
#include "fuzz/fuzz.h"

static void compare_rows(enum dxt_kind kind, const uint8_t *data, size_t size, uint32_t width,
                         uint32_t height, const uint8_t *whole)
{
    uint8_t band[40 * 4 * 4];
    for (uint32_t y = 0; y < height; y += 4) {
        size_t before = size_min(dxt_size(kind, width, y), size);
        uint32_t rows = (uint32_t)size_min(4, height - y);
        dxt_decode(kind, data + before, size - before, width, rows, band);
        if (memcmp(band, whole + (size_t)4 * width * y, (size_t)4 * width * rows) != 0) {
            abort();
        }
    }
}

/* Each block alone, and all of them. */
static void decode_means(enum dxt_kind kind, const uint8_t *data, size_t size)
{
    uint8_t means[100 * 4];
    uint8_t texels[64];
    dxt_decode_means(kind, true, data, size, 100, means);
    dxt_decode_means(kind, false, data, size, 100, means);
    dxt_decode(kind, data, size, 4, 4, texels);
    unsigned sum = 8;
    for (size_t i = 0; i < 16; i++) {
        sum += texels[4 * i];
    }
    if (means[0] != sum / 16) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 3) {
        return -1;
    }
    enum dxt_kind kind = (enum dxt_kind)(data[0] % 4);
    uint32_t width = 1 + data[1] % 40;
    uint32_t height = 1 + data[2] % 40;
    uint8_t *rgba = malloc((size_t)width * height * 4);
    if (rgba) {
        dxt_decode(kind, data + 3, size - 3, width, height, rgba);
        compare_rows(kind, data + 3, size - 3, width, height, rgba);
        decode_means(kind, data + 3, size - 3);
    }
    free(rgba);
    return 0;
}
