/* Where the samples of a pixel lie. */
#ifndef MESH_SAMPLE_GRID_H
#define MESH_SAMPLE_GRID_H

#include <stdint.h>

enum { SAMPLES = 4 };

/* In 1/256 pixel from the pixel's north-west corner: rotated, so that edges along either axis pass
 * them one at a time. */
static const int32_t sample_x[SAMPLES] = {96, 224, 32, 160};
static const int32_t sample_y[SAMPLES] = {32, 96, 160, 224};

#endif
