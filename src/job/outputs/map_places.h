/* The places of a run (job/records/places.h), from the client's tables. */
#ifndef JOB_OUTPUTS_MAP_PLACES_H
#define JOB_OUTPUTS_MAP_PLACES_H

#include "job/outputs/map_areas.h"
#include "job/outputs/run.h"

/* Bounds, see docs/security.md. Clients of 2026 have 10,000 areas; the Eastern Kingdoms of 3.3.5
 * have 350 landmarks. */
enum {
    PLACES_AREAS_MAX = 1 << 16,
    PLACES_LANDMARKS_MAX = 1 << 12,
    PLACES_FLIGHTS_MAX = 1 << 12,
    PLACES_ZONES_MAX = 1 << 10,
};

/* Reads all that the client's tables say of the map, which the run must have. A table of landmarks
 * that cannot be read is a warning if they are published; with
 * JOB_LANDMARKS, a map without landmarks is one too. ADTMAP_NO_MEMORY. */
enum adtmap_status map_places_read(struct run *run);

/* Writes the private file of the run's log, with the areas that tiles on record have. ADTMAP_IO,
 * ADTMAP_NO_MEMORY. */
enum adtmap_status map_places_save(struct run *run);

/* The areas of the pictures on record, with outlines; those of all ADTs (map_areas.h) in a run
 * without pictures. What was read for that is added to `inputs`. area_map_free, whatever the
 * status. ADTMAP_NO_MEMORY. */
enum adtmap_status map_places_areas(const struct run *run, struct area_map *map,
                                    struct map_areas_inputs *inputs);

#endif
