#include "demo/buildings/wall_material.h"

#define TEXTURE(name)                                                                              \
    {                                                                                              \
        TEXTURE_##name + 1                                                                         \
    }

static const struct wall_material_info materials[WALL_SAMPLE_BLEND] = {
    [WALL_STUCCO] = {.textures = TEXTURE(STUCCO), .repeat_yd = 4.0f},
    [WALL_TIMBERED] = {.textures = TEXTURE(TIMBERED), .repeat_yd = 3.2f},
    [WALL_WHITEWASH] = {.textures = TEXTURE(WHITEWASH), .repeat_yd = 4.0f},
    [WALL_RED_PAINT] = {.textures = TEXTURE(RED_PAINT), .repeat_yd = 4.0f},
    [WALL_PLANKS] = {.textures = TEXTURE(PLANKS), .repeat_yd = 2.4f},
    [WALL_OAK] = {.textures = TEXTURE(OAK), .repeat_yd = 2.4f},
    [WALL_DRESSED] = {.textures = TEXTURE(DRESSED), .repeat_yd = 4.0f},
    [WALL_RUBBLE] = {.textures = TEXTURE(RUBBLE), .repeat_yd = 3.0f},
    [WALL_MARBLE] = {.textures = TEXTURE(MARBLE), .shader = 1, .repeat_yd = 4.0f},
    [WALL_COBBLES] = {.textures = TEXTURE(COBBLES), .repeat_yd = 3.0f},
    [WALL_FLAGSTONES] = {.textures = TEXTURE(FLAGSTONES), .repeat_yd = 5.0f},
    [WALL_TILES_RED] = {.textures = TEXTURE(TILES_RED), .repeat_yd = 3.2f},
    [WALL_TILES_BROWN] = {.textures = TEXTURE(TILES_BROWN), .repeat_yd = 3.2f},
    [WALL_SLATE] = {.textures = TEXTURE(SLATE), .repeat_yd = 3.2f},
    [WALL_THATCH] = {.textures = TEXTURE(THATCH), .repeat_yd = 3.0f},
    [WALL_FRINGE] = {.textures = TEXTURE(FRINGE),
                     .flags = SURFACE_TWO_SIDED | SURFACE_CLAMP_T,
                     .blend = BLEND_KEY,
                     .repeat_yd = 1.0f},
    [WALL_COPPER] = {.textures = TEXTURE(COPPER), .shader = 2, .repeat_yd = 3.0f},
    [WALL_IRON] = {.textures = TEXTURE(IRON), .shader = 2, .repeat_yd = 2.0f},
    [WALL_SOOT] = {.textures = TEXTURE(SOOT), .repeat_yd = 2.0f},
    [WALL_LATTICE] = {.textures = TEXTURE(LATTICE),
                      .flags = SURFACE_TWO_SIDED,
                      .blend = BLEND_KEY,
                      .repeat_yd = 1.5f},
    [WALL_WINDOW] = {.textures = TEXTURE(WINDOW),
                     .flags = SURFACE_NIGHT_GLOW | SURFACE_WINDOW | SURFACE_UNLIT,
                     .glow = {255, 214, 140},
                     .repeat_yd = 1.2f},
    [WALL_GLASS] = {.textures = TEXTURE(GLASS),
                    .flags = SURFACE_TWO_SIDED,
                    .blend = BLEND_ALPHA,
                    .repeat_yd = 1.2f},
    [WALL_LAMP] = {.textures = TEXTURE(LAMP),
                   .flags = SURFACE_UNLIT | SURFACE_NIGHT_GLOW,
                   .glow = {255, 240, 200},
                   .repeat_yd = 2.0f},
    [WALL_CANVAS_RED] = {.textures = TEXTURE(CANVAS_RED),
                         .flags = SURFACE_TWO_SIDED,
                         .repeat_yd = 3.0f},
    [WALL_CANVAS_BLUE] = {.textures = TEXTURE(CANVAS_BLUE),
                          .flags = SURFACE_TWO_SIDED,
                          .repeat_yd = 3.0f},
    [WALL_CANVAS_OCHRE] = {.textures = TEXTURE(CANVAS_OCHRE),
                           .flags = SURFACE_TWO_SIDED,
                           .repeat_yd = 3.0f},
    [WALL_SAIL] = {.textures = TEXTURE(SAIL), .flags = SURFACE_TWO_SIDED, .repeat_yd = 4.0f},
    [WALL_CARPET] = {.textures = TEXTURE(CARPET), .repeat_yd = 4.0f},
    [WALL_LINEN] = {.textures = TEXTURE(SAIL), .repeat_yd = 2.0f},
    [WALL_HAY] = {.textures = TEXTURE(THATCH), .repeat_yd = 2.0f},
    [WALL_EARTH] = {.textures = TEXTURE(EARTH), .repeat_yd = 5.0f},
    [WALL_CAVE] = {.textures = TEXTURE(CAVE), .repeat_yd = 6.0f},
    [WALL_CRYSTAL] = {.textures = TEXTURE(CRYSTAL), .flags = SURFACE_UNLIT, .repeat_yd = 2.0f},
    [WALL_BANNER] = {.textures = TEXTURE(BANNER),
                     .flags = SURFACE_TWO_SIDED | SURFACE_CLAMP_S | SURFACE_CLAMP_T,
                     .blend = BLEND_KEY,
                     .repeat_yd = 2.0f},
    [WALL_BARK] = {.textures = TEXTURE(BARK), .repeat_yd = 2.0f},
    [WALL_LEAVES] = {.textures = TEXTURE(LEAVES),
                     .flags = SURFACE_TWO_SIDED | SURFACE_CLAMP_S | SURFACE_CLAMP_T,
                     .blend = BLEND_KEY,
                     .repeat_yd = 1.0f},
    [WALL_LEAVES_ORCHARD] = {.textures = TEXTURE(LEAVES_ORCHARD),
                             .flags = SURFACE_TWO_SIDED | SURFACE_CLAMP_S | SURFACE_CLAMP_T,
                             .blend = BLEND_KEY,
                             .repeat_yd = 1.0f},
    [WALL_NEEDLES] = {.textures = TEXTURE(NEEDLES),
                      .flags = SURFACE_TWO_SIDED | SURFACE_CLAMP_S | SURFACE_CLAMP_T,
                      .blend = BLEND_KEY,
                      .repeat_yd = 1.0f},
    [WALL_BUSH] = {.textures = TEXTURE(BUSH),
                   .flags = SURFACE_TWO_SIDED | SURFACE_CLAMP_S | SURFACE_CLAMP_T,
                   .blend = BLEND_KEY,
                   .repeat_yd = 1.0f},
    [WALL_WHEAT] = {.textures = TEXTURE(WHEAT),
                    .flags = SURFACE_TWO_SIDED | SURFACE_CLAMP_S | SURFACE_CLAMP_T,
                    .blend = BLEND_KEY,
                    .repeat_yd = 1.0f},
    [WALL_ROCK] = {.textures = TEXTURE(ROCK), .repeat_yd = 4.0f},
    [WALL_GLOW] = {.textures = TEXTURE(GLOW),
                   .flags = SURFACE_UNLIT | SURFACE_TWO_SIDED | SURFACE_CLAMP_S | SURFACE_CLAMP_T,
                   .blend = BLEND_ADD,
                   .repeat_yd = 1.0f},
    [WALL_SAMPLE_PALE] = {.textures = TEXTURE(WHITEWASH), .repeat_yd = 4.0f},
    [WALL_SAMPLE_DARK] = {.textures = TEXTURE(OAK), .repeat_yd = 4.0f},
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
        return materials[material];
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
