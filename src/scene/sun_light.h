/* How the sun of the settings lights a surface. */
#ifndef SCENE_SUN_LIGHT_H
#define SCENE_SUN_LIGHT_H

#include <stdbool.h>

#include "adtmap/settings.h"

/* Whether the light leaves textures as they are, as the preset `unlit` does. */
bool sun_light_is_flat(const struct adtmap_light *light);

/* max(0, n.l) of a unit normal and the direction towards the sun, which may have any length. */
float sun_light_facing(const float sun[3], const float normal[3]);

#endif
