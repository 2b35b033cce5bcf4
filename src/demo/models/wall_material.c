#include "demo/models/wall_material.h"

#include <string.h>

static const struct wall_material_info materials[WALL_SAMPLE_BLEND] = {
#define X(name, texture, repeat, flag_bits, blend_mode, shader_number)                             \
    {.textures = {TEXTURE_##texture + 1},                                                          \
     .flags = (flag_bits),                                                                         \
     .blend = BLEND_##blend_mode,                                                                  \
     .shader = (shader_number),                                                                    \
     .repeat_yd = (repeat)},
    WALL_MATERIALS(X)
#undef X
};

/* Shaders that mix textures, numbered as in clients. */
static const uint8_t mixes[WALL_MIXES] = {3, 5, 6, 7, 8, 9, 11, 12, 13, 15, 17, 18, 19, 20, 22, 23};

/* The textures of mixes; those from 22 on use all. The last four have heights as their alpha. */
static const uint8_t mixed[WALL_TEXTURES_MAX] = {
    TEXTURE_SAMPLE_RINGS,   TEXTURE_SAMPLE_STRIPES, TEXTURE_SAMPLE_CHECKS,
    TEXTURE_BANNER,         TEXTURE_TILES_RED,      TEXTURE_SAMPLE_RINGS,
    TEXTURE_SAMPLE_STRIPES, TEXTURE_SAMPLE_CHECKS,  TEXTURE_GLASS,
};

/* How doodads combine two textures. Those that blend need combiners. */
static const struct {
    uint8_t blend, op;
} stages[WALL_STAGES] = {
    {BLEND_OPAQUE, STAGE_MOD},      {BLEND_OPAQUE, STAGE_MOD2X},
    {BLEND_OPAQUE, STAGE_ADD},      {BLEND_ALPHA, STAGE_MOD_ALPHA},
    {BLEND_ALPHA, STAGE_ADD_ALPHA}, {BLEND_ALPHA, STAGE_MOD2X_ALPHA},
};

struct wall_material_info wall_material_get(enum wall_material material)
{
    if (material < WALL_SAMPLE_BLEND) {
        struct wall_material_info info = materials[material];
        static const uint8_t window[3] = {255, 214, 140};
        static const uint8_t lamp[3] = {255, 240, 200};
        if (info.flags & SURFACE_NIGHT_GLOW) {
            memcpy(info.glow, material == WALL_WINDOW ? window : lamp, sizeof info.glow);
        }
        return info;
    }
    struct wall_material_info info = {.repeat_yd = 5.0f};
    if (material == WALL_COLLISION_ONLY) {
        return info;
    }
    info.textures[0] = (uint8_t)(mixed[0] + 1);
    if (material < WALL_SAMPLE_MIX) {
        info.blend = (uint8_t)(material - WALL_SAMPLE_BLEND);
    } else if (material >= WALL_SAMPLE_STAGES) {
        info.textures[1] = TEXTURE_SAMPLE_STRIPES + 1;
        info.blend = stages[material - WALL_SAMPLE_STAGES].blend;
        info.shader = stages[material - WALL_SAMPLE_STAGES].op;
    } else {
        info.shader = mixes[material - WALL_SAMPLE_MIX];
        int count = info.shader < 22 ? WALL_TEXTURES_EARLY : WALL_TEXTURES_MAX;
        for (int k = 1; k < count; k++) {
            info.textures[k] = (uint8_t)(mixed[k] + 1);
        }
    }
    return info;
}
