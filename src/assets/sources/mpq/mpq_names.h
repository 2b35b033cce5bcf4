/* The names in an archive's listfile, in canonical form and in their original spelling. */
#ifndef ASSETS_SOURCES_MPQ_MPQ_NAMES_H
#define ASSETS_SOURCES_MPQ_MPQ_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* Size of the longest name with its NUL: clients have buffers of this size. */
enum { MPQ_NAME_BYTES = 260 };

/* A name; both fields are offsets into the pool. */
struct mpq_listed {
    size_t name;    /* canonical */
    size_t spelled; /* original spelling, with '/' */
};

/* A zero-initialised struct is empty. */
struct mpq_names {
    struct buffer pool;       /* NUL-terminated strings */
    struct mpq_listed *items; /* sorted by name, without duplicates */
    size_t count;
};

/*
 * Fills empty `names` from a list of `size` bytes of NUL-terminated names. Names that lead outside
 * the data root or are too long are skipped and counted in *refused. False when out of memory.
 */
bool mpq_names_fill(struct mpq_names *names, const char *list, size_t size, size_t *refused);

/* The canonical name at `index`. */
const char *mpq_names_at(const struct mpq_names *names, size_t index);

/* The listfile's spelling of a canonical name; the name itself if it is not listed. */
const char *mpq_names_spelled(const struct mpq_names *names, const char *canonical);

void mpq_names_free(struct mpq_names *names);

#endif
