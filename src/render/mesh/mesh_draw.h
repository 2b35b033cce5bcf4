/* Triangles with a material into a band of samples. */
#ifndef RENDER_MESH_MESH_DRAW_H
#define RENDER_MESH_MESH_DRAW_H

#include "render/terrain/sample_band.h"
#include "scene/mesh/mesh.h"

/* Draws the triangles of the batch into the band. The batch has no sheet. */
void mesh_draw(const struct mesh_batch *batch, struct sample_band *band);

#endif
