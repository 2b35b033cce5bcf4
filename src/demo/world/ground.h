/*
 * What the ground of the demo world is made of: which materials lie where, in which layers of a
 * chunk, and where shadows fall.
 *
 * Materials lie over one another in the order of enum ground_material, each covering a share of
 * those below. That is what clients do when they blend layers one after the other, so the covers of
 * a chunk's layers are its alpha maps there.
 */
#ifndef DEMO_WORLD_GROUND_H
#define DEMO_WORLD_GROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/textures/ground_texture.h"
#include "demo/world/world.h"

enum { GROUND_LAYERS = 4 };

/* Ground lies in shadow where that ends so far above it. */
#define HILL_SHADOW_YD 0.4f

struct ground {
    const struct world *world;
    uint8_t *mask[GROUND_MATERIAL_COUNT]; /* per node: 128 where half the ground is of it */
    int8_t *noise;                        /* NOISE_TEXELS squared, repeats */
    uint32_t *kept;                       /* per chunk: the materials drawn in it, bit by bit */
    uint8_t *bottom; /* per chunk: the material at the bottom where the order is free;
                        GROUND_MATERIAL_COUNT: any */
};

/* The ground of one chunk, texels row by row from the north-west. */
struct ground_chunk {
    int layer_count;                              /* 1..GROUND_LAYERS */
    enum ground_material material[GROUND_LAYERS]; /* in ascending order */
    uint8_t cover[GROUND_LAYERS][CHUNK_TEXELS];   /* 255 covers all below; layer 0 is all 255 */
    bool shadow[CHUNK_TEXELS];
};

/* Surveys the world, which must outlive the ground. False when out of memory; destroy either way.
 */
bool ground_create(struct ground *ground, const struct world *world);
void ground_destroy(struct ground *ground);

/*
 * Rock lies below all chunks in the shadow of snowy mountains: clients let the bottom layer through
 * the others in shadows (MCAL: alpha * 178 >> 8), so that an edge shows in the shadow where two
 * chunks have different ones. A chunk without room for rock is left as it is. Part of
 * ground_create. False when out of memory.
 */
bool ground_settle_bottoms(struct ground *ground);

/* Makes the chunk (x, y), counted over the whole world; safe from several threads at once. */
void ground_make_chunk(const struct ground *ground, int32_t x, int32_t y,
                       struct ground_chunk *chunk);

#endif
