#include "scene/doodad/doodad_light.h"

#include <math.h>
#include <string.h>

static const float DIFFUSE_MIN = 112.0F / 255.0F;
static const float AMBIENT_MAX = 96.0F / 255.0F;

struct doodad_light doodad_light_outside(const struct sun_light *light)
{
    struct doodad_light out;
    memcpy(out.ambient, light->ambient, sizeof out.ambient);
    memcpy(out.diffuse, light->diffuse, sizeof out.diffuse);
    memcpy(out.to_light, light->sun, sizeof out.to_light);
    return out;
}

struct doodad_light doodad_light_inside(const struct sun_light *light,
                                        const struct wmo_doodad *doodad, const uint8_t ambient[4],
                                        const double toward[3])
{
    struct doodad_light out = doodad_light_outside(light);
    if (light->is_flat) {
        return out;
    }
    float color[3];
    float most = 1.0F / 255.0F; /* black stays black */
    for (int c = 0; c < 3; c++) {
        color[c] = doodad->has_lamp ? doodad->lamp_color[c] : (float)doodad->color[c] / 255.0F;
        most = color[c] > most ? color[c] : most;
    }
    bool is_adjusted = !(doodad->flags & WMO_DOODAD_UNADJUSTED);
    float raised = is_adjusted && most < DIFFUSE_MIN ? DIFFUSE_MIN / most : 1.0F;
    float lowered = most > AMBIENT_MAX ? AMBIENT_MAX / most : 1.0F;
    for (int c = 0; c < 3; c++) {
        out.diffuse[c] = doodad->flags & WMO_DOODAD_NO_DIRECT ? 0.0F : color[c] * raised;
        out.ambient[c] = doodad->flags & WMO_DOODAD_COLOR_AROUND ? (float)doodad->color[c] / 255.0F
                         : is_adjusted                           ? color[c] * lowered
                                                                 : (float)ambient[c] / 255.0F;
    }
    double length = 0.0;
    for (int i = 0; i < 3 && toward; i++) {
        length += toward[i] * toward[i];
    }
    for (int i = 0; i < 3 && length > 0.0; i++) {
        out.to_light[i] = toward[i] / sqrt(length);
    }
    return out;
}
