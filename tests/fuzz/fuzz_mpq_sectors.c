/* Sectors of a file in an archive: its size and that of a sector, 2 and 1 bytes, then the file. */
#include <stdlib.h>
#include <unistd.h>

#include "assets/sources/mpq_sectors.h"
#include "fuzz/fuzz.h"

enum { HEAD_BYTES = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[FUZZ_PATH_BYTES];
    if (size < HEAD_BYTES) {
        return -1;
    }
    int descriptor = fuzz_file(data, size, path);
    const struct mpq_packed_file file = {
        .offset = HEAD_BYTES,
        .packed_bytes = (uint32_t)size - HEAD_BYTES,
        .bytes = (uint32_t)(data[0] | data[1] << 8),
        .sector_bytes = data[2] + 1U,
    };
    uint8_t *unpacked = malloc(file.bytes ? file.bytes : 1);
    if (unpacked) {
        mpq_sectors_unpack(descriptor, &file, unpacked);
    }
    free(unpacked);
    close(descriptor);
    return 0;
}
