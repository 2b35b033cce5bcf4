/*
 * A set of 64-bit hashes: a table of a power of two, at most half full, searched from the low bits
 * of the hash on. Two things of one hash count as one.
 */
#ifndef BASE_HASH_SET_H
#define BASE_HASH_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Zero-initialised: empty. */
struct hash_set {
    uint64_t *slots; /* 0: free; the hash 0 is kept as 1 */
    size_t slot_count;
    size_t count;
};

bool hash_set_has(const struct hash_set *set, uint64_t hash);

/* Adds a hash, once. False when out of memory; the set stays as it was. */
bool hash_set_add(struct hash_set *set, uint64_t hash);

/* The set is empty afterwards. */
void hash_set_free(struct hash_set *set);

#endif
