#include "os/pages.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

void *pages_alloc(size_t bytes)
{
    bool is_huge = bytes >= PAGES_HUGE_BYTES;
    void *memory;
    if (posix_memalign(&memory, is_huge ? PAGES_HUGE_BYTES : PAGES_ALIGNMENT, bytes)) {
        return NULL;
    }
    if (is_huge) {
        madvise(memory, bytes, MADV_HUGEPAGE);
    }
    return memory;
}
