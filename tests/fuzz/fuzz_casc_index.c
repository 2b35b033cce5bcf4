/* Index files of a storage. */
#include <stdlib.h>
#include <string.h>

#include "assets/sources/casc/casc_index.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct casc_bucket bucket;
    struct encoding_key key = {0};
    struct casc_place place;
    uint8_t *copy = malloc(size + 1);
    if (!copy) {
        abort();
    }
    memcpy(copy, data, size);
    fuzz_listen(&listener);
    if (casc_bucket_read(blob_from_heap(copy, size), &listener.diag, &bucket) == ADTMAP_OK) {
        for (size_t at = 0; at + sizeof key <= size; at += 9) {
            memcpy(key.bytes, data + at, sizeof key.bytes);
            casc_bucket_find(&bucket, &key, &place);
        }
        casc_bucket_free(&bucket);
    }
    return 0;
}
