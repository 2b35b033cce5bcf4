/* ADTs in several files, 4.0 and later: root, tex0, obj0 and obj1. */
#include "fuzz/fuzz_adt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { FILES = 4 };
    struct fuzz_part parts[FILES];
    fuzz_cut(data, size, parts, FILES);
    const struct adt_files files = {
        .root = fuzz_bytes(parts[0]),
        .tex0 = fuzz_bytes(parts[1]),
        .obj0 = fuzz_bytes(parts[2]),
        .obj1 = fuzz_bytes(parts[3]),
        .x = 32,
        .y = 32,
    };
    fuzz_read_tile(&files);
    fuzz_free(parts, FILES);
    return 0;
}
