/* The triangles of a batch that are seen in the tile, and their vertices, numbered from 0. */
#ifndef MESH_MESH_VISIBLE_H
#define MESH_MESH_VISIBLE_H

#include "base/arena.h"
#include "mesh/mesh.h"

/* Memory for one batch after another. Zero-initialised it is empty. */
struct mesh_visible {
    uint32_t vertex_count, index_count; /* of the batch at hand */
    uint32_t vertex_room, index_room;
    struct mesh_position *positions; /* of its vertices, which the caller fills */
    uint32_t *number;  /* a vertex: its number among those seen, from 1; 0: not seen */
    uint32_t *corners; /* of the triangles seen: vertices of the batch */
    uint32_t corner_count, seen_count;
};

/* Begins a batch. False when out of memory. */
bool mesh_visible_begin(struct mesh_visible *seen, uint32_t vertex_count, uint32_t index_count,
                        struct arena *arena);

/*
 * Lists the triangles of `indices`, which count vertices from `first_vertex`, that are seen on a
 * tile of size_px: fills number, corners and the two counts.
 */
void mesh_visible_list(struct mesh_visible *seen, const uint32_t *indices, uint32_t first_vertex,
                       const struct mesh_material *material, uint32_t size_px);

/* What the caller fills: vertex i of the batch, where it is seen, is number[i] - 1. */
struct mesh_copy {
    struct mesh_vertex *vertices;
    struct mesh_layers *layers; /* NULL where the mix of the material is MIX_FIRST */
};

/* Gives `mesh` the triangles listed, and the memory of its vertices. False when out of memory. */
bool mesh_visible_copy(const struct mesh_visible *seen, const struct mesh_material *material,
                       struct arena *arena, struct mesh_copy *copy, struct mesh_batch *mesh);

#endif
