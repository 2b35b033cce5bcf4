/*
 * Little endian:
 *
 *     "WDC3"; WDC5 only: u32 5, 128 bytes that name the schema
 *     u32 records, fields, bytes a record, bytes of strings, hash of the table, hash of the layout,
 *         lowest id, highest id, locale; u16 flags, u16 field of the id
 *     u32 fields in all, offset of bit fields, lookup columns, bytes of columns, of common data, of
 *         the pallet, sections
 *     sections: u64 name of the key, u32 offset in the file, records, bytes of strings, then for
 *         WDC2 bytes of copies, offset of the map, bytes of ids, of relations;
 *         later end of the map, bytes of ids, of relations, entries of the map, copies
 *     4 bytes a field that are not needed; 24 bytes a column (db2_field.c); the pallet; common data
 *     for each section records, strings, ids, copies (and more)
 */
#include "formats/tables/db2_versions.h"

enum {
    SCHEMA_BYTES = 4 + 128,
    SECTION_BYTES_WDC2 = 36,
    SECTION_BYTES = 40,
    FIELD_BYTES = 4,
    COLUMN_BYTES = 24,
    COPY_BYTES = 8,
    FLAG_VARIABLE = 1,
};

struct wdc2_header {
    uint32_t fields_in_all;
    uint32_t columns_bytes;
    uint32_t section_count;
    uint16_t flags;
};

static struct wdc2_header read_header(struct reader *reader, struct db2 *db2)
{
    struct wdc2_header header;
    const uint8_t *magic = reader_bytes(reader, 4);
    reader_skip(reader, magic && magic[3] == '5' ? SCHEMA_BYTES : 0);
    db2->record_count = reader_u32(reader);
    reader_skip(reader, 4);
    db2->record_bytes = reader_u32(reader);
    reader_skip(reader, 8);
    db2->layout_hash = reader_u32(reader);
    reader_skip(reader, 12);
    header.flags = reader_u16(reader);
    db2->id_field = reader_u16(reader);
    header.fields_in_all = reader_u32(reader);
    reader_skip(reader, 8);
    header.columns_bytes = reader_u32(reader);
    db2->common_bytes = reader_u32(reader);
    db2->pallet_bytes = reader_u32(reader);
    header.section_count = reader_u32(reader);
    return header;
}

/* What a section's head says. */
struct section_head {
    uint64_t key_name;
    uint32_t offset;
    uint32_t count;
    uint32_t strings_bytes;
    uint32_t ids_bytes;
    size_t copies_bytes;
};

static struct section_head read_section_head(struct reader *reader, bool is_wdc2)
{
    struct section_head head = {.key_name = reader_u64(reader)};
    head.offset = reader_u32(reader);
    head.count = reader_u32(reader);
    head.strings_bytes = reader_u32(reader);
    head.copies_bytes = is_wdc2 ? reader_u32(reader) : 0;
    reader_skip(reader, 4);
    head.ids_bytes = reader_u32(reader);
    reader_skip(reader, is_wdc2 ? 4 : 8);
    head.copies_bytes = is_wdc2 ? head.copies_bytes : (size_t)reader_u32(reader) * COPY_BYTES;
    return head;
}

/* False when the section does not fit the file. */
static bool take_section(const struct db2 *db2, const struct reader *file,
                         const struct section_head *head, struct db2_section *section)
{
    struct reader rest = *file;
    reader_seek(&rest, head->offset);
    section->records = reader_array(&rest, head->count, db2->record_bytes);
    section->strings = (const char *)reader_bytes(&rest, head->strings_bytes);
    section->count = head->count;
    bool fits = db2_take_ids(section, &rest, head->ids_bytes);
    db2_take_copies(section, &rest, head->copies_bytes);
    fits = fits && !rest.bad;
    section->count = fits ? head->count : 0;
    section->copy_count = fits ? section->copy_count : 0;
    section->strings_bytes = fits ? head->strings_bytes : 0;
    return fits;
}

static void read_sections(struct db2 *db2, const struct reader *file, struct reader heads,
                          uint32_t count, bool is_wdc2, const struct diag *diag)
{
    uint32_t first = 0;
    size_t strings_at = 0;
    for (uint32_t i = 0; i < count && i < DB2_SECTIONS_MAX; i++) {
        struct db2_section *section = &db2->sections[db2->section_count++];
        struct section_head head = read_section_head(&heads, is_wdc2);
        head.count =
            head.count < db2->record_count - first ? head.count : db2->record_count - first;
        *section = (struct db2_section){.first = first, .strings_at = strings_at};
        if (!head.key_name && !take_section(db2, file, &head, section)) {
            diag_warn(diag, NULL, head.offset, "section %u of %u records is cut off: left out", i,
                      head.count);
        }
        first += head.count;
        strings_at += head.strings_bytes;
    }
    if (count > DB2_SECTIONS_MAX) {
        diag_warn(diag, NULL, NO_OFFSET, "%u sections: only %d are read", count, DB2_SECTIONS_MAX);
    }
}

enum adtmap_status db2_read_wdc2(struct db2 *db2, const struct diag *diag)
{
    const struct reader file = reader_make(db2->file, db2->file_bytes);
    struct reader reader = file;
    bool is_wdc2 = db2->file[3] == '2';
    const struct wdc2_header header = read_header(&reader, db2);
    struct reader heads = reader;
    size_t head_bytes = is_wdc2 ? SECTION_BYTES_WDC2 : SECTION_BYTES;
    reader_skip(&reader, header.section_count * head_bytes);
    reader_skip(&reader, (size_t)header.fields_in_all * FIELD_BYTES);
    db2->strings_are_relative = true;
    db2->field_count = header.columns_bytes / COLUMN_BYTES;
    db2->columns = reader_bytes(&reader, header.columns_bytes);
    db2->pallet = reader_bytes(&reader, db2->pallet_bytes);
    db2->common = reader_bytes(&reader, db2->common_bytes);
    enum adtmap_status status = db2_check_header(db2, !reader.bad, diag);
    if (!status && header.flags & FLAG_VARIABLE) {
        status = diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                           "a table whose records have no fixed size");
    }
    if (!status) {
        read_sections(db2, &file, heads, header.section_count, is_wdc2, diag);
    }
    return status;
}
