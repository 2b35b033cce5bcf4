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
 *     4 bytes a field that are not needed; 24 bytes a column; the pallet; common data
 *     for each section records, strings, ids (and more)
 *
 * A column: u16 offset and u16 size in bits, u32 bytes that it has in pallet or common data, u32
 * kind, three numbers. Kinds: in the record as it is (0) or as bits (1, 5), a default and the
 * exceptions by id in common data (2), an index into the pallet (3), or into its arrays (4).
 *
 * A field gives its string as a distance from itself, as if the strings of all sections followed
 * the records of all sections.
 */
#include "formats/tables/db2.h"

#include <string.h>

#include "base/reader.h"
#include "base/size.h"

enum {
    SCHEMA_BYTES = 4 + 128,
    SECTION_BYTES_WDC2 = 36,
    SECTION_BYTES = 40,
    FIELD_BYTES = 4,
    COLUMN_BYTES = 24,
    COMMON_BYTES = 8, /* an id and a value */
    FLAG_VARIABLE = 1,
};

enum column_kind { COLUMN_PLAIN, COLUMN_BITS, COLUMN_COMMON, COLUMN_PALLET, COLUMN_ARRAY };

struct column {
    uint16_t offset_bits;
    uint16_t size_bits;
    uint32_t extra_bytes;
    uint32_t kind;
    uint32_t numbers[3];
};

struct header {
    uint32_t strings_bytes;
    uint32_t fields_in_all;
    uint32_t columns_bytes;
    uint32_t section_count;
    uint16_t flags;
};

bool db2_is(const uint8_t *data, size_t size)
{
    return size >= 4 && memcmp(data, "WDC", 3) == 0 && data[3] >= '2' && data[3] <= '5';
}

static struct header read_header(struct reader *reader, struct db2 *db2)
{
    struct header header;
    const uint8_t *magic = reader_bytes(reader, 4);
    reader_skip(reader, magic && magic[3] == '5' ? SCHEMA_BYTES : 0);
    db2->record_count = reader_u32(reader);
    reader_skip(reader, 4);
    db2->record_bytes = reader_u32(reader);
    header.strings_bytes = reader_u32(reader);
    reader_skip(reader, 4);
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
};

static struct section_head read_section_head(struct reader *reader, bool is_wdc2)
{
    struct section_head head = {.key_name = reader_u64(reader)};
    head.offset = reader_u32(reader);
    head.count = reader_u32(reader);
    head.strings_bytes = reader_u32(reader);
    reader_skip(reader, is_wdc2 ? 8 : 4);
    head.ids_bytes = reader_u32(reader);
    reader_skip(reader, is_wdc2 ? 4 : 12);
    return head;
}

/* False when the section does not fit the file. */
static bool take_section(struct db2 *db2, const struct reader *file,
                         const struct section_head *head, struct db2_section *section)
{
    size_t records_bytes = (size_t)head->count * db2->record_bytes;
    struct reader rest = *file;
    reader_seek(&rest, head->offset);
    section->records = reader_bytes(&rest, records_bytes);
    section->strings = (const char *)reader_bytes(&rest, head->strings_bytes);
    bool has_ids = head->ids_bytes > 0;
    section->ids = has_ids ? reader_bytes(&rest, head->ids_bytes) : NULL;
    bool fits = !rest.bad && (!has_ids || head->ids_bytes / 4 >= head->count);
    section->count = fits ? head->count : 0;
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

static enum adtmap_status check(const struct db2 *db2, const struct header *header,
                                const struct reader *reader, const struct diag *diag)
{
    if (reader->bad || db2->record_bytes == 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "a table cut in its header");
    }
    if (db2->record_count > DB2_RECORDS_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "%u records: more than %d",
                         db2->record_count, DB2_RECORDS_MAX);
    }
    if (header->flags & FLAG_VARIABLE) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "a table whose records have no fixed size");
    }
    return ADTMAP_OK;
}

enum adtmap_status db2_read(const uint8_t *data, size_t size, const struct diag *diag,
                            struct db2 *db2)
{
    memset(db2, 0, sizeof *db2);
    if (!db2_is(data, size)) {
        bool is_other = size >= 4 && memcmp(data, "WD", 2) == 0;
        return diag_fail(diag, is_other ? ADTMAP_UNSUPPORTED : ADTMAP_BAD_DATA, NULL, 0,
                         is_other ? "a %.4s table; WDC2 to WDC5 are read" : "not a table",
                         (const char *)data);
    }
    const struct reader file = reader_make(data, size);
    struct reader reader = file;
    bool is_wdc2 = data[3] == '2';
    const struct header header = read_header(&reader, db2);
    struct reader heads = reader;
    size_t head_bytes = is_wdc2 ? SECTION_BYTES_WDC2 : SECTION_BYTES;
    reader_skip(&reader, header.section_count * head_bytes);
    reader_skip(&reader, (size_t)header.fields_in_all * FIELD_BYTES);
    db2->field_count = header.columns_bytes / COLUMN_BYTES;
    db2->columns = reader_bytes(&reader, header.columns_bytes);
    db2->pallet = reader_bytes(&reader, db2->pallet_bytes);
    db2->common = reader_bytes(&reader, db2->common_bytes);
    enum adtmap_status status = check(db2, &header, &reader, diag);
    if (!status) {
        read_sections(db2, &file, heads, header.section_count, is_wdc2, diag);
    }
    return status;
}

