/*
 * Finds where everything is in a table: sections of records, columns, strings. Numbers are little
 * endian.
 *
 * DBC:
 *
 *     "WDBC" or "WDB2"; u32 records, fields, bytes a record, bytes of strings
 *     WDB2: u32 hash of the table, build, time; in builds after 12880 lowest id, highest id,
 *         locale, bytes of copies, and u32 and u16 for each id
 *     records of fields of 32 bits; strings
 *
 * DB2:
 *
 *     "WDB5" to "WDC5"; WDC5: u32 5, 128 bytes that name the schema
 *     u32 records, fields, bytes a record, bytes of strings, hash of the table, hash of the layout,
 *         lowest id, highest id, locale; up to WDC1 bytes of copies; u16 flags, u16 field of the id
 *     WDB6: u32 fields in all, bytes of common data
 *     WDC1: u32 fields in all, offset of bit fields, lookup columns, offset of the map, bytes of
 *         ids, of columns, of common data, of the pallet, of relations
 *     WDC2: u32 fields in all, offset of bit fields, lookup columns, bytes of columns, of common
 *         data, of the pallet, sections; then for each section
 *             u64 name of the key, u32 offset in the file, records, bytes of strings
 *             WDC2: bytes of copies, offset of the map, bytes of ids, of relations
 *             later: end of the map, bytes of ids, of relations, entries of the map, copies
 *     4 bytes a field: i16 32 minus the bits of an element, u16 place in bytes; up to WDB6
 *
 *     up to WDC1: records and strings; with flag 1 instead records with their texts inside, then
 *         the map: u32 offset and u16 bytes for each id from the lowest to the highest, 0 for one
 *         without a record (up to WDB6 the bytes of strings are its offset)
 *     up to WDB6 with flag 2: u32 for each id
 *     ids, up to WDB6 with flag 4 only; copies; common data of WDB6
 *     since WDC1: columns, pallet, common data; in WDC1 then relations
 *     since WDC2: for each section records, strings, ids, copies, the map, relations (and more)
 *
 * Relations are a column that no record has:
 *
 *     u32 count, lowest and highest id of the other table; for each
 *         u32 id of the other table, u32 number of the record in its section
 *
 * Common data of WDB6 are those of the fields that no record has; a record without a value has 0:
 *
 *     u32 columns; for each
 *         u32 count, u8 kind of value; for each value
 *             u32 id of the record, value of 4, 2, 1, 4, 4 bytes by kind
 *
 * 7.3 fills each value up to four bytes. That is not said anywhere: it is so if the data do not fit
 * otherwise. A column since WDC1:
 *
 *     u16 offset in bits, u16 size in bits, u32 bytes that it has in pallet or common data,
 *     u32 kind, three u32
 *
 *     kind 0    in the record as it is
 *     kind 1    in the record as bits; bit 0 of the third says that they are signed
 *     kind 2    in common data: pairs of u32 id and u32 value; the first of the three is the value
 *               of records without a pair
 *     kind 3    in the record an index into the pallet
 *     kind 4    in the record an index into arrays of the pallet, whose length is the third
 *     kind 5    in the record as signed bits
 */
#include "formats/tables/table.h"

#include <string.h>

#include "base/size.h"

enum {
    COLUMN_BYTES = 24,
    COLUMN_SIGNED = 1,
    LAST_WDB2_WITHOUT_IDS = 12880, /* build */
};

enum db2_flag { FLAG_TEXTS_INSIDE = 1, FLAG_SECOND_KEY = 2, FLAG_IDS = 4 };

enum db2_version { WDB5 = 5, WDB6 = 6, WDC1 = 11, WDC2 = 12, WDC5 = 15 };

/* What the head of a DB2 says, besides what the table keeps. */
struct db2_head {
    uint32_t version; /* enum db2_version */
    uint32_t fields_in_all;
    uint32_t strings_bytes;
    uint32_t highest_id;
    uint32_t copies_bytes;
    uint32_t map_offset;
    uint32_t ids_bytes;
    uint32_t columns_bytes, common_bytes, pallet_bytes;
    uint32_t relations_bytes; /* of WDC1 */
    uint32_t section_count;   /* since WDC2 */
    uint16_t flags;
};

