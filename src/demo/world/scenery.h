/*
 * The placed buildings and doodads of the demo world and the shadows of buildings, independent of
 * any file format.
 *
 * Positions are yards from the world's north-west corner, eastwards and southwards. At rotation 0 a
 * model faces south and its left is east. Rotations are counter-clockwise seen from above: at 90
 * degrees it faces east. The tilt of doodads comes before them.
 */
#ifndef DEMO_WORLD_SCENERY_H
#define DEMO_WORLD_SCENERY_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/models/building.h"
#include "demo/models/doodad.h"
#include "demo/world/world.h"

enum placed_kind { PLACED_DOODADS, PLACED_BUILDINGS, PLACED_KINDS };

enum { LIFE_SIZE = 1024, SHADOW_TEXELS = WORLD_CHUNKS * TEXELS_PER_CHUNK };

struct placement {
    int model;                         /* an enum building or an enum doodad */
    double east_yd, south_yd, base_yd; /* of the model's origin */
    double rotation_deg, tilt_deg;     /* the tilt is forwards */
    uint16_t scale;                    /* of doodads; in units of 1 / LIFE_SIZE */
    uint16_t doodad_set;               /* of buildings; 0 for the default set alone */
    uint32_t unique_id;
    double low[3], high[3]; /* bounding box: east, south, up; wider than needed for doodads */
};

struct scenery {
    struct model models[BUILDING_COUNT];
    double doodad_reach_yd[DOODAD_COUNT]; /* from the origin to any part, at life size */
    struct placement *placements[PLACED_KINDS];
    int count[PLACED_KINDS], capacity[PLACED_KINDS];
    uint8_t shadow[SHADOW_TEXELS][SHADOW_TEXELS / 8]; /* a bit per texel, the leftmost lowest */
    bool failed;                                      /* out of memory */
};

/* Builds the models; nothing is placed. NULL when out of memory. */
struct scenery *scenery_create(void);
void scenery_destroy(struct scenery *scenery);

/* Adds a placement; its bounding box and id are filled in. */
void scenery_add(struct scenery *scenery, enum placed_kind kind, const struct placement *placement);

/* Place the buildings; trees, rocks and what people put up around them, once they stand. Failures
 * show in the scenery. */
void place_buildings(struct world *world);
void place_doodads(struct world *world);

/* Casts the shadows of all buildings on the ground. */
void scenery_cast_shadows(struct scenery *scenery, const struct world *world);

/* Whether a placement's box touches a rectangle: west, north, east, south. */
bool placement_touches(const struct placement *placement, const double rectangle[4]);

/* Transforms a position in a building to one in the world: east, south, up. */
void placement_point(const struct placement *placement, const float position[3], double point[3]);

#endif
