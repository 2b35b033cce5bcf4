/* Memory for large buffers, in huge pages where the system has them. */
#ifndef OS_LARGE_ALLOC_H
#define OS_LARGE_ALLOC_H

#include <stddef.h>

enum {
    LARGE_ALLOC_ALIGNMENT = 64,

    /* Buffers of this size or more use huge pages of this size: with small pages the page faults
     * take longer than writing the memory. */
    HUGE_PAGE_BYTES = 2 << 20,
};

/* `bytes` bytes, contents undefined, aligned to LARGE_ALLOC_ALIGNMENT; released by large_free. NULL
 * when out of memory. */
void *large_alloc(size_t bytes);

/* NULL-safe. */
void large_free(void *memory);

/*
 * Has malloc take the first 64 MiB in huge pages, where it can be told to: for a process that is
 * over when all its memory has been used once. large_alloc then aligns blocks to such pages from 32
 * MiB on. Called before other threads start.
 */
void large_heap_begin(void);

/*
 * Has malloc keep freed blocks of up to 4 MiB and grow by large steps, where it can be told to: for
 * a process whose caches free as much as they take. Without it most textures are mappings of their
 * own, each of which the system clears, and heaps of threads grow a page at a time.
 */
void large_heap_keep(void);

#endif
