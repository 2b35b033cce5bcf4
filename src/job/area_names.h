/* The names of areas, from the data's AreaTable.dbc: for the legend of the area layer. */
#ifndef JOB_AREA_NAMES_H
#define JOB_AREA_NAMES_H

#include "adtmap/status.h"
#include "assets/assets.h"
#include "output/manifest/manifest_layers.h"

/*
 * Fills in the names and zones of `areas`, by their ids, as far as the data's table has them. A
 * table that cannot be read is a warning. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status area_names_fill(const struct assets *assets, const struct diag *diag,
                                   struct manifest_area *areas, uint32_t count);

#endif
