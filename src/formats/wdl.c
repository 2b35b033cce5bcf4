#include "formats/wdl.h"

#include <string.h>

#include "base/reader.h"
#include "formats/chunk.h"

enum {
    TILES = TILE_SET_TILES,
    MARE_BYTES = (WDL_OUTER * WDL_OUTER + WDL_INNER * WDL_INNER) * 2,
};

static bool find_mare(const struct wdl *wdl, size_t index, struct chunk *mare)
{
    struct reader file = reader_make(wdl->data, wdl->size);
    return wdl->offsets[index] && chunk_is_at(&file, wdl->offsets[index], &id_MARE, mare) &&
           mare->size >= MARE_BYTES;
}

static void read_offsets(const struct chunk *maof, const struct diag *diag, struct wdl *wdl)
{
    struct reader reader = reader_make(maof->data, maof->size);
    unsigned wrong = 0;
    for (size_t i = 0; i < TILES; i++) {
        struct chunk mare;
        wdl->offsets[i] = reader_u32(&reader);
        bool found = find_mare(wdl, i, &mare);
        wrong += wdl->offsets[i] && !found;
        wdl->tiles[i / TILE_SET_GRID] |= (uint64_t)found << i % TILE_SET_GRID;
    }
    if (reader.bad) {
        diag_warn(diag, maof->id, (int64_t)maof->offset,
                  "%zu bytes, %d needed; tiles that are missing count as none", maof->size,
                  TILES * 4);
    }
    if (wrong) {
        diag_warn(diag, maof->id, (int64_t)maof->offset,
                  "%u tiles have no whole MARE at their place; left out", wrong);
    }
}

enum adtmap_status wdl_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct wdl *wdl)
{
    struct reader file = reader_make(data, size);
    struct chunk chunk;
    size_t offset = 0;
    size_t skipped = 0;
    *wdl = (struct wdl){.data = data, .size = size};
    while (chunk_next(&file, &offset, &skipped, &chunk)) {
        if (chunk_is(&chunk, &id_MVER)) {
            struct reader version = reader_make(chunk.data, chunk.size);
            wdl->version = reader_u32(&version);
        }
        if (chunk_is(&chunk, &id_MAOF)) {
            read_offsets(&chunk, diag, wdl);
            return ADTMAP_OK;
        }
    }
    return diag_fail(diag, ADTMAP_BAD_DATA, "MAOF", NO_OFFSET,
                     "no such chunk in %zu bytes; not a WDL", size);
}

bool wdl_tile(const struct wdl *wdl, uint32_t x, uint32_t y, struct wdl_tile *tile)
{
    struct chunk mare;
    memset(tile, 0, sizeof *tile);
    if (!find_mare(wdl, (size_t)y * TILE_SET_GRID + x, &mare)) {
        return false;
    }
    struct reader heights = reader_make(mare.data, mare.size);
    for (size_t i = 0; i < WDL_OUTER * WDL_OUTER; i++) {
        tile->outer[i / WDL_OUTER][i % WDL_OUTER] = reader_i16(&heights);
    }
    for (size_t i = 0; i < WDL_INNER * WDL_INNER; i++) {
        tile->inner[i / WDL_INNER][i % WDL_INNER] = reader_i16(&heights);
    }
    struct reader file = reader_make(wdl->data, wdl->size);
    struct chunk maho;
    if (chunk_is_at(&file, mare.offset + CHUNK_HEADER_BYTES + mare.size, &id_MAHO, &maho)) {
        struct reader holes = reader_make(maho.data, maho.size);
        for (size_t row = 0; row < WDL_INNER; row++) {
            tile->holes[row] = reader_u16(&holes);
        }
    }
    return true;
}

uint32_t wdl_tile_count(const struct wdl *wdl)
{
    uint32_t count = 0;
    for (size_t y = 0; y < TILE_SET_GRID; y++) {
        count += (uint32_t)__builtin_popcountll(wdl->tiles[y]);
    }
    return count;
}
