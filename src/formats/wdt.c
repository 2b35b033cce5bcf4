/*
 * Chunks are handled by a table, the first of each id. MAIN tells the era, since its entries are 8
 * bytes long or 16; the walk ends at MHDR, because in alpha files all tiles follow it.
 */
#include "formats/wdt.h"

#include <string.h>

#include "base/reader.h"
#include "base/size.h"
#include "formats/chunk.h"
#include "formats/wdt_era.h"

enum {
    TILES = TILE_SET_TILES,
    MAIN_BYTES = TILES * 8,
    MAIN_HAS_ADT = 0x1,
    MAIN_ALL_WATER = 0x2,
    MAID_ENTRY_BYTES = 32,
    MPHD_AT_WDL = 24,
};

static bool is_v18(const struct chunk *main_chunk)
{
    (void)main_chunk;
    return true;
}

static void read_main_v18(const struct chunk *chunk, size_t file_bytes, const struct diag *diag,
                          struct wdt *wdt)
{
    (void)file_bytes;
    (void)diag;
    struct reader reader = reader_make(chunk->data, chunk->size);
    for (size_t i = 0; i < TILES; i++) {
        uint64_t flags = reader_u32(&reader);
        reader_skip(&reader, 4);
        if (reader.bad) {
            return;
        }
        wdt->tiles[i / TILE_SET_GRID] |= (flags & MAIN_HAS_ADT) << i % TILE_SET_GRID;
        wdt->all_water[i / TILE_SET_GRID] |= ((flags & MAIN_ALL_WATER) >> 1) << i % TILE_SET_GRID;
    }
}

static const struct wdt_era v18 = {
    "1.0 and later", MAIN_BYTES,    "the tiles beyond are the ADT files there are",
    is_v18,          read_main_v18, NULL};

/* The first that recognises MAIN reads it. */
static const struct wdt_era *const eras[] = {
    &wdt_era_alpha,
    &v18,
};

/* A WDT on the way. */
struct wdt_reading {
    struct reader file;
    const struct diag *diag;
    struct wdt *wdt;
    const struct wdt_era *era; /* NULL before MAIN */
};

static void read_mver(struct wdt_reading *reading, const struct chunk *chunk)
{
    struct reader reader = reader_make(chunk->data, chunk->size);
    reading->wdt->version = reader_u32(&reader);
}

static void read_mphd(struct wdt_reading *reading, const struct chunk *chunk)
{
    struct reader reader = reader_make(chunk->data, chunk->size);
    reading->wdt->flags = reader_u32(&reader);
    if (reading->wdt->flags & WDT_FILE_IDS) {
        struct reader ids = reader_sub(&reader, MPHD_AT_WDL, 4);
        reading->wdt->wdl_file_id = reader_u32(&ids);
    }
}

static void warn_short(const struct chunk *chunk, size_t least_bytes, const char *consequence,
                       const struct diag *diag)
{
    if (chunk->size < least_bytes) {
        diag_warn(diag, chunk->id, (int64_t)chunk->offset, "%zu bytes, %zu needed; %s", chunk->size,
                  least_bytes, consequence);
    }
}

static void read_main(struct wdt_reading *reading, const struct chunk *chunk)
{
    size_t i = 0;
    while (i + 1 < COUNT_OF(eras) && !eras[i]->recognises(chunk)) {
        i++;
    }
    reading->era = eras[i];
    reading->wdt->era = eras[i]->name;
    reading->wdt->main_entries =
        (uint32_t)size_min(chunk->size / (eras[i]->main_bytes / TILES), TILES);
    warn_short(chunk, eras[i]->main_bytes, eras[i]->short_main, reading->diag);
    eras[i]->read_main(chunk, (size_t)(reading->file.end - reading->file.begin), reading->diag,
                       reading->wdt);
}

/* Ids of root, obj0, obj1, tex0 and lod files; three others follow. */
static void read_maid(struct wdt_reading *reading, const struct chunk *chunk)
{
    struct wdt *wdt = reading->wdt;
    struct reader reader = reader_make(chunk->data, chunk->size);
    for (size_t i = 0; i < TILES; i++) {
        struct wdt_file_ids *ids = &wdt->ids[i];
        ids->root = reader_u32(&reader);
        ids->obj0 = reader_u32(&reader);
        ids->obj1 = reader_u32(&reader);
        ids->tex0 = reader_u32(&reader);
        ids->lod = reader_u32(&reader);
        reader_skip(&reader, MAID_ENTRY_BYTES - sizeof *ids);
    }
    wdt->has_file_ids = true;
}

static void read_mwmo(struct wdt_reading *reading, const struct chunk *chunk)
{
    size_t length = size_min(chunk->size, sizeof reading->wdt->global_wmo - 1);
    memcpy(reading->wdt->global_wmo, chunk->data, length);
}

static const struct {
    const struct chunk_id *id;
    size_t least_bytes; /* fewer are worth a warning */
    void (*read)(struct wdt_reading *reading, const struct chunk *chunk);
} handlers[] = {
    {&id_MVER, 4, read_mver}, {&id_MPHD, 4, read_mphd},
    {&id_MAIN, 0, read_main}, {&id_MAID, (size_t)TILES *MAID_ENTRY_BYTES, read_maid},
    {&id_MWMO, 0, read_mwmo},
};

/*
 * Reads the chunk if it is one we know and the first of its kind; returns the bit of its handler.
 */
static unsigned wdt_read_chunk(struct wdt_reading *reading, const struct chunk *chunk,
                               unsigned seen)
{
    for (size_t i = 0; i < COUNT_OF(handlers); i++) {
        if (!chunk_is(chunk, handlers[i].id)) {
            continue;
        }
        if (seen & 1U << i) {
            return 0;
        }
        warn_short(chunk, handlers[i].least_bytes, "what is missing counts as zero", reading->diag);
        handlers[i].read(reading, chunk);
        return 1U << i;
    }
    return 0;
}

/* Reads chunk by chunk up to the tiles that may follow; returns the bits of those seen. */
static unsigned wdt_read_chunks(struct wdt_reading *reading, size_t *skipped)
{
    struct chunk chunk;
    size_t offset = 0;
    unsigned seen = 0;
    while (chunk_next(&reading->file, &offset, skipped, &chunk) && !chunk_is(&chunk, &id_MHDR)) {
        seen |= wdt_read_chunk(reading, &chunk, seen);
        if (reading->era && reading->era->read_other) {
            reading->era->read_other(&chunk, reading->wdt);
        }
        if (chunk.cut && !chunk_is(&chunk, &id_MAIN)) {
            offset = chunk.offset + CHUNK_HEADER_BYTES; /* its size does not hide the others */
        }
    }
    return seen;
}

enum adtmap_status wdt_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct wdt *wdt)
{
    memset(wdt, 0, sizeof *wdt);
    struct wdt_reading reading = {.file = reader_make(data, size), .diag = diag, .wdt = wdt};
    size_t skipped = 0;
    unsigned seen = wdt_read_chunks(&reading, &skipped);
    if (!reading.era) {
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
    for (size_t y = 0; y < TILE_SET_GRID; y++) {
        count += (uint32_t)__builtin_popcountll(wdt->tiles[y]);
    }
    return count;
}
