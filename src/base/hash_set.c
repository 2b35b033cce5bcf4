#include "base/hash_set.h"

#include <stdlib.h>

enum { FIRST_SLOTS = 64 };

static uint64_t kept(uint64_t hash)
{
    return hash ? hash : 1;
}

/* The slot that has the hash, or the free one where it belongs. The table has a free slot. */
static uint64_t *find(const struct hash_set *set, uint64_t hash)
{
    size_t at = (size_t)hash & (set->slot_count - 1);
    while (set->slots[at] && set->slots[at] != hash) {
        at = (at + 1) & (set->slot_count - 1);
    }
    return &set->slots[at];
}

bool hash_set_has(const struct hash_set *set, uint64_t hash)
{
    return set->count > 0 && *find(set, kept(hash));
}

static bool grow(struct hash_set *set)
{
    struct hash_set grown = {.slot_count = set->slot_count ? 2 * set->slot_count : FIRST_SLOTS,
                             .count = set->count};
    grown.slots = calloc(grown.slot_count, sizeof *grown.slots);
    if (!grown.slots) {
        return false;
    }
    for (size_t i = 0; i < set->slot_count; i++) {
        if (set->slots[i]) {
            *find(&grown, set->slots[i]) = set->slots[i];
        }
    }
    free(set->slots);
    *set = grown;
    return true;
}

bool hash_set_add(struct hash_set *set, uint64_t hash)
{
    if (2 * (set->count + 1) > set->slot_count && !grow(set)) {
        return false;
    }
    uint64_t *slot = find(set, kept(hash));
    set->count += !*slot;
    *slot = kept(hash);
    return true;
}

void hash_set_free(struct hash_set *set)
{
    free(set->slots);
    *set = (struct hash_set){0};
}
