/*
 * WDTs of 0.5.3 to 0.5.5 (Alpha document): MAIN of 16-byte entries that say where in the file each
 * tile is, MDNM and MONM with the names of objects of all tiles, and MODF behind MONM for maps that
 * are one building.
 */
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/reader.h"
#include "base/size.h"
#include "formats/wdt_era.h"

enum { TILES = TILE_SET_TILES, MAIN_BYTES = TILES * 16, LATER_MAIN_BYTES = TILES * 8 };

static bool wdt_alpha_recognises(const struct chunk *main_chunk)
{
    return main_chunk->size > LATER_MAIN_BYTES || main_chunk->stated == MAIN_BYTES;
}

static int wdt_alpha_compare_offsets(const void *a, const void *b, void *context)
{
    const uint16_t *tiles[2] = {a, b};
    const struct wdt *wdt = context;
    uint32_t offsets[2] = {wdt->ranges[*tiles[0]].offset, wdt->ranges[*tiles[1]].offset};
    return (offsets[0] > offsets[1]) - (offsets[0] < offsets[1]);
}

/*
 * A tile reaches to the next one: its own size field, which counts to the first MCNK only, is no
 * help.
 */
static void set_sizes(size_t file_bytes, const struct diag *diag, struct wdt *wdt)
{
    uint16_t order[TILES];
    size_t count = 0;
    unsigned outside = 0;
    for (size_t i = 0; i < TILES; i++) {
        uint32_t offset = wdt->ranges[i].offset;
        if (offset && offset + (uint64_t)CHUNK_HEADER_BYTES <= file_bytes) {
            order[count++] = (uint16_t)i;
        } else {
            outside += offset != 0;
            wdt->ranges[i].offset = 0;
        }
    }
    array_sort_in(order, count, sizeof *order, wdt_alpha_compare_offsets, wdt);
    size_t end = file_bytes;
    for (size_t i = count; i-- > 0;) {
        struct wdt_range *range = &wdt->ranges[order[i]];
        range->size = (uint32_t)size_min(end - range->offset, UINT32_MAX);
        if (i > 0 && wdt->ranges[order[i - 1]].offset != range->offset) {
            end = range->offset;
        }
    }
    if (outside) {
        diag_warn(diag, "MAIN", NO_OFFSET, "%u tiles lie past the end of the file's %zu bytes",
                  outside, file_bytes);
    }
}

static void read_main(const struct chunk *chunk, size_t file_bytes, const struct diag *diag,
                      struct wdt *wdt)
{
    struct reader reader = reader_make(chunk->data, chunk->size);
    for (size_t i = 0; i < TILES; i++) {
        uint32_t offset = reader_u32(&reader);
        reader_skip(&reader, 12);
        wdt->tiles[i / TILE_SET_GRID] |= (uint64_t)(offset != 0) << i % TILE_SET_GRID;
        wdt->ranges[i] = (struct wdt_range){.offset = offset};
    }
    set_sizes(file_bytes, diag, wdt);
    wdt->holds_tiles = true;
    wdt->flags = 0; /* MPHD begins with a count here */
    wdt->wdl_file_id = 0;
}

static struct wdt_range contents_of(const struct chunk *chunk)
{
    return (struct wdt_range){(uint32_t)(chunk->offset + CHUNK_HEADER_BYTES),
                              (uint32_t)chunk->size};
}

/* MONM names buildings; a MODF at the top means that the first of them is the map. */
static void read_other(const struct chunk *chunk, struct wdt *wdt)
{
    if (chunk_is(chunk, &id_MDNM)) {
        wdt->doodad_names = contents_of(chunk);
    } else if (chunk_is(chunk, &id_MONM)) {
        wdt->object_names = contents_of(chunk);
        size_t length = size_min(chunk->size, sizeof wdt->global_wmo - 1);
        size_t begin = 0;
        while (begin < length && chunk->data[begin] == 0) {
            begin++;
        }
        memcpy(wdt->global_wmo, chunk->data + begin, length - begin);
    } else if (chunk_is(chunk, &id_MODF) && chunk->size > 0) {
        wdt->flags |= WDT_GLOBAL_WMO;
    }
}

const struct wdt_era wdt_era_alpha = {"0.5.3 to 0.5.5, holds its tiles",
                                      MAIN_BYTES,
                                      "what is missing counts as zero",
                                      wdt_alpha_recognises,
                                      read_main,
                                      read_other};
