/*
 * MCLQ: liquids of one map chunk before Wrath, still read by later clients (ADT/v18 document,
 * "MCLQ sub-chunk").
 */
#ifndef FORMATS_ADT_MCLQ_H
#define FORMATS_ADT_MCLQ_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "formats/liquid.h"

/* The liquid flags of an MCNK, each a block of MCLQ, in the order of the blocks. */
enum mclq_flag {
    MCLQ_RIVER = 0x4,
    MCLQ_OCEAN = 0x8,
    MCLQ_MAGMA = 0x10,
    MCLQ_SLIME = 0x20,
    MCLQ_ANY = MCLQ_RIVER | MCLQ_OCEAN | MCLQ_MAGMA | MCLQ_SLIME,
};

enum {
    MCLQ_LAYERS_MAX = 4,
    MCLQ_BLOCK_BYTES = 804,
};

/* What mclq_read found. */
struct mclq {
    uint32_t layer_count;
    struct liquid_layer layers[MCLQ_LAYERS_MAX];
    uint32_t missing;        /* blocks that the flags promise and the data does not hold */
    uint32_t invalid_levels; /* heights that were no numbers, taken from their neighbours */
};

/*
 * Reads one block for each liquid flag in `flags` (of the MCNK) from the data behind the chunk's
 * header. `size` is the room there is, at most to the end of the MCNK: the chunk's own size field
 * is 0 in real files and is not asked. Blocks end where another chunk begins. Heights are kept
 * within the range that the block names; an ocean is flat at the low end of it. Layers without a
 * single quad are left out. `chunk` is the index of the map chunk. False when memory ran out.
 */
bool mclq_read(const uint8_t *data, size_t size, uint32_t flags, uint32_t chunk,
               struct arena *arena, struct mclq *mclq);

#endif
