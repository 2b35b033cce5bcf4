/*
 * An arena allocator. Allocations live until the arena is reset; its blocks are kept and used
 * again, such as for the next tile. Used by one thread at a time.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

enum { ARENA_ALIGNMENT = 64 };

struct arena_block;

/* A zero-initialised arena is empty. */
struct arena {
    struct arena_block *first;
    struct arena_block *current;
    size_t used; /* bytes used of the current block */

    /* Smallest size of a block, including its header of 2 * ARENA_ALIGNMENT bytes. 0 starts with
     * 64 KiB and doubles with each block, up to 1 MiB. */
    size_t block_bytes;

    /* Allocates a block, which free() frees. NULL uses malloc. */
    void *(*block_alloc)(size_t bytes);
};

/* `count` * `size` zeroed bytes aligned to ARENA_ALIGNMENT; NULL on overflow or out of memory. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/* As arena_alloc, with undefined contents. */
void *arena_alloc_dirty(struct arena *arena, size_t count, size_t size);

/* A copy of `length` characters with a terminating NUL; NULL when out of memory. */
char *arena_string(struct arena *arena, const char *text, size_t length);

/* The memory of all blocks, in bytes. */
size_t arena_bytes(const struct arena *arena);

/* Invalidates all allocations and keeps the blocks. */
void arena_reset(struct arena *arena);

/* Frees the blocks; the arena is empty and usable again. */
void arena_free(struct arena *arena);

#endif
