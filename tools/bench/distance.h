/* How far tiles are from their own pictures of many more pixels. */
#ifndef BENCH_DISTANCE_H
#define BENCH_DISTANCE_H

#include <stdint.h>

#include "adtmap/adtmap.h"
#include "codec/png/png_read.h"

struct tile_distance {
    double psnr_db; /* over red, green and blue; 99 if they are equal */
    double detail;  /* contrast between neighbouring pixels, as a share of the reference's */
    double mean;    /* of all values, 0..255, less that of the reference */
};

/*
 * Compares the picture of tile (x, y), which was drawn with `settings`, with the reference: the
 * same tile at 4096 px, averaged to the picture's size. The size must divide 4096. Contrast is the
 * root of the sum of squared differences of luma from each pixel to the next, east and south. Takes
 * 64 MiB and what drawing takes. Ends the program on failure.
 */
struct tile_distance distance_of_tile(struct adtmap_map *map, uint32_t x, uint32_t y,
                                      const struct adtmap_settings *settings,
                                      const struct picture *picture);

#endif
