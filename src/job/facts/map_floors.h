/*
 * The floors of a map: those that the settings give by their heights; else, of a map that is one
 * building, those of the client's tables (DungeonMap, DungeonMapChunk); else those in which the
 * building's rooms lie above each other.
 */
#ifndef JOB_FACTS_MAP_FLOORS_H
#define JOB_FACTS_MAP_FLOORS_H

#include "job/settings/job_settings.h"
#include "map/map.h"

/* Bounds, see docs/security.md, of the rows of tables that are of a map; 3.3.5 has 20 floors and
 * 130 groups of one. */
enum {
    FLOOR_ROWS_MAX = 256,
    FLOOR_GROUPS_MAX = 4096,
};

/* Zeroed floors may be freed. */
struct map_floors {
    struct data_layer_storey storeys[ADTMAP_STOREY_MAX + 1]; /* by number of the floor */
    bool has[ADTMAP_STOREY_MAX + 1];
    uint16_t *groups; /* of all storeys, from malloc */
};

/*
 * Finds the floors. A floor that holds nothing of the building, rows of the tables that name a
 * floor or a group that is not there, and floors beyond ADTMAP_STOREY_MAX are left out, with a
 * warning for each kind. Without rooms above each other there are none. Fails with ADTMAP_NO_MEMORY
 * only.
 */
enum adtmap_status map_floors_find(const struct adtmap_map *map, const struct job_floors *wanted,
                                   const struct diag *diag, struct map_floors *floors);
void map_floors_free(struct map_floors *floors);

#endif
