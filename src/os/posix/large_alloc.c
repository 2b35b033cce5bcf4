#include "os/large_alloc.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

void *large_alloc(size_t bytes)
{
    bool is_huge = bytes >= HUGE_PAGE_BYTES;
    void *memory;
    if (posix_memalign(&memory, is_huge ? HUGE_PAGE_BYTES : LARGE_ALLOC_ALIGNMENT, bytes)) {
        return NULL;
    }
#ifdef MADV_HUGEPAGE
    if (is_huge) {
        madvise(memory, bytes, MADV_HUGEPAGE);
    }
#endif
    return memory;
}

void large_free(void *memory)
{
    free(memory);
}
