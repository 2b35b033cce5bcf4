/* Writes liquids: MH2O of clients 3.0 and later, MCLQ of earlier ones. */
#ifndef DEMO_FILES_LIQUID_WRITE_H
#define DEMO_FILES_LIQUID_WRITE_H

#include <stdint.h>

#include "base/buffer.h"
#include "demo/world/world.h"

/*
 * Appends an MH2O chunk for the tile (x, y) of the world, 0..7 each, if it has liquid. Returns the
 * chunk's offset, or 0 without liquid.
 */
size_t liquid_write_mh2o(struct buffer *buffer, const struct world *world, int32_t x, int32_t y);

/*
 * Appends an MCLQ chunk for the chunk (x, y) of the world: one block per kind of liquid, in the
 * order of the MCNK flags. Returns those flags (0x4 river, 0x8 ocean, 0x10 magma, 0x20 slime).
 * Without liquid it appends nothing and returns 0.
 */
uint32_t liquid_write_mclq(struct buffer *buffer, const struct world *world, int32_t x, int32_t y);

#endif
