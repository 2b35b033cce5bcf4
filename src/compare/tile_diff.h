/*
 * What differs between two versions of a tile: not in the bytes of their files, but in what is
 * drawn. Both are struct adt_tile, so that tiles of different eras compare.
 */
#ifndef COMPARE_TILE_DIFF_H
#define COMPARE_TILE_DIFF_H

#include "compare/tile_change.h"

/*
 * Compares two versions. Layers that are nowhere to be seen do not count. Heights and liquids
 * within a hundredth of a yard are equal, and alpha maps of 4 and 8 bits within the step of 4 bits.
 * Arrays live in `arena`, names are borrowed from the sides. False when out of memory.
 */
bool tile_diff_make(const struct tile_side *old_side, const struct tile_side *new_side,
                    struct arena *arena, struct tile_diff *diff);

/* Whether any kind differs. */
bool tile_diff_is_empty(const struct tile_diff *diff);

#endif
