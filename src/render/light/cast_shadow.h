/*
 * Shadows of what stands above the ground. One sweep over the heights of a tile, away from the sun:
 * each pixel takes over the height at which the shadow of the pixel before it stands, a step lower,
 * and what stands on it itself.
 *
 * What casts is limited to the height whose shadow reaches CAST_REACH_YD, so that a tile needs no
 * more of its neighbours than that, and has the shadows of a sweep over the whole map.
 */
#ifndef RENDER_LIGHT_CAST_SHADOW_H
#define RENDER_LIGHT_CAST_SHADOW_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "render/light/height_field.h"
#include "render/light/light_kernels.h"

#define CAST_REACH_YD 64.0

/* How shadows lie on tiles of a size. */
struct cast_plan {
    int east, south;    /* where they go on the image: -1, 0 or 1; both 0: there are none */
    bool is_by_columns; /* the longer way is that along rows: a step is a column */
    uint64_t slope;     /* of the shorter way by the longer, 0..1 in 2^-32 */
    int32_t drop;       /* how much lower a shadow is a step on, in yards / 65536 */
    uint32_t steps;     /* after which all shadows are on the ground */
    float cap_yd;       /* of what casts */
};

/* `size_px`: of a tile, as it is drawn. A sun that is not above the horizon, or straight above,
 * casts none. */
struct cast_plan cast_plan_of(const struct adtmap_light *light, uint32_t size_px);

/* The margin that a field needs on the sides of the sun; the others need one pixel. */
uint32_t cast_plan_margin_px(const struct cast_plan *plan);

/*
 * Fills `shade`, size_px squared, with how much of the sun is hidden, 0..255. The tile's place
 * (x, y) counts, so that shadows go on across edges. `row_memory` is as large as
 * cast_row_memory_bytes says.
 */
void cast_shadows(const struct cast_plan *plan, const struct light_kernels *kernels,
                  const struct height_field *field, uint32_t x, uint32_t y, void *row_memory,
                  uint8_t *shade);
size_t cast_row_memory_bytes(const struct height_field *field);

#endif
