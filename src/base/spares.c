#include "base/spares.h"

#include <pthread.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { ALIGNMENT = 64 };

/* What stands before the bytes of a block. */
struct spare {
    alignas(ALIGNMENT) struct spares *spares;
    struct spare *next; /* of those that nobody uses, the last given back first */
};

struct spares {
    size_t block_bytes;
    pthread_mutex_t lock; /* guards what follows */
    struct spare *idle;
    size_t out;
    bool is_closed;
};

struct spares *spares_create(size_t block_bytes)
{
    struct spares *spares = calloc(1, sizeof *spares);
    if (spares) {
        spares->block_bytes = (block_bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        pthread_mutex_init(&spares->lock, NULL);
    }
    return spares;
}

static void free_all(struct spares *spares)
{
    while (spares->idle) {
        struct spare *spare = spares->idle;
        spares->idle = spare->next;
        free(spare);
    }
    pthread_mutex_destroy(&spares->lock);
    free(spares);
}

/* The end of every call: the last block that comes back to spares that were destroyed ends them. */
static void unlock(struct spares *spares)
{
    bool is_over = spares->is_closed && spares->out == 0;
    pthread_mutex_unlock(&spares->lock);
    if (is_over) {
        free_all(spares);
    }
}

void spares_destroy(struct spares *spares)
{
    if (spares) {
        pthread_mutex_lock(&spares->lock);
        spares->is_closed = true;
        unlock(spares);
    }
}

static struct spare *take_idle(struct spares *spares)
{
    struct spare *spare = spares->idle;
    if (spare) {
        spares->idle = spare->next;
    }
    return spare;
}

void *spares_take(struct spares *spares)
{
    pthread_mutex_lock(&spares->lock);
    struct spare *spare = take_idle(spares);
    spare = spare ? spare : aligned_alloc(ALIGNMENT, sizeof *spare + spares->block_bytes);
    if (spare) {
        *spare = (struct spare){.spares = spares};
        spares->out++;
    }
    unlock(spares);
    return spare ? spare + 1 : NULL;
}

void spares_give(void *block)
{
    struct spare *spare = (struct spare *)block - 1;
    struct spares *spares = spare->spares;
    pthread_mutex_lock(&spares->lock);
    spare->next = spares->idle;
    spares->idle = spare;
    spares->out--;
    unlock(spares);
}
