/* The maps that points name by number or folder, each opened when it is first asked for. */
#ifndef CLI_POINTS_POINT_MAPS_H
#define CLI_POINTS_POINT_MAPS_H

#include "cli/messages.h"
#include "map/map.h"

#define POINT_MAP_NO_NUMBER UINT64_MAX

enum {
    POINT_MAPS_MAX = 1024, /* bound, see docs/security.md */
    POINT_MAP_FAILURES = 64,
};

struct point_map {
    char *text;      /* as points name it first; from malloc */
    uint64_t number; /* as points name it; POINT_MAP_NO_NUMBER: by its folder so far */
    struct adtmap_map *map;
    struct adtmap_locator *locator;
    size_t points, wrong, guessed, in_wmos; /* of a check; the last of areas not checked */
};

struct point_maps {
    struct adtmap_data *data;
    const char *parent; /* of the maps, as in adtmap_map_add_parents; NULL: none */
    size_t count;
    struct point_map *items; /* from malloc */
    size_t last;             /* looked up */
    size_t missing;          /* points of a check without a map */
    struct point_map_failure {
        char *text, *problem;       /* from malloc; NULL: none */
    } failures[POINT_MAP_FAILURES]; /* what cannot be opened, by a hash: the last of each */
};

/* The index of a map in `items`, which may move, however its number or folder is spelled; SIZE_MAX,
 * with `problem`, for one that cannot be opened or is one too many. */
size_t point_maps_find(struct point_maps *maps, const char *text, char problem[256]);
void point_maps_close(struct point_maps *maps);

#endif
