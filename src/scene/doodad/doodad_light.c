#include "scene/doodad/doodad_light.h"

#include <string.h>

static const float DIFFUSE_LEAST = 112.0F;
static const float AMBIENT_MAX = 96.0F;

struct doodad_light doodad_light_outside(const struct sun_light *light)
{
    struct doodad_light out;
    memcpy(out.ambient, light->ambient, sizeof out.ambient);
    memcpy(out.diffuse, light->diffuse, sizeof out.diffuse);
    return out;
}

struct doodad_light doodad_light_inside(const struct sun_light *light, const uint8_t color[4])
{
    if (light->is_flat) {
        return doodad_light_outside(light);
    }
    struct doodad_light out;
    float most = 1.0F; /* black stays black */
    for (int c = 0; c < 3; c++) {
        most = (float)color[c] > most ? (float)color[c] : most;
    }
    float raised = most < DIFFUSE_LEAST ? DIFFUSE_LEAST / most : 1.0F;
    float lowered = most > AMBIENT_MAX ? AMBIENT_MAX / most : 1.0F;
    for (int c = 0; c < 3; c++) {
        out.diffuse[c] = (float)color[c] * raised / 255.0F;
        out.ambient[c] = (float)color[c] * lowered / 255.0F;
    }
    return out;
}
