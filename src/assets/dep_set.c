#include "assets/dep_set.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { TIDY_FROM = 1024 };

static _Thread_local struct dep_set *current;

struct dep_set *dep_recorder_set(struct dep_set *deps)
{
    struct dep_set *before = current;
    current = deps;
    return before;
}

struct dep_set *dep_recorder_current(void)
{
    return current;
}

static bool reserve(struct dep_set *deps, uint32_t more)
{
    if (deps->capacity - deps->count >= more) {
        return true;
    }
    uint32_t capacity = 2 * deps->capacity + more;
    uint32_t *items = array_resize(deps->items, capacity, sizeof *items);
    if (!items) {
        deps->failed = true;
        return false;
    }
    deps->items = items;
    deps->capacity = capacity;
    return true;
}

void dep_set_add(struct dep_set *deps, uint32_t item)
{
    const struct dep_set one = {.items = &item, .count = 1};
    dep_set_merge(deps, &one);
}

void dep_set_merge(struct dep_set *deps, const struct dep_set *more)
{
    if (!deps) {
        return;
    }
    deps->failed |= more->failed;
    /* A texture that is asked for once a surface would otherwise be recorded thousands of times. */
    if (deps->count > TIDY_FROM && deps->count + more->count > deps->capacity) {
        dep_set_sort_unique(deps);
    }
    if (more->count > 0 && reserve(deps, more->count)) {
        memcpy(deps->items + deps->count, more->items, more->count * sizeof *more->items);
        deps->count += more->count;
    }
}

void dep_set_remove(struct dep_set *deps, uint32_t item)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < deps->count; i++) {
        if (deps->items[i] != item) {
            deps->items[kept++] = deps->items[i];
        }
    }
    deps->count = kept;
}

void dep_set_sort_unique(struct dep_set *deps)
{
    deps->count = (uint32_t)array_sort_unique(deps->items, deps->count, sizeof *deps->items,
                                              array_compare_u32);
}

void dep_set_free(struct dep_set *deps)
{
    free(deps->items);
    *deps = (struct dep_set){0};
}
