/* What zones.json says of the pictures of zones. */
#ifndef JOB_OUTPUTS_ZONE_MAPS_H
#define JOB_OUTPUTS_ZONE_MAPS_H

#include "job/run/run.h"

/* Bounds, see docs/security.md. */
#define ZONE_GRIDS_MAX 4
enum { WORLDMAP_ZONES_MAX = 256 }; /* that have the files of a client's world map */

/*
 * The pictures on record: {"zones": [...]}, each with the name and file, the area and its title,
 * width and height in pixels, `frame`, the edges of the zone's map in yards, and `bounds`, those of
 * the picture, which has whole pixels. Out of memory: text->failed.
 */
void zone_maps_print(const struct run *run, struct buffer *text);

#endif
