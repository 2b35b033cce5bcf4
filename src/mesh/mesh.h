/* Where a mesh stands: positions on a tile. */
#ifndef MESH_MESH_H
#define MESH_MESH_H

#include <stdbool.h>
#include <stdint.h>

enum { SUBPIXELS = 256 }; /* positions are in 1/256 pixel */

/* Coordinates must stay within this distance of the tile's corner, on both axes. */
enum { MESH_REACH = 1 << 28 };

/* x east and y south in 1/SUBPIXELS pixel from the north-west corner of the tile; z up in yards. */
struct mesh_position {
    int32_t x;
    int32_t y;
    float z_yd;
};

/* Pixels of a tile: rows and columns from `first_` to just before `end_`. */
struct pixel_area {
    uint32_t first_column, end_column;
    uint32_t first_row, end_row;
};

#endif
