/*
 * Memory that is used again: blocks of one size that are wanted for a short while, over and over.
 * Fresh memory has a fault at every page, and giving it back stops all threads of the process for a
 * moment; a block that was used just now is in the processor's caches, too. All calls but create
 * and destroy may come from many threads at once.
 */
#ifndef BASE_SPARES_H
#define BASE_SPARES_H

#include <stddef.h>

struct spares;

/* NULL when out of memory. `block_bytes` may be more than most have use for: what is not written to
 * takes no memory. */
struct spares *spares_create(size_t block_bytes);

/* Frees the blocks that nobody uses; those that are out stay valid, and the last of them to come
 * back frees the rest. NULL is fine. */
void spares_destroy(struct spares *spares);

/* A block, contents undefined, aligned to 64; NULL when out of memory. As many stay as were out at
 * a time. */
void *spares_take(struct spares *spares);

/* Gives a block back, to where it came from. */
void spares_give(void *block);

#endif
