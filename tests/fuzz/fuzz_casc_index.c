/* Index files of a storage: one by itself, then a folder of two versions of one bucket, of which
 * the newer one is the input's first half. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/casc/casc_index.h"
#include "fuzz/fuzz.h"

static void put(const char *folder, const char *name, const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file)) {
        abort();
    }
}

static char folder[] = "/tmp/adtmap-fuzz-XXXXXX";

static void remove_folder(void)
{
    static const char *const names[] = {"0000000001.idx", "0000000002.idx", ""};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[FUZZ_PATH_BYTES];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        remove(path);
    }
}

static void open_folder(const uint8_t *data, size_t size, const struct diag *diag)
{
    static bool is_made;
    struct casc_index index;
    struct encoding_key key = {0};
    struct casc_place place;
    if (!is_made && (!mkdtemp(folder) || atexit(remove_folder))) {
        abort();
    }
    is_made = true;
    put(folder, "0000000001.idx", data, size);
    put(folder, "0000000002.idx", data, size / 2);
    if (casc_index_open(folder, folder, diag, &index) == ADTMAP_OK) {
        casc_index_named_bytes(&index);
        for (size_t at = 0; at + sizeof key <= size; at += 9) {
            memcpy(key.bytes, data + at, sizeof key.bytes);
            casc_index_find(&index, &key, &place);
        }
    }
    casc_index_free(&index);
}

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
    open_folder(data, size, &listener.diag);
    return 0;
}
