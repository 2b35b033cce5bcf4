/*
 * Domes and discs of crowns over a band: what they cover of a pixel is tinted, and takes their
 * height, so that what comes later and is lower is hidden.
 */
#ifndef RENDER_CROWN_DRAW_H
#define RENDER_CROWN_DRAW_H

#include "mesh/mesh_list.h"
#include "render/crown_kernels.h"
#include "render/terrain/sample_quads.h"

/* Draws the dome or disc of a batch as far as it lies in the band. */
void crown_draw(const struct crown_kernels *kernels, const struct mesh_batch *batch,
                struct sample_quads *quads);

#endif
