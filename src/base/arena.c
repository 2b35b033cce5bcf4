#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/size.h"

/* Sizes of blocks if block_bytes is 0: the first, and the limit of doubling. */
enum { BLOCK_BYTES_MIN = 64 << 10, BLOCK_BYTES_MAX = 1 << 20 };

struct arena_block {
    struct arena_block *next;
    size_t capacity;
    uint8_t *bytes; /* aligned */
};

/* The header, and what aligning the bytes behind it may take. */
enum { HEADER_BYTES = 2 * ARENA_ALIGNMENT };

/*
 * Creates a block of `total` bytes, at least HEADER_BYTES. The bytes are aligned here:
 * aligned_alloc of glibc up to 2.37 takes fresh memory where a freed block of the same size would
 * do, so a cache whose values are arenas grew by one block for each value that came and went.
 */
static struct arena_block *block_create(const struct arena *arena, size_t total)
{
    struct arena_block *block = arena->block_alloc ? arena->block_alloc(total) : malloc(total);
    if (block) {
        uint8_t *after = (uint8_t *)(block + 1);
        block->next = NULL;
        block->capacity = total - HEADER_BYTES;
        block->bytes = after + -(uintptr_t)after % ARENA_ALIGNMENT;
    }
    return block;
}

/* The smallest size of the block after the current one. */
static size_t least_bytes(const struct arena *arena)
{
    size_t before = arena->current ? arena->current->capacity : 0;
    return arena->block_bytes ? arena->block_bytes
                              : size_min(size_max(2 * before, BLOCK_BYTES_MIN), BLOCK_BYTES_MAX);
}

/*
 * Makes a block with room for `size` bytes the current one: the next of those that are kept and
 * large enough, which comes here from where it stands, else a new block that replaces the next one.
 * So an arena has at most as many blocks as its largest phase needed, and phases that differ in
 * what they ask for first have nothing replaced again and again.
 */
static int advance(struct arena *arena, size_t size)
{
    struct arena_block **link = arena->current ? &arena->current->next : &arena->first;
    struct arena_block **kept = link;
    while (*kept && (*kept)->capacity < size) {
        kept = &(*kept)->next;
    }
    struct arena_block *block = *kept;
    if (block) {
        *kept = block->next;
    } else {
        block = block_create(arena, size_max(HEADER_BYTES + size, least_bytes(arena)));
        if (!block) {
            return -1;
        }
        struct arena_block *replaced = *link;
        *link = replaced ? replaced->next : NULL;
        free(replaced);
    }
    block->next = *link;
    *link = block;
    arena->current = block;
    arena->used = 0;
    return 0;
}

void *arena_alloc_dirty(struct arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (!size_multiply(count, size, &bytes) || bytes > SIZE_MAX / 2) {
        return NULL;
    }
    bytes = (bytes + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
    if ((!arena->current || arena->current->capacity - arena->used < bytes) &&
        advance(arena, bytes)) {
        return NULL;
    }
    void *memory = arena->current->bytes + arena->used;
    arena->used += bytes;
    return memory;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    void *memory = arena_alloc_dirty(arena, count, size);
    if (memory) {
        memset(memory, 0, count * size);
    }
    return memory;
}

char *arena_string(struct arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX) {
        return NULL;
    }
    char *copy = arena_alloc_dirty(arena, length + 1, 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

size_t arena_bytes(const struct arena *arena)
{
    size_t bytes = 0;
    for (const struct arena_block *block = arena->first; block; block = block->next) {
        bytes += HEADER_BYTES + block->capacity;
    }
    return bytes;
}

void arena_reset(struct arena *arena)
{
    arena->current = NULL;
    arena->used = 0;
}

void arena_free(struct arena *arena)
{
    struct arena_block *block = arena->first;
    while (block) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
    *arena = (struct arena){0};
}
