#include "assets/sources/mpq/mpq_header.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/reader.h"
#include "base/size.h"
#include "os/part_read.h"

enum {
    ENTRY_BYTES = 16,
    HIGH_ENTRY_BYTES = 2,
    SECTOR_SHIFT_MAX = 16, /* sectors have 512 << shift bytes; clients use 3 to 5 */
    SEARCH_STEP = 512,
    SEARCH_BYTES = 64 << 20,
    SEARCH_BUFFER_BYTES = 1 << 20,
    USER_DATA_BYTES = 12,
};

static bool fits(const struct mpq_table_place *place, uint64_t archive_bytes)
{
    return place->offset <= archive_bytes && place->bytes <= archive_bytes - place->offset;
}

/*
 * Version 3 has no sizes of the tables of names and files: each ends where the next one of any kind
 * begins.
 */
static void end_at_next_table(struct mpq_header *header, struct mpq_table_place *place)
{
    const struct mpq_table_place *const tables[] = {&header->hashes, &header->blocks, &header->high,
                                                    &header->het, &header->bet};
    uint64_t end = header->archive_bytes;
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        uint64_t offset = tables[i]->offset;
        end = offset > place->offset && offset < end ? offset : end;
    }
    place->bytes = place->offset > 0 && place->offset < end ? end - place->offset : 0;
}

/* Reads the fields behind the magic number. */
static void read_fields(struct reader *reader, struct mpq_header *header, uint32_t *header_bytes,
                        unsigned *sector_shift)
{
    *header_bytes = reader_u32(reader);
    reader_skip(reader, 4); /* size of the archive: of 32 bits, and wrong in many */
    header->version = reader_u16(reader) + 1U;
    *sector_shift = reader_u16(reader);
    header->hashes.offset = reader_u32(reader);
    header->blocks.offset = reader_u32(reader);
    header->hash_count = reader_u32(reader);
    header->block_count = reader_u32(reader);
    header->hashes.bytes = (uint64_t)header->hash_count * ENTRY_BYTES;
    header->blocks.bytes = (uint64_t)header->block_count * ENTRY_BYTES;
    if (header->version >= 2) {
        header->high.offset = reader_u64(reader);
        header->high.bytes =
            header->high.offset > 0 ? (uint64_t)header->block_count * HIGH_ENTRY_BYTES : 0;
        header->hashes.offset |= (uint64_t)reader_u16(reader) << 32;
        header->blocks.offset |= (uint64_t)reader_u16(reader) << 32;
    }
    if (header->version >= 3 && *header_bytes >= 68) {
        reader_skip(reader, 8); /* size of the archive */
        header->bet.offset = reader_u64(reader);
        header->het.offset = reader_u64(reader);
        end_at_next_table(header, &header->bet);
        end_at_next_table(header, &header->het);
    }
    if (header->version >= 4 && *header_bytes >= MPQ_HEADER_BYTES) {
        struct mpq_table_place *const sized[] = {&header->hashes, &header->blocks, &header->high,
                                                 &header->het, &header->bet};
        for (size_t i = 0; i < COUNT_OF(sized); i++) {
            uint64_t bytes = reader_u64(reader);
            sized[i]->bytes = sized[i]->bytes > 0 ? bytes : 0;
        }
    }
}

/* What is wrong with the header, as the object of "it has"; NULL if it is valid. */
static const char *find_fault(const struct mpq_header *header, uint32_t header_bytes,
                              unsigned sector_shift)
{
    static const uint32_t least_bytes[] = {32, 44, 44, MPQ_HEADER_BYTES};
    const struct mpq_table_place *const tables[] = {&header->hashes, &header->blocks, &header->high,
                                                    &header->het, &header->bet};
    if (header->version > 4) {
        return "no known version";
    }
    if (header_bytes < least_bytes[header->version - 1] || header_bytes > MPQ_HEADER_BYTES) {
        return "a size of the header that its version does not have";
    }
    if (sector_shift > SECTOR_SHIFT_MAX) {
        return "sectors of more than 32 MiB";
    }
    if (header->hash_count > MPQ_ENTRIES_MAX || header->block_count > MPQ_ENTRIES_MAX) {
        return "more than 4 million files";
    }
    if ((header->hash_count & (header->hash_count - 1)) != 0 ||
        (header->hash_count == 0 && header->version < 3)) {
        return "a table of names whose size is no power of two";
    }
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        if (tables[i]->bytes > 0 &&
            (tables[i]->offset < header_bytes || !fits(tables[i], header->archive_bytes))) {
            return "tables that lie outside the file";
        }
    }
    return NULL;
}

enum adtmap_status mpq_header_parse(const uint8_t *data, size_t size, uint64_t archive_bytes,
                                    const struct diag *diag, struct mpq_header *header)
{
    struct reader reader = reader_make(data, size);
    const uint8_t *magic = reader_bytes(&reader, 4);
    uint32_t header_bytes;
    unsigned sector_shift;
    *header = (struct mpq_header){.archive_bytes = archive_bytes};
    if (!magic || memcmp(magic, "MPQ\x1a", 4) != 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "not an MPQ archive");
    }
    read_fields(&reader, header, &header_bytes, &sector_shift);
    const char *fault =
        reader.bad ? "an end in the header" : find_fault(header, header_bytes, sector_shift);
    if (fault) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "a damaged archive: it has %s", fault);
    }
    header->sector_bytes = 512U << sector_shift;
    return ADTMAP_OK;
}

/* Looks for a header, or one of user data, which leads to it. False if there is none; *at is its
 * offset in the file. */
static bool search(struct open_file file, uint64_t file_bytes, uint8_t *buffer, uint64_t *at)
{
    uint64_t end = file_bytes < SEARCH_BYTES ? file_bytes : SEARCH_BYTES;
    size_t read_bytes = SEARCH_STEP; /* most archives begin with their header */
    for (uint64_t begin = 0; begin < end;) {
        size_t bytes = (size_t)(end - begin < read_bytes ? end - begin : read_bytes);
        if (!part_read(file, begin, buffer, bytes)) {
            return false;
        }
        for (size_t i = 0; i + USER_DATA_BYTES <= bytes; i += SEARCH_STEP) {
            struct reader reader = reader_make(buffer + i, bytes - i);
            const uint8_t *magic = reader_bytes(&reader, 4);
            *at = begin + i;
            if (memcmp(magic, "MPQ\x1a", 4) == 0) {
                return true;
            }
            if (memcmp(magic, "MPQ\x1b", 4) == 0) {
                reader_skip(&reader, 4);
                *at += reader_u32(&reader);
                return *at < file_bytes;
            }
        }
        begin += bytes;
        read_bytes = SEARCH_BUFFER_BYTES;
    }
    return false;
}

enum adtmap_status mpq_header_find(struct open_file file, uint64_t file_bytes,
                                   const struct diag *diag, struct mpq_header *header)
{
    uint8_t head[MPQ_HEADER_BYTES];
    uint64_t at = 0;
    uint8_t *buffer = malloc(SEARCH_BUFFER_BYTES);
    if (!buffer) {
        return diag_fail_memory(diag);
    }
    bool found = search(file, file_bytes, buffer, &at);
    free(buffer);
    size_t bytes =
        found ? (size_t)(file_bytes - at < sizeof head ? file_bytes - at : sizeof head) : 0;
    if (!found || !part_read(file, at, head, bytes)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "not an MPQ archive");
    }
    enum adtmap_status status = mpq_header_parse(head, bytes, file_bytes - at, diag, header);
    header->at = at;
    return status;
}
