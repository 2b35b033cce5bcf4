/*
 * The placed buildings and doodads of the demo world and the shadows of buildings, independent of
 * any file format.
 *
 * Positions are yards from the world's north-west corner, eastwards and southwards. At rotation 0 a
 * building faces south and its left is east. Rotations are counter-clockwise seen from above: at 90
 * degrees it faces east.
 */
#ifndef DEMO_WORLD_SCENERY_H
#define DEMO_WORLD_SCENERY_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/buildings/building.h"
#include "demo/doodads/doodad.h"
#include "demo/world/world.h"

struct placement {
    enum building building;
    double east_yd, south_yd;
    double base_yd; /* height of the model's z = 0 */
    double rotation_deg;
    uint32_t unique_id;
    uint16_t doodad_set; /* 0 for the default set alone */
    double low[3];       /* bounding box: east, south, up */
    double high[3];
};

/* A doodad. Its rotation is that of a building; tilts come before it. */
struct doodad_placement {
    enum doodad doodad;
    double east_yd, south_yd, base_yd;
    double rotation_deg;
    double tilt_deg; /* forwards */
    uint16_t scale;  /* 1024 is life size */
    uint32_t unique_id;
    double reach_yd; /* no part of it is farther away, seen from above */
};

struct scenery {
    struct model models[BUILDING_COUNT];
    double doodad_reach_yd[DOODAD_COUNT]; /* at life size */
    struct doodad_placement *doodads;
    int doodad_count, doodad_capacity;
    struct placement *placements;
    int count, capacity;
    uint8_t *shadow; /* one bit per texel of the world; rows of WORLD_CHUNKS * 8 bytes, the leftmost
                        texel in the lowest bit */
    bool failed;     /* out of memory */
};

/* Builds the models; nothing is placed. NULL when out of memory. */
struct scenery *scenery_create(void);
void scenery_destroy(struct scenery *scenery);

/* Add a placement, whose bounding box and id are filled in; a doodad, with its id and reach. */
void scenery_add(struct scenery *scenery, const struct placement *placement);
void scenery_add_doodad(struct scenery *scenery, const struct doodad_placement *doodad);

/* Places the buildings; trees, rocks and what people put up around them, once they stand. False
 * when out of memory. */
bool place_buildings(struct world *world);
bool place_doodads(struct world *world);

/* Casts the shadows of all buildings on the ground. */
void scenery_cast_shadows(struct scenery *scenery, const struct world *world);

/* Whether the texel (x, y) of the world lies in the shadow of a building. */
bool scenery_is_shaded(const struct scenery *scenery, int32_t x, int32_t y);

/* Whether a placement's box touches a rectangle: west, north, east, south. */
bool placement_touches(const struct placement *placement, const double rectangle[4]);
bool doodad_touches(const struct doodad_placement *doodad, const double rectangle[4]);

/* Cosine and sine of a placement's rotation. */
void placement_rotation(const struct placement *placement, double rotation[2]);

/* Transforms a position in the model to one in the world: east, south, up. */
void placement_point(const struct placement *placement, const double rotation[2],
                     const float position[3], double point[3]);

#endif
