/*
 * A table of a client, in whichever form the client has it: DBC up to 6.2, DB2 later. The layouts
 * are in dbc_tables.h and db2_tables.h.
 */
#ifndef FORMATS_TABLES_TABLE_H
#define FORMATS_TABLES_TABLE_H

#include "formats/tables/db2_tables.h"
#include "formats/tables/dbc_tables.h"

/* Borrows the bytes it was read from. Zero-initialised: no records. */
struct table {
    struct dbc dbc;
    struct db2 db2; /* one of the two has records */
};

/* Reads a table of either form, told apart by its first bytes. Fails as dbc_read, db2_read and the
 * checks of their layouts do; the table is without records then. */
enum adtmap_status table_read(const uint8_t *data, size_t size, enum table_kind kind,
                              const struct diag *diag, struct table *table);

/* How many records the table has, including those that cannot be read. */
uint32_t table_count(const struct table *table);

/* What a record says, for a table of this kind; false when it cannot be read. */
bool table_map_at(const struct table *table, uint32_t record, struct dbc_map *map);
bool table_area_at(const struct table *table, uint32_t record, struct dbc_area *area);
bool table_liquid_at(const struct table *table, uint32_t record, struct dbc_liquid *liquid);
bool table_landmark_at(const struct table *table, enum table_kind kind, uint32_t record,
                       struct dbc_landmark *landmark);
bool table_path_at(const struct table *table, uint32_t record, struct dbc_path *path);
bool table_waypoint_at(const struct table *table, uint32_t record, struct dbc_waypoint *waypoint);

/* The first area with an id. */
bool table_find_area(const struct table *table, uint32_t id, struct dbc_area *area);

#endif
