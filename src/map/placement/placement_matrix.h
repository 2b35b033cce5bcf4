/*
 * Where a WMO or doodad stands: from the model's axes to the world's, and from there to a tile's.
 * World: +X north, +Y west, +Z up, yards (ADT/v18 document, MODF).
 */
#ifndef MAP_PLACEMENT_PLACEMENT_MATRIX_H
#define MAP_PLACEMENT_PLACEMENT_MATRIX_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/adt/adt_placements.h"
#include "formats/wmo/wmo.h"

/* world = m[row][0..2] . model + m[row][3] */
struct placement_matrix {
    double m[3][4];
};

/* T(position) Rz(rotation[1] + 180) Ry(rotation[0]) Rx(rotation[2]) S(scale). */
struct placement_matrix placement_matrix(const struct adt_placement *placement);

/* The rotation in degrees with which placement_matrix makes the turn of `matrix`: rotation[1] from
 * 0 to below 360, the others -180..180. */
void placement_matrix_angles(const struct placement_matrix *matrix, float rotation[3]);

/* A doodad of a WMO that is placed by `wmo`: wmo T(position) R(quaternion x, y, z, w) S(scale). */
struct placement_matrix placement_matrix_in_wmo(const struct placement_matrix *wmo,
                                                const struct wmo_doodad *doodad);

/* The world box of the model box from `low` to `high`. */
struct adt_box placement_box(const struct placement_matrix *matrix, const float low[3],
                             const float high[3]);

/* Whether a world box and the square of tile (x, y) have a point in common. */
bool placement_touches_tile(const struct adt_box *box, uint32_t x, uint32_t y);

#endif
