#include "demo/buildings/wall_material.h"

#include <string.h>

enum {
    CARD = SURFACE_TWO_SIDED | SURFACE_CLAMP_S | SURFACE_CLAMP_T,
    LIT_WINDOW = SURFACE_NIGHT_GLOW | SURFACE_WINDOW | SURFACE_UNLIT,
};

/* One row: the material, its texture, yards a repeat, flags, blend mode and shader. */
#define SURFACE(material, texture, repeat, flag_bits, blend_mode, shader_number)                   \
    [WALL_##material] = {.textures = {TEXTURE_##texture + 1},                                      \
                         .flags = (flag_bits),                                                     \
                         .blend = BLEND_##blend_mode,                                              \
                         .shader = (shader_number),                                                \
                         .repeat_yd = (repeat)}

static const struct wall_material_info materials[WALL_SAMPLE_BLEND] = {
    SURFACE(STUCCO, STUCCO, 4.0f, 0, OPAQUE, 0),
    SURFACE(TIMBERED, TIMBERED, 3.2f, 0, OPAQUE, 0),
    SURFACE(WHITEWASH, WHITEWASH, 4.0f, 0, OPAQUE, 0),
    SURFACE(RED_PAINT, RED_PAINT, 4.0f, 0, OPAQUE, 0),
    SURFACE(PLANKS, PLANKS, 2.4f, 0, OPAQUE, 0),
    SURFACE(OAK, OAK, 2.4f, 0, OPAQUE, 0),
    SURFACE(DRESSED, DRESSED, 4.0f, 0, OPAQUE, 0),
    SURFACE(RUBBLE, RUBBLE, 3.0f, 0, OPAQUE, 0),
    SURFACE(MARBLE, MARBLE, 4.0f, 0, OPAQUE, 1),
    SURFACE(COBBLES, COBBLES, 3.0f, 0, OPAQUE, 0),
    SURFACE(FLAGSTONES, FLAGSTONES, 5.0f, 0, OPAQUE, 0),
    SURFACE(TILES_RED, TILES_RED, 3.2f, 0, OPAQUE, 0),
    SURFACE(TILES_BROWN, TILES_BROWN, 3.2f, 0, OPAQUE, 0),
    SURFACE(SLATE, SLATE, 3.2f, 0, OPAQUE, 0),
    SURFACE(THATCH, THATCH, 3.0f, 0, OPAQUE, 0),
    SURFACE(FRINGE, FRINGE, 1.0f, SURFACE_TWO_SIDED | SURFACE_CLAMP_T, KEY, 0),
    SURFACE(COPPER, COPPER, 3.0f, 0, OPAQUE, 2),
    SURFACE(IRON, IRON, 2.0f, 0, OPAQUE, 2),
    SURFACE(SOOT, SOOT, 2.0f, 0, OPAQUE, 0),
    SURFACE(LATTICE, LATTICE, 1.5f, SURFACE_TWO_SIDED, KEY, 0),
    SURFACE(WINDOW, WINDOW, 1.2f, LIT_WINDOW, OPAQUE, 0),
    SURFACE(GLASS, GLASS, 1.2f, SURFACE_TWO_SIDED, ALPHA, 0),
    SURFACE(LAMP, LAMP, 2.0f, SURFACE_UNLIT | SURFACE_NIGHT_GLOW, OPAQUE, 0),
    SURFACE(CANVAS_RED, CANVAS_RED, 3.0f, SURFACE_TWO_SIDED, OPAQUE, 0),
    SURFACE(CANVAS_BLUE, CANVAS_BLUE, 3.0f, SURFACE_TWO_SIDED, OPAQUE, 0),
    SURFACE(CANVAS_OCHRE, CANVAS_OCHRE, 3.0f, SURFACE_TWO_SIDED, OPAQUE, 0),
    SURFACE(SAIL, SAIL, 4.0f, SURFACE_TWO_SIDED, OPAQUE, 0),
    SURFACE(CARPET, CARPET, 4.0f, 0, OPAQUE, 0),
    SURFACE(LINEN, SAIL, 2.0f, 0, OPAQUE, 0),
    SURFACE(HAY, THATCH, 2.0f, 0, OPAQUE, 0),
    SURFACE(EARTH, EARTH, 5.0f, 0, OPAQUE, 0),
    SURFACE(CAVE, CAVE, 6.0f, 0, OPAQUE, 0),
    SURFACE(CRYSTAL, CRYSTAL, 2.0f, SURFACE_UNLIT, OPAQUE, 0),
    SURFACE(BANNER, BANNER, 2.0f, CARD, KEY, 0),
    SURFACE(BARK, BARK, 2.0f, 0, OPAQUE, 0),
    SURFACE(LEAVES, LEAVES, 1.0f, CARD, KEY, 0),
    SURFACE(LEAVES_ORCHARD, LEAVES_ORCHARD, 1.0f, CARD, KEY, 0),
    SURFACE(LEAVES_AUTUMN, LEAVES_AUTUMN, 1.0f, CARD, KEY, 0),
    SURFACE(LEAVES_BIRCH, LEAVES_BIRCH, 1.0f, CARD, KEY, 0),
    SURFACE(NEEDLES, NEEDLES, 1.0f, CARD, KEY, 0),
    SURFACE(BUSH, BUSH, 1.0f, CARD, KEY, 0),
    SURFACE(WHEAT, WHEAT, 1.0f, CARD, KEY, 0),
    SURFACE(ROCK, ROCK, 4.0f, 0, OPAQUE, 0),
    SURFACE(GLOW, GLOW, 1.0f, SURFACE_UNLIT | CARD, ADD, 0),
    SURFACE(SAMPLE_PALE, WHITEWASH, 4.0f, 0, OPAQUE, 0),
    SURFACE(SAMPLE_DARK, OAK, 4.0f, 0, OPAQUE, 0),
};

/* Shaders that mix textures, numbered as in clients. */
static const uint8_t mixes[WALL_MIXES] = {3, 5, 6, 7, 8, 9, 11, 12, 13, 15, 17, 18, 19, 20};

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
    info.textures[0] = TEXTURE_SAMPLE_RINGS + 1;
    if (material < WALL_SAMPLE_MIX) {
        info.blend = (uint8_t)(material - WALL_SAMPLE_BLEND);
    } else if (material >= WALL_SAMPLE_STAGES) {
        info.textures[1] = TEXTURE_SAMPLE_STRIPES + 1;
        info.blend = stages[material - WALL_SAMPLE_STAGES].blend;
        info.shader = stages[material - WALL_SAMPLE_STAGES].op;
    } else {
        info.textures[1] = TEXTURE_SAMPLE_STRIPES + 1;
        info.textures[2] = TEXTURE_SAMPLE_CHECKS + 1;
        info.shader = mixes[material - WALL_SAMPLE_MIX];
    }
    return info;
}
