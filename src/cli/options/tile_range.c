#include "cli/options/tile_range.h"

#include <stdio.h>

void tile_range_format(const struct tile_set *tiles, char text[TILE_RANGE_BYTES])
{
    uint64_t columns = 0;
    int first_row = 0;
    int last_row = 0;
    for (int y = 0; y < TILE_SET_GRID; y++) {
        if (tiles->rows[y]) {
            first_row = columns ? first_row : y;
            last_row = y;
            columns |= tiles->rows[y];
        }
    }
    text[0] = '\0';
    if (columns) {
        snprintf(text, TILE_RANGE_BYTES, "%d-%d_%d-%d", __builtin_ctzll(columns),
                 TILE_SET_GRID - 1 - __builtin_clzll(columns), first_row, last_row);
    }
}
