#include "os/block_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "os/large_alloc.h"

/* For AddressSanitizer a block ends where what was asked for ends, and is nobody's when idle. */
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#endif

/* What stands before the bytes of a block. */
struct pool_block {
    alignas(LARGE_ALLOC_ALIGNMENT) struct block_pool *pool;
    struct pool_block *next; /* of those that nobody uses, the last given back first */
};

struct block_pool {
    size_t block_bytes;
    size_t idle_most;
    atomic_size_t out_count;
    pthread_mutex_t lock; /* guards what follows */
    struct pool_block *idle;
    size_t idle_count;
};

struct block_pool *block_pool_create(size_t block_bytes, size_t idle_most)
{
    struct block_pool *pool = calloc(1, sizeof *pool);
    if (pool) {
        pool->block_bytes = block_bytes;
        pool->idle_most = idle_most;
        pthread_mutex_init(&pool->lock, NULL);
    }
    return pool;
}

void block_pool_destroy(struct block_pool *pool)
{
    if (!pool) {
        return;
    }
    assert(pool->out_count == 0);
    while (pool->idle) {
        struct pool_block *spare = pool->idle;
        pool->idle = spare->next;
        free(spare);
    }
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

static struct pool_block *take_idle(struct block_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct pool_block *spare = pool->idle;
    if (spare) {
        pool->idle = spare->next;
        pool->idle_count--;
    }
    pthread_mutex_unlock(&pool->lock);
    return spare;
}

/* Hands the spare back if it is one too many; else NULL. */
static struct pool_block *keep(struct block_pool *pool, struct pool_block *spare)
{
    pthread_mutex_lock(&pool->lock);
    if (pool->idle_count < pool->idle_most) {
        spare->next = pool->idle;
        pool->idle = spare;
        pool->idle_count++;
        spare = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    return spare;
}

void *block_pool_take(struct block_pool *pool, size_t size)
{
    assert(size <= pool->block_bytes);
    struct pool_block *spare = take_idle(pool);
    spare = spare ? spare : large_alloc(sizeof *spare + pool->block_bytes);
    if (!spare) {
        return NULL;
    }
    pool->out_count++;
    spare->pool = pool;
    ASAN_POISON_MEMORY_REGION(spare + 1, pool->block_bytes);
    ASAN_UNPOISON_MEMORY_REGION(spare + 1, size);
    return spare + 1;
}

void block_pool_give(void *block)
{
    struct pool_block *spare = (struct pool_block *)block - 1;
    struct block_pool *pool = spare->pool;
    ASAN_POISON_MEMORY_REGION(block, pool->block_bytes);
    pool->out_count--;
    free(keep(pool, spare));
}
