/*
 * The tables of maps, areas, liquids, flights and graveyards of clients from 7.0 on: Map.db2,
 * AreaTable.db2, LiquidType.db2, TaxiNodes.db2, TaxiPath.db2, TaxiPathNode.db2, WorldSafeLocs.db2,
 * whose layouts are told apart by a hash. (Layouts: the community's table definitions, up to 12.1.0
 * and 5.5.4.)
 */
#ifndef FORMATS_TABLES_DB2_TABLES_H
#define FORMATS_TABLES_DB2_TABLES_H

#include "formats/tables/db2.h"
#include "formats/tables/dbc_flights.h"
#include "formats/tables/dbc_landmarks.h"

/* The ids of the files. */
enum {
    DB2_MAP_FILE_ID = 1349477,
    DB2_AREA_FILE_ID = 1353545,
    DB2_LIQUID_FILE_ID = 1371380,
    DB2_FLIGHT_FILE_ID = 1068100,
    DB2_GRAVEYARD_FILE_ID = 1369425,
    DB2_PATH_FILE_ID = 1067802,
    DB2_WAYPOINT_FILE_ID = 1000437,
};

/* Sets the layout of a table of this kind. Fails with ADTMAP_UNSUPPORTED, naming the hash, for one
 * that is not known; the functions below give false for every record then. */
enum adtmap_status db2_use_layout(struct db2 *db2, enum table_kind kind, const struct diag *diag);

/* What a record or copy says, in a table whose layout is set for this kind; false beyond the table,
 * and for a record that cannot be read. */
bool db2_map_at(const struct db2 *db2, uint32_t index, struct dbc_map *map);
bool db2_area_at(const struct db2 *db2, uint32_t index, struct dbc_area *area);
bool db2_liquid_at(const struct db2 *db2, uint32_t index, struct dbc_liquid *liquid);
bool db2_landmark_at(const struct db2 *db2, uint32_t index, struct dbc_landmark *landmark);
bool db2_path_at(const struct db2 *db2, uint32_t index, struct dbc_path *path);
bool db2_waypoint_at(const struct db2 *db2, uint32_t index, struct dbc_waypoint *waypoint);

#endif
