#include "scene/sun_light.h"

#include <math.h>

struct sun_light sun_light_of(const struct adtmap_light *light)
{
    struct sun_light out = {
        .shadow_ambient = light->shadow_ambient,
        .shadow_diffuse = light->shadow_diffuse,
        .is_flat = true,
    };
    double square = 0.0;
    for (int i = 0; i < 3; i++) {
        square += (double)light->sun[i] * (double)light->sun[i];
        out.ambient[i] = light->ambient[i];
        out.diffuse[i] = light->diffuse[i];
        out.is_flat = out.is_flat && light->ambient[i] == 1.0F && light->diffuse[i] == 0.0F;
    }
    for (int i = 0; i < 3; i++) {
        out.sun[i] = (double)light->sun[i] / sqrt(square);
    }
    return out;
}

struct sun_light sun_light_at_hour(const struct sun_light *light, const struct hour_tint *tint)
{
    struct sun_light out = *light;
    for (int c = 0; c < 3; c++) {
        out.ambient[c] *= tint->ambient[c];
        out.diffuse[c] *= tint->diffuse[c];
    }
    return out;
}

void sun_light_in_model(const double to_light[3], const struct placement_matrix *matrix,
                        float out[3])
{
    double turned[3] = {0};
    double scale = 0.0;
    for (int row = 0; row < 3; row++) {
        scale += matrix->m[row][0] * matrix->m[row][0];
        for (int column = 0; column < 3; column++) {
            turned[column] += matrix->m[row][column] * to_light[row];
        }
    }
    double length = sqrt(scale);
    for (int column = 0; column < 3; column++) {
        out[column] = length > 0.0 ? (float)(turned[column] / length) : 0.0F;
    }
}
