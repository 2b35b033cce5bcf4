/* An archive: opened, listed, and its first files read. */
#include <unistd.h>

#include "assets/sources/source_mpq.h"
#include "base/path.h"
#include "fuzz/fuzz.h"

enum { FILES_READ = 8 };

static void read_files(const struct source *source, const struct diag *diag)
{
    size_t count = source->v->name_count(source);
    for (size_t i = 0; i < count && i < FILES_READ; i++) {
        const char *name = source->v->name(source, i);
        struct blob blob = {0};
        struct source_file file;
        uint64_t bytes;
        char origin[256];
        if (source->v->find(source, name, &file) == SOURCE_PRESENT) {
            source->v->size(&file, &bytes);
            source->v->origin(&file, name, origin, sizeof origin);
            source->v->read(&file, name, NULL, diag, &blob);
            blob_release(&blob);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_diag listener;
    struct source *source;
    struct blob blob = {0};
    char path[FUZZ_PATH_BYTES];
    int descriptor = fuzz_file(data, size, path);
    const struct mpq_part part = {path, ""};
    fuzz_listen(&listener);
    if (source_mpq_open(&part, 1, &listener.diag, &source) == ADTMAP_OK) {
        read_files(source, &listener.diag);
        source->v->destroy(source);
    }
    mpq_read_single(path, "a.txt", &listener.diag, &blob);
    blob_release(&blob);
    close(descriptor);
    return 0;
}
