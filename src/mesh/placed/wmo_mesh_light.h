/* The light on a vertex of a building (WMO document, MOCV and MOHD). */
#ifndef MESH_PLACED_WMO_MESH_LIGHT_H
#define MESH_PLACED_WMO_MESH_LIGHT_H

#include <stdbool.h>

#include "formats/wmo/wmo.h"
#include "scene/sun_light.h"

/*
 * Fills red, green, blue, alpha factors for vertex `i` of `group`, drawn by a batch of `kind` with
 * a material of `flags`; `facing` is max(0, n.l) there.
 *
 * Outside: the ground's light, and vertex colours added. Inside: `ambient` instead of sun and sky.
 * Transition batches go from one to the other by the alpha of the vertex colour. Unlit materials,
 * and everything in light that is 1 everywhere, keep their texture.
 *
 * Returns how much of the sun is in it, as mesh_light_function.
 */
float wmo_mesh_light(const struct sun_light *light, const struct wmo_group *group,
                     const uint8_t ambient[4], enum wmo_batch_kind kind, uint32_t flags, uint32_t i,
                     float facing, float out[4]);

/* Whether textures keep their colours: the material, of `flags`, is unlit, or the light is 1
 * everywhere. */
bool wmo_mesh_is_unlit(const struct sun_light *light, uint32_t flags);

#endif
