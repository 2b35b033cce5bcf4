/*
 * An index that is half full grows to the double and places its slots again by the 32 bits of
 * hashes that they keep: owners are not asked, and names are not hashed again.
 */
#include "base/hash_index.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

static void place(struct hash_index *index, struct hash_slot added)
{
    size_t at = added.hash & (index->slot_count - 1);
    while (index->slots[at].number > 0) {
        at = (at + 1) & (index->slot_count - 1);
    }
    index->slots[at] = added;
}

bool hash_index_reserve(struct hash_index *index, size_t count)
{
    struct hash_index grown = {.slot_count = index->slot_count ? index->slot_count : FIRST_SLOTS,
                               .count = index->count};
    while (grown.slot_count / 2 < count) {
        grown.slot_count *= 2;
    }
    if (grown.slot_count == index->slot_count) {
        return true;
    }
    grown.slots = calloc(grown.slot_count, sizeof *grown.slots);
    if (!grown.slots) {
        return false;
    }
    for (size_t i = 0; i < index->slot_count; i++) {
        if (index->slots[i].number > 0) {
            place(&grown, index->slots[i]);
        }
    }
    free(index->slots);
    *index = grown;
    return true;
}

bool hash_index_add(struct hash_index *index, uint64_t hash, uint32_t number)
{
    if (!hash_index_reserve(index, index->count + 1)) {
        return false;
    }
    place(index, (struct hash_slot){hash_index_fold(hash), number + 1});
    index->count++;
    return true;
}

void hash_index_clear(struct hash_index *index)
{
    if (index->slots) {
        memset(index->slots, 0, index->slot_count * sizeof *index->slots);
    }
    index->count = 0;
}

void hash_index_free(struct hash_index *index)
{
    free(index->slots);
    *index = (struct hash_index){0};
}
