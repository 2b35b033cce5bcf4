/*
 * How deep the liquids of a tile are, 0 shallow to 1 deep, at their vertices. What the file says
 * counts. A layer without depths, between others of its class that have them, gets such that it
 * does not stand out: at the vertices that it shares with them it has theirs, and inside it follows
 * the ground as they do. In a tile without any depths of the class, the ground decides alone.
 */
#ifndef MESH_PLACED_LIQUID_DEPTH_H
#define MESH_PLACED_LIQUID_DEPTH_H

#include "scene/scene.h"

/* What the layers of a tile say, gathered when it is first asked for. */
struct liquid_depths {
    const struct scene_tile *scene;
    struct arena *arena;
    struct liquid_class_depths {
        float *known;   /* a vertex of the tile; below 0: nothing said. NULL: not gathered yet */
        float per_yard; /* depth for each yard above the ground; 0: not known */
    } classes[LIQUID_CLASSES];
};

/* How far clear water is on the way to its deep colour, 0..1, so many yards above the ground. */
float clear_water_depth(const struct adtmap_settings *settings, float yards);

/* Sets `depth` for each vertex of the layer by the yards of water above the ground alone; where no
 * ground is, it is deep. */
void liquid_clear_depths_of(const struct adtmap_settings *settings, const struct scene_tile *scene,
                            const struct liquid_layer *layer, float *depth);

/* Whether a look of water is drawn by them: water and ocean are, magma and slime never. */
bool liquid_is_clear(const struct adtmap_settings *settings, const struct liquid_grid *grid);

/* Sets `depth` for each vertex of the layer. False when out of memory. */
bool liquid_depths_of(struct liquid_depths *depths, const struct liquid_layer *layer, float *depth);

#endif
