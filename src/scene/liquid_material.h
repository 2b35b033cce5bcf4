/* How liquids look: their colours, or a texture of the client. */
#ifndef SCENE_LIQUID_MATERIAL_H
#define SCENE_LIQUID_MATERIAL_H

#include "formats/liquid.h"
#include "scene/surface_textures.h"

/* The material of a class of liquid. It lives with its textures. NULL when out of memory. */
const struct surface_material *liquid_material(struct surface_textures *textures,
                                               enum liquid_class class);

#endif
