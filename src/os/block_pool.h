/*
 * A pool of blocks, for memory that is needed often and for a short time. Fresh memory costs a page
 * fault for each page, and unmapping it stops all threads of the process for a moment. A block that
 * was used recently is also in the processor's caches. All calls except create and destroy may come
 * from many threads at once.
 */
#ifndef OS_BLOCK_POOL_H
#define OS_BLOCK_POOL_H

#include <stddef.h>

struct block_pool;

/* NULL when out of memory. `block_bytes_max` is the most that is taken at once; a larger block
 * takes the place of one that is too small. Up to `idle_most` unused blocks are kept. */
struct block_pool *block_pool_create(size_t block_bytes_max, size_t idle_most);

/* All blocks must have been returned. NULL is fine. */
void block_pool_destroy(struct block_pool *pool);

/* A block with room for `size` bytes, at most block_bytes_max; contents undefined, aligned to
 * LARGE_ALLOC_ALIGNMENT. NULL when out of memory. */
void *block_pool_take(struct block_pool *pool, size_t size);

/* Returns a block to its pool. */
void block_pool_give(void *block);

#endif
