/* The farm fields of the demo world: parcels in rows, each with one crop. */
#ifndef DEMO_WORLD_FIELDS_H
#define DEMO_WORLD_FIELDS_H

#include <stdint.h>

#include "demo/world/world.h"

enum crop { CROP_NONE, CROP_PLOUGHED, CROP_GREENS, CROP_WHEAT, CROP_FALLOW };

struct field {
    enum crop crop;
    double edge_yd;   /* distance to the parcel's nearest edge */
    double furrow_yd; /* position across the furrows */
    bool hedge;       /* trees stand along its edges */
};

/* The parcel at a point, in yards from the world's north-west corner. CROP_NONE outside farm land.
 */
struct field field_at(const struct world *world, double east_yd, double south_yd);

#endif
