/* What differs in the liquids of two versions of a chunk. */
#ifndef COMPARE_LIQUID_DIFF_H
#define COMPARE_LIQUID_DIFF_H

#include "compare/tile_change.h"

/* Adds the quads of a chunk whose liquid differs. */
void liquid_diff_chunk(const struct liquid_layers *old_layers,
                       const struct liquid_layers *new_layers, uint32_t chunk,
                       struct tile_diff *diff);

#endif
