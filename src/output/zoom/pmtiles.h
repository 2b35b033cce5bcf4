/*
 * A web map in one file: PMTiles, specification version 3. Directories and metadata are compressed
 * by gzip, tiles lie in the order of their ids (clustered), equal tiles are stored once. The bytes
 * depend on the tiles, the metadata and the release of libdeflate alone.
 */
#ifndef OUTPUT_ZOOM_PMTILES_H
#define OUTPUT_ZOOM_PMTILES_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "output/zoom/web_folder.h"
#include "output/zoom/web_geo.h"

/*
 * Packs the pictures of `folder` into the file `path`, as file_write_atomic does. `metadata` is a
 * JSON object; `degrees` is what the map is said to cover. Memory is about 80 bytes a tile.
 * ADTMAP_NOT_FOUND if there is no picture; ADTMAP_IO, also when a picture changes meanwhile;
 * ADTMAP_LIMIT for a picture over 4 GiB; ADTMAP_NO_MEMORY.
 */
enum adtmap_status pmtiles_write(const char *path, const struct web_folder *folder,
                                 const char *metadata, struct web_degrees degrees,
                                 const struct diag *diag);

#endif
