/* What differs in the layers of ground of two versions of a chunk. */
#ifndef COMPARE_GROUND_DIFF_H
#define COMPARE_GROUND_DIFF_H

#include "compare/tile_change.h"

/* Adds the changed textures and alpha maps of a chunk, which both versions have. */
void ground_diff_chunk(const struct tile_side *old_side, const struct tile_side *new_side,
                       uint32_t chunk, struct tile_diff *diff);

#endif
