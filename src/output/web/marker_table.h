/*
 * Markers from CSV or TSV as databases of servers write them (output/points/point_text.h). The
 * first line names the columns, case ignored:
 *
 *     x, y      or position_x, position_y and so on, in yards
 *     map       number or folder
 *     name      without it the key guid or id stands for the name
 *     group, icon, color or colour, text, link, picture, hidden: as the properties of marker.h
 *     path      points with the same path and group are a line,
 *     point     in the order of this number, or of the lines
 *     shape     "area": the path is the edge of an area
 */
#ifndef OUTPUT_WEB_MARKER_TABLE_H
#define OUTPUT_WEB_MARKER_TABLE_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "output/web/marker.h"

/* Whether the first line names a column of X. Fails when out of memory. */
enum adtmap_status marker_table_find(const uint8_t *data, size_t size, const struct diag *diag,
                                     bool *is_table);

/* Reads a table. Lines that are wrong are left out with a warning that has their number. Fails as
 * markers_read. */
enum adtmap_status marker_table_read(const uint8_t *data, size_t size, const struct marker_map *map,
                                     const struct diag *diag, struct markers *markers);

#endif
