/*
 * The hash of a file's contents, as hash128 gives it. Every byte of the data that is read is
 * hashed, which is worth vectors: a library that is built for all machines has the narrowest.
 */
#ifndef ASSETS_CONTENT_HASH_H
#define ASSETS_CONTENT_HASH_H

#include <stddef.h>

#include "adtmap/settings.h"
#include "base/hash.h"

struct content_hash {
    const char *name;

    /* hash128, the same for every instruction set. */
    struct hash128 (*hash)(const void *data, size_t size);
};

/* The variant for `cpu`, or the best that the machine has, as cpu_choose says. */
const struct content_hash *content_hash_get(enum adtmap_cpu cpu);

#endif
