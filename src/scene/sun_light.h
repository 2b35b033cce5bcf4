/* How the sun of the settings lights a surface: what all shaders read of it. */
#ifndef SCENE_SUN_LIGHT_H
#define SCENE_SUN_LIGHT_H

#include <stdbool.h>

#include "adtmap/settings.h"
#include "map/hours/hour_field.h"
#include "map/placement/placement_matrix.h"

/* light = ambient + diffuse * max(0, n.sun), of which a shadow leaves 1 - shadow_*. */
struct sun_light {
    double sun[3]; /* towards the sun: north, west, up, of length 1 */
    float ambient[3], diffuse[3];
    float shadow_ambient, shadow_diffuse;
    bool is_flat; /* it leaves textures as they are, as the preset `unlit` does */
};

struct sun_light sun_light_of(const struct adtmap_light *light);

/* The same light at a time of day. */
struct sun_light sun_light_at_hour(const struct sun_light *light, const struct hour_tint *tint);

/* A direction towards the light, of length 1, in axes of a model that a matrix turns and scales
 * evenly: its dot product with a unit normal of the model is n.l. */
void sun_light_in_model(const double to_light[3], const struct placement_matrix *matrix,
                        float out[3]);

#endif
