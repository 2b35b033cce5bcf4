/* WDL, with all its tiles. */
#include "formats/wdl.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct wdl wdl;
    struct fuzz_diag listener;
    struct wdl_tile tile;
    fuzz_listen(&listener);
    if (wdl_read(data, size, &listener.diag, &wdl)) {
        return 0;
    }
    for (uint32_t i = 0; i < TILE_SET_GRID * TILE_SET_GRID; i++) {
        wdl_tile(&wdl, i % TILE_SET_GRID, i / TILE_SET_GRID, &tile);
    }
    wdl_tile_count(&wdl);
    return 0;
}
