/* Liquids to meshes: a colour between shallow and deep at each vertex, or a texture. */
#ifndef MESH_PLACED_LIQUID_MESH_H
#define MESH_PLACED_LIQUID_MESH_H

#include "formats/liquid.h"
#include "mesh/mesh_builder.h"

/* A vertex of a liquid's grid. */
struct liquid_point {
    struct mesh_position position;
    float depth; /* 0 shallow .. 1 deep */
};

/* Appends a batch for each class of liquid in each layer of the scene. False when out of memory. */
bool liquid_meshes(struct mesh_builder *builder);

/*
 * Appends a batch for each class of liquid in `grid`, whose vertices, row by row, are `points`.
 * False when out of memory.
 */
bool liquid_append(struct mesh_builder *builder, const struct liquid_grid *grid,
                   const struct liquid_point *points);

#endif
