#include "os/large_alloc.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* By how much the heap grows, and those of threads, which are not larger than this. */
enum { HEAP_BYTES = 64 << 20 };

/* The largest block that glibc takes from the heap if told to, and the largest one of a heap whose
 * memory is used again: what is larger is given back, since no two of them need be of one size. */
enum { HEAP_BLOCK_MAX = 32 << 20, KEPT_BLOCK_MAX = 4 << 20 };

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

#ifdef __GLIBC__
static void grow_by_large_steps(int block_max)
{
    mallopt(M_MMAP_THRESHOLD, block_max);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    mallopt(M_TOP_PAD, HEAP_BYTES);
}
#endif

void large_heap_keep(void)
{
#ifdef __GLIBC__
    grow_by_large_steps(KEPT_BLOCK_MAX);
#endif
}

/* The heap grows as a whole, by the first block that it has no room for. Another malloc in the
 * place of glibc's may leave it as it is. */
void large_heap_begin(void)
{
#if defined __GLIBC__ && defined MADV_HUGEPAGE
    const uintptr_t begin = (uintptr_t)sbrk(0);
    grow_by_large_steps(HEAP_BLOCK_MAX);
    void *volatile first = malloc(HUGE_PAGE_BYTES);
    free(first);
    mallopt(M_TOP_PAD, HUGE_PAGE_BYTES);
    const uintptr_t end = (uintptr_t)sbrk(0);
    const uintptr_t page = (begin + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
    if (end > page && end - begin >= HEAP_BYTES) {
        madvise((void *)page, end - page, MADV_HUGEPAGE);
    }
#endif
}
