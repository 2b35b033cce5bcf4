/* ADTs in one file, 1.0 to 3.3.5. */
#include "fuzz/fuzz_adt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct adt_files files = {.root = {.data = data, .size = size}, .x = 32, .y = 32};
    fuzz_read_tile(&files);
    return 0;
}
