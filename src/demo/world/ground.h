/*
 * The ground layers of the demo world: which materials a chunk shows, their alpha maps and the
 * shadow map.
 *
 * Materials are stacked in the order of enum ground_material; each covers a share of those below.
 * Clients that blend layers one after the other do the same, so the covers of a chunk's layers are
 * its alpha maps.
 */
#ifndef DEMO_WORLD_GROUND_H
#define DEMO_WORLD_GROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/textures/ground_texture.h"
#include "demo/world/world.h"

enum { GROUND_LAYERS = 4 };

/* A texel is shaded if the hill's shadow reaches at least this high above it. */
#define HILL_SHADOW_YD 0.4f

struct ground {
    const struct world *world;
    /* Per node and material: signed cover * 64 + 128. */
    uint8_t *mask[GROUND_MATERIAL_COUNT];
    int8_t *noise; /* NOISE_TEXELS squared, periodic */
    /* Per chunk: bit m is set if material m is one of its layers. */
    uint32_t *kept;
    /* Per chunk: the material that writers with a free layer order put at the bottom, or
     * GROUND_MATERIAL_COUNT for any. */
    uint8_t *bottom;
};

/* The layers of one chunk; texels row by row from the north-west. */
struct ground_chunk {
    int layer_count;                              /* 1..GROUND_LAYERS */
    enum ground_material material[GROUND_LAYERS]; /* in ascending order */
    uint8_t cover[GROUND_LAYERS][CHUNK_TEXELS]; /* 255 hides all layers below; layer 0 is all 255 */
    bool shadow[CHUNK_TEXELS];
};

/* Computes the layers of all chunks. The world must outlive the ground. False when out of memory;
 * ground_destroy accepts the remains. */
bool ground_create(struct ground *ground, const struct world *world);
void ground_destroy(struct ground *ground);

/*
 * Gives chunks in the shadow of snowy mountains the same bottom layer, rock. Clients let the bottom
 * layer show through the others in shadow (MCAL: alpha * 178 >> 8), so that two neighbours with
 * different bottom layers would show an edge there. Chunks that have four other layers stay as they
 * are. Called by ground_create. False when out of memory.
 */
bool ground_unify_bottom_layers(struct ground *ground);

/* Computes the layers of chunk (x, y) of the world. Several threads may call it at once. */
void ground_make_chunk(const struct ground *ground, int32_t x, int32_t y,
                       struct ground_chunk *chunk);

#endif
