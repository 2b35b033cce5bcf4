#include "assets/trail.h"

#include <stdlib.h>
#include <string.h>

enum { TIDY_FROM = 1024 };

static _Thread_local struct trail *current;

struct trail *trail_follow(struct trail *trail)
{
    struct trail *before = current;
    current = trail;
    return before;
}

struct trail *trail_current(void)
{
    return current;
}

static bool reserve(struct trail *trail, uint32_t more)
{
    if (trail->capacity - trail->count >= more) {
        return true;
    }
    uint32_t capacity = 2 * trail->capacity + more;
    uint32_t *items = reallocarray(trail->items, capacity, sizeof *items);
    if (!items) {
        trail->failed = true;
        return false;
    }
    trail->items = items;
    trail->capacity = capacity;
    return true;
}

void trail_add(struct trail *trail, uint32_t item)
{
    const struct trail one = {.items = &item, .count = 1};
    trail_add_all(trail, &one);
}

void trail_add_all(struct trail *trail, const struct trail *more)
{
    if (!trail) {
        return;
    }
    trail->failed |= more->failed;
    /* A texture that is asked for once a surface would else be noted thousands of times. */
    if (trail->count > TIDY_FROM && trail->count + more->count > trail->capacity) {
        trail_tidy(trail);
    }
    if (more->count > 0 && reserve(trail, more->count)) {
        memcpy(trail->items + trail->count, more->items, more->count * sizeof *more->items);
        trail->count += more->count;
    }
}

void trail_drop(struct trail *trail, uint32_t item)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < trail->count; i++) {
        if (trail->items[i] != item) {
            trail->items[kept++] = trail->items[i];
        }
    }
    trail->count = kept;
}

static int compare(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left;
    uint32_t b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

void trail_tidy(struct trail *trail)
{
    uint32_t kept = 0;
    if (trail->count > 0) {
        qsort(trail->items, trail->count, sizeof *trail->items, compare);
    }
    for (uint32_t i = 0; i < trail->count; i++) {
        if (kept == 0 || trail->items[kept - 1] != trail->items[i]) {
            trail->items[kept++] = trail->items[i];
        }
    }
    trail->count = kept;
}

void trail_free(struct trail *trail)
{
    free(trail->items);
    *trail = (struct trail){0};
}
