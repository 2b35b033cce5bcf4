/*
 * Finds things that are kept in an array by the hash of what names them. The index knows numbers
 * and 32 bits of hashes; whether a thing is the one, its owner says:
 *
 *     struct hash_probe probe = hash_index_probe(&index, hash);
 *     while (hash_index_next(&index, &probe)) {
 *         if (strcmp(things[probe.number].name, name) == 0) {
 *             return &things[probe.number];
 *         }
 *     }
 *
 * Slots of 8 bytes, open addressing from the hash on, at most half full; things are never removed.
 */
#ifndef BASE_HASH_INDEX_H
#define BASE_HASH_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hash_slot {
    uint32_t hash;
    uint32_t number; /* + 1; 0: free */
};

/* Zero-initialised: empty. */
struct hash_index {
    struct hash_slot *slots;
    size_t slot_count; /* a power of two */
    size_t count;
};

/* Makes room for `count` things, so that adding them cannot fail. False when out of memory; the
 * index stays as it was. */
bool hash_index_reserve(struct hash_index *index, size_t count);

/* Adds the thing of a number below UINT32_MAX, also if there is one of the same hash. False when
 * out of memory; the index stays as it was. */
bool hash_index_add(struct hash_index *index, uint64_t hash, uint32_t number);

/* Empties the index and keeps its memory. */
void hash_index_clear(struct hash_index *index);

void hash_index_free(struct hash_index *index);

struct hash_probe {
    uint32_t number; /* of the thing that was found */
    uint32_t hash;
    size_t at;
};

/* The 32 bits that count; of the lower ones a thing is placed by. */
static inline uint32_t hash_index_fold(uint64_t hash)
{
    return (uint32_t)(hash ^ hash >> 32);
}

static inline struct hash_probe hash_index_probe(const struct hash_index *index, uint64_t hash)
{
    uint32_t folded = hash_index_fold(hash);
    return (struct hash_probe){.hash = folded, .at = folded & (index->slot_count - 1)};
}

/* Goes to the next thing with the hash; false: there is none. */
static inline bool hash_index_next(const struct hash_index *index, struct hash_probe *probe)
{
    while (index->slot_count > 0 && index->slots[probe->at].number > 0) {
        const struct hash_slot *slot = &index->slots[probe->at];
        probe->at = (probe->at + 1) & (index->slot_count - 1);
        if (slot->hash == probe->hash) {
            probe->number = slot->number - 1;
            return true;
        }
    }
    return false;
}

#endif
