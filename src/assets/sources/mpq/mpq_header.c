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

/* The least sizes of headers by version. */
static const uint32_t header_bytes_of[] = {32, 44, 44, MPQ_HEADER_BYTES};

/* Reads version and size of the header. What no version has becomes what clients take it for. */
static void read_version(struct reader *reader, struct mpq_header *header, uint32_t *header_bytes)
{
    *header_bytes = reader_u32(reader);
    header->claimed_bytes = reader_u32(reader);
    header->version = reader_u16(reader) + 1U;
    if (header->version > COUNT_OF(header_bytes_of)) {
        header->version = 1;
        header->oddity = "no known version";
    }
    uint32_t least_bytes = header_bytes_of[header->version - 1];
    if (*header_bytes < least_bytes || *header_bytes > MPQ_HEADER_BYTES) {
        *header_bytes = least_bytes;
        header->oddity =
            header->oddity ? header->oddity : "a size of the header that its version does not have";
    }
}

/* Leaves out the blocks that lie behind the end of the file. */
static void leave_out_blocks(struct mpq_header *header)
{
    uint64_t offset = header->blocks.offset;
    uint64_t room = offset < header->archive_bytes ? header->archive_bytes - offset : 0;
    if (room / ENTRY_BYTES > 0 && room < header->blocks.bytes) {
        header->block_count = (uint32_t)(room / ENTRY_BYTES);
        header->blocks.bytes = (uint64_t)header->block_count * ENTRY_BYTES;
        header->oddity = header->oddity ? header->oddity : "more files than there is room for";
    }
}

/* Reads the fields behind the magic number. */
static void read_fields(struct reader *reader, struct mpq_header *header, uint32_t *header_bytes,
                        unsigned *sector_shift)
{
    read_version(reader, header, header_bytes);
    *sector_shift = reader_u16(reader);
    header->hashes.offset = reader_u32(reader);
    header->blocks.offset = reader_u32(reader);
    header->hash_count = reader_u32(reader);
    header->block_count = reader_u32(reader);
    header->claimed_blocks = header->block_count;
    header->hashes.bytes = (uint64_t)header->hash_count * ENTRY_BYTES;
    header->blocks.bytes = (uint64_t)header->block_count * ENTRY_BYTES;
    if (header->version >= 2) {
        header->high.offset = reader_u64(reader);
        header->hashes.offset |= (uint64_t)reader_u16(reader) << 32;
        header->blocks.offset |= (uint64_t)reader_u16(reader) << 32;
    }
    if (header->version < 4) { /* version 4 says how many bytes there are, perhaps compressed */
        leave_out_blocks(header);
    }
    header->high.bytes =
        header->high.offset > 0 ? (uint64_t)header->block_count * HIGH_ENTRY_BYTES : 0;
    if (header->version >= 3 && *header_bytes >= 68) {
        header->claimed_bytes = reader_u64(reader);
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

static const char tables_outside[] = "tables that lie outside the file";

/* What is wrong with the header, as the object of "it has"; NULL if it is valid. */
static const char *find_fault(const struct mpq_header *header, uint32_t header_bytes,
                              unsigned sector_shift)
{
    const struct mpq_table_place *const tables[] = {&header->hashes, &header->blocks, &header->high,
                                                    &header->het, &header->bet};
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
            return tables_outside;
        }
    }
    return NULL;
}

/* Whether the end of the file cuts the archive off: its tables lie in the size that it claims. */
static bool is_cut(const struct mpq_header *header)
{
    return header->claimed_bytes > header->archive_bytes &&
           fits(&header->hashes, header->claimed_bytes) &&
           fits(&header->blocks, header->claimed_bytes);
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
        header->is_cut = fault == tables_outside && is_cut(header);
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "a damaged archive: it has %s", fault);
    }
    header->sector_bytes = 512U << sector_shift;
    return ADTMAP_OK;
}

/* A header of the search. */
struct candidates {
    struct mpq_header *header; /* the one that can be read */
    uint64_t false_at;         /* the first one that cannot, */
    size_t false_count;        /* and how many */
    bool is_any_cut;           /* one of these is of an archive that is cut off */
    struct adtmap_message why; /* what is wrong with it */
};

