/* Materials of a WMO (WMO document, MOMT) as materials of meshes. */
#ifndef MESH_PLACED_WMO_MESH_MATERIAL_H
#define MESH_PLACED_WMO_MESH_MATERIAL_H

#include "formats/wmo/wmo.h"
#include "mesh/mesh_builder.h"

/* How a material (NULL: none) is mixed: as its shader says, but for reflections, which the settings
 * may leave out or take from noggit-red. */
struct wmo_shading wmo_mesh_shading(const struct wmo_material *material,
                                    enum adtmap_reflections reflections);

/*
 * The materials of the WMO in the builder's arena, with their textures pinned, and behind them a
 * plain one for batches without. NULL when out of memory.
 */
struct mesh_material *wmo_mesh_materials(const struct mesh_builder *builder,
                                         const struct wmo *root);

#endif
