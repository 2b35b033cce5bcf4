#include "mesh/mesh_list.h"

#include <stdlib.h>

bool mesh_list_append(struct mesh_list *list, const struct mesh_batch *batch, struct arena *arena)
{
    struct mesh_node *node = arena_alloc(arena, 1, sizeof *node);
    if (!node) {
        return false;
    }
    *node = (struct mesh_node){*batch, list->count++, list->last};
    list->last = node;
    return true;
}

/* Ranks of batches, in drawing order. */
enum { DEFERRED, OPAQUE, KEYED, TRANSPARENT };

static int rank_of(const struct mesh_batch *batch)
{
    if (mesh_blend_is_transparent(batch->material->blend)) {
        return TRANSPARENT;
    }
    if (mesh_batch_is_keyed(batch)) {
        return KEYED;
    }
    return mesh_batch_is_deferred(batch) ? DEFERRED : OPAQUE;
}

static int compare(const void *left, const void *right)
{
    const struct mesh_node *a = *(const struct mesh_node *const *)left;
    const struct mesh_node *b = *(const struct mesh_node *const *)right;
    int rank = rank_of(&a->batch);
    if (rank != rank_of(&b->batch)) {
        return rank - rank_of(&b->batch);
    }
    if (rank == TRANSPARENT && a->batch.height_yd != b->batch.height_yd) {
        return a->batch.height_yd < b->batch.height_yd ? -1 : 1;
    }
    return a->number < b->number ? -1 : 1;
}

bool mesh_list_sort(struct mesh_list *list, struct arena *arena)
{
    const struct mesh_node **nodes = arena_alloc(arena, list->count, sizeof *nodes);
    list->sorted = arena_alloc(arena, list->count, sizeof *list->sorted);
    if (!nodes || !list->sorted) {
        return false;
    }
    for (const struct mesh_node *node = list->last; node; node = node->next) {
        nodes[node->number] = node;
    }
    qsort(nodes, list->count, sizeof *nodes, compare);
    for (uint32_t i = 0; i < list->count; i++) {
        list->sorted[i] = &nodes[i]->batch;
    }
    return true;
}
