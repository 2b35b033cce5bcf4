/* All liquids of a monolithic ADT: its MH2O and the MCLQ of its chunks. */
#ifndef FORMATS_ADT_ADT_LIQUIDS_H
#define FORMATS_ADT_ADT_LIQUIDS_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/arena.h"
#include "base/diag.h"
#include "formats/liquid.h"

/*
 * Reads the layers of MH2O, then those of every MCLQ, chunk by chunk: a tile may have both. A file
 * without liquids, or with nothing that could be one, has no layers. Everything lives in `arena`.
 * Damage is a warning; fails only with ADTMAP_NO_MEMORY.
 */
enum adtmap_status adt_read_liquids(const uint8_t *data, size_t size, struct arena *arena,
                                    const struct diag *diag, struct liquid_layers *layers);

#endif