static const struct db2_section *section_of(const struct db2 *db2, uint32_t record)
{
    for (uint32_t i = 0; i < db2->section_count; i++) {
        const struct db2_section *section = &db2->sections[i];
        if (record >= section->first && record - section->first < section->count) {
            return section;
        }
    }
    return NULL;
}

bool db2_has(const struct db2 *db2, uint32_t record)
{
    return section_of(db2, record) != NULL;
}

/* Where what a column has apart begins, and the column. */
static struct column read_column(const struct db2 *db2, uint32_t field, size_t *extra_at)
{
    struct reader reader = reader_make(db2->columns, (size_t)db2->field_count * COLUMN_BYTES);
    struct column column = {0};
    size_t common_at = 0;
    size_t pallet_at = 0;
    for (uint32_t i = 0; i <= field; i++) {
        common_at += column.kind == COLUMN_COMMON ? column.extra_bytes : 0;
        pallet_at +=
            column.kind == COLUMN_PALLET || column.kind == COLUMN_ARRAY ? column.extra_bytes : 0;
        column.offset_bits = reader_u16(&reader);
        column.size_bits = reader_u16(&reader);
        column.extra_bytes = reader_u32(&reader);
        column.kind = reader_u32(&reader);
        for (size_t k = 0; k < 3; k++) {
            column.numbers[k] = reader_u32(&reader);
        }
    }
    *extra_at = column.kind == COLUMN_COMMON ? common_at : pallet_at;
    return column;
}

/* Up to 32 bits of a record. */
static uint32_t read_bits(const uint8_t *record, size_t record_bytes, const struct column *column)
{
    uint64_t window = 0;
    size_t first = column->offset_bits / 8U;
    unsigned size = column->size_bits < 32 ? column->size_bits : 32;
    for (size_t i = 0; i < 5 && first + i < record_bytes; i++) {
        window |= (uint64_t)record[first + i] << (8 * i);
    }
    return (uint32_t)(window >> (column->offset_bits % 8U) & ((UINT64_C(1) << size) - 1));
}

static uint32_t find_common(const struct db2 *db2, const struct column *column, size_t at,
                            uint32_t id)
{
    struct reader all = reader_make(db2->common, db2->common_bytes);
    struct reader pairs = reader_sub(&all, at, column->extra_bytes);
    for (uint32_t i = 0; i < db2->record_count && reader_left(&pairs) >= COMMON_BYTES; i++) {
        uint32_t owner = reader_u32(&pairs);
        uint32_t value = reader_u32(&pairs);
        if (owner == id) {
            return value;
        }
    }
    return column->numbers[0];
}

static uint32_t find_in_pallet(const struct db2 *db2, const struct column *column, size_t at,
                               uint32_t index)
{
    uint64_t each = column->kind == COLUMN_ARRAY ? column->numbers[2] : 1;
    uint64_t offset = 4 * each * index;
    struct reader all = reader_make(db2->pallet, db2->pallet_bytes);
    struct reader values = reader_sub(&all, at, column->extra_bytes);
    reader_seek(&values, (size_t)offset);
    return reader_u32(&values);
}

static uint32_t read_field(const struct db2 *db2, const struct db2_section *section,
                           uint32_t record, uint32_t field)
{
    size_t at;
    struct column column = read_column(db2, field, &at);
    const uint8_t *bytes = section->records + (size_t)(record - section->first) * db2->record_bytes;
    uint32_t value = read_bits(bytes, db2->record_bytes, &column);
    switch (column.kind) {
    case COLUMN_COMMON:
        return find_common(db2, &column, at, db2_id(db2, record));
    case COLUMN_PALLET:
    case COLUMN_ARRAY:
        return find_in_pallet(db2, &column, at, value);
    default:
        return value;
    }
}

uint32_t db2_u32(const struct db2 *db2, uint32_t record, uint32_t field)
{
    const struct db2_section *section = section_of(db2, record);
    return section && field < db2->field_count ? read_field(db2, section, record, field) : 0;
}

uint32_t db2_id(const struct db2 *db2, uint32_t record)
{
    const struct db2_section *section = section_of(db2, record);
    if (section && section->ids) {
        struct reader id = reader_make(section->ids + (size_t)4 * (record - section->first), 4);
        return reader_u32(&id);
    }
    /* The field of the id is stored in the record. */
    size_t at;
    bool is_there = section && db2->id_field < db2->field_count &&
                    read_column(db2, db2->id_field, &at).kind != COLUMN_COMMON;
    return is_there ? read_field(db2, section, record, db2->id_field) : 0;
}

/* The string at an offset into the strings of all sections. */
static const char *string_at(const struct db2 *db2, uint64_t offset)
{
    for (uint32_t i = 0; i < db2->section_count; i++) {
        const struct db2_section *section = &db2->sections[i];
        if (offset >= section->strings_at &&
            offset - section->strings_at < section->strings_bytes) {
            size_t within = (size_t)(offset - section->strings_at);
            const char *text = section->strings + within;
            size_t most = size_min(section->strings_bytes - within, DB2_STRING_MAX);
            return memchr(text, '\0', most) ? text : "";
        }
    }
    return "";
}

const char *db2_string(const struct db2 *db2, uint32_t record, uint32_t field)
{
    size_t at;
    uint32_t distance = db2_u32(db2, record, field);
    if (distance == 0) {
        return "";
    }
    uint64_t from = (uint64_t)record * db2->record_bytes +
                    read_column(db2, field, &at).offset_bits / 8U + distance;
    uint64_t records_bytes = (uint64_t)db2->record_count * db2->record_bytes;
    return from >= records_bytes ? string_at(db2, from - records_bytes) : "";
}
