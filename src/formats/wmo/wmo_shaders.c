/*
 * Shaders of WMO materials: which textures a shader reads, where on them its vertices lie, and how
 * they become one colour (WMO document, "Shader types"). Two kinds of reflections are mapped by
 * what the normal reflects: the older shaders take the reflected direction as it is, the later ones
 * that of a picture of all directions.
 */
#include "base/size.h"
#include "formats/wmo/wmo.h"

/* Places, which count from 0; documents count from 1. */
#define UV(texture, set)                                                                           \
    {                                                                                              \
        texture, set                                                                               \
    }

static const struct wmo_shading plain = {MIX_FIRST, 1, {UV(0, 0)}};

static const struct wmo_shading shaders[] = {
    [WMO_SHADER_ENV] = {MIX_ENV, 2, {UV(0, 0), UV(1, WMO_UV_REFLECTION)}},
    [WMO_SHADER_ENV_METAL] = {MIX_ENV_METAL, 2, {UV(0, 0), UV(1, WMO_UV_REFLECTION)}},
    [WMO_SHADER_TWO_LAYER_DIFFUSE] = {MIX_TWO_LAYER, 2, {UV(0, 0), UV(1, 1)}},
    [WMO_SHADER_TWO_LAYER_ENV_METAL] = {MIX_TWO_LAYER_SHINE,
                                        3,
                                        {UV(0, 0), UV(1, 1), UV(2, WMO_UV_REFLECTION)}},
    [WMO_SHADER_TWO_LAYER_TERRAIN] = {MIX_TWO_LAYER_TERRAIN, 2, {UV(0, 0), UV(1, WMO_UV_GROUND)}},
    [WMO_SHADER_EMISSIVE] = {MIX_EMISSIVE, 2, {UV(0, 0), UV(1, 1)}},
    [WMO_SHADER_MASKED_ENV_METAL] = {MIX_MASKED, 3, {UV(0, 0), UV(1, WMO_UV_SPHERE), UV(2, 2)}},
    [WMO_SHADER_ENV_METAL_EMISSIVE] = {MIX_EMISSIVE_SHINE,
                                       3,
                                       {UV(0, 0), UV(1, WMO_UV_SPHERE), UV(2, 2)}},
    [WMO_SHADER_TWO_LAYER_OPAQUE] = {MIX_TWO_LAYER_TERRAIN, 2, {UV(0, 0), UV(1, 1)}},
    [WMO_SHADER_TWO_LAYER_EMISSIVE] = {MIX_TWO_LAYER_EMISSIVE, 2, {UV(0, 0), UV(1, 1)}},
    [WMO_SHADER_ADDITIVE_MASKED_ENV_METAL] = {MIX_ADDITIVE_MASKED,
                                              3,
                                              {UV(0, 0), UV(1, WMO_UV_SPHERE), UV(2, 2)}},
    [WMO_SHADER_TWO_LAYER_MOD2X] = {MIX_TWO_LAYER_MOD2X, 3, {UV(0, 0), UV(1, 1), UV(2, 2)}},
    [WMO_SHADER_TWO_LAYER_MOD2X_NA] = {MIX_TWO_LAYER_MOD2X_NA, 2, {UV(0, 0), UV(1, 1)}},
    [WMO_SHADER_TWO_LAYER_ALPHA] = {MIX_TWO_LAYER_ALPHA, 3, {UV(0, 0), UV(1, 1), UV(2, 2)}},
    [WMO_SHADER_PARALLAX] = {MIX_PARALLAX, 5, {UV(0, 0), UV(2, 1), UV(3, 1), UV(4, 2), UV(5, 1)}},
    [WMO_SHADER_HEIGHTS] = {MIX_HEIGHTS,
                            8,
                            {UV(1, 0), UV(2, 1), UV(3, 2), UV(4, 3), UV(5, 0), UV(6, 1), UV(7, 2),
                             UV(8, 3)}},
};

const struct wmo_shading *wmo_shading_of(uint32_t shader)
{
    return shader < COUNT_OF(shaders) && shaders[shader].slot_count ? &shaders[shader] : &plain;
}
