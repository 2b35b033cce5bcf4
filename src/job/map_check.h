/*
 * What a map refers to and the data do not have: tiles that its WDT lists, ground textures, and the
 * files of its buildings.
 */
#ifndef JOB_MAP_CHECK_H
#define JOB_MAP_CHECK_H

#include "job/map.h"

enum map_lack {
    MAP_LACKS_TILE,             /* the WDT lists it */
    MAP_LACKS_TERRAIN,          /* the ADT is there, and no terrain can be read from it */
    MAP_LACKS_TEXTURE,          /* of the ground */
    MAP_LACKS_BUILDING,         /* a WMO's root, or it cannot be read */
    MAP_LACKS_BUILDING_GROUP,   /* one of a WMO's other files */
    MAP_LACKS_BUILDING_TEXTURE, /* of a WMO's material */
    MAP_LACKS,
};

struct map_finding {
    enum map_lack lack;
    const char *name;    /* canonical, or as written where no file can have that name */
    uint32_t tile_count; /* how many tiles want it; 0: the map as a whole does */
    uint32_t x, y;       /* the first of them, row by row */
};

typedef void map_check_visit(void *user, const struct map_finding *finding);

/*
 * Reads all tiles and buildings of a map and visits what is lacking, by kind and name, each once.
 * Warnings of the readers go to diag->log. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_check(const struct adtmap_map *map, const struct diag *diag,
                             map_check_visit *visit, void *user);

/* The kind in a few words for people, in one for programs ("texture"); static storage. */
const char *map_lack_text(enum map_lack lack);
const char *map_lack_id(enum map_lack lack);

#endif
