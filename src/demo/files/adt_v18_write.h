/* Writes maps of clients 1.0 to 3.3.5: a WDT, and one ADT per tile (ADT/v18 of the wowdev wiki). */
#ifndef DEMO_FILES_ADT_V18_WRITE_H
#define DEMO_FILES_ADT_V18_WRITE_H

#include "demo/files/era.h"
#include "demo/files/mcnk_write.h"
#include "demo/files/tile_write.h"

/* How the files of these clients differ. */
struct adt_v18_format {
    enum alpha_depth depth;
    enum alpha_map_size map_size; /* MCNK flag 0x8000 is set for ALPHA_MAP_64X64 */
    struct mcnk_format mcnk;
};

/* Writes the WDT and the ADTs; era->format is a struct adt_v18_format. */
enum adtmap_status adt_v18_write_map(const struct era *era, const char *directory,
                                     const struct world *world, const struct ground *ground,
                                     const struct diag *diag);

/* Writes Hall.wdt: a map that is one WMO, without terrain. */
enum adtmap_status adt_v18_write_hall(const struct era *era, const char *directory,
                                      const struct model *hall, const struct diag *diag);

#endif
