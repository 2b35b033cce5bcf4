/*
 * The shapes of areas: the outlines of chunks that lie together and have one id, as rings of
 * corners. Coordinates are in chunks from the north-west corner of the map's grid, x east, y south.
 */
#ifndef OUTPUT_AREAS_AREA_SHAPES_H
#define OUTPUT_AREAS_AREA_SHAPES_H

#include "output/areas/area_grid.h"

struct area_corner {
    uint16_t x;
    uint16_t y;
};

/* A ring ends where it began; its first corner is not repeated. The first edge leads east, and
 * edges turn at each corner. The area lies on the right hand of one who walks along it. */
struct area_ring {
    uint32_t id;
    uint32_t part;    /* number of the connected part that it bounds */
    uint32_t first;   /* index of its first corner */
    uint32_t corners; /* at least 4 */
    bool is_hole;     /* bounds its part from inside */
};

struct area_shapes {
    struct area_ring *rings; /* by id, then by part; the outer ring of a part comes first */
    uint32_t count;
    struct area_corner *corners;
};

/*
 * Finds the rings of all areas; chunks of id 0 have none. Chunks that touch at a corner alone are
 * not connected; a ring may touch itself at a corner. False when out of memory; area_shapes_free in
 * any case.
 */
bool area_shapes_find(const struct area_grid *grid, struct area_shapes *shapes);
void area_shapes_free(struct area_shapes *shapes);

#endif
