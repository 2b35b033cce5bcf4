/* Texts that are kept together, each once, until the pool is freed. */
#ifndef OUTPUT_TEXT_POOL_H
#define OUTPUT_TEXT_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/hash_index.h"

/* A zero-initialised pool is empty. */
struct text_pool {
    struct arena arena;
    char *free; /* in a piece of the arena */
    size_t free_bytes;
    const char **items;
    size_t count;
    struct hash_index by_text;
    bool failed; /* out of memory: a text that was added is "" */
};

/* The number of a text of `length` characters among the items; UINT32_MAX when out of memory. */
uint32_t text_pool_number(struct text_pool *pool, const char *text, size_t length);

/* The pool's copy of `length` characters; equal texts are one pointer. */
const char *text_pool_add(struct text_pool *pool, const char *text, size_t length);

/* Empties the pool. */
void text_pool_free(struct text_pool *pool);

#endif
