/* The names that an archive lists, as clients ask for them and as the list spells them. */
#ifndef ASSETS_SOURCES_MPQ_NAMES_H
#define ASSETS_SOURCES_MPQ_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

/* Both are offsets into the pool. */
struct mpq_listed {
    size_t name;    /* canonical */
    size_t spelled; /* as the listfile has it, with '/' */
};

/* Zero-initialised: empty. */
struct mpq_names {
    struct buffer pool;       /* NUL-terminated strings */
    struct mpq_listed *items; /* in order of names, each once */
    size_t count;
};

/*
 * Fills empty `names` from a list of `size` bytes, each name with its NUL. Those that lead outside
 * the data or are too long are left out and added to *refused. False when out of memory.
 */
bool mpq_names_take(struct mpq_names *names, const char *list, size_t size, size_t *refused);

/* The canonical name at `index` of the order. */
const char *mpq_names_at(const struct mpq_names *names, size_t index);

/* A canonical name as the listfile spells it; the name itself when it is not listed. */
const char *mpq_names_spelled(const struct mpq_names *names, const char *canonical);

void mpq_names_free(struct mpq_names *names);

#endif
