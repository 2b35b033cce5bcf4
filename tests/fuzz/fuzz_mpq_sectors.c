/* A file in an archive: its size in 2 bytes, what it is in one, the size of a sector in one; then
 * its bytes as they are stored. */
#include <unistd.h>

#include "assets/sources/mpq/mpq_archive.h"
#include "base/size.h"
#include "fuzz/fuzz.h"

enum { HEAD_BYTES = 4 };

static const uint32_t flags[] = {MPQ_COMPRESSED,   MPQ_IMPLODED, MPQ_ENCRYPTED,
                                 MPQ_KEY_OF_PLACE, MPQ_PATCH,    MPQ_SINGLE_UNIT};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct mpq_archive archive;
    struct fuzz_diag listener;
    struct blob blob;
    char path[FUZZ_PATH_BYTES];
    uint64_t work = 0;
    if (size < HEAD_BYTES) {
        return -1;
    }
    struct mpq_entry entry = {
        .offset = HEAD_BYTES,
        .packed_bytes = (uint32_t)size - HEAD_BYTES,
        .bytes = (uint32_t)(data[0] | data[1] << 8),
        .flags = MPQ_EXISTS,
    };
    for (size_t i = 0; i < COUNT_OF(flags); i++) {
        entry.flags |= data[2] >> i & 1 ? flags[i] : 0;
    }
    if (archive.crypt.rows[0][0] == 0) {
        mpq_crypt_init(&archive.crypt);
    }
    archive.file = (struct open_file){fuzz_file(data, size, path)};
    archive.header.archive_bytes = size;
    archive.header.sector_bytes = 16U << (data[3] & 7);
    fuzz_listen(&listener);
    const char *name = data[2] & 0x80 ? NULL : "a.txt";
    struct mpq_extent wanted = {.head_bytes = data[3] & 8 ? data[3] : SIZE_MAX};
    if (mpq_archive_read(&archive, &entry, name, &wanted, NULL, &listener.diag, &blob, &work) ==
        ADTMAP_OK) {
        struct blob rest;
        wanted = (struct mpq_extent){.head_bytes = SIZE_MAX, .known = &blob};
        mpq_archive_read(&archive, &entry, name, &wanted, NULL, &listener.diag, &rest, &work);
        blob_release(&rest);
    }
    blob_release(&blob);
    open_file_close(&archive.file);
    return 0;
}
