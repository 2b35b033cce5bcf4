/* The meshes of one tile, in the order in which they are to be drawn. */
#ifndef MESH_MESH_LIST_H
#define MESH_MESH_LIST_H

#include "base/arena.h"
#include "mesh/mesh.h"

struct mesh_node {
    struct mesh_batch batch;
    uint32_t number; /* in order of appending; it decides between batches of one height */
    struct mesh_node *next;
};

struct mesh_list {
    uint32_t count;
    struct mesh_node *last;           /* appended last, linked backwards */
    const struct mesh_batch **sorted; /* after mesh_list_sort: in drawing order */
};

/* A zero-initialised list is empty. */

/* Appends a batch. False when out of memory. */
bool mesh_list_append(struct mesh_list *list, const struct mesh_batch *batch, struct arena *arena);

/* Fills `sorted`: deferred batches, others that are opaque, keyed ones, transparent ones by height.
 * False when out of memory. */
bool mesh_list_sort(struct mesh_list *list, struct arena *arena);

#endif
