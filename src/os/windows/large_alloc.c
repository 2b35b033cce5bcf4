#include "os/large_alloc.h"

#include <malloc.h>

void *large_alloc(size_t bytes)
{
    return _aligned_malloc(bytes, LARGE_ALLOC_ALIGNMENT);
}

void large_free(void *memory)
{
    _aligned_free(memory);
}

void large_heap_begin(void) {}

void large_heap_give_back(void) {}
