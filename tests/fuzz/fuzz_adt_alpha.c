/* Tiles in a WDT of 0.5: the bytes of the tile, and the names in MDNM and MONM. */
#include "fuzz/fuzz_adt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { PARTS = 3 };
    struct fuzz_part parts[PARTS];
    fuzz_cut(data, size, parts, PARTS);
    const struct adt_files files = {
        .root = fuzz_bytes(parts[0]),
        .doodad_names = fuzz_bytes(parts[1]),
        .wmo_names = fuzz_bytes(parts[2]),
        .x = 32,
        .y = 32,
    };
    fuzz_read_tile(&files);
    fuzz_free(parts, PARTS);
    return 0;
}
