/* The light on a vertex of a building (WMO document, MOCV and MOHD). */
#ifndef MESH_PLACED_WMO_MESH_LIGHT_H
#define MESH_PLACED_WMO_MESH_LIGHT_H

#include <stdbool.h>

#include "base/lanes.h"
#include "formats/wmo/wmo.h"
#include "scene/sun_light.h"

/* What the light at the vertices of one batch has in common. Lanes are red, green, blue. */
struct wmo_mesh_light {
    lanes_f ambient, diffuse;   /* of the sun */
    lanes_f interior;           /* instead of both, inside */
    const uint8_t (*colors)[4]; /* of vertices, added to the light; NULL: none */
    float outside;              /* 0 inside, 1 outside */
    bool goes_by_alpha;         /* the alpha of `colors` is `outside` */
    bool is_unlit;
};

/*
 * Light for a batch of `kind` of `group`, with a material of `flags`; `ambient` is the colour of
 * its rooms. Borrows the colours of the group.
 */
struct wmo_mesh_light wmo_mesh_light_of(const struct sun_light *light,
                                        const struct wmo_group *group, const uint8_t ambient[4],
                                        enum wmo_batch_kind kind, uint32_t flags);

/* Exchanges the sun, where it is another at each vertex. */
void wmo_mesh_light_take_sun(const struct sun_light *light, struct wmo_mesh_light *of);

/*
 * Red, green, blue, alpha factors for vertex `i` of the group. `facing` is max(0, n.l) there, and
 * becomes that of mesh_lights.
 *
 * Outside: the ground's light, and vertex colours added. Inside: `interior` instead of sun and sky.
 * Transition batches go from one to the other by the alpha of the vertex colour. Unlit materials,
 * and everything in light that is 1 everywhere, keep their texture.
 */
static inline lanes_f wmo_mesh_light_at(const struct wmo_mesh_light *light, uint32_t i,
                                        float *facing)
{
    if (light->is_unlit) {
        *facing = 0.0F;
        return lanes_splat(1.0F);
    }
    const uint8_t *color = light->colors ? light->colors[i] : NULL;
    float outside = color && light->goes_by_alpha ? (float)color[3] / 255.0F : light->outside;
    lanes_f exterior = light->ambient + light->diffuse * lanes_splat(*facing);
    lanes_f sum = light->interior + (exterior - light->interior) * lanes_splat(outside);
    if (color) {
        const lanes_f stored = {(float)color[0], (float)color[1], (float)color[2], 0.0F};
        sum += stored * lanes_splat(2.0F / 255.0F);
    }
    sum[3] = 1.0F;
    *facing *= outside;
    return sum;
}

/* Whether textures keep their colours: the material, of `flags`, is unlit, or the light is 1
 * everywhere. */
bool wmo_mesh_is_unlit(const struct sun_light *light, uint32_t flags);

#endif
