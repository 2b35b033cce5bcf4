/*
 * Warnings are of one kind if they have the same chunk and the same format, by its address. A list
 * of WARNING_DEDUP_KINDS is enough for real damage; further kinds are not merged, but printed at
 * once.
 */
#include "formats/warning_dedup.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static struct warning_dedup_entry *dedup_entry(struct warning_dedup *dedup, const char *chunk,
                                               const char *format)
{
    for (uint32_t i = 0; i < dedup->count; i++) {
        const struct warning_dedup_entry *entry = &dedup->entries[i];
        if (entry->format == format && strcmp(entry->chunk, chunk) == 0) {
            return &dedup->entries[i];
        }
    }
    return NULL;
}

/* A notice has no count, so that the printer can merge the notices of several files. */
static void report(const struct diag *diag, const struct warning_dedup_entry *entry)
{
    const char *chunk = entry->chunk[0] ? entry->chunk : NULL;
    if (entry->is_notice) {
        diag_notice(diag, chunk, entry->offset, "%s", entry->what);
    } else if (entry->times == 1) {
        diag_warn(diag, chunk, entry->offset, "%s", entry->what);
    } else {
        diag_warn(diag, chunk, entry->offset, "%s (and %u more like it)", entry->what,
                  entry->times - 1);
    }
}

static void dedup_add(struct warning_dedup *dedup, bool is_notice, const char *chunk,
                      int64_t offset, const char *format, va_list arguments)
{
    struct warning_dedup_entry *known = dedup_entry(dedup, chunk ? chunk : "", format);
    if (known) {
        known->times++;
        return;
    }
    struct warning_dedup_entry overflow = {0};
    bool fits = dedup->count < WARNING_DEDUP_KINDS;
    struct warning_dedup_entry *entry = fits ? &dedup->entries[dedup->count++] : &overflow;
    entry->is_notice = is_notice;
    entry->format = format;
    entry->times = 1;
    entry->offset = offset;
    snprintf(entry->chunk, sizeof entry->chunk, "%s", chunk ? chunk : "");
    vsnprintf(entry->what, sizeof entry->what, format, arguments);
    if (!fits) {
        report(dedup->diag, entry);
    }
}

void warning_dedup_warn(struct warning_dedup *dedup, const char *chunk, int64_t offset,
                        const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    dedup_add(dedup, false, chunk, offset, format, arguments);
    va_end(arguments);
}

void warning_dedup_notice(struct warning_dedup *dedup, const char *chunk, int64_t offset,
                          const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    dedup_add(dedup, true, chunk, offset, format, arguments);
    va_end(arguments);
}

void warning_dedup_flush(struct warning_dedup *dedup)
{
    for (uint32_t i = 0; i < dedup->count; i++) {
        report(dedup->diag, &dedup->entries[i]);
    }
    dedup->count = 0;
}
