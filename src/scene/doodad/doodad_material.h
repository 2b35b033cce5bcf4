/* Batches of a doodad's model (M2, MDX) as materials. */
#ifndef SCENE_DOODAD_DOODAD_MATERIAL_H
#define SCENE_DOODAD_DOODAD_MATERIAL_H

#include "formats/m2/m2.h"
#include "scene/surface_textures.h"

/* A material for each batch of the model. They live with their textures. NULL when out of memory.
 */
const struct surface_material *doodad_materials(struct surface_textures *textures,
                                                const struct m2_model *model);

/* How a batch is mixed: t1 is stages[0], and so on. Its reflections may be left out. */
struct doodad_look {
    enum surface_mix mix;
    uint32_t stage_count; /* 0: nothing is drawn */
    const struct m2_stage *stages[M2_STAGES];
};

struct doodad_look doodad_look_of(const struct m2_batch *batch,
                                  enum adtmap_reflections reflections);

#endif
