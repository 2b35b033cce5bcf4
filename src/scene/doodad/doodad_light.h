/* The light that a doodad stands in: that of the sun, or of the room around it. */
#ifndef SCENE_DOODAD_DOODAD_LIGHT_H
#define SCENE_DOODAD_DOODAD_LIGHT_H

#include <stdint.h>

#include "scene/sun_light.h"

/* light = ambient + diffuse * max(0, n.l); red, green, blue, 1 leaves a texture as it is. */
struct doodad_light {
    float ambient[3];
    float diffuse[3];
};

/* Light under the open sky. */
struct doodad_light doodad_light_outside(const struct sun_light *light);

/*
 * Light in a room, by the colour of the doodad in MODD (red, green, blue): diffuse is the colour
 * raised until its largest part is 112, ambient is the colour lowered until its largest part is 96.
 * The preset without sun lights rooms as it does everything.
 */
struct doodad_light doodad_light_inside(const struct sun_light *light, const uint8_t color[4]);

#endif
