/*
 * TaxiPath.dbc, which flights there are, and TaxiPathNode.dbc, their courses. Layouts of the
 * clients from 0.5.3 to 6.2, told apart by the number of fields. (Field orders: the community's
 * table definitions.)
 */
#ifndef FORMATS_TABLES_DBC_FLIGHTS_H
#define FORMATS_TABLES_DBC_FLIGHTS_H

#include <stdbool.h>

#include "formats/tables/dbc_tables.h"

/* A flight in one direction, between two nodes of TaxiNodes (dbc_landmarks.h). */
struct dbc_path {
    uint32_t id;
    uint32_t from;
    uint32_t to;
};

/* A point that a flight passes. X and Y in yards, within the grid. */
struct dbc_waypoint {
    uint32_t path;
    uint32_t index; /* points are passed in the order of their indices */
    uint32_t map_id;
    double x;
    double y;
};

/* Whether the table's layout is known, for a message with the number of fields; without it the
 * functions below give false for every record. */
enum adtmap_status dbc_paths_check(const struct dbc *dbc, const struct diag *diag);
enum adtmap_status dbc_waypoints_check(const struct dbc *dbc, const struct diag *diag);

/* What a record says. False beyond the table, and for a waypoint off the grid. */
bool dbc_path_at(const struct dbc *dbc, uint32_t record, struct dbc_path *path);
bool dbc_waypoint_at(const struct dbc *dbc, uint32_t record, struct dbc_waypoint *waypoint);

#endif
