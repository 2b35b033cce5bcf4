/*
 * Merges the repeated warnings of one file. Damage that a tool leaves in every chunk of a tile
 * gives one line, not a thousand: the first of a kind with its place, and how many followed.
 */
#ifndef BASE_WARNING_DEDUP_H
#define BASE_WARNING_DEDUP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"

enum { WARNING_DEDUP_KINDS = 32 };

struct warning_dedup {
    const struct diag *diag; /* borrowed */
    uint32_t count;
    struct warning_dedup_entry {
        const char *format; /* its address and `chunk` tell the kinds apart */
        uint32_t times;
        bool is_notice; /* else a warning */
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

/* As warning_dedup_warn, for what diag_notice reports. */
__attribute__((format(printf, 4, 5))) void warning_dedup_notice(struct warning_dedup *dedup,
                                                                const char *chunk, int64_t offset,
                                                                const char *format, ...);

/* Sends one warning a kind, in the order they came up, and empties the dedup. */
void warning_dedup_flush(struct warning_dedup *dedup);

#endif
