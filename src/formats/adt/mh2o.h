/*
 * MH2O: liquids of a tile since Wrath (ADT/v18 document, "MH2O chunk").
 */
#ifndef FORMATS_ADT_MH2O_H
#define FORMATS_ADT_MH2O_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/arena.h"
#include "base/diag.h"
#include "formats/liquid.h"

enum { MH2O_LAYERS_MAX = 32 /* instances read of one map chunk; more are left out */ };

/* Which files the chunk is of: of tiles of one file, as 3.x has them, or of the root of split
 * files, as clients from 4.x on do. */
enum mh2o_era { MH2O_MONOLITHIC, MH2O_SPLIT };

/*
 * Reads the data of an MH2O chunk (behind its header; offsets in it count from there) that stands
 * at `offset` of its file.
 *
 * The vertex format is the one an instance names (0 to 3). Where it names a liquid object instead,
 * which only client tables could resolve, the format is found from the bytes up to the next thing
 * that the chunk places, and so is the rectangle: the instance's own, or the whole map chunk if
 * that fits better. Without vertex data, or where the offset of it is that of another thing, a
 * liquid is flat at its lower level. A liquid with depths alone lies at 0 if it is ocean (type 2),
 * else at its lower level.
 *
 * Clients of 6.x and later (ADT/v18 document, which names build 18179) take the rectangle of a
 * liquid object as the whole map chunk, with a bitmap of 8 x 8 bits, and 0 as the height of every
 * liquid of format 2, whether vertex data is there or not. So it is for MH2O_SPLIT. Maps of such
 * clients that were converted to one file keep the ids of objects and have rectangles of their own:
 * the one such instance of a real file has a bitmap that is the ground below 0 in its rectangle of
 * 7 x 8 quads, and nothing in 8 x 8.
 *
 * Damage is a warning for each kind and takes with it the array or the instance that it concerns.
 * Fails only with ADTMAP_NO_MEMORY.
 */
enum adtmap_status mh2o_read(const uint8_t *data, size_t size, int64_t offset, enum mh2o_era era,
                             struct arena *arena, const struct diag *diag,
                             struct liquid_layers *layers);

#endif
