/*
 * The tables of the demo world's client: Map.dbc, AreaTable.dbc, WorldMapArea.dbc (zones' maps),
 * TaxiNodes.dbc (flight masters), TaxiPath.dbc and TaxiPathNode.dbc (flights and their courses),
 * WorldSafeLocs.dbc (graveyards), the lights (light_tables.h) and, of clients that have them,
 * WorldMapTransforms.dbc (parts of maps that belong onto others), DungeonMap.dbc and
 * DungeonMapChunk.dbc (the floors of the hall), below DBFilesClient. Clients before 1.9 have the
 * lights in a file of each map.
 */
#ifndef DEMO_TABLES_CLIENT_TABLES_H
#define DEMO_TABLES_CLIENT_TABLES_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "demo/models/model.h"

/* Whose layouts the tables have. */
enum client_tables {
    CLIENT_TABLES_NONE,
    CLIENT_TABLES_LIT, /* none but the lights of the island, lights.lit in its folder */
    CLIENT_TABLES_1_12,
    CLIENT_TABLES_3_3_5,
};

/* Writes the tables below the data root `root`; `hall` is the building of the map "Hall".
 * ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status client_tables_write(const char *root, enum client_tables version,
                                       const struct model *hall, const struct diag *diag);

#endif
