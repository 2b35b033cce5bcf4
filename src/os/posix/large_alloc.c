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

/*
 * The heap begins with as much as a run may take, which is address space until it is used, and
 * grows by steps after that. Blocks above the largest one are mappings of their own, which are
 * given back: no two of them need be of one size.
 */
enum { HEAP_BYTES = 512 << 20, HEAP_STEP = 64 << 20, HEAP_BLOCK_MAX = 4 << 20 };

/* Whether large_heap_begin has put the heap into huge pages. */
static bool heap_is_huge;

static uintptr_t huge_page_from(uintptr_t address)
{
    return (address + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
}

/* From the first page that begins at or behind `begin`. */
static void use_huge_pages(uintptr_t begin, uintptr_t end)
{
#ifdef MADV_HUGEPAGE
    const uintptr_t first = huge_page_from(begin);
    if (first < end) {
        madvise((void *)first, end - first, MADV_HUGEPAGE);
    }
#else
    (void)begin;
    (void)end;
#endif
}

/* Blocks in a heap of huge pages are not aligned to these: each would take up a page of the heap in
 * part, and so would what stands before it. */
void *large_alloc(size_t bytes)
{
    const bool is_aligned = bytes >= (heap_is_huge ? HEAP_BLOCK_MAX : HUGE_PAGE_BYTES);
    void *memory;
    if (posix_memalign(&memory, is_aligned ? HUGE_PAGE_BYTES : LARGE_ALLOC_ALIGNMENT, bytes)) {
        return NULL;
    }
    if (bytes >= HUGE_PAGE_BYTES) {
        use_huge_pages((uintptr_t)memory, (uintptr_t)memory + bytes);
    }
    return memory;
}

void large_free(void *memory)
{
    free(memory);
}

/*
 * Other threads have no heaps of their own, since these would be of small pages. The heap grows as
 * a whole, by the first block that it has no room for, and ends that block before the first huge
 * page: a page of which something was written before is made of small ones. What would be left
 * before that page stays taken, since small pages take longer. Another malloc in the place of
 * glibc's may leave its heap as it is.
 */
void large_heap_begin(void)
{
#if defined __GLIBC__ && defined MADV_HUGEPAGE
    enum { GROWING_BYTES = 256 << 10 }; /* more than is free before */
    const uintptr_t begin = (uintptr_t)sbrk(0);
    const uintptr_t page = huge_page_from(begin + GROWING_BYTES);
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, HEAP_BLOCK_MAX);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    mallopt(M_TOP_PAD, HEAP_BYTES);
    void *volatile block = malloc(GROWING_BYTES);
    mallopt(M_TOP_PAD, HEAP_STEP);
    const uintptr_t first = (uintptr_t)block;
    const uintptr_t end = (uintptr_t)sbrk(0);
    free(block);
    if (end > page && end - begin >= HEAP_BYTES) {
        use_huge_pages(page, end);
        heap_is_huge = true;
        block = malloc(page - first - LARGE_ALLOC_ALIGNMENT);
    }
#endif
}

void large_heap_give_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
