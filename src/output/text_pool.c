/*
 * Texts are copied into pieces of 32 KiB and found by hash, since the markers of a server repeat a
 * few groups, icons and colours many times over.
 */
#include "output/text_pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/size.h"

enum { PIECE_BYTES = 32 << 10 }; /* many texts: the arena would align each */

static const char *keep(struct text_pool *pool, const char *text, size_t length)
{
    if (pool->free_bytes <= length) {
        size_t bytes = size_max(PIECE_BYTES, length + 1);
        pool->free = arena_alloc_dirty(&pool->arena, bytes, 1);
        pool->free_bytes = pool->free ? bytes : 0;
    }
    char *copy = pool->free;
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
        pool->free += length + 1;
        pool->free_bytes -= length + 1;
    }
    return copy;
}

uint32_t text_pool_number(struct text_pool *pool, const char *text, size_t length)
{
    uint64_t hash = hash64(text, length);
    struct hash_probe probe = hash_index_probe(&pool->by_text, hash);
    while (hash_index_next(&pool->by_text, &probe)) {
        const char *item = pool->items[probe.number];
        if (strncmp(item, text, length) == 0 && item[length] == '\0') {
            return probe.number;
        }
    }
    const char *copy = ARRAY_ROOM(pool->items, pool->count) ? keep(pool, text, length) : NULL;
    if (!copy || !hash_index_add(&pool->by_text, hash, (uint32_t)pool->count)) {
        pool->failed = true;
        return UINT32_MAX;
    }
    pool->items[pool->count] = copy;
    return (uint32_t)pool->count++;
}

const char *text_pool_add(struct text_pool *pool, const char *text, size_t length)
{
    uint32_t number = text_pool_number(pool, text, length);
    return number < UINT32_MAX ? pool->items[number] : "";
}

void text_pool_free(struct text_pool *pool)
{
    arena_free(&pool->arena);
    free(pool->items);
    hash_index_free(&pool->by_text);
    *pool = (struct text_pool){0};
}
