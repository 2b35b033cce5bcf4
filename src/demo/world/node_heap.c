#include "demo/world/node_heap.h"

#include <stdbool.h>

static bool is_before(struct node_heap_entry a, struct node_heap_entry b)
{
    return a.key < b.key || (a.key <= b.key && a.node < b.node);
}

void node_heap_push(struct node_heap *heap, double key, int32_t node)
{
    const struct node_heap_entry added = {key, node};
    int32_t at = heap->count++;
    for (; at > 0 && is_before(added, heap->entries[(at - 1) / 2]); at = (at - 1) / 2) {
        heap->entries[at] = heap->entries[(at - 1) / 2];
    }
    heap->entries[at] = added;
}

int32_t node_heap_pop(struct node_heap *heap)
{
    int32_t top = heap->entries[0].node;
    const struct node_heap_entry last = heap->entries[--heap->count];
    int32_t at = 0;
    for (int32_t child = 1; child < heap->count; child = 2 * at + 1) {
        child +=
            child + 1 < heap->count && is_before(heap->entries[child + 1], heap->entries[child]);
        if (!is_before(heap->entries[child], last)) {
            break;
        }
        heap->entries[at] = heap->entries[child];
        at = child;
    }
    heap->entries[at] = last;
    return top;
}
