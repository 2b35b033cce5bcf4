/* The maps that points name by number or folder, each opened when it is first asked for. */
#ifndef CLI_POINTS_POINT_MAPS_H
#define CLI_POINTS_POINT_MAPS_H

#include "adtmap/adtmap.h"
#include "cli/messages.h"

struct point_map {
    char *text;             /* as points name it; from malloc */
    struct adtmap_map *map; /* NULL: the data lack it */
    struct adtmap_locator *locator;
    size_t points, wrong, guessed, in_wmos; /* of a check; the last of areas not checked */
};

struct point_maps {
    struct adtmap_data *data;
    size_t count;
    struct point_map *items; /* from malloc */
    size_t last;             /* looked up */
};

enum { POINT_MAPS_MAX = 1024 }; /* different names */

/* The index of a map in `items`, which may move; SIZE_MAX beyond POINT_MAPS_MAX names, and when out
 * of memory. */
size_t point_maps_find(struct point_maps *maps, const char *text);
void point_maps_close(struct point_maps *maps);

#endif
