/*
 * The keys that a user has for encrypted files, as the community keeps them: lines "NAME KEY",
 * 16 and 32 hexadecimal digits; what stands behind them does not count.
 */
#ifndef ASSETS_SOURCES_CASC_KEY_RING_H
#define ASSETS_SOURCES_CASC_KEY_RING_H

#include "adtmap/status.h"
#include "assets/sources/casc/casc_key.h"
#include "base/diag.h"

struct ring_key {
    uint64_t name;
    uint8_t key[16];
};

/* Zero-initialised: no keys. */
struct key_ring {
    struct ring_key *keys; /* in order of names */
    size_t count;
};

/* Reads the lines; those that are no key and no comment ('#') are counted in one warning. Fails
 * with ADTMAP_NO_MEMORY, or ADTMAP_BAD_DATA when no line is a key. */
enum adtmap_status key_ring_read(const uint8_t *data, size_t size, const struct diag *diag,
                                 struct key_ring *ring);

void key_ring_free(struct key_ring *ring);

/* The 16 bytes of a key; NULL when the ring lacks it. */
const uint8_t *key_ring_find(const struct key_ring *ring, uint64_t name);

#endif
