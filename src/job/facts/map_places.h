/* The places of a map (job/facts/places.h), from the client's tables. */
#ifndef JOB_FACTS_MAP_PLACES_H
#define JOB_FACTS_MAP_PLACES_H

#include "job/facts/map_summary.h"
#include "job/facts/places.h"
#include "job/settings/job_settings.h"
#include "map/map.h"

/* Bounds, see docs/security.md. Clients of 2026 have 10,000 areas; the Eastern Kingdoms of 3.3.5
 * have 350 landmarks. */
enum {
    PLACES_AREAS_MAX = 1 << 16,
    PLACES_LANDMARKS_MAX = 1 << 12,
    PLACES_FLIGHTS_MAX = 1 << 12,
    PLACES_ZONES_MAX = 1 << 10,
};

/* What is made of landmarks. If it is anything, a table of theirs that cannot be read is a warning.
 */
struct map_places_use {
    bool has_landmarks; /* a file that was asked for: that there are none is a warning too */
    bool has_pages;
};

/* Reads all that the client's tables say of a map; `places` are zeroed before. Of a map that is one
 * building and has no row in WorldMapArea, `zone_row` becomes the row that it could have.
 * ADTMAP_NO_MEMORY. */
enum adtmap_status map_places_read(const struct adtmap_map *map, const struct map_places_use *use,
                                   const struct diag *diag, struct places *places,
                                   char (*zone_row)[JOB_ZONE_ROW_BYTES]);

/* Writes the private file of the log at `log_path`, with the areas that tiles on record have.
 * ADTMAP_IO, ADTMAP_NO_MEMORY. */
enum adtmap_status map_places_save(const struct map_summary *summary, const char *log_path,
                                   const struct diag *diag);

#endif
