/*
 * Warnings of one file, equal ones told once: damage that a tool leaves in every chunk of a tile
 * would else be a thousand lines. The first of a kind is kept with its place, the others counted.
 */
#ifndef BASE_WARNING_DEDUP_H
#define BASE_WARNING_DEDUP_H

#include <stdint.h>

#include "base/diag.h"

enum { WARNING_DEDUP_KINDS = 32 };

struct warning_dedup {
    const struct diag *diag; /* borrowed */
    uint32_t count;
    struct warning_dedup_entry {
        const char *format; /* its address and `chunk` tell the kinds apart */
        uint32_t times;
        char chunk[5];
        int64_t offset;
        char what[200];
    } entries[WARNING_DEDUP_KINDS];
};

/* A struct warning_dedup with nothing but `diag` set is empty. */

/*
 * As diag_warn, but the line comes with warning_dedup_flush. `format` is a string literal: calls
 * from one place in the code about one kind of chunk are one kind. Kinds beyond WARNING_DEDUP_KINDS
 * go out at once.
 */
__attribute__((format(printf, 4, 5))) void warning_dedup_warn(struct warning_dedup *dedup,
                                                              const char *chunk, int64_t offset,
                                                              const char *format, ...);

/* Sends one warning a kind, in the order they came up, and empties the dedup. */
void warning_dedup_flush(struct warning_dedup *dedup);

#endif
