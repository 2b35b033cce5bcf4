/* What the data hold: the maps, and what the tiles of a map place. */
#ifndef ADTMAP_LISTS_H
#define ADTMAP_LISTS_H

#include <stdint.h>

#include "adtmap/status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct adtmap_data;
struct adtmap_map;

/*
 * Calls `visit` for each map of the data, in byte order of names: folders below World/Maps that
 * have a WDT or an ADT, and maps of Map.dbc or Map.db2 whose WDT is there. `name` is valid during
 * the call.
 */
ADTMAP_API enum adtmap_status adtmap_data_list_maps(struct adtmap_data *data,
                                                    void (*visit)(void *user, const char *name),
                                                    void *user, struct adtmap_message *failure);

enum adtmap_placement_kind {
    ADTMAP_PLACEMENT_WMO,    /* a building; ADT/v18 document, MODF */
    ADTMAP_PLACEMENT_DOODAD, /* a model; MDDF */
};

/* A model that a tile places. */
struct adtmap_placement {
    enum adtmap_placement_kind kind;
    uint32_t unique_id;  /* the same in all tiles that list the placement */
    const char *name;    /* as written in the file; NULL: file_id names the model */
    uint32_t file_id;    /* 0 where `name` is not NULL */
    double position[3];  /* yards: X north, Y west, Z up */
    double rotation[3];  /* degrees as written: about the west, up and north axes */
    double scale;        /* above 0 */
    uint32_t doodad_set; /* of a WMO: the set besides set 0; with flag 0x80 a range of MWDR */
    uint32_t flags;      /* MODF or MDDF */
};

/*
 * Calls `visit` for what tile (x, y) lists: WMOs, then doodads, in the order of the file. A
 * placement that reaches into several tiles is listed by each. The placement and its name are valid
 * during the call. A tile without a file lists nothing, nor does a damaged chunk of one. The WMO
 * that a map without terrain is made of is listed by no tile.
 *
 * ADTMAP_NOT_FOUND: (x, y) is outside the grid. ADTMAP_IO, ADTMAP_BAD_DATA, ADTMAP_UNSUPPORTED: the
 * ADT cannot be read.
 */
ADTMAP_API enum adtmap_status
adtmap_tile_list_placements(struct adtmap_map *map, uint32_t x, uint32_t y,
                            void (*visit)(void *user, const struct adtmap_placement *placement),
                            void *user, struct adtmap_message *failure);

#ifdef __cplusplus
}
#endif

#endif
