/* The root of a storage: all its files by id. */
#include <stdlib.h>

#include "assets/sources/casc/root.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct root root;
    size_t file;
    fuzz_listen(&listener);
    if (root_read(data, size, 2, &listener.diag, &root) == ADTMAP_OK) {
        for (size_t i = 0; i < root.file_count; i++) {
            if (!root_find_id(&root, root.files[i].id, &file) || file != i) {
                abort(); /* what was read is found */
            }
        }
        for (size_t i = 0; i < root.name_count; i++) {
            if (!root_find_hash(&root, root.names[i].hash, &file) || file >= root.file_count) {
                abort();
            }
        }
    }
    root_free(&root);
    return 0;
}
