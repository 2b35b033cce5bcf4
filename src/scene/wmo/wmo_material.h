/* Materials of a WMO (WMO document, MOMT) as they are drawn. */
#ifndef SCENE_WMO_WMO_MATERIAL_H
#define SCENE_WMO_WMO_MATERIAL_H

#include "formats/wmo/wmo.h"
#include "scene/surface_textures.h"

/* How a material (NULL: none) is mixed: as its shader says, but for reflections, which the settings
 * may leave out or take from noggit-red. */
struct wmo_shading wmo_material_shading(const struct wmo_material *material,
                                        enum adtmap_reflections reflections);

/* The materials of the WMO, and behind them a plain one for batches without. They live with their
 * textures. NULL when out of memory. */
const struct surface_material *wmo_materials(struct surface_textures *textures,
                                             const struct wmo *root);

#endif
