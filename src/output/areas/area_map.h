/* The areas of a map with names, shapes and places for their labels. */
#ifndef OUTPUT_AREAS_AREA_MAP_H
#define OUTPUT_AREAS_AREA_MAP_H

#include "output/areas/area_shapes.h"

enum { AREA_NAME_BYTES = 128 };

/* What the client's tables say of an area. */
struct area_name {
    uint32_t id;
    uint32_t zone; /* the id of the zone that it is part of; 0: it is a zone */
    char name[AREA_NAME_BYTES];

    /* The rectangle of a zone's own map, which its percent coordinates refer to: west, east, north
     * and south edge, Y, Y, X and X in millionths of a yard. All 0: none. */
    int64_t frame[4];
};

struct area {
    struct area_name name; /* an area without a name has "" */
    uint32_t chunks;       /* of a zone with those of its subzones */

    /* The chunk in which the label's middle is, on land and far from edges and shores, and how many
     * chunks lie between it and the edge, itself counted; 0: no chunk. An area without land has it
     * in the middle. Of a zone, its subzones are part of it. */
    uint16_t label_x;
    uint16_t label_y;
    uint16_t reach;

    uint32_t first_ring; /* in shapes.rings, of the chunks with the area's own id */
    uint32_t rings;
};

struct area_map {
    struct area *areas; /* by id */
    uint32_t count;
    struct area_shapes shapes;
};

/*
 * Makes the areas of a grid, and their zones if these have no chunks of their own. `names` are in
 * order of ids, each once. False when out of memory; area_map_free in any case.
 */
bool area_map_make(const struct area_grid *grid, const struct area_name *names, uint32_t count,
                   struct area_map *map);
void area_map_free(struct area_map *map);

/* The area with an id; NULL: none. */
const struct area *area_map_find(const struct area_map *map, uint32_t id);

#endif
