/*
 * How fields are found, by version.
 *
 * WDB5 and WDB6 have a place for each field of the record:
 *
 *     i16 32 minus the bits of an element, u16 its place in bytes
 *
 * WDB6 has further fields, which stand in common data alone; a record without a value has 0:
 *
 *     u32 columns; for each column:
 *         u32 count, u8 kind of value; for each value:
 *             u32 id of the record, value of 4, 2, 1, 4, 4 bytes by kind
 *
 * 7.3 fills each value up to four bytes. That is not said anywhere: it is so if the data do not fit
 * otherwise.
 *
 * Since WDC1 there is a column for each field:
 *
 *     u16 offset in bits, u16 size in bits, u32 bytes that it has in pallet or common data,
 *     u32 kind, three u32
 *
 *     kind 0       in the record as it is
 *     kind 1, 5    in the record as bits
 *     kind 2       in common data: pairs of u32 id and u32 value; the first of the three is the
 *                  value of records without a pair
 *     kind 3       in the record an index into the pallet
 *     kind 4       in the record an index into arrays of the pallet, whose length is the third
 *
 * Records that have their texts inside have them in place of the four bytes that the places count
 * for a text. What follows a text is moved by the bytes that it has more or less: with the text
 * "Ironforge" in the first field, a field of place 4 begins at 10.
 *
 * Texts apart are given by their distance from the first string up to WDC1. Since WDC2 it is the
 * distance from the field, as if the strings of all sections followed the records of all sections.
 */
#include "formats/tables/db2_field.h"

#include <string.h>

#include "base/size.h"

enum {
    PLACE_BYTES = 4,
    COLUMN_BYTES = 24,
    COMMON_BYTES = 8, /* an id and a value */
    TEXT_BYTES = 4,   /* that the fields count for a text */
};

enum column_kind { COLUMN_PLAIN, COLUMN_BITS, COLUMN_COMMON, COLUMN_PALLET, COLUMN_ARRAY };

struct column {
    uint32_t offset_bits;
    uint32_t size_bits;  /* of the first element */
    uint32_t width_bits; /* of all elements */
    uint32_t extra_bytes;
    uint32_t kind;
    uint32_t numbers[3];
};

/* A column of WDB5 and WDB6. */
static struct column read_place(const struct db2 *db2, uint32_t field)
{
    struct reader reader = reader_make(db2->places, (size_t)db2->field_count * PLACE_BYTES);
    reader_skip(&reader, (size_t)field * PLACE_BYTES);
    int bits = 32 - reader_i16(&reader);
    uint32_t at = reader_u16(&reader);
    reader_skip(&reader, 2);
    uint32_t next = reader_u16(&reader);
    uint32_t end = reader.bad ? db2->record_bytes : next;
    return (struct column){
        .offset_bits = 8 * at,
        .size_bits = bits > 0 ? (uint32_t)bits : 0,
        .width_bits = end > at ? 8 * (end - at) : 0,
        .kind = field < db2->field_count ? COLUMN_PLAIN : COLUMN_COMMON,
    };
}

/* A column since WDC1, and where what it has apart begins. */
static struct column read_packed(const struct db2 *db2, uint32_t field, size_t *extra_at)
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
    column.width_bits = column.size_bits;
    *extra_at = column.kind == COLUMN_COMMON ? common_at : pallet_at;
    return column;
}

static struct column read_column(const struct db2 *db2, uint32_t field, size_t *extra_at)
{
    *extra_at = 0;
    return db2->columns ? read_packed(db2, field, extra_at) : read_place(db2, field);
}

static bool has_text_inside(const struct db2 *db2, const struct db2_row *row, uint32_t field)
{
    return row->has_texts_inside && field < 32 && db2->texts >> field & 1;
}

/* The text at an offset in a record; NULL if it does not end there. */
static const char *text_inside(const struct db2_row *row, size_t at)
{
    bool ends = at < row->size && memchr(row->bytes + at, '\0', row->size - at);
    return ends ? (const char *)row->bytes + at : NULL;
}

/* Where a field begins in the record, in bytes; beyond the record if a text before does not end. */
static size_t place_of(const struct db2 *db2, const struct db2_row *row,
                       const struct column *column, uint32_t field)
{
    size_t ignored;
    size_t texts_bytes = 0;
    size_t counted_bytes = 0;
    for (uint32_t i = 0; i < field && row->has_texts_inside; i++) {
        const struct column before = read_column(db2, i, &ignored);
        uint32_t texts = has_text_inside(db2, row, i) ? before.width_bits / (8 * TEXT_BYTES) : 0;
        for (; texts > 0; texts--) {
            size_t at = before.offset_bits / 8U + texts_bytes - counted_bytes;
            const char *text = text_inside(row, at);
            if (!text) {
                return row->size;
            }
            texts_bytes += strlen(text) + 1;
        }
        counted_bytes += has_text_inside(db2, row, i) ? before.width_bits / 8U : 0;
    }
    return column->offset_bits / 8U + texts_bytes - counted_bytes;
}

/* Up to 32 bits of a record. */
static uint32_t read_bits(const struct db2_row *row, size_t first, const struct column *column)
{
    uint64_t window = 0;
    unsigned size = column->size_bits < 32 ? column->size_bits : 32;
    for (size_t i = 0; i < 5 && first + i < row->size; i++) {
        window |= (uint64_t)row->bytes[first + i] << (8 * i);
    }
    return (uint32_t)(window >> (column->offset_bits % 8U) & ((UINT64_C(1) << size) - 1));
}

