#include "assets/sources/mpq_header.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/reader.h"

enum {
    V1_BYTES = 32, /* to 1.12 */
    V2_BYTES = 44, /* 2.0 to 3.3 */
    V4_BYTES = 208,
    ENTRY_BYTES = 16,
    HIGH_ENTRY_BYTES = 2,
    MOST_SECTOR_SHIFT = 16, /* sectors have 512 << shift bytes; clients use 3 to 5 */
    MOST_ENTRIES = 1 << 24,
};

struct header {
    uint32_t header_bytes;
    uint32_t archive_bytes;
    uint16_t version; /* 0 to 3 */
    uint16_t sector_shift;
    uint64_t hash_offset;
    uint64_t block_offset;
    uint64_t high_offset; /* of the table of high offset halves; 0 for none */
    uint32_t hash_count;
    uint32_t block_count;
};

static void read_header(struct reader *reader, struct header *header)
{
    header->header_bytes = reader_u32(reader);
    header->archive_bytes = reader_u32(reader);
    header->version = reader_u16(reader);
    header->sector_shift = reader_u16(reader);
    header->hash_offset = reader_u32(reader);
    header->block_offset = reader_u32(reader);
    header->hash_count = reader_u32(reader);
    header->block_count = reader_u32(reader);
    if (header->version > 0) {
        header->high_offset = reader_u64(reader);
        header->hash_offset |= (uint64_t)reader_u16(reader) << 32;
        header->block_offset |= (uint64_t)reader_u16(reader) << 32;
    }
}

static bool fits(uint64_t offset, uint64_t bytes, uint64_t file_bytes)
{
    return offset <= file_bytes && bytes <= file_bytes - offset;
}

/* The end of the archive as StormLib computes it, for the header of 2.0. */
static uint64_t archive_end(const struct header *header, uint64_t file_bytes)
{
    uint64_t blocks = (uint64_t)header->block_count * ENTRY_BYTES;
    bool after_blocks = header->block_offset < header->archive_bytes;
    bool small = file_bytes <= UINT32_MAX;
    if (small && after_blocks && header->archive_bytes - header->block_offset <= blocks) {
        return header->archive_bytes;
    }
    return file_bytes;
}

/* The header of 2.0 has no table sizes: each table must end where the next one begins. */
static bool tables_follow(const struct header *header, uint64_t file_bytes)
{
    uint64_t hash_end = header->hash_offset + (uint64_t)header->hash_count * ENTRY_BYTES;
    uint64_t block_end = header->block_offset + (uint64_t)header->block_count * ENTRY_BYTES;
    uint64_t end = archive_end(header, file_bytes);
    if (header->high_offset != 0) {
        uint64_t high_end = header->high_offset + (uint64_t)header->block_count * HIGH_ENTRY_BYTES;
        return hash_end == header->block_offset && block_end == header->high_offset &&
               high_end == end;
    }
    return hash_end == header->block_offset && block_end == end;
}

/* What is wrong with the header, as the object of "it has"; NULL if it is valid. */
static const char *find_fault(const struct header *header, uint64_t file_bytes)
{
    static const uint32_t least_bytes[] = {V1_BYTES, V2_BYTES, V2_BYTES, V4_BYTES};
    uint64_t hash_bytes = (uint64_t)header->hash_count * ENTRY_BYTES;
    uint64_t block_bytes = (uint64_t)header->block_count * ENTRY_BYTES;
    bool exact = header->version != 2;
    if (header->version > 3) {
        return "no known version";
    }
    if (header->header_bytes < least_bytes[header->version] || header->header_bytes > V4_BYTES ||
        (exact && header->header_bytes != least_bytes[header->version])) {
        return "a size of the header that its version does not have";
    }
    if (header->sector_shift > MOST_SECTOR_SHIFT) {
        return "sectors of more than 32 MiB";
    }
    if (header->hash_count > MOST_ENTRIES || header->block_count > MOST_ENTRIES) {
        return "more than 16 million files";
    }
    if ((header->hash_count & (header->hash_count - 1)) != 0 ||
        (header->hash_count == 0 && header->version < 2)) {
        return "a table of names whose size is no power of two";
    }
    if (header->version < 2 && (!fits(header->hash_offset, hash_bytes, file_bytes) ||
                                !fits(header->block_offset, block_bytes, file_bytes) ||
                                header->hash_offset < header->header_bytes ||
                                header->block_offset < header->header_bytes)) {
        return "tables that lie outside the file";
    }
    if (header->version == 1 && !tables_follow(header, file_bytes)) {
        return "tables that are not where the header says they end";
    }
    return NULL;
}

enum adtmap_status mpq_header_check(const uint8_t *data, size_t size, uint64_t file_bytes,
                                    const struct diag *diag)
{
    struct reader reader = reader_make(data, size);
    const uint8_t *magic = reader_bytes(&reader, 4);
    if (!magic || memcmp(magic, "MPQ\x1a", 4) != 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "not an MPQ archive");
    }
    struct header header = {0};
    read_header(&reader, &header);
    const char *fault = reader.bad ? "an end in the header" : find_fault(&header, file_bytes);
    if (fault) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "a damaged archive: it has %s", fault);
    }
    return ADTMAP_OK;
}

enum adtmap_status mpq_header_check_file(const char *path, const struct diag *diag)
{
    struct stat info;
    uint8_t head[MPQ_HEADER_BYTES];
    struct diag at_path = diag_at(diag, path);
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return diag_fail_errno(&at_path, errno, "cannot open");
    }
    ssize_t got = fstat(descriptor, &info) ? -1 : read(descriptor, head, sizeof head);
    int error_number = errno;
    close(descriptor);
    if (got < 0) {
        return diag_fail_errno(&at_path, error_number, "cannot read");
    }
    return mpq_header_check(head, (size_t)got, (uint64_t)info.st_size, &at_path);
}
