#include "libdeflate_encode.h"

#include <libdeflate.h>
#include <stdlib.h>

#include "bench.h"
#include "codec/png/png_filter.h"

enum { CHANNELS = 3, LEVEL = 1 };

/* All rows, each with the number of its filter in front. */
static void filter_rows(const uint8_t *rgba, uint32_t width, uint32_t height, uint8_t *filtered)
{
    const struct png_filter_kernels *kernels = png_filter_kernels_get(ADTMAP_CPU_AUTO);
    size_t row_bytes = (size_t)width * CHANNELS;
    size_t padded_bytes = row_bytes + 2 * (size_t)PNG_ROW_MARGIN;
    uint8_t *rows = bench_alloc(2, padded_bytes);
    uint8_t *scratch = bench_alloc(png_filter_scratch_bytes(row_bytes), 1);
    for (uint32_t y = 0; y < height; y++) {
        uint8_t *row = rows + y % 2 * padded_bytes + PNG_ROW_MARGIN;
        const uint8_t *above = rows + (y + 1) % 2 * padded_bytes + PNG_ROW_MARGIN;
        png_pack_row(rgba + (size_t)y * width * 4, width, CHANNELS, row);
        const struct png_filter_row in = {row, above, row_bytes, CHANNELS};
        png_filter_choose(kernels, &in, scratch, filtered + y * (row_bytes + 1));
    }
    free(rows);
    free(scratch);
}

size_t libdeflate_encode(const uint8_t *rgba, uint32_t width, uint32_t height)
{
    size_t bytes = height * ((size_t)width * CHANNELS + 1);
    struct libdeflate_compressor *compressor = libdeflate_alloc_compressor(LEVEL);
    if (!compressor) {
        bench_fail("out of memory");
    }
    size_t bound = libdeflate_zlib_compress_bound(compressor, bytes);
    uint8_t *filtered = bench_alloc(bytes, 1);
    uint8_t *packed = bench_alloc(bound, 1);
    filter_rows(rgba, width, height, filtered);
    size_t size = libdeflate_zlib_compress(compressor, filtered, bytes, packed, bound);
    libdeflate_free_compressor(compressor);
    free(filtered);
    free(packed);
    return size;
}
