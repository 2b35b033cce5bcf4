/*
 * The table of maps of clients from 8.0 on, Map.db2, whose layouts are told apart by a hash.
 * (Layouts: the community's table definitions, up to 12.0.7 and 5.5.4.)
 */
#ifndef FORMATS_TABLES_DB2_TABLES_H
#define FORMATS_TABLES_DB2_TABLES_H

#include "formats/tables/db2.h"
#include "formats/tables/dbc_tables.h"

/* The id of the file Map.db2. */
enum { DB2_MAP_FILE_ID = 1349477 };

/* Fails with ADTMAP_UNSUPPORTED, naming the hash, for a layout that is not known; db2_map_at gives
 * false for every record then. */
enum adtmap_status db2_maps_check(const struct db2 *db2, const struct diag *diag);

/* What a record says; false beyond the table, for an unknown layout, and for a record that cannot
 * be read. */
bool db2_map_at(const struct db2 *db2, uint32_t record, struct dbc_map *map);

#endif
