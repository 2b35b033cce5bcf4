/* A set of tiles as people write it. */
#ifndef CLI_OPTIONS_TILE_RANGE_H
#define CLI_OPTIONS_TILE_RANGE_H

#include "base/tile_set.h"

enum { TILE_RANGE_BYTES = 32 };

/* The columns and rows between which the tiles lie, as --tiles takes them: "28-35_28-35"; "" for
 * an empty set. */
void tile_range_format(const struct tile_set *tiles, char text[TILE_RANGE_BYTES]);

#endif
