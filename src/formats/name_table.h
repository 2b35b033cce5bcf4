/*
 * A block of names, one after the other, each with a NUL behind it: MTEX, MMDX, MWMO, MOTX, MOGN,
 * MODN, MDNM, MONM. Others refer to a name by its offset.
 */
#ifndef FORMATS_NAME_TABLE_H
#define FORMATS_NAME_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "formats/chunk.h"

struct name_table {
    const char *text; /* a copy, so that the last name ends too */
    size_t size;
};

/* The first `limit` bytes of a chunk; of one without data (or NULL), no names. False: out of
 * memory. */
bool name_table_open(const struct chunk *chunk, size_t limit, struct arena *arena,
                     struct name_table *table);

/* The name at an offset; NULL when there is none, or none that a file can have. */
const char *name_table_at(const struct name_table *table, size_t offset);

/* The name at *offset, which moves to the next; NULL at the end. Names may be empty. */
const char *name_table_next(const struct name_table *table, size_t *offset);

#endif
