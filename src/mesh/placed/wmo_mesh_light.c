#include "mesh/placed/wmo_mesh_light.h"

/* Whether all of a batch stands outside, whatever its vertices say. */
static bool is_outside(const struct wmo_group *group, enum wmo_batch_kind kind)
{
    uint32_t lit = group->flags & WMO_GROUP_ALWAYS_DRAW
                       ? WMO_GROUP_EXTERIOR_LIT
                       : WMO_GROUP_EXTERIOR | WMO_GROUP_EXTERIOR_LIT;
    return (group->flags & lit) || kind == WMO_BATCH_EXTERIOR;
}

bool wmo_mesh_is_unlit(const struct sun_light *light, uint32_t flags)
{
    return (flags & WMO_MATERIAL_UNLIT) || light->is_flat;
}

struct wmo_mesh_light wmo_mesh_light_of(const struct sun_light *light,
                                        const struct wmo_group *group, const uint8_t ambient[4],
                                        enum wmo_batch_kind kind, uint32_t flags)
{
    struct wmo_mesh_light of = {
        .colors = (const uint8_t(*)[4])group->colors[0],
        .is_unlit = wmo_mesh_is_unlit(light, flags),
        .outside = is_outside(group, kind) ? 1.0F : 0.0F,
    };
    of.goes_by_alpha = of.outside == 0.0F && kind == WMO_BATCH_TRANSITION && of.colors;
    for (int c = 0; c < 3; c++) {
        of.interior[c] = (float)ambient[c] / 255.0F;
    }
    wmo_mesh_light_take_sun(light, &of);
    return of;
}

void wmo_mesh_light_take_sun(const struct sun_light *light, struct wmo_mesh_light *of)
{
    for (int c = 0; c < 3; c++) {
        of->ambient[c] = light->ambient[c];
        of->diffuse[c] = light->diffuse[c];
    }
}
