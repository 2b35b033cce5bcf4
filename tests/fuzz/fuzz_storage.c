/*
 * A storage as a whole. Each part is a file of it: its name, a newline, its bytes. It is opened
 * with the keys in keys.txt, if it is there, and as what a client in its folder wow is part of. All
 * files are read.
 */
#include <stdio.h>
#include <stdlib.h>

#include "assets/sources/casc/storage.h"
#include "base/size.h"
#include "fuzz/fuzz.h"
#include "os/file.h"

enum { FILES_MOST = 40, READ_MOST = 64 };

static void read_files(struct storage *storage, const struct diag *diag)
{
    for (size_t i = 0; i < size_min(storage->root.file_count, READ_MOST); i++) {
        struct blob blob;
        uint64_t bytes;
        bool has_size = storage_size(storage, i, &bytes);
        if (storage_read(storage, i, NULL, diag, &blob) == ADTMAP_OK &&
            (!has_size || blob.size != bytes)) {
            abort();
        }
        blob_release(&blob);
    }
}

static void open_storage(const struct storage_place *place, const struct adtmap_client *client,
                         const struct diag *diag)
{
    struct storage *storage;
    struct storage_counts counts;
    if (storage_open(place, client, diag, &storage) == ADTMAP_OK) {
        root_kind_name(storage->root.kind);
        if (storage_count(storage, diag, &counts) == ADTMAP_OK &&
            counts.present + counts.absent != storage->root.file_count) {
            abort();
        }
        read_files(storage, diag);
        storage_close(storage);
    }
}

static void locate(const char *folder, const char *below, const struct adtmap_client *client,
                   const struct diag *diag)
{
    char path[FUZZ_PATH_BYTES + 16];
    struct storage_place place;
    snprintf(path, sizeof path, "%s%s", folder, below);
    if (storage_locate(path, &place)) {
        open_storage(&place, client, diag);
    }
    storage_place_free(&place);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct fuzz_part parts[FILES_MOST];
    char folder[FUZZ_PATH_BYTES];
    char keys[FUZZ_PATH_BYTES + 16];
    fuzz_listen(&listener);
    fuzz_folder_make(folder);
    size_t count = fuzz_cut(data, size, parts, FILES_MOST);
    for (size_t i = 0; i < count; i++) {
        fuzz_folder_add(folder, &parts[i]);
    }
    snprintf(keys, sizeof keys, "%s/keys.txt", folder);
    locate(folder, "", &(struct adtmap_client){.key_file = file_exists(keys) ? keys : NULL},
           &listener.diag);
    locate(folder, "/wow", &(struct adtmap_client){.locale = "deDE"}, &listener.diag);
    locate(folder, "/Data", &(struct adtmap_client){.product = "wow", .locale = "xx"},
           &listener.diag);
    fuzz_folder_remove(folder);
    fuzz_free(parts, FILES_MOST);
    return 0;
}
