/* Where the samples of a pixel lie. */
#ifndef SCENE_MESH_SAMPLE_GRID_H
#define SCENE_MESH_SAMPLE_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "scene/mesh/mesh.h"

enum { SAMPLES = 4 };

/* In 1/256 pixel from the pixel's north-west corner: rotated, so that edges along either axis pass
 * them one at a time. */
extern const int32_t sample_x[SAMPLES];
extern const int32_t sample_y[SAMPLES];

/* A box in 1/256 pixel, edges included. */
struct subpixel_box {
    int32_t low_x, high_x;
    int32_t low_y, high_y;
};

/* The box round a triangle. */
struct subpixel_box subpixel_box_of(const struct mesh_position position[3]);

/* Whether a sample of any pixel lies in the box. */
bool sample_grid_touches(const struct subpixel_box *box);

#endif
