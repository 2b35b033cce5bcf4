#include "formats/wdt.h"

#include <string.h>

#include "base/reader.h"
#include "base/size.h"
#include "formats/chunk.h"

enum {
    MAIN_ENTRY_BYTES = 8,
    MAIN_BYTES = WDT_GRID * WDT_GRID * MAIN_ENTRY_BYTES,
    MAIN_HAS_ADT = 0x1,
    MAIN_ALL_WATER = 0x2,
};

static void read_mver(struct wdt *wdt, const struct chunk *chunk)
{
    struct reader reader = reader_make(chunk->data, chunk->size);
    wdt->version = reader_u32(&reader);
}

static void read_mphd(struct wdt *wdt, const struct chunk *chunk)
{
    struct reader reader = reader_make(chunk->data, chunk->size);
    wdt->flags = reader_u32(&reader);
}

static void read_main(struct wdt *wdt, const struct chunk *chunk)
{
    struct reader reader = reader_make(chunk->data, chunk->size);
    for (size_t i = 0; i < WDT_GRID * WDT_GRID; i++) {
        uint64_t flags = reader_u32(&reader);
        reader_skip(&reader, 4);
        if (reader.bad) {
            return;
        }
        wdt->tiles[i / WDT_GRID] |= (flags & MAIN_HAS_ADT) << i % WDT_GRID;
        wdt->all_water[i / WDT_GRID] |= ((flags & MAIN_ALL_WATER) >> 1) << i % WDT_GRID;
    }
}

static void read_mwmo(struct wdt *wdt, const struct chunk *chunk)
{
    size_t length = size_min(chunk->size, sizeof wdt->global_wmo - 1);
    memcpy(wdt->global_wmo, chunk->data, length);
}

static const struct {
    char id[5];
    size_t least_bytes; /* fewer are worth a warning */
    void (*read)(struct wdt *wdt, const struct chunk *chunk);
} handlers[] = {
    {"MVER", 4, read_mver},
    {"MPHD", 4, read_mphd},
    {"MAIN", MAIN_BYTES, read_main},
    {"MWMO", 0, read_mwmo},
};

/* Reads the chunk if it is one we know and the first of its kind; returns the bit of its handler.
 */
static unsigned read_chunk(struct wdt *wdt, const struct chunk *chunk, unsigned seen,
                           const struct diag *diag)
{
    for (size_t i = 0; i < COUNT_OF(handlers); i++) {
        if (!chunk_is(chunk, handlers[i].id)) {
            continue;
        }
        if (seen & 1U << i) {
            return 0;
        }
        if (chunk->size < handlers[i].least_bytes) {
            diag_warn(diag, chunk->id, (int64_t)chunk->offset,
                      "%zu bytes, %zu needed; what is missing counts as zero", chunk->size,
                      handlers[i].least_bytes);
        }
        handlers[i].read(wdt, chunk);
        return 1U << i;
    }
    return 0;
}

enum adtmap_status wdt_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct wdt *wdt)
{
    memset(wdt, 0, sizeof *wdt);
    struct reader bytes = reader_make(data, size);
    struct chunk chunk;
    size_t offset = 0;
    size_t skipped = 0;
    unsigned seen = 0;
    while (chunk_next(&bytes, &offset, &skipped, &chunk)) {
        seen |= read_chunk(wdt, &chunk, seen, diag);
        if (chunk.cut && !chunk_is(&chunk, "MAIN")) {
            offset = chunk.offset + CHUNK_HEADER_BYTES; /* its size does not hide the others */
        }
    }
    if (!(seen & 4U)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, "MAIN", NO_OFFSET,
                         "no such chunk in %zu bytes; not a WDT", size);
    }
    if (!(seen & 2U)) {
        diag_warn(diag, "MPHD", NO_OFFSET, "no such chunk; its flags count as zero");
    }
    if (skipped > 0) {
        diag_warn(diag, NULL, NO_OFFSET, "%zu stray bytes between chunks passed over", skipped);
    }
    return ADTMAP_OK;
}

uint32_t wdt_tile_count(const struct wdt *wdt)
{
    uint32_t count = 0;
    for (size_t y = 0; y < WDT_GRID; y++) {
        count += (uint32_t)__builtin_popcountll(wdt->tiles[y]);
    }
    return count;
}
