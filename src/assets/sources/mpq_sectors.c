#include "assets/sources/mpq_sectors.h"

#include <libdeflate.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/reader.h"
#include "base/size.h"

enum { COMPRESSION_ZLIB = 2 };

static bool read_packed(int descriptor, const struct mpq_packed_file *file, uint8_t *packed)
{
    for (size_t done = 0; done < file->packed_bytes;) {
        ssize_t got = pread(descriptor, packed + done, file->packed_bytes - done,
                            (off_t)(file->offset + done));
        if (got <= 0) {
            return false;
        }
        done += (size_t)got;
    }
    return true;
}

static bool unpack_sector(struct libdeflate_decompressor *inflate, const uint8_t *packed,
                          size_t packed_bytes, uint8_t *data, size_t bytes)
{
    if (packed_bytes == bytes) {
        memcpy(data, packed, bytes);
        return true;
    }
    return packed_bytes > 1 && packed[0] == COMPRESSION_ZLIB &&
           libdeflate_zlib_decompress(inflate, packed + 1, packed_bytes - 1, data, bytes, NULL) ==
               LIBDEFLATE_SUCCESS;
}

static bool unpack_sectors(struct libdeflate_decompressor *inflate,
                           const struct mpq_packed_file *file, const uint8_t *packed, uint8_t *data)
{
    struct reader table = reader_make(packed, file->packed_bytes);
    uint32_t begin = reader_u32(&table);
    for (size_t at = 0; at < file->bytes; at += file->sector_bytes) {
        uint32_t end = reader_u32(&table);
        if (table.bad || end < begin || end > file->packed_bytes) {
            return false;
        }
        size_t bytes = size_min(file->sector_bytes, file->bytes - at);
        if (!unpack_sector(inflate, packed + begin, end - begin, data + at, bytes)) {
            return false;
        }
        begin = end;
    }
    return true;
}

bool mpq_sectors_unpack(int descriptor, const struct mpq_packed_file *file, uint8_t *data)
{
    struct libdeflate_decompressor *inflate = libdeflate_alloc_decompressor();
    uint8_t *packed = malloc(file->packed_bytes ? file->packed_bytes : 1);
    bool unpacked = inflate && packed && read_packed(descriptor, file, packed) &&
                    unpack_sectors(inflate, file, packed, data);
    libdeflate_free_decompressor(inflate);
    free(packed);
    return unpacked;
}
