/*
 * The ground layers of the demo world: which materials a chunk shows, their alpha maps and the
 * shadow map.
 *
 * Materials are stacked in the order of enum texture; each covers a share of those below.
 * Clients that blend layers one after the other do the same, so the covers of a chunk's layers are
 * its alpha maps.
 */
#ifndef DEMO_WORLD_GROUND_H
#define DEMO_WORLD_GROUND_H

#include <stdbool.h>
#include <stdint.h>

#include "demo/textures/texture.h"
#include "demo/world/world.h"

enum { GROUND_LAYERS = 4, NOISE_TEXELS = 1024 };

struct ground {
    const struct world *world;
    uint8_t mask[GROUND_MATERIAL_COUNT][LATTICE_NODES]; /* signed cover * 64 + 128 */
    int8_t noise[NOISE_TEXELS * NOISE_TEXELS];          /* periodic */
    uint32_t kept[WORLD_CHUNKS * WORLD_CHUNKS]; /* bit m: material m is a layer of the chunk */
    /* The material that writers with a free layer order put at the bottom of a chunk, or
     * GROUND_MATERIAL_COUNT for any. */
    uint8_t bottom[WORLD_CHUNKS * WORLD_CHUNKS];
};

/* The layers of one chunk; texels row by row from the north-west. */
struct ground_chunk {
    int layer_count;                            /* 1..GROUND_LAYERS */
    enum texture material[GROUND_LAYERS];       /* in ascending order */
    uint8_t cover[GROUND_LAYERS][CHUNK_TEXELS]; /* 255 hides all layers below; layer 0 is all 255 */
    bool shadow[CHUNK_TEXELS];
};

/* Computes the layers of all chunks, from malloc; NULL when out of memory. The world must outlive
 * them. */
struct ground *ground_create(const struct world *world);

/* Computes the layers of chunk (x, y) of the world. Several threads may call it at once. */
void ground_make_chunk(const struct ground *ground, int32_t x, int32_t y,
                       struct ground_chunk *chunk);

/*
 * Signed cover of each material at a node: positive where the material lies, negative where it does
 * not, about -1..1 around its border. Materials that hide each other are not resolved. PLOUGHED,
 * GREENS and WHEAT are whole fields; CANOPY is the density of trees.
 */
void ground_cover_node(const struct world *world, int32_t i, int32_t j,
                       double cover[GROUND_MATERIAL_COUNT]);

#endif
