/*
 * WorldMapArea.dbc, the maps of zones: where percent coordinates begin and end. Layouts of the
 * clients from 0.5.5 to 6.0, told apart by the number of fields.
 * (Field orders: the community's table definitions.)
 */
#ifndef FORMATS_TABLES_DBC_FRAMES_H
#define FORMATS_TABLES_DBC_FRAMES_H

#include <stdbool.h>

#include "formats/tables/dbc.h"

/* The edges of a zone's map, Y, Y, X and X in yards; west > east, north > south. */
struct dbc_frame {
    uint32_t area_id; /* of AreaTable */
    double west;
    double east;
    double north;
    double south;
};

/* Whether the table's layout is known, for a message with the number of fields; without it
 * dbc_frame_at gives false for every record. */
enum adtmap_status dbc_frames_check(const struct dbc *dbc, const struct diag *diag);

/* What a record says. False beyond the table, for the maps of continents, which are of no area, and
 * for edges that make no sense; those of 0.5.3 are pixels. */
bool dbc_frame_at(const struct dbc *dbc, uint32_t record, struct dbc_frame *frame);

#endif
