/* WDT of all eras, and the tiles inside a WDT of 0.5. */
#include "formats/adt/adt.h"
#include "fuzz/fuzz.h"

static struct adt_bytes part_of(const uint8_t *data, struct wdt_range range)
{
    return (struct adt_bytes){.data = data + range.offset, .size = range.size};
}

/* Reads the first few tiles in the file. */
static void read_tiles(const struct wdt *wdt, const uint8_t *data, const struct diag *diag)
{
    struct arena arena = {0};
    const struct adt_request facts = adt_request_of(wdt);
    unsigned left = 4;
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID && left; i++) {
        if (wdt->ranges[i].size) {
            struct adt_tile *tile;
            const struct adt_files files = {
                .root = part_of(data, wdt->ranges[i]),
                .root_offset = wdt->ranges[i].offset,
                .doodad_names = part_of(data, wdt->doodad_names),
                .wmo_names = part_of(data, wdt->object_names),
                .x = i % TILE_SET_GRID,
                .y = i / TILE_SET_GRID,
            };
            adt_read(&files, &facts, &arena, diag, &tile);
            arena_reset(&arena);
            left--;
        }
    }
    arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct wdt wdt;
    struct fuzz_diag listener;
    struct arena arena = {0};
    struct adt_placements objects;
    fuzz_listen(&listener);
    if (wdt_read(data, size, &listener.diag, &wdt) == ADTMAP_OK) {
        wdt_tile_count(&wdt);
        if (wdt.holds_tiles) {
            read_tiles(&wdt, data, &listener.diag);
        }
    }
    adt_read_global_wmo(data, size, &arena, &listener.diag, &objects);
    arena_free(&arena);
    return 0;
}
