#include "base/warning_dedup.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static struct warning_dedup_entry *entry_of(struct warning_dedup *dedup, const char *chunk,
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

static void describe(struct warning_dedup_entry *entry, const char *chunk, int64_t offset,
                     const char *format, va_list arguments)
{
    *entry = (struct warning_dedup_entry){.format = format, .times = 1, .offset = offset};
    snprintf(entry->chunk, sizeof entry->chunk, "%s", chunk ? chunk : "");
    vsnprintf(entry->what, sizeof entry->what, format, arguments);
}

static void tell(const struct diag *diag, const struct warning_dedup_entry *entry)
{
    const char *chunk = entry->chunk[0] ? entry->chunk : NULL;
    if (entry->times == 1) {
        diag_warn(diag, chunk, entry->offset, "%s", entry->what);
    } else {
        diag_warn(diag, chunk, entry->offset, "%s (and %u more like it)", entry->what,
                  entry->times - 1);
    }
}

void warning_dedup_warn(struct warning_dedup *dedup, const char *chunk, int64_t offset,
                        const char *format, ...)
{
    struct warning_dedup_entry *known = entry_of(dedup, chunk ? chunk : "", format);
    if (known) {
        known->times++;
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    struct warning_dedup_entry overflow = {0};
    bool fits = dedup->count < WARNING_DEDUP_KINDS;
    struct warning_dedup_entry *entry = fits ? &dedup->entries[dedup->count++] : &overflow;
    describe(entry, chunk, offset, format, arguments);
    va_end(arguments);
    if (!fits) {
        tell(dedup->diag, entry);
    }
}

void warning_dedup_flush(struct warning_dedup *dedup)
{
    for (uint32_t i = 0; i < dedup->count; i++) {
        tell(dedup->diag, &dedup->entries[i]);
    }
    dedup->count = 0;
}
