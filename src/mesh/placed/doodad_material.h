/* Batches of a doodad's model (M2, MDX) as materials of meshes. */
#ifndef MESH_PLACED_DOODAD_MATERIAL_H
#define MESH_PLACED_DOODAD_MATERIAL_H

#include "formats/m2/m2.h"
#include "mesh/mesh_builder.h"

/*
 * A material for each batch of the model, in the target's arena, with its textures pinned. NULL
 * when out of memory.
 */
struct mesh_material *doodad_materials(const struct mesh_builder *target,
                                       const struct m2_model *model);

/* The weight that vertices of the batch carry for its mix (k of enum surface_mix). */
float doodad_material_weight(const struct m2_batch *batch);

#endif
