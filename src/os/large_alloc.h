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
 * Has malloc keep what is freed and take the first 512 MiB in huge pages, for all threads, where it
 * can be told to: for a process that ends with its run. In small pages most of a run's memory,
 * models and textures, which are used once or rarely, takes a page fault every 4 KiB. large_alloc
 * then aligns blocks to huge pages from 4 MiB on only. Called before other threads start.
 */
void large_heap_begin(void);

/* Gives what is freed back to the system, where it can be: before a process waits. */
void large_heap_give_back(void);

#endif
