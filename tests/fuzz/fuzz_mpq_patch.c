/* Two parts: a patch of a file, and the file. */
#include "assets/sources/mpq/mpq_patch.h"
#include "fuzz/fuzz.h"

enum { PARTS = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct fuzz_part parts[PARTS];
    struct blob changed;
    fuzz_cut(data, size, parts, PARTS);
    const struct blob patch = {.data = parts[0].data, .size = parts[0].size};
    const struct blob old = {.data = parts[1].data, .size = parts[1].size};
    fuzz_listen(&listener);
    uint64_t work;
    mpq_patch_apply(&patch, &old, &listener.diag, &changed, &work);
    blob_release(&changed);
    fuzz_free(parts, PARTS);
    return 0;
}
