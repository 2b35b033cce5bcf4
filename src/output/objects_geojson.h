/*
 * The WMOs and doodads that a map places, as GeoJSON (RFC 7946) in game coordinates: for overlays,
 * and for scripts that look for misplaced objects. A FeatureCollection of Points [X, Y, Z] in
 * yards, +X north, +Y west. Properties:
 *
 *     kind       "wmo" or "doodad"
 *     name       of the file, canonical
 *     unique_id  of the placement
 *     rotation   three angles in degrees, as in the file
 *     scale
 *     box        [[X, Y, Z], [X, Y, Z]] lowest and highest corner in yards; null: not known
 */
#ifndef OUTPUT_OBJECTS_GEOJSON_H
#define OUTPUT_OBJECTS_GEOJSON_H

#include "base/buffer.h"
#include "scene/map/map.h"

/*
 * Appends the GeoJSON of all placements of the map's ADTs, each unique id once for each kind, tile
 * by tile, and of the WDT's own WMO. The box of a doodad is that of its model; models that are
 * missing are named on the log, once. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status objects_geojson(const struct adtmap_map *map, const struct diag *diag,
                                   struct buffer *text);

#endif
