/* DXT blocks: kind, width and height in the first three bytes. */
#include <stdlib.h>

#include "formats/dxt.h"
#include "fuzz/fuzz.h"

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
    }
    free(rgba);
    return 0;
}
