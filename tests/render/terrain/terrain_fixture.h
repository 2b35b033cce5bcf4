/* A tile in memory with one interesting chunk, drawn without files. */
#ifndef TESTS_RENDER_TERRAIN_FIXTURE_H
#define TESTS_RENDER_TERRAIN_FIXTURE_H

#include <stdlib.h>
#include <string.h>

#include "assets/textures/filter_whole.h"
#include "render/terrain/terrain.h"

enum { FIXTURE_TEXTURES = 4, FIXTURE_TEXTURE_PX = 32 };

struct fixture {
    struct adt_chunk terrain;
    struct scene_tile scene; /* chunk 0 shows `terrain`, the others are absent */
    struct scene_texture textures[FIXTURE_TEXTURES];
    uint8_t alpha[ADT_LAYERS_MAX][ADT_MAP_TEXELS];
    uint64_t shadow[ADT_MAP_EDGE];
    uint8_t texels[FIXTURE_TEXTURES][4 * FIXTURE_TEXTURE_PX * FIXTURE_TEXTURE_PX];
    struct adtmap_settings settings;
};

static inline void fixture_color(struct fixture *fixture, size_t texture, uint8_t red,
                                 uint8_t green, uint8_t blue)
{
    for (size_t i = 0; i < sizeof fixture->texels[texture]; i += 4) {
        fixture->texels[texture][i] = red;
        fixture->texels[texture][i + 1] = green;
        fixture->texels[texture][i + 2] = blue;
    }
}

/* Flat, untinted ground with one layer of texture 0. */
static inline void fixture_init(struct fixture *fixture)
{
    memset(fixture, 0, sizeof *fixture);
    adtmap_settings_default(&fixture->settings);
    for (size_t i = 0; i < ADT_VERTICES; i++) {
        fixture->terrain.normal[i][2] = 127;
        memset(fixture->terrain.color[i], 127, 3);
    }
    fixture->scene.chunks[0] = (struct scene_chunk){.terrain = &fixture->terrain, .layer_count = 1};
    fixture->scene.blend = ADTMAP_BLEND_WEIGHTED;
    fixture->scene.texture_count = FIXTURE_TEXTURES;
    fixture->scene.textures = fixture->textures;
}

/* Adds a layer over the others, with texture and alpha map of its number. */
static inline uint8_t *fixture_add_layer(struct fixture *fixture)
{
    struct scene_chunk *chunk = &fixture->scene.chunks[0];
    uint32_t layer = chunk->layer_count++;
    chunk->layers[layer] =
        (struct scene_layer){.texture = layer % FIXTURE_TEXTURES, .alpha = fixture->alpha[layer]};
    return fixture->alpha[layer];
}

/* Draws chunk `index` at quad_px; the caller frees the (8 * quad_px)^2 RGBA pixels. */
static inline uint8_t *fixture_draw_chunk(const struct fixture *fixture, uint32_t quad_px,
                                          uint32_t index)
{
    size_t row_px = (size_t)8 * quad_px;
    const struct ground_texture *textures[FIXTURE_TEXTURES];
    struct ground_texture *owned[FIXTURE_TEXTURES];
    for (size_t i = 0; i < FIXTURE_TEXTURES; i++) {
        const struct ground_size size = {.quad_px = quad_px,
                                         .shift = fixture->textures[i].scale_shift,
                                         .has_height = fixture->textures[i].has_height};
        owned[i] = malloc(ground_texture_bytes(&size));
        ground_texture_init(&size, owned[i]);
        filter_whole(GROUND_FILTER_COLORS, fixture->texels[i], FIXTURE_TEXTURE_PX,
                     FIXTURE_TEXTURE_PX, owned[i]);
        if (size.has_height) {
            filter_whole(GROUND_FILTER_HEIGHT, fixture->texels[i], FIXTURE_TEXTURE_PX,
                         FIXTURE_TEXTURE_PX, owned[i]);
        }
        textures[i] = owned[i];
    }
    struct terrain_plan *plan = terrain_plan_create(&fixture->settings, quad_px);
    struct terrain_scratch *scratch = terrain_scratch_create(plan);
    uint8_t *pixels = malloc(4 * row_px * row_px);
    terrain_draw_chunk(plan, &fixture->scene, textures, index, pixels, 4 * row_px, NULL, 0,
                       scratch);
    terrain_scratch_destroy(scratch);
    terrain_plan_destroy(plan);
    for (size_t i = 0; i < FIXTURE_TEXTURES; i++) {
        free(owned[i]);
    }
    return pixels;
}

static inline uint8_t *fixture_draw(const struct fixture *fixture, uint32_t quad_px)
{
    return fixture_draw_chunk(fixture, quad_px, 0);
}

#endif
