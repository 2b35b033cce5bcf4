/*
 * Writes maps of the clients 1.0 to 3.3.5: a WDT and one ADT of version 18 a tile. Documents:
 * ADT/v18 of the wowdev wiki.
 */
#ifndef DEMO_FILES_ADT_V18_WRITE_H
#define DEMO_FILES_ADT_V18_WRITE_H

#include "demo/files/era.h"
#include "demo/files/tile_write.h"

enum liquid_form { LIQUID_MCLQ, LIQUID_MH2O };

/* What differs between these clients' files. */
struct adt_v18_form {
    enum alpha_depth depth;
    enum liquid_form liquid;
    enum map_edge edge; /* MCNK flag 0x8000 is clear for EDGE_REPEATED */
    bool vertex_colours;
};

enum adtmap_status adt_v18_write_map(const struct era *era, const char *directory,
                                     const struct world *world, const struct ground *ground,
                                     const struct diag *diag);

/* Writes Hall.wdt: a map of one object without ground. */
enum adtmap_status adt_v18_write_hall(const struct era *era, const char *directory,
                                      const struct model *hall, const struct diag *diag);

#endif
