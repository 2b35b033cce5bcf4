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
 * Has malloc keep what is freed and use one heap for all threads, whose first 512 MiB, of address
 * space until they are used, are in huge pages, where it can be told to. Most of a run's memory,
 * models and textures, is used once or rarely: in small pages each 4 KiB of it cost a page fault.
 * large_alloc then aligns only blocks of 4 MiB or more. A process that may have less than 2 GiB of
 * addresses keeps its heap as it is. To be called before threads start.
 */
void large_heap_begin(void);

/* Gives what is freed back to the system, where it can be: before a process waits. What is taken
 * in its place afterwards is in small pages. */
void large_heap_give_back(void);

#endif
