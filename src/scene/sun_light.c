#include "scene/sun_light.h"

#include <math.h>

bool sun_light_is_flat(const struct adtmap_light *light)
{
    for (int c = 0; c < 3; c++) {
        if (light->ambient[c] != 1.0F || light->diffuse[c] != 0.0F) {
            return false;
        }
    }
    return true;
}

float sun_light_facing(const float sun[3], const float normal[3])
{
    float length = sqrtf(sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2]);
    float d = (sun[0] * normal[0] + sun[1] * normal[1] + sun[2] * normal[2]) / length;
    return d > 0.0F ? d : 0.0F;
}
