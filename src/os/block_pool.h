/*
 * Memory that is used again: blocks of one size that are wanted for a short while, over and over.
 * Fresh memory has a fault at every page, and giving it back halts all threads of the process for a
 * moment; a block that was used just now is in the processor's caches, too. All calls but create
 * and destroy may come from many threads at once.
 */
#ifndef OS_BLOCK_POOL_H
#define OS_BLOCK_POOL_H

#include <stddef.h>

struct block_pool;

/* NULL when out of memory. `block_bytes` may be more than most have use for: what nobody writes to
 * takes no memory, but for a page. Of the blocks that nobody uses `idle_most` are kept. */
struct block_pool *block_pool_create(size_t block_bytes, size_t idle_most);

/* All blocks must have been given back. NULL is fine. */
void block_pool_destroy(struct block_pool *pool);

/* A block of which `size` bytes may be used, at most block_bytes, contents undefined, aligned to
 * 64; NULL when out of memory. */
void *block_pool_take(struct block_pool *pool, size_t size);

/* Gives a block back, to where it came from. */
void block_pool_give(void *block);

#endif
