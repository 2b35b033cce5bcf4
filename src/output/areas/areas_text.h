/*
 * The areas of a map as text: OUT/MAP/areas.geojson for programs, OUT/MAP/areas.js for the page.
 *
 * areas.geojson is a FeatureCollection (RFC 7946) of MultiPolygons, one an area that has chunks,
 * whose coordinates are [X, Y] in yards, +X north, +Y west, as in markers.h. Properties:
 *
 *     id        as in the map's files
 *     name      from the client's AreaTable; null: the table has none
 *     zone_id   of the zone that it is part of; null: it is a zone itself
 *     zone      its name; null: none
 *     chunks    how many of the map's chunks, of 33.3 yards, have this id
 *
 * areas.js sets adtmap.areas to a list of the areas that have names. Each is an array:
 *
 *     [name, row of the zone from 1 or 0, label x, label y, reach, frame or 0, "ring ring ..."]
 *
 * Label and rings are in chunks from the north-west corner of the grid; the label is in the middle
 * of its chunk. The frame is as in area_map.h, in yards. A ring is x, y, dx, dy, dx, ...: a corner,
 * then steps to the next corners, east or west and south or north by turns; the last two are left
 * out, as they lead back. These are whole numbers in the digits of source maps (base64 VLQ), one
 * for a step of at most 15 chunks. So a continent of 1000 areas takes about 100 kB at most.
 */
#ifndef OUTPUT_AREAS_AREAS_TEXT_H
#define OUTPUT_AREAS_AREAS_TEXT_H

#include "base/buffer.h"
#include "output/areas/area_map.h"

void areas_geojson(struct buffer *text, const struct area_map *map);
void areas_script(struct buffer *text, const struct area_map *map);

#endif
