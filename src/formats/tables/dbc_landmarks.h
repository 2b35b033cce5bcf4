/*
 * TaxiNodes.dbc, where flight masters are, and WorldSafeLocs.dbc, where graveyards are. Layouts of
 * the clients from 0.5.3 to 6.0, told apart by the number of fields.
 * (Field orders: the community's table definitions.)
 */
#ifndef FORMATS_TABLES_DBC_LANDMARKS_H
#define FORMATS_TABLES_DBC_LANDMARKS_H

#include <stdbool.h>

#include "formats/tables/dbc_tables.h"

/* X and Y in yards, within the grid. The name is not empty; it is borrowed from the DBC. */
struct dbc_landmark {
    uint32_t id; /* of the record */
    uint32_t map_id;
    double x;
    double y;
    const char *name;
};

/* Whether the table's layout is known, for a message with the number of fields; without it
 * dbc_landmark_at gives false for every record. */
enum adtmap_status dbc_flights_check(const struct dbc *dbc, const struct diag *diag);
enum adtmap_status dbc_graveyards_check(const struct dbc *dbc, const struct diag *diag);

/* What a record of a table of flights or graveyards says. False beyond the table, without a name,
 * off the grid, and for a node of flights that nobody has a mount for: ships and quests have such
 * nodes. */
bool dbc_landmark_at(const struct dbc *dbc, enum table_kind kind, uint32_t record,
                     struct dbc_landmark *landmark);

#endif
