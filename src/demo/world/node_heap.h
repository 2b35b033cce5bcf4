/* A binary heap of grid nodes, the lowest key first, equal keys by their node: the same order on
 * every machine. The owner provides room. */
#ifndef DEMO_WORLD_NODE_HEAP_H
#define DEMO_WORLD_NODE_HEAP_H

#include <stdint.h>

struct node_heap {
    struct node_heap_entry {
        double key;
        int32_t node;
    } * entries;
    int32_t count;
};

void node_heap_push(struct node_heap *heap, double key, int32_t node);
int32_t node_heap_pop(struct node_heap *heap);

#endif
