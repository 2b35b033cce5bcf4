/*
 * One era of WDTs: what wdt.c, which lists them, asks of each where they differ: MAIN, and chunks
 * that mean something else.
 */
#ifndef FORMATS_WDT_ERA_H
#define FORMATS_WDT_ERA_H

#include "base/diag.h"
#include "formats/chunk.h"
#include "formats/wdt.h"

struct wdt_era {
    const char *name;       /* for people */
    size_t main_bytes;      /* of a whole MAIN */
    const char *short_main; /* for people: what becomes of the tiles that a cut MAIN lacks */
    bool (*recognises)(const struct chunk *main_chunk);

    /* Reads MAIN as far as it goes; `file_bytes` is the size of the WDT. */
    void (*read_main)(const struct chunk *chunk, size_t file_bytes, const struct diag *diag,
                      struct wdt *wdt);

    /* Sees every chunk from MAIN on; NULL for no need. */
    void (*read_other)(const struct chunk *chunk, struct wdt *wdt);
};

extern const struct wdt_era wdt_era_alpha;

#endif
