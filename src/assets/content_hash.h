/*
 * The hash of a file's contents, and of a picture's pixels, as hash128 gives it. Every byte of the
 * data that is read is hashed, and every pixel that is drawn, which is worth vectors: a library
 * that is built for all machines has the narrowest.
 */
#ifndef ASSETS_CONTENT_HASH_H
#define ASSETS_CONTENT_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/settings.h"
#include "base/hash.h"

/* Rows of bytes, each so far behind the one before. */
struct content_rows {
    const uint8_t *first;
    size_t row_bytes, stride_bytes, count;
};

struct content_hash {
    const char *name;

    /* hash128, the same for every instruction set. */
    struct hash128 (*hash)(const void *data, size_t size);

    /* The same of a head and all rows, without what lies between them. */
    struct hash128 (*hash_rows)(const void *head, size_t head_bytes,
                                const struct content_rows *rows);
};

/* The variant for `cpu`, or the best that the machine has, as cpu_choose says. */
const struct content_hash *content_hash_get(enum adtmap_cpu cpu);

#endif
