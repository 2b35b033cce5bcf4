#include "os/spares.h"

#include <assert.h>
#include <pthread.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "os/pages.h"

/* For AddressSanitizer a block ends where what was asked for ends, and is nobody's when idle. */
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(bytes, size) ((void)(bytes), (void)(size))
#endif

/* What stands before the bytes of a block. */
struct spare {
    alignas(PAGES_ALIGNMENT) struct spares *spares;
    struct spare *next; /* of those that nobody uses, the last given back first */
};

struct spares {
    size_t block_bytes;
    size_t idle_most;
    atomic_size_t out_count;
    pthread_mutex_t lock; /* guards what follows */
    struct spare *idle;
    size_t idle_count;
};

struct spares *spares_create(size_t block_bytes, size_t idle_most)
{
    struct spares *spares = calloc(1, sizeof *spares);
    if (spares) {
        spares->block_bytes = block_bytes;
        spares->idle_most = idle_most;
        pthread_mutex_init(&spares->lock, NULL);
    }
    return spares;
}

void spares_destroy(struct spares *spares)
{
    if (!spares) {
        return;
    }
    assert(spares->out_count == 0);
    while (spares->idle) {
        struct spare *spare = spares->idle;
        spares->idle = spare->next;
        free(spare);
    }
    pthread_mutex_destroy(&spares->lock);
    free(spares);
}

static struct spare *take_idle(struct spares *spares)
{
    pthread_mutex_lock(&spares->lock);
    struct spare *spare = spares->idle;
    if (spare) {
        spares->idle = spare->next;
        spares->idle_count--;
    }
    pthread_mutex_unlock(&spares->lock);
    return spare;
}

/* Hands the spare back if it is one too many; else NULL. */
static struct spare *keep(struct spares *spares, struct spare *spare)
{
    pthread_mutex_lock(&spares->lock);
    if (spares->idle_count < spares->idle_most) {
        spare->next = spares->idle;
        spares->idle = spare;
        spares->idle_count++;
        spare = NULL;
    }
    pthread_mutex_unlock(&spares->lock);
    return spare;
}

void *spares_take(struct spares *spares, size_t size)
{
    assert(size <= spares->block_bytes);
    struct spare *spare = take_idle(spares);
    spare = spare ? spare : pages_alloc(sizeof *spare + spares->block_bytes);
    if (!spare) {
        return NULL;
    }
    spares->out_count++;
    spare->spares = spares;
    ASAN_POISON_MEMORY_REGION(spare + 1, spares->block_bytes);
    ASAN_UNPOISON_MEMORY_REGION(spare + 1, size);
    return spare + 1;
}

void spares_give(void *block)
{
    struct spare *spare = (struct spare *)block - 1;
    struct spares *spares = spare->spares;
    ASAN_POISON_MEMORY_REGION(block, spares->block_bytes);
    spares->out_count--;
    free(keep(spares, spare));
}
