/*
 * Unpacks files of archives whose sectors are stored or compressed with zlib alone, as most files
 * of clients are, with libdeflate: half the time of StormLib, which uses zlib. For all other files,
 * and for damaged ones, StormLib has the say.
 */
#ifndef ASSETS_SOURCES_MPQ_SECTORS_H
#define ASSETS_SOURCES_MPQ_SECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A compressed file in an archive, as the archive's tables describe it. */
struct mpq_packed_file {
    uint64_t offset;       /* in the archive's file */
    uint32_t packed_bytes; /* with its table of sectors */
    uint32_t bytes;
    uint32_t sector_bytes; /* unpacked bytes of a sector but the last; at least 1 */
};

/*
 * Reads `file` from an open descriptor into `data`, which has room for file->bytes. False if it is
 * cut short, damaged, compressed in other ways, or memory ran out; `data` is undefined then.
 *
 * A file begins with its table: u32 offsets, from its own start, of each sector and of the end; a
 * checksum of sectors may follow. A sector as long as its contents is stored; of others the first
 * byte tells the compression (2: zlib).
 */
bool mpq_sectors_unpack(int descriptor, const struct mpq_packed_file *file, uint8_t *data);

#endif