/* The bytes of a value in the common data of WDB6, by the kind of its column. */
static size_t common_value_bytes(uint8_t kind)
{
    static const uint8_t bytes[] = {4, 2, 1, 4, 4};
    return kind < COUNT_OF(bytes) ? bytes[kind] : 4;
}

bool db2_common_is_padded(const uint8_t *data, size_t size)
{
    struct reader reader = reader_make(data, size);
    uint32_t columns = reader_u32(&reader);
    for (uint32_t i = 0; i < columns && !reader.bad; i++) {
        size_t count = reader_u32(&reader);
        reader_skip(&reader, (4 + common_value_bytes(reader_u8(&reader))) * count);
    }
    return reader.bad || reader_left(&reader) > 0;
}

/* The values of a column in the common data of WDB6, and how many bytes each has. */
static struct reader common_column(const struct db2 *db2, uint32_t field, uint32_t *count,
                                   size_t *bytes)
{
    struct reader reader = reader_make(db2->common, db2->common_bytes);
    uint32_t columns = reader_u32(&reader);
    *count = 0;
    *bytes = 0;
    for (uint32_t i = 0; i <= field && field < columns; i++) {
        reader_skip(&reader, (4 + (db2->common_is_padded ? 4 : *bytes)) * *count);
        *count = reader_u32(&reader);
        *bytes = common_value_bytes(reader_u8(&reader));
    }
    return reader;
}

/* How many values of a common column a look-up may try. */
static uint32_t common_most(const struct db2 *db2)
{
    uint32_t of_each = (uint32_t)DB2_COMMON_ALL_MAX / (db2->record_count + 1);
    return of_each < DB2_COMMON_MAX ? of_each : DB2_COMMON_MAX;
}

static uint32_t find_common_wdb6(const struct db2 *db2, uint32_t field, uint32_t id)
{
    uint32_t count;
    size_t bytes;
    struct reader reader = common_column(db2, field, &count, &bytes);
    uint32_t most = count < common_most(db2) ? count : common_most(db2);
    for (uint32_t i = 0; i < most && !reader.bad; i++) {
        uint32_t owner = reader_u32(&reader);
        const uint8_t *value = reader_bytes(&reader, db2->common_is_padded ? 4 : bytes);
        if (owner == id && value) {
            const struct db2_row alone = {.bytes = value, .size = bytes};
            return read_bits(&alone, 0, &(struct column){.size_bits = 32});
        }
    }
    return 0;
}

static uint32_t find_common(const struct db2 *db2, const struct column *column, size_t at,
                            uint32_t id)
{
    struct reader all = reader_make(db2->common, db2->common_bytes);
    struct reader pairs = reader_sub(&all, at, column->extra_bytes);
    uint32_t most = common_most(db2);
    for (uint32_t i = 0; i < most && reader_left(&pairs) >= COMMON_BYTES; i++) {
        uint32_t owner = reader_u32(&pairs);
        uint32_t value = reader_u32(&pairs);
        if (owner == id) {
            return value;
        }
    }
    return column->numbers[0];
}

static uint32_t find_in_pallet(const struct db2 *db2, const struct column *column, size_t at,
                               uint32_t index, uint32_t element)
{
    uint64_t each = column->kind == COLUMN_ARRAY ? column->numbers[2] : 1;
    uint64_t offset = 4 * (each * index + element);
    if (element > 0 && element >= each) {
        return 0;
    }
    struct reader all = reader_make(db2->pallet, db2->pallet_bytes);
    struct reader values = reader_sub(&all, at, column->extra_bytes);
    reader_seek(&values, (size_t)offset);
    return reader_u32(&values);
}

uint32_t db2_element(const struct db2 *db2, const struct db2_row *row, uint32_t field,
                     uint32_t element)
{
    size_t at;
    if (db2->columns && field >= db2->field_count) {
        return 0;
    }
    struct column column = read_column(db2, field, &at);
    size_t place = place_of(db2, row, &column, field);
    switch (column.kind) {
    case COLUMN_COMMON:
        return db2->columns ? find_common(db2, &column, at, row->id)
                            : find_common_wdb6(db2, field, row->id);
    case COLUMN_PALLET:
    case COLUMN_ARRAY:
        return find_in_pallet(db2, &column, at, read_bits(row, place, &column), element);
    default:
        return element == 0 || column.width_bits / 32 > element
                   ? read_bits(row, place + (size_t)4 * element, &column)
                   : 0;
    }
}

uint32_t db2_u32(const struct db2 *db2, const struct db2_row *row, uint32_t field)
{
    return db2_element(db2, row, field, 0);
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

static const char *string_inside(const struct db2 *db2, const struct db2_row *row, uint32_t field)
{
    size_t ignored;
    const struct column column = read_column(db2, field, &ignored);
    const char *text = text_inside(row, place_of(db2, row, &column, field));
    return text && strlen(text) < DB2_STRING_MAX ? text : "";
}

const char *db2_string(const struct db2 *db2, const struct db2_row *row, uint32_t field)
{
    size_t ignored;
    if (row->has_texts_inside) {
        bool is_text = field < db2->field_count && has_text_inside(db2, row, field);
        return is_text ? string_inside(db2, row, field) : "";
    }
    uint32_t distance = db2_u32(db2, row, field);
    if (distance == 0 || !db2->strings_are_relative) {
        return distance == 0 ? "" : string_at(db2, distance);
    }
    uint64_t from = (uint64_t)row->record * db2->record_bytes +
                    read_column(db2, field, &ignored).offset_bits / 8U + distance;
    uint64_t records_bytes = (uint64_t)db2->record_count * db2->record_bytes;
    return from >= records_bytes ? string_at(db2, from - records_bytes) : "";
}
