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

/*
 * Reads the data of an MH2O chunk (behind its header; offsets in it count from there) that stands
 * at `offset` of its file.
 *
 * The vertex format is the one an instance names (0 to 3). Where it names a liquid object instead,
 * which only client tables could resolve, the format is found from the bytes up to the next thing
 * that the chunk places, and so is the rectangle: the instance's own, or the whole map chunk if
 * only that fits. Without vertex data, or where the offset of it is that of another thing, a liquid
 * is flat at its lower level. A liquid with depths alone lies at 0 if it is ocean (type 2), else at
 * its lower level.
 *
 * Damage is a warning for each kind and takes with it the array or the instance that it concerns.
 * Fails only with ADTMAP_NO_MEMORY.
 */
enum adtmap_status mh2o_read(const uint8_t *data, size_t size, int64_t offset, struct arena *arena,
                             const struct diag *diag, struct liquid_layers *layers);

#endif
