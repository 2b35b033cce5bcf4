/*
 * A phased arena: allocations of one tile live until the arena is reset, and its blocks are kept
 * for the next tile. One arena belongs to one thread at a time.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

enum { ARENA_ALIGNMENT = 64 };

struct arena_block;

struct arena {
    struct arena_block *first;
    struct arena_block *current;
    size_t used; /* bytes used of the current block */

    /* Least size of a block, with its header of ARENA_ALIGNMENT bytes; 0: 64 KiB for the first,
     * twice the one before for the next, to 1 MiB. */
    size_t block_bytes;

    /* Allocates a block, aligned to ARENA_ALIGNMENT and freed by free(); NULL: aligned_alloc. */
    void *(*block_alloc)(size_t bytes);
};

/* A zero-initialised struct arena is an empty arena. */

/* `count` * `size` zeroed bytes aligned to ARENA_ALIGNMENT; NULL on overflow or out of memory. */
void *arena_alloc(struct arena *arena, size_t count, size_t size);

/* As arena_alloc, contents undefined: for buffers that are written whole. */
void *arena_alloc_dirty(struct arena *arena, size_t count, size_t size);

/* A copy of `length` characters with a terminating NUL; NULL when out of memory. */
char *arena_string(struct arena *arena, const char *text, size_t length);

/* Bytes of memory that the arena holds. */
size_t arena_bytes(const struct arena *arena);

/* Forgets all allocations and keeps the blocks. */
void arena_reset(struct arena *arena);

/* Frees the blocks; the arena is empty and usable again. */
void arena_free(struct arena *arena);

#endif
