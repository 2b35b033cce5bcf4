/*
 * The WMOs and doodads that a map places, as GeoJSON: for overlays, and for scripts that look for
 * misplaced objects. A FeatureCollection of Points [-Y, X, Z] in yards (output/game_axes.h).
 * Properties:
 *
 *     kind       "wmo" or "doodad"
 *     name       of the file, canonical
 *     unique_id  of the placement; null: a doodad that its WMO places
 *     owner      of such a doodad: the unique id of the WMO
 *     index      of such a doodad: its number among all doodads of the WMO
 *     rotation   three angles in degrees, as in the file or as it would be there
 *     scale
 *     box        [[X, Y, Z], [X, Y, Z]] lowest and highest corner in yards; null: not known
 */
#ifndef JOB_OUTPUTS_MAP_OBJECTS_H
#define JOB_OUTPUTS_MAP_OBJECTS_H

#include "map/map.h"
#include "os/file.h"

/*
 * Writes the GeoJSON of all placements of the map's ADTs, each unique id once for each kind, tile
 * by tile, and of the WDT's own WMO. Behind a WMO come the doodads of its first set and of the one
 * that its placement chooses. The box of a doodad is that of its model; models that are missing are
 * named on the log, once. The text of a tile is in memory, not that of the map. ADTMAP_NO_MEMORY,
 * ADTMAP_IO.
 */
enum adtmap_status map_objects_write(const struct adtmap_map *map, struct file_writer *file,
                                     const struct diag *diag);

#endif
