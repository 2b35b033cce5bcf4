/* The areas of a map without its pictures. */
#ifndef JOB_OUTPUTS_MAP_AREAS_H
#define JOB_OUTPUTS_MAP_AREAS_H

#include "job/outputs/run.h"
#include "output/areas/area_grid.h"

/* What areas were read from; zeroed at first, dep_set_free frees it. */
struct map_areas_inputs {
    struct dep_set files;
    bool lacks_tiles; /* a tile could not be read */
};

/*
 * Puts the areas of all tiles of the map that have an ADT into an empty grid, and what was read for
 * that into `inputs`. A tile that cannot be read is listed in the run's failures and stops no
 * other. ADTMAP_NO_MEMORY.
 */
enum adtmap_status map_areas_read(const struct run *run, struct area_grid *grid,
                                  struct map_areas_inputs *inputs);

#endif
