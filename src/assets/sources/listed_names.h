/* The names that an archive or functions of the program list, in canonical form and in their
 * original spelling. */
#ifndef ASSETS_SOURCES_LISTED_NAMES_H
#define ASSETS_SOURCES_LISTED_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* A name; both fields are offsets into the pool. */
struct listed_name {
    size_t name;    /* canonical */
    size_t spelled; /* original spelling */
};

/* A zero-initialised struct is empty. */
struct listed_names {
    struct buffer pool;        /* NUL-terminated strings */
    struct listed_name *items; /* sorted by name, without duplicates */
    size_t count;
};

/*
 * Fills empty `names` from a list of `size` bytes of NUL-terminated names. Names that lead outside
 * the data root, or have `name_bytes` bytes or more, are skipped and counted in *refused. False
 * when out of memory.
 */
bool listed_names_fill(struct listed_names *names, const char *list, size_t size, size_t name_bytes,
                       size_t *refused);

/* The canonical name at `index`, and its original spelling. */
const char *listed_names_at(const struct listed_names *names, size_t index);
const char *listed_names_spelled_at(const struct listed_names *names, size_t index);

/* The original spelling of a canonical name; the name itself if it is not listed. */
const char *listed_names_spelled(const struct listed_names *names, const char *canonical);

void listed_names_free(struct listed_names *names);

#endif
