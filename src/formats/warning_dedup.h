/*
 * Merges repeated warnings of a file. Damage that a tool leaves in every chunk of a tile gives one
 * line, the first of its kind with its offset, and the number of the others.
 */
#ifndef FORMATS_WARNING_DEDUP_H
#define FORMATS_WARNING_DEDUP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/text.h"

enum { WARNING_DEDUP_KINDS = 32 };

/* Empty if only `diag` is set. */
struct warning_dedup {
    const struct diag *diag; /* borrowed */
    uint32_t count;
    struct warning_dedup_entry {
        const char *format; /* its address and `chunk` identify the kind */
        uint32_t times;
        bool is_notice; /* else a warning */
        char chunk[5];
        int64_t offset;
        char what[200];
    } entries[WARNING_DEDUP_KINDS];
};

/*
 * As diag_warn, but warning_dedup_flush reports it. `format` must be a string literal: calls with
 * the same literal and chunk name are one kind. Kinds beyond WARNING_DEDUP_KINDS are reported at
 * once.
 */
PRINTF_FORMAT(4, 5)
void warning_dedup_warn(struct warning_dedup *dedup, const char *chunk, int64_t offset,
                        const char *format, ...);

/* As warning_dedup_warn, for what diag_notice reports. */
PRINTF_FORMAT(4, 5)
void warning_dedup_notice(struct warning_dedup *dedup, const char *chunk, int64_t offset,
                          const char *format, ...);

/* Reports one line per kind, in the order of their first warnings, and empties the struct. */
void warning_dedup_flush(struct warning_dedup *dedup);

#endif
