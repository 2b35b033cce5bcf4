/* The manifest of an earlier run. */
#include "fuzz/fuzz.h"
#include "output/manifest/manifest.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct manifest *manifest = NULL;
    fuzz_listen(&listener);
    if (manifest_read(data, size, &listener.diag, &manifest) == ADTMAP_OK) {
        manifest_tiles(manifest, MANIFEST_PRESENT);
        manifest_destroy(manifest);
    }
    return 0;
}
