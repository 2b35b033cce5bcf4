#include "base/tally.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static struct tally_entry *entry_of(struct tally *tally, const char *chunk, const char *format)
{
    for (uint32_t i = 0; i < tally->count; i++) {
        const struct tally_entry *entry = &tally->entries[i];
        if (entry->format == format && strcmp(entry->chunk, chunk) == 0) {
            return &tally->entries[i];
        }
    }
    return NULL;
}

static void describe(struct tally_entry *entry, const char *chunk, int64_t offset,
                     const char *format, va_list arguments)
{
    *entry = (struct tally_entry){.format = format, .times = 1, .offset = offset};
    snprintf(entry->chunk, sizeof entry->chunk, "%s", chunk ? chunk : "");
    vsnprintf(entry->what, sizeof entry->what, format, arguments);
}

static void tell(const struct diag *diag, const struct tally_entry *entry)
{
    const char *chunk = entry->chunk[0] ? entry->chunk : NULL;
    if (entry->times == 1) {
        diag_warn(diag, chunk, entry->offset, "%s", entry->what);
    } else {
        diag_warn(diag, chunk, entry->offset, "%s (and %u more like it)", entry->what,
                  entry->times - 1);
    }
}

void tally_warn(struct tally *tally, const char *chunk, int64_t offset, const char *format, ...)
{
    struct tally_entry *known = entry_of(tally, chunk ? chunk : "", format);
    if (known) {
        known->times++;
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    struct tally_entry overflow = {0};
    bool fits = tally->count < TALLY_KINDS;
    struct tally_entry *entry = fits ? &tally->entries[tally->count++] : &overflow;
    describe(entry, chunk, offset, format, arguments);
    va_end(arguments);
    if (!fits) {
        tell(tally->diag, entry);
    }
}

void tally_flush(struct tally *tally)
{
    for (uint32_t i = 0; i < tally->count; i++) {
        tell(tally->diag, &tally->entries[i]);
    }
    tally->count = 0;
}
