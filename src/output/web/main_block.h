/* What a map is looked at as a whole. */
#ifndef OUTPUT_WEB_MAIN_BLOCK_H
#define OUTPUT_WEB_MAIN_BLOCK_H

#include "base/tile_set.h"
#include "output/stitch.h"

/*
 * The bounds of the tiles without groups that have less than a twentieth of the tiles of the
 * largest group. The tiles of a group touch each other, also over corners. Maps have single tiles
 * far away, left from tests; with them the map would be a dot. The whole grid without tiles.
 */
struct stitch_bounds main_block(const struct tile_set *tiles);

#endif