static enum adtmap_status fail_cut(const struct diag *diag, const char *what)
{
    return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "a table %s", what);
}

static enum adtmap_status check_count(const struct table *table, const struct diag *diag)
{
    if (table->record_count > TABLE_RECORDS_MAX) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "%u records: more than %d",
                         table->record_count, TABLE_RECORDS_MAX);
    }
    return ADTMAP_OK;
}

/* DBC: keeps the records that are whole, and the strings that end. */
static enum adtmap_status read_dbc(struct reader reader, bool is_wdb2, const struct diag *diag,
                                   struct table *table)
{
    struct table_section *section = &table->sections[0];
    reader_skip(&reader, 4);
    uint32_t claimed = reader_u32(&reader);
    table->field_count = reader_u32(&reader);
    table->record_bytes = reader_u32(&reader);
    uint32_t strings_bytes = reader_u32(&reader);
    if (is_wdb2) {
        reader_skip(&reader, 4);
        bool has_ids = reader_u32(&reader) > LAST_WDB2_WITHOUT_IDS;
        reader_skip(&reader, 4);
        uint32_t lowest = has_ids ? reader_u32(&reader) : 0;
        uint32_t highest = has_ids ? reader_u32(&reader) : 0;
        reader_skip(&reader, has_ids ? 8 : 0);
        reader_skip(&reader, highest > 0 && highest >= lowest
                                 ? TABLE_OFFSET_BYTES * ((size_t)highest - lowest + 1)
                                 : 0);
    }
    if (reader.bad) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "%zu bytes: cut in the header",
                         (size_t)(reader.end - reader.begin));
    }
    if (table->record_bytes == 0 || table->field_count == 0) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 8, "records of %u fields and %u bytes",
                         table->field_count, table->record_bytes);
    }
    uint32_t count = (uint32_t)size_min(claimed, reader_left(&reader) / table->record_bytes);
    if (count < claimed) {
        diag_warn(diag, NULL, (int64_t)reader_offset(&reader), "%u records said, %u there", claimed,
                  count);
    }
    table->is_dbc = true;
    table->record_count = section->count = count;
    enum adtmap_status status = check_count(table, diag);
    if (status) {
        return status;
    }
    table->section_count = 1;
    section->records = reader_array(&reader, count, table->record_bytes);
    if (count < claimed) {
        return ADTMAP_OK;
    }
    int64_t offset = (int64_t)reader_offset(&reader);
    size_t size = size_min(strings_bytes, reader_left(&reader));
    section->strings = (const char *)reader_bytes(&reader, size);
    while (size > 0 && section->strings[size - 1]) {
        size--;
    }
    section->strings_bytes = size;
    if (size < strings_bytes) {
        diag_warn(diag, NULL, offset, "%u bytes of strings said, %zu there that end", strings_bytes,
                  size);
    }
    return ADTMAP_OK;
}

static struct db2_head table_read_head(struct reader *reader, uint32_t version, struct table *table)
{
    struct db2_head head = {.version = version};
    reader_skip(reader, 4 + (version == WDC5 ? 4 + 128 : 0));
    table->record_count = reader_u32(reader);
    table->field_count = reader_u32(reader);
    table->record_bytes = reader_u32(reader);
    head.strings_bytes = reader_u32(reader);
    reader_skip(reader, 4);
    table->layout_hash = reader_u32(reader);
    table->lowest_id = reader_u32(reader);
    head.highest_id = reader_u32(reader);
    reader_skip(reader, 4);
    head.copies_bytes = version < WDC2 ? reader_u32(reader) : 0;
    head.flags = reader_u16(reader);
    table->id_field = reader_u16(reader);
    head.fields_in_all = version > WDB5 ? reader_u32(reader) : 0;
    if (version < WDC1) {
        head.common_bytes = version == WDB6 ? reader_u32(reader) : 0;
        head.map_offset = head.strings_bytes;
        head.ids_bytes = head.flags & FLAG_IDS ? 4 * table->record_count : 0;
        return head;
    }
    reader_skip(reader, 8);
    head.map_offset = version == WDC1 ? reader_u32(reader) : 0;
    head.ids_bytes = version == WDC1 ? reader_u32(reader) : 0;
    head.columns_bytes = reader_u32(reader);
    head.common_bytes = reader_u32(reader);
    head.pallet_bytes = reader_u32(reader);
    head.relations_bytes = version == WDC1 ? reader_u32(reader) : 0;
    head.section_count = version == WDC1 ? 1 : reader_u32(reader);
    return head;
}

