#include "mesh/placed/wmo_mesh_light.h"

/* 0 inside, 1 outside. */
static float outdoors(const struct wmo_group *group, enum wmo_batch_kind kind, uint32_t i)
{
    uint32_t lit = group->flags & WMO_GROUP_ALWAYS_DRAW
                       ? WMO_GROUP_EXTERIOR_LIT
                       : WMO_GROUP_EXTERIOR | WMO_GROUP_EXTERIOR_LIT;
    if ((group->flags & lit) || kind == WMO_BATCH_EXTERIOR) {
        return 1.0F;
    }
    if (kind == WMO_BATCH_TRANSITION && group->colors[0]) {
        return (float)group->colors[0][i][3] / 255.0F;
    }
    return 0.0F;
}

bool wmo_mesh_is_unlit(const struct sun_light *light, uint32_t flags)
{
    return (flags & WMO_MATERIAL_UNLIT) || light->is_flat;
}

float wmo_mesh_light(const struct sun_light *light, const struct wmo_group *group,
                     const uint8_t ambient[4], enum wmo_batch_kind kind, uint32_t flags, uint32_t i,
                     float facing, float out[4])
{
    bool unlit = wmo_mesh_is_unlit(light, flags);
    float outside = outdoors(group, kind, i);
    for (int c = 0; c < 3; c++) {
        float added = group->colors[0] ? (float)group->colors[0][i][c] * (2.0F / 255.0F) : 0.0F;
        float exterior = light->ambient[c] + light->diffuse[c] * facing;
        float interior = (float)ambient[c] / 255.0F;
        out[c] = unlit ? 1.0F : interior + (exterior - interior) * outside + added;
    }
    out[3] = 1.0F;
    return unlit ? 0.0F : facing * outside;
}
