#include "demo/buildings/finish.h"

#define TEXTURE(name)                                                                              \
    {                                                                                              \
        TEXTURE_##name + 1                                                                         \
    }

static const struct finish_info finishes[FINISH_SAMPLE_BLEND] = {
    [FINISH_STUCCO] = {.textures = TEXTURE(STUCCO), .repeat_yd = 4.0f},
    [FINISH_TIMBERED] = {.textures = TEXTURE(TIMBERED), .repeat_yd = 3.2f},
    [FINISH_WHITEWASH] = {.textures = TEXTURE(WHITEWASH), .repeat_yd = 4.0f},
    [FINISH_RED_PAINT] = {.textures = TEXTURE(RED_PAINT), .repeat_yd = 4.0f},
    [FINISH_PLANKS] = {.textures = TEXTURE(PLANKS), .repeat_yd = 2.4f},
    [FINISH_OAK] = {.textures = TEXTURE(OAK), .repeat_yd = 2.4f},
    [FINISH_DRESSED] = {.textures = TEXTURE(DRESSED), .repeat_yd = 4.0f},
    [FINISH_RUBBLE] = {.textures = TEXTURE(RUBBLE), .repeat_yd = 3.0f},
    [FINISH_MARBLE] = {.textures = TEXTURE(MARBLE), .shader = 1, .repeat_yd = 4.0f},
    [FINISH_COBBLES] = {.textures = TEXTURE(COBBLES), .repeat_yd = 3.0f},
    [FINISH_FLAGS] = {.textures = TEXTURE(FLAGS), .repeat_yd = 5.0f},
    [FINISH_TILES_RED] = {.textures = TEXTURE(TILES_RED), .repeat_yd = 3.2f},
    [FINISH_TILES_BROWN] = {.textures = TEXTURE(TILES_BROWN), .repeat_yd = 3.2f},
    [FINISH_SLATE] = {.textures = TEXTURE(SLATE), .repeat_yd = 3.2f},
    [FINISH_THATCH] = {.textures = TEXTURE(THATCH), .repeat_yd = 3.0f},
    [FINISH_FRINGE] = {.textures = TEXTURE(FRINGE),
                       .flags = SURFACE_TWO_SIDED | SURFACE_CLAMP_T,
                       .blend = BLEND_KEY,
                       .repeat_yd = 1.0f},
    [FINISH_COPPER] = {.textures = TEXTURE(COPPER), .shader = 2, .repeat_yd = 3.0f},
    [FINISH_IRON] = {.textures = TEXTURE(IRON), .shader = 2, .repeat_yd = 2.0f},
    [FINISH_SOOT] = {.textures = TEXTURE(SOOT), .repeat_yd = 2.0f},
    [FINISH_LATTICE] = {.textures = TEXTURE(LATTICE),
                        .flags = SURFACE_TWO_SIDED,
                        .blend = BLEND_KEY,
                        .repeat_yd = 1.5f},
    [FINISH_WINDOW] = {.textures = TEXTURE(WINDOW),
                       .flags = SURFACE_NIGHT_GLOW | SURFACE_WINDOW | SURFACE_UNLIT,
                       .glow = {255, 214, 140},
                       .repeat_yd = 1.2f},
    [FINISH_GLASS] = {.textures = TEXTURE(GLASS),
                      .flags = SURFACE_TWO_SIDED,
                      .blend = BLEND_ALPHA,
                      .repeat_yd = 1.2f},
    [FINISH_LAMP] = {.textures = TEXTURE(LAMP),
                     .flags = SURFACE_UNLIT | SURFACE_NIGHT_GLOW,
                     .glow = {255, 240, 200},
                     .repeat_yd = 2.0f},
    [FINISH_CANVAS_RED] = {.textures = TEXTURE(CANVAS_RED),
                           .flags = SURFACE_TWO_SIDED,
                           .repeat_yd = 3.0f},
    [FINISH_CANVAS_BLUE] = {.textures = TEXTURE(CANVAS_BLUE),
                            .flags = SURFACE_TWO_SIDED,
                            .repeat_yd = 3.0f},
    [FINISH_CANVAS_OCHRE] = {.textures = TEXTURE(CANVAS_OCHRE),
                             .flags = SURFACE_TWO_SIDED,
                             .repeat_yd = 3.0f},
    [FINISH_SAIL] = {.textures = TEXTURE(SAIL), .flags = SURFACE_TWO_SIDED, .repeat_yd = 4.0f},
    [FINISH_CARPET] = {.textures = TEXTURE(CARPET), .repeat_yd = 4.0f},
    [FINISH_LINEN] = {.textures = TEXTURE(SAIL), .repeat_yd = 2.0f},
    [FINISH_HAY] = {.textures = TEXTURE(THATCH), .repeat_yd = 2.0f},
    [FINISH_EARTH] = {.textures = TEXTURE(EARTH), .repeat_yd = 5.0f},
    [FINISH_CAVE] = {.textures = TEXTURE(CAVE), .repeat_yd = 6.0f},
    [FINISH_CRYSTAL] = {.textures = TEXTURE(CRYSTAL), .flags = SURFACE_UNLIT, .repeat_yd = 2.0f},
    [FINISH_BANNER] = {.textures = TEXTURE(BANNER),
                       .flags = SURFACE_TWO_SIDED | SURFACE_CLAMP_S | SURFACE_CLAMP_T,
                       .blend = BLEND_KEY,
                       .repeat_yd = 2.0f},
    [FINISH_SAMPLE_PALE] = {.textures = TEXTURE(WHITEWASH), .repeat_yd = 4.0f},
    [FINISH_SAMPLE_DARK] = {.textures = TEXTURE(OAK), .repeat_yd = 4.0f},
};

/* Shaders that mix textures, as clients number them. */
static const uint8_t mixes[FINISH_MIXES] = {3, 5, 6, 7, 8, 9, 11, 12, 13, 15, 17, 18, 19, 20};

struct finish_info finish_info_of(enum finish finish)
{
    if (finish < FINISH_SAMPLE_BLEND) {
        return finishes[finish];
    }
    struct finish_info info = {.repeat_yd = 5.0f};
    if (finish == FINISH_UNSEEN) {
        return info;
    }
    info.textures[0] = TEXTURE_SAMPLE_RINGS + 1;
    if (finish < FINISH_SAMPLE_MIX) {
        info.blend = (uint8_t)(finish - FINISH_SAMPLE_BLEND);
    } else {
        info.textures[1] = TEXTURE_SAMPLE_STRIPES + 1;
        info.textures[2] = TEXTURE_SAMPLE_CHECKS + 1;
        info.shader = mixes[finish - FINISH_SAMPLE_MIX];
    }
    return info;
}