static enum adtmap_status check_head(const struct reader *reader, const struct diag *diag,
                                     const struct table *table)
{
    if (reader->bad || table->record_bytes == 0) {
        return fail_cut(diag, "cut in its header");
    }
    return check_count(table, diag);
}

/* The columns of WDB5 and WDB6: each ends where the next begins. */
static void take_places(struct reader *reader, struct table *table)
{
    const struct reader places =
        reader_make(reader_array(reader, table->field_count, 4), (size_t)table->field_count * 4);
    table->column_count = (uint32_t)size_min(table->field_count, TABLE_FIELDS_MAX);
    for (uint32_t i = 0; i < table->column_count && !reader->bad; i++) {
        struct reader place = reader_sub(&places, 4 * (size_t)i, 4);
        struct reader next = reader_sub(&places, 4 * (size_t)i + 6, 2);
        int bits = 32 - reader_i16(&place);
        uint32_t at = reader_u16(&place);
        uint32_t end = next.bad ? table->record_bytes : reader_u16(&next);
        table->columns[i] = (struct table_column){
            .offset_bits = 8 * at,
            .size_bits = bits > 0 ? (uint32_t)bits : 0,
            .width_bits = end > at ? 8 * (end - at) : 0,
        };
    }
}

/* Takes the columns that have common data in WDB6. False if these do not fit. */
static bool take_common(struct reader common, bool is_padded, struct table *table)
{
    static const uint8_t sizes[] = {4, 2, 1, 4, 4};
    uint32_t columns = reader_u32(&common);
    for (uint32_t i = 0; i < columns && !common.bad; i++) {
        uint32_t count = reader_u32(&common);
        uint8_t kind = reader_u8(&common);
        struct table_column column = {.kind = TABLE_COMMON, .size_bits = 32};
        column.value_bytes = kind < COUNT_OF(sizes) ? sizes[kind] : 4;
        column.pair_bytes = is_padded ? 8 : 4 + column.value_bytes;
        size_t there = size_min(count, reader_left(&common) / column.pair_bytes);
        column.apart = reader_make(common.at, there * column.pair_bytes);
        reader_skip(&common, (size_t)count * column.pair_bytes);
        if (i >= table->field_count && i < TABLE_FIELDS_MAX) {
            table->columns[i] = column;
            table->column_count = i + 1;
        }
    }
    return !common.bad && reader_left(&common) == 0;
}

/* The columns since WDC1, and what they have apart. */
static void take_columns(struct reader *reader, const struct db2_head *head, struct table *table)
{
    struct reader columns =
        reader_make(reader_bytes(reader, head->columns_bytes), head->columns_bytes);
    const struct reader pallet =
        reader_make(reader_bytes(reader, head->pallet_bytes), head->pallet_bytes);
    const struct reader common =
        reader_make(reader_bytes(reader, head->common_bytes), head->common_bytes);
    size_t pallet_at = 0;
    size_t common_at = 0;
    uint32_t count = (uint32_t)size_min(head->columns_bytes / COLUMN_BYTES, TABLE_FIELDS_MAX);
    for (; !reader->bad && table->column_count < count; table->column_count++) {
        struct table_column *column = &table->columns[table->column_count];
        *column = (struct table_column){.value_bytes = 4, .pair_bytes = 8};
        column->offset_bits = reader_u16(&columns);
        column->size_bits = column->width_bits = reader_u16(&columns);
        uint32_t apart_bytes = reader_u32(&columns);
        column->kind = reader_u32(&columns);
        uint32_t first = reader_u32(&columns);
        reader_skip(&columns, 4);
        uint32_t third = reader_u32(&columns);
        column->number = column->kind == TABLE_ARRAY ? third : first;
        column->is_signed = column->kind == TABLE_SIGNED_BITS ||
                            (column->kind == TABLE_BITS && (third & COLUMN_SIGNED));
        if (column->kind == TABLE_COMMON) {
            column->apart = reader_sub(&common, common_at, apart_bytes);
            common_at += apart_bytes;
        } else if (column->kind == TABLE_PALLET || column->kind == TABLE_ARRAY) {
            column->apart = reader_sub(&pallet, pallet_at, apart_bytes);
            pallet_at += apart_bytes;
        }
    }
}

