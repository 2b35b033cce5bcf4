#include "os/large_alloc.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/*
 * The heap begins with as much as a run may take, which is address space until it is used, and
 * grows by steps after that. Blocks above the largest one are mappings of their own, which are
 * given back: what one leaves rarely fits the next.
 */
enum { HEAP_BYTES = 512 << 20, HEAP_STEP = 64 << 20, HEAP_BLOCK_MAX = 4 << 20 };

/* Where huge pages of the heap begin; 0: it has none. */
static uintptr_t heap_first_page;

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
    const bool is_aligned = bytes >= (heap_first_page ? HEAP_BLOCK_MAX : HUGE_PAGE_BYTES);
    void *memory;
    if (posix_memalign(&memory, is_aligned ? HUGE_PAGE_BYTES : LARGE_ALLOC_ALIGNMENT, bytes)) {
        return NULL;
    }
    if (is_aligned) {
        use_huge_pages((uintptr_t)memory, (uintptr_t)memory + bytes);
    }
    return memory;
}

void large_free(void *memory)
{
    free(memory);
}

#if defined __GLIBC__ && defined MADV_HUGEPAGE && UINTPTR_MAX > UINT32_MAX
/* Whether this process may have so many addresses that those of the heap do not count. A limit that
 * cannot be asked for counts as infinite. */
static bool has_room(void)
{
    struct rlimit addresses = {.rlim_cur = RLIM_INFINITY};
    struct rlimit data = addresses;
    getrlimit(RLIMIT_AS, &addresses);
    getrlimit(RLIMIT_DATA, &data);
    return addresses.rlim_cur / 4 >= HEAP_BYTES && data.rlim_cur / 4 >= HEAP_BYTES;
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
    enum { GROWING_BYTES = 256 << 10, SMALL_STEP = 128 << 10 }; /* more than is free; the default */
    if (!has_room()) {
        return;
    }
    const uintptr_t begin = (uintptr_t)sbrk(0);
    const uintptr_t page = huge_page_from(begin + GROWING_BYTES);
    mallopt(M_MMAP_THRESHOLD, HEAP_BLOCK_MAX);
    mallopt(M_TRIM_THRESHOLD, INT_MAX);
    mallopt(M_TOP_PAD, HEAP_BYTES);
    void *volatile block = malloc(GROWING_BYTES);
    const uintptr_t first = (uintptr_t)block;
    const uintptr_t end = (uintptr_t)sbrk(0);
    const bool is_large = end > page && end - begin >= HEAP_BYTES;
    mallopt(M_TOP_PAD, is_large ? HEAP_STEP : SMALL_STEP);
    free(block);
    if (is_large) {
        use_huge_pages(page, end);
        mallopt(M_ARENA_MAX, 1);
        heap_first_page = page;
        block = malloc(page - first - LARGE_ALLOC_ALIGNMENT);
    }
}

/* Else the system would fill up huge pages that are free in part while the process waits. */
static void use_small_pages(void)
{
    if (heap_first_page) {
        madvise((void *)heap_first_page, (uintptr_t)sbrk(0) - heap_first_page, MADV_NOHUGEPAGE);
    }
}
#else
void large_heap_begin(void) {}

static void use_small_pages(void) {}
#endif

void large_heap_give_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    use_small_pages();
}
