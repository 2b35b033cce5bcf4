/* The areas of a map, with their outlines. */
#ifndef JOB_OUTPUTS_MAP_AREAS_H
#define JOB_OUTPUTS_MAP_AREAS_H

#include "job/run/run.h"
#include "output/areas/area_map.h"

/* What areas were read from; zeroed at first, dep_set_free frees it. */
struct map_areas_inputs {
    struct dep_set files;
    bool lacks_tiles; /* a tile could not be read */
};

/*
 * The areas of the pictures on record, with outlines; in a run without pictures those of all tiles
 * that have an ADT: what was read for that is added to `inputs`, and a tile that cannot be read is
 * listed in the run's failures. area_map_free, whatever the status. ADTMAP_NO_MEMORY.
 */
enum adtmap_status map_areas_find(const struct run *run, struct area_map *map,
                                  struct map_areas_inputs *inputs);

#endif