/* Takes the next bytes as ids, none for 0 bytes, and as copies. False if they do not fit. */
static bool take_ids_and_copies(struct reader *reader, size_t ids_bytes, size_t copies_bytes,
                                const struct diag *diag, struct table_section *section)
{
    section->ids = ids_bytes > 0 ? reader_bytes(reader, ids_bytes) : NULL;
    section->copies = reader_bytes(reader, copies_bytes);
    section->copy_count = (uint32_t)size_min(copies_bytes / TABLE_COPY_BYTES, TABLE_COPIES_MAX);
    if (copies_bytes / TABLE_COPY_BYTES > TABLE_COPIES_MAX) {
        diag_warn(diag, NULL, NO_OFFSET,
                  "more than %d copies of records in a section; the rest left out",
                  TABLE_COPIES_MAX);
    }
    return !reader->bad && (ids_bytes == 0 || ids_bytes / 4 >= section->count);
}

/* Takes the next bytes as relations, as many as fit. */
static void take_relations(struct reader *reader, size_t bytes, const struct diag *diag,
                           struct table_section *section)
{
    enum { HEAD_BYTES = 12 };
    if (reader->bad || bytes < HEAD_BYTES || bytes > reader_left(reader)) {
        return;
    }
    struct reader relations = reader_make(reader_bytes(reader, bytes), bytes);
    const uint32_t said = reader_u32(&relations);
    reader_skip(&relations, HEAD_BYTES - 4);
    section->relation_count =
        (uint32_t)size_min(said, reader_left(&relations) / TABLE_RELATION_BYTES);
    section->relations = relations.at;
    for (uint32_t i = 1; i < section->relation_count; i++) {
        const uint8_t *entry = section->relations + (size_t)TABLE_RELATION_BYTES * i;
        if (load_u32(entry + 4) <= load_u32(entry + 4 - TABLE_RELATION_BYTES)) {
            diag_warn(diag, NULL, NO_OFFSET,
                      "relations that are not in the order of records: left out");
            section->relation_count = 0;
        }
    }
}

/* WDB5, WDB6 and WDC1: one section, and ids between the lowest and the highest. */
static enum adtmap_status read_one_section(struct reader *reader, const struct db2_head *head,
                                           const struct diag *diag, struct table *table)
{
    struct table_section *section = &table->sections[0];
    size_t ids =
        head->highest_id >= table->lowest_id ? (size_t)head->highest_id - table->lowest_id + 1 : 0;
    table->section_count = 1;
    take_places(reader, table);
    enum adtmap_status status = check_head(reader, diag, table);
    if (status) {
        return status;
    }
    if (head->flags & FLAG_TEXTS_INSIDE) {
        table->record_count = (uint32_t)ids;
        reader_seek(reader, head->map_offset);
        section->offsets = reader_array(reader, table->record_count, TABLE_OFFSET_BYTES);
        status = check_head(&(struct reader){0}, diag, table);
    } else {
        section->records = reader_array(reader, table->record_count, table->record_bytes);
        section->strings = (const char *)reader_bytes(reader, head->strings_bytes);
        section->strings_bytes = head->strings_bytes;
    }
    if (status) {
        return status;
    }
    section->count = table->record_count;
    if (head->version < WDC1 && head->flags & FLAG_SECOND_KEY) {
        reader_skip(reader, 4 * ids);
    }
    if (section->offsets) { /* the map tells the ids */
        reader_skip(reader, head->ids_bytes);
    }
    bool fits = take_ids_and_copies(reader, section->offsets ? 0 : head->ids_bytes,
                                    head->copies_bytes, diag, section);
    if (head->version == WDC1) {
        table->column_count = 0;
        take_columns(reader, head, table);
        struct reader rest = *reader;
        take_relations(&rest, head->relations_bytes, diag, section);
    } else {
        const struct reader common =
            reader_make(reader_bytes(reader, head->common_bytes), head->common_bytes);
        if (!reader->bad && !take_common(common, false, table)) {
            take_common(common, true, table);
        }
    }
    return fits && !reader->bad ? ADTMAP_OK : fail_cut(diag, "that is cut off");
}

