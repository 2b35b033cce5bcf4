/* The farm fields of the demo world: parcels in rows, each with one crop. */
#ifndef DEMO_WORLD_FIELDS_H
#define DEMO_WORLD_FIELDS_H

#include <stdint.h>

#include "demo/world/world.h"

/* Cosine and sine of the angle of the rows of parcels, 24 degrees, and the width of a row. */
#define FIELD_SLANT_COS 0.9135454576426009
#define FIELD_SLANT_SIN 0.4067366430758002
#define FIELD_ROW_YD 78.0

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