/* Reads the header at a place of the file. Without one: ADTMAP_BAD_DATA, and counted. */
static enum adtmap_status try_header(struct open_file file, uint64_t file_bytes, uint64_t at,
                                     const struct diag *diag, struct candidates *candidates)
{
    uint8_t head[MPQ_HEADER_BYTES];
    size_t bytes = (size_t)(file_bytes - at < sizeof head ? file_bytes - at : sizeof head);
    struct diag first = {diag->file, NULL, candidates->false_count ? NULL : &candidates->why};
    *candidates->header = (struct mpq_header){0};
    enum adtmap_status status = part_read(file, at, head, bytes, diag);
    if (diag_is_transient(status)) {
        return status;
    }
    if (!status && !mpq_header_parse(head, bytes, file_bytes - at, &first, candidates->header)) {
        candidates->header->at = at;
        candidates->header->is_inside_cut = candidates->is_any_cut;
        return ADTMAP_OK;
    }
    candidates->is_any_cut |= candidates->header->is_cut;
    candidates->false_at = candidates->false_count ? candidates->false_at : at;
    candidates->false_count++;
    return ADTMAP_BAD_DATA;
}

/* Looks for a header, or one of user data, which leads to it. ADTMAP_BAD_DATA, without a message,
 * if the file has no header. */
static enum adtmap_status search(struct open_file file, uint64_t file_bytes, uint8_t *buffer,
                                 const struct diag *diag, struct candidates *candidates)
{
    uint64_t end = file_bytes < MPQ_SEARCH_BYTES_MAX ? file_bytes : MPQ_SEARCH_BYTES_MAX;
    size_t read_bytes = SEARCH_STEP; /* most archives begin with their header */
    for (uint64_t begin = 0; begin < end;) {
        size_t bytes = (size_t)(end - begin < read_bytes ? end - begin : read_bytes);
        enum adtmap_status status = part_read(file, begin, buffer, bytes, diag);
        if (status) {
            return status == ADTMAP_NOT_FOUND ? ADTMAP_BAD_DATA : status;
        }
        for (size_t i = 0; i + USER_DATA_BYTES <= bytes; i += SEARCH_STEP) {
            struct reader reader = reader_make(buffer + i, bytes - i);
            const uint8_t *magic = reader_bytes(&reader, 4);
            bool is_user_data = memcmp(magic, "MPQ\x1b", 4) == 0;
            uint64_t at = begin + i;
            if (is_user_data) {
                reader_skip(&reader, 4);
                at += reader_u32(&reader);
            }
            if ((is_user_data || memcmp(magic, "MPQ\x1a", 4) == 0) && at < file_bytes) {
                status = try_header(file, file_bytes, at, diag, candidates);
                if (status != ADTMAP_BAD_DATA) {
                    return status;
                }
            }
        }
        begin += bytes;
        read_bytes = SEARCH_BUFFER_BYTES;
    }
    return ADTMAP_BAD_DATA;
}

static void warn_of_oddities(const struct candidates *candidates, const struct diag *diag)
{
    const struct mpq_header *header = candidates->header;
    const char *odd = header->oddity ? header->oddity : "";
    if (header->is_inside_cut) {
        diag_warn(
            diag, NULL, (int64_t)candidates->false_at,
            "a damaged archive: the end of the file cuts it off; an archive inside it is read, "
            "at 0x%llx",
            (unsigned long long)header->at);
    } else if (candidates->false_count > 0) {
        diag_warn(diag, NULL, (int64_t)candidates->false_at,
                  "a header that cannot be read; that at 0x%llx is read%s%s",
                  (unsigned long long)header->at, odd[0] ? ", which has " : "", odd);
    } else if (odd[0]) {
        diag_warn(diag, NULL, (int64_t)header->at, "an odd archive: it has %s", odd);
    }
}

enum adtmap_status mpq_header_find(struct open_file file, uint64_t file_bytes,
                                   const struct diag *diag, struct mpq_header *header)
{
    struct candidates candidates = {.header = header};
    uint8_t *buffer = malloc(SEARCH_BUFFER_BYTES);
    if (!buffer) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = search(file, file_bytes, buffer, diag, &candidates);
    free(buffer);
    if (!status) {
        warn_of_oddities(&candidates, diag);
    }
    if (status != ADTMAP_BAD_DATA) {
        return status;
    }
    return candidates.false_count > 0 && candidates.why.what[0]
               ? diag_fail(diag, ADTMAP_BAD_DATA, NULL, (int64_t)candidates.false_at, "%s",
                           candidates.why.what)
               : diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "not an MPQ archive");
}