static bool is_zero(const uint8_t *bytes, size_t size)
{
    return size == 0 || (bytes[0] == 0 && memcmp(bytes, bytes + 1, size - 1) == 0);
}

/* Takes the section of the next head. A section that is cut off is left out, with a warning that
 * has its number unless it names a key. One that names a key is left out if its bytes are all zero:
 * that is what a storage gives for what it has no key for. With the key it is as any other. */
static void take_section(struct reader *heads, uint32_t version, const struct diag *diag,
                         struct table *table)
{
    uint32_t number = table->section_count++;
    struct table_section *section = &table->sections[number];
    const struct table_section *last = number > 0 ? section - 1 : NULL;
    uint64_t key_name = reader_u64(heads);
    uint32_t offset = reader_u32(heads);
    uint32_t count = reader_u32(heads);
    uint32_t strings_bytes = reader_u32(heads);
    size_t copies_bytes = version == WDC2 ? reader_u32(heads) : 0;
    reader_skip(heads, 4);
    uint32_t ids_bytes = reader_u32(heads);
    uint32_t relations_bytes = reader_u32(heads);
    uint32_t map_count = version == WDC2 ? 0 : reader_u32(heads);
    copies_bytes = version == WDC2 ? copies_bytes : (size_t)reader_u32(heads) * TABLE_COPY_BYTES;
    section->first = last ? last->first + last->count : 0;
    section->strings_at = last ? last->strings_at + last->strings_bytes : 0;
    section->count = (uint32_t)size_min(count, table->record_count - section->first);
    section->strings_bytes = strings_bytes;
    struct reader rest = table->file;
    reader_seek(&rest, offset);
    section->records = reader_array(&rest, section->count, table->record_bytes);
    section->strings = (const char *)reader_bytes(&rest, strings_bytes);
    bool fits = take_ids_and_copies(&rest, ids_bytes, copies_bytes, diag, section);
    if (!key_name && !fits) {
        diag_warn(diag, NULL, offset, "section %u of %u records is cut off: left out", number,
                  section->count);
    }
    size_t bytes = section->records ? (size_t)(rest.at - section->records) : 0;
    bool is_encrypted = key_name && fits && is_zero(section->records, bytes);
    if (is_encrypted || !fits) {
        section->records = NULL;
        section->copy_count = 0;
        section->strings = NULL;
        return;
    }
    reader_skip(&rest, (size_t)map_count * TABLE_OFFSET_BYTES);
    take_relations(&rest, relations_bytes, diag, section);
}

/* WDC2 to WDC5. */
static enum adtmap_status read_sections(struct reader *reader, const struct db2_head *head,
                                        const struct diag *diag, struct table *table)
{
    struct reader heads = *reader;
    reader_skip(reader, head->section_count * (size_t)(head->version == WDC2 ? 36 : 40));
    reader_skip(reader, (size_t)head->fields_in_all * 4);
    take_columns(reader, head, table);
    table->strings_are_relative = true;
    enum adtmap_status status = check_head(reader, diag, table);
    if (status) {
        return status;
    }
    if (head->flags & FLAG_TEXTS_INSIDE) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                         "a table whose records have no fixed size");
    }
    while (table->section_count < size_min(head->section_count, TABLE_SECTIONS_MAX)) {
        take_section(&heads, head->version, diag, table);
    }
    if (head->section_count > TABLE_SECTIONS_MAX) {
        diag_warn(diag, NULL, NO_OFFSET, "%u sections: only %d are read", head->section_count,
                  TABLE_SECTIONS_MAX);
    }
    return ADTMAP_OK;
}

