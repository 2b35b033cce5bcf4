/*
 * The header in front of a block knows its pool, so giving back takes a pointer alone. Of idle
 * blocks the one given back last is taken first, as the caches still have it; those above the
 * pool's number of idle ones go back to the system. A block that is too small makes room for one
 * of at least twice its size, so that this happens a few times in a run.
 */
#include "os/block_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/size.h"
#include "os/large_alloc.h"

/* AddressSanitizer sees a block end after the requested size; idle blocks may not be touched. */
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#endif

/* Blocks begin with this size, or with the power of two above it that has room. */
enum { BLOCK_BYTES_MIN = 64 << 10 };

/* The header in front of a block's bytes. */
struct pool_block {
    alignas(LARGE_ALLOC_ALIGNMENT) struct block_pool *pool;
    struct pool_block *next; /* in the list of idle blocks, the last returned first */
    size_t capacity;         /* of its bytes */
};

struct block_pool {
    size_t block_bytes_max;
    size_t idle_most;
    atomic_size_t out_count;
    pthread_mutex_t lock; /* guards what follows */
    struct pool_block *idle;
    size_t idle_count;
};

struct block_pool *block_pool_create(size_t block_bytes_max, size_t idle_most)
{
    struct block_pool *pool = calloc(1, sizeof *pool);
    if (pool) {
        pool->block_bytes_max = block_bytes_max;
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
        struct pool_block *header = pool->idle;
        pool->idle = header->next;
        large_free(header);
    }
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

static struct pool_block *take_idle(struct block_pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    struct pool_block *header = pool->idle;
    if (header) {
        pool->idle = header->next;
        pool->idle_count--;
    }
    pthread_mutex_unlock(&pool->lock);
    return header;
}

/* Keeps an idle block and returns NULL, or returns the block if enough are idle. */
static struct pool_block *keep(struct block_pool *pool, struct pool_block *header)
{
    pthread_mutex_lock(&pool->lock);
    if (pool->idle_count < pool->idle_most) {
        header->next = pool->idle;
        pool->idle = header;
        pool->idle_count++;
        header = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    return header;
}

static struct pool_block *create(const struct block_pool *pool, size_t size)
{
    size_t capacity = BLOCK_BYTES_MIN;
    while (capacity < size) {
        capacity *= 2;
    }
    capacity = size_min(capacity, pool->block_bytes_max);
    struct pool_block *header = large_alloc(sizeof *header + capacity);
    if (header) {
        header->capacity = capacity;
    }
    return header;
}

void *block_pool_take(struct block_pool *pool, size_t size)
{
    assert(size <= pool->block_bytes_max);
    struct pool_block *header = take_idle(pool);
    if (header && header->capacity < size) {
        large_free(header);
        header = NULL;
    }
    header = header ? header : create(pool, size);
    if (!header) {
        return NULL;
    }
    pool->out_count++;
    header->pool = pool;
    ASAN_POISON_MEMORY_REGION(header + 1, header->capacity);
    ASAN_UNPOISON_MEMORY_REGION(header + 1, size);
    return header + 1;
}

void block_pool_give(void *block)
{
    struct pool_block *header = (struct pool_block *)block - 1;
    struct block_pool *pool = header->pool;
    ASAN_POISON_MEMORY_REGION(block, header->capacity);
    pool->out_count--;
    large_free(keep(pool, header));
}
