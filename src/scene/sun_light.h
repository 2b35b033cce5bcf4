/* How the sun of the settings lights a surface. */
#ifndef SCENE_SUN_LIGHT_H
#define SCENE_SUN_LIGHT_H

#include <stdbool.h>

#include "adtmap/settings.h"
#include "scene/placement/placement_matrix.h"

/* Whether the light leaves textures as they are, as the preset `unlit` does. */
bool sun_light_is_flat(const struct adtmap_light *light);

/* The direction towards the sun, which may have any length, of length 1 in axes of a model that a
 * matrix turns and scales evenly: its dot product with a unit normal of the model is n.l. */
void sun_light_in_model(const float sun[3], const struct placement_matrix *matrix, float out[3]);

#endif
