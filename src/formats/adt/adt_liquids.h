/* All liquids of a tile: its MH2O, and the MCLQ of its chunks. A tile may have both. */
#ifndef FORMATS_ADT_ADT_LIQUIDS_H
#define FORMATS_ADT_ADT_LIQUIDS_H

#include "formats/adt/adt_file.h"
#include "formats/adt/adt_sub_chunks.h"
#include "formats/adt/mclq.h"
#include "formats/adt/mh2o.h"

/*
 * Begins a list with the layers of MH2O, if `file` has one; NULL: there is none. It has room for
 * the MCLQ of `mcnk_count` chunks. Damage is a warning; fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status adt_liquids_begin(struct adt_file *file, enum mh2o_era era, uint32_t mcnk_count,
                                     struct arena *arena, const struct diag *diag,
                                     struct adt_liquid_list *list);

/* Adds the layers of one MCLQ. */
void adt_liquids_add(struct adt_liquid_list *list, const struct mclq *mclq);

/* The finished list. */
struct liquid_layers adt_liquids_of(const struct adt_liquid_list *list);

#endif
