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

void sun_light_in_model(const float sun[3], const struct placement_matrix *matrix, float out[3])
{
    double square = 0.0;
    double turned[3] = {0};
    for (int row = 0; row < 3; row++) {
        square += (double)sun[row] * (double)sun[row];
        for (int column = 0; column < 3; column++) {
            turned[column] += matrix->m[row][column] * (double)sun[row];
        }
    }
    double scale = 0.0;
    for (int row = 0; row < 3; row++) {
        scale += matrix->m[row][0] * matrix->m[row][0];
    }
    double length = sqrt(square) * sqrt(scale);
    for (int column = 0; column < 3; column++) {
        out[column] = length > 0.0 ? (float)(turned[column] / length) : 0.0F;
    }
}