/* Tables of lights have more; nothing that is asked for is behind the first ones. */
static void tell_fields(const struct table *table, const struct db2_head *head,
                        const struct diag *diag)
{
    size_t fields = size_max(table->field_count, head->columns_bytes / COLUMN_BYTES);
    if (fields > TABLE_FIELDS_MAX) {
        diag_info(diag, NULL, NO_OFFSET, "%zu fields: the first %d are read", fields,
                  TABLE_FIELDS_MAX);
    }
}

enum adtmap_status table_read_cells(const uint8_t *data, size_t size, const struct diag *diag,
                                    struct table *table)
{
    *table = (struct table){.file = reader_make(data, size)};
    struct reader reader = table->file;
    if (size < 4 || (memcmp(data, "WDB", 3) != 0 && memcmp(data, "WDC", 3) != 0)) {
        return diag_fail(diag, ADTMAP_BAD_DATA, NULL, 0, "not a DBC");
    }
    bool is_wdb = data[2] == 'B';
    char last = (char)data[3];
    if (is_wdb && (last == 'C' || last == '2')) {
        return read_dbc(reader, last == '2', diag, table);
    }
    if (last < (is_wdb ? '5' : '1') || last > (is_wdb ? '6' : '5')) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, 0,
                         "a %.4s table; WDBC, WDB2, WDB5, WDB6 and WDC1 to WDC5 are read",
                         (const char *)data);
    }
    const struct db2_head head =
        table_read_head(&reader, (uint32_t)(last - '0') + (is_wdb ? 0 : WDC1 - 1), table);
    tell_fields(table, &head, diag);
    return head.version < WDC2 ? read_one_section(&reader, &head, diag, table)
                               : read_sections(&reader, &head, diag, table);
}

static enum adtmap_status find_layout(const struct diag *diag, struct table *table)
{
    const char *name = table_kind_name(table->kind);
    table->languages = 1;
    if (!table->is_dbc) {
        const struct db2_layout *layout = table_layout_of_db2(table->kind, table->layout_hash);
        if (!layout) {
            return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, NO_OFFSET,
                             "layout %08X is no known layout of %s", table->layout_hash, name);
        }
        table->fields = layout->fields;
        table->texts = layout->texts;
        return ADTMAP_OK;
    }
    const struct dbc_layout *layout = table_layout_of_dbc(table->kind, table->field_count);
    if (!layout || table->record_bytes / 4 < layout->field_count) {
        return diag_fail(diag, ADTMAP_UNSUPPORTED, NULL, 8,
                         "records of %u fields and %u bytes: no known layout of %s",
                         table->field_count, table->record_bytes, name);
    }
    table->fields = layout->fields;
    table->languages = layout->languages;
    table->id_field = layout->id;
    return ADTMAP_OK;
}

/* Says of which columns of the layout values are not looked at. */
static void tell_common(const struct table *table, const struct diag *diag)
{
    uint32_t most = table_common_most(table);
    const unsigned columns = table_kind_columns(table->kind);
    for (uint32_t field = 0; field < table->column_count; field++) {
        const struct table_column *column = &table->columns[field];
        size_t values =
            column->kind == TABLE_COMMON ? reader_left(&column->apart) / column->pair_bytes : 0;
        if (values > most && memchr(table->fields, (int)field, columns)) {
            diag_warn(diag, NULL, NO_OFFSET,
                      "field %u has %zu values for some records: more than %u; the rest count as "
                      "its default",
                      field, values, most);
        }
    }
}

enum adtmap_status table_read(const uint8_t *data, size_t size, enum table_kind kind,
                              const struct diag *diag, struct table *table)
{
    enum adtmap_status status = table_read_cells(data, size, diag, table);
    table->kind = kind;
    if (!status) {
        status = find_layout(diag, table);
    }
    if (status) {
        *table = (struct table){.kind = kind};
        return status;
    }
    if (table_has_long_text(table)) {
        diag_warn(diag, NULL, NO_OFFSET, "texts of %d bytes or more count as empty",
                  TABLE_STRING_MAX);
    }
    if (!table->is_dbc) {
        tell_common(table, diag);
    }
    return ADTMAP_OK;
}
