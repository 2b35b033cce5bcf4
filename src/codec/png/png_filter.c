/*
 * The filter of a row is the one whose filtered bytes have the lowest weight; if two are equal, the
 * lower number. The weight is the sum of the bytes' magnitudes as signed numbers, each limited to
 * 12 (png_filter_kernels.h): bytes far from zero are about equally rare, so they cost the same.
 *
 * Measured on terrain, in size of the file:
 *
 *     sum of magnitudes, without a limit (the usual rule)    0.5 to 1 % larger
 *     lowest entropy of each row                             0.5 % smaller, ten times as slow
 *     compressing each row with each filter                  gains less than entropy
 */
#include "codec/png/png_filter.h"

#include <string.h>

void png_pack_row(const uint8_t *rgba, uint32_t width, unsigned channels, uint8_t *packed)
{
    if (channels == 4) {
        memcpy(packed, rgba, (size_t)width * 4);
        return;
    }
    png_filter_kernels_get(ADTMAP_CPU_AUTO)->pack_rgb(rgba, width, packed);
}

size_t png_filter_scratch_bytes(size_t row_bytes)
{
    return 2 * row_bytes;
}

void png_filter_choose(const struct png_filter_kernels *kernels, const struct png_filter_row *row,
                       uint8_t *scratch, uint8_t *out)
{
    uint8_t *candidates[2] = {scratch, scratch + row->bytes};
    unsigned next = 0; /* the candidate to overwrite: not the best so far */
    const uint8_t *best_bytes = row->row;
    uint64_t best_weight = kernels->weigh(row->row, row->bytes);
    out[0] = 0;
    for (int filter = 1; filter < PNG_FILTERS; filter++) {
        uint8_t *candidate = candidates[next];
        kernels->filter[filter](row, candidate);
        uint64_t weight = kernels->weigh(candidate, row->bytes);
        if (weight < best_weight) {
            best_weight = weight;
            best_bytes = candidate;
            out[0] = (uint8_t)filter;
            next = !next;
        }
    }
    memcpy(out + 1, best_bytes, row->bytes);
}
