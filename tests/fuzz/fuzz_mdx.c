/* MDX of every version, whole in one file. */
#include "fuzz/fuzz_model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct fuzz_part parts[3] = {{.data = data, .size = size}};
    fuzz_model(parts);
    return 0;
}
