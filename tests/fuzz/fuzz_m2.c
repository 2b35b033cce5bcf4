/* M2 of every version: a model, its skin and its skeleton. */
#include "fuzz/fuzz_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_part parts[3];
    fuzz_cut(data, size, parts, 3);
    fuzz_model(parts);
    fuzz_free(parts, 3);
    return 0;
}
