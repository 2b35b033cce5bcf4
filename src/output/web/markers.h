/* Reading and writing files of markers, whose properties are in marker.h. */
#ifndef OUTPUT_WEB_MARKERS_H
#define OUTPUT_WEB_MARKERS_H

#include "adtmap/status.h"
#include "base/diag.h"
#include "output/web/marker.h"

/*
 * Reads markers from `size` bytes and nothing else, named by diag->file: GeoJSON, or a table if the
 * first line names a column of X. Other features, those of other maps, and lines of a table that
 * are wrong are left out; the last and the first with a warning. ADTMAP_BAD_DATA for what is no
 * such file, saying which feature is wrong; ADTMAP_LIMIT; ADTMAP_NO_MEMORY. The markers are empty
 * after a failure.
 */
enum adtmap_status markers_read(const uint8_t *data, size_t size, const struct marker_map *map,
                                const struct diag *diag, struct markers *markers);

/* The same for a file. The files that markers name are looked at: one that is no picture or over
 * OWN_PICTURE_BYTES_MAX is a warning, and its markers are as if they did not name it. */
enum adtmap_status markers_load(const char *path, const struct marker_map *map,
                                const struct diag *diag, struct markers *markers);

/* Appends GeoJSON that markers_read gives back. */
void markers_geojson(struct buffer *text, const struct markers *markers);

#endif
