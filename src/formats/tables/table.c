/*
 * A row looks up a cell by the kind of its column, whichever version stored it so. Rows are
 * records, then copies: ids that share the bytes of another id's record.
 *
 * Texts inside a record stand in place of the four bytes that the places count for a text. What
 * follows is moved by the bytes that a text has more or less: with the text "Ironforge" in the
 * first field, a field of place 4 begins at 10. Texts apart are given by their distance from the
 * first string up to WDC1; later by that from the field, as if the strings of all sections followed
 * the records of all sections.
 */
#include "formats/tables/table.h"

#include <string.h>

#include "base/size.h"

enum {
    TEXT_BYTES = 4, /* that the fields count for a text */
};

uint32_t table_count(const struct table *table)
{
    uint32_t count = table->record_count;
    for (uint32_t i = 0; i < table->section_count; i++) {
        count += table->sections[i].copy_count;
    }
    return count;
}

static bool read_record(const struct table *table, uint32_t record, struct table_row *row)
{
    for (uint32_t i = 0; i < table->section_count; i++) {
        const struct table_section *section = &table->sections[i];
        uint32_t at = record - section->first;
        if (record < section->first || at >= section->count) {
            continue;
        }
        *row = (struct table_row){.table = table, .record = record, .size = table->record_bytes};
        if (section->records) {
            row->bytes = section->records + (size_t)at * table->record_bytes;
        } else if (section->offsets) {
            const uint8_t *entry = section->offsets + (size_t)TABLE_OFFSET_BYTES * at;
            uint32_t offset = load_u32(entry);
            struct reader bytes = reader_sub(&table->file, offset, load_u16(entry + 4));
            row->has_texts_inside = true;
            row->size = reader_left(&bytes);
            row->bytes = offset > 0 && row->size > 0 ? bytes.at : NULL;
        }
        if (row->bytes) {
            row->id = section->ids       ? load_u32(section->ids + 4 * (size_t)at)
                      : section->offsets ? table->lowest_id + at
                                         : row_cell(row, table->id_field, 0);
        }
        return row->bytes != NULL;
    }
    return false;
}

/* The ids of a copy and of what it repeats, and its section; NULL beyond the table. */
static const struct table_section *find_copy(const struct table *table, uint32_t copy,
                                             uint32_t ids[2])
{
    for (uint32_t i = 0; i < table->section_count; i++) {
        const struct table_section *section = &table->sections[i];
        if (copy < section->copy_count) {
            ids[0] = load_u32(section->copies + TABLE_COPY_BYTES * (size_t)copy);
            ids[1] = load_u32(section->copies + TABLE_COPY_BYTES * (size_t)copy + 4);
            return section;
        }
        copy -= section->copy_count;
    }
    return NULL;
}

bool table_row_at(const struct table *table, uint32_t index, struct table_row *row)
{
    uint32_t ids[2];
    *row = (struct table_row){.table = table};
    if (index < table->record_count) {
        return read_record(table, index, row);
    }
    const struct table_section *section = find_copy(table, index - table->record_count, ids);
    for (uint32_t i = 0; section && i < section->count; i++) {
        if (read_record(table, section->first + i, row) && row->id == ids[1]) {
            row->id = ids[0];
            return true;
        }
    }
    return false;
}

bool table_find(const struct table *table, uint32_t id, struct table_row *row)
{
    uint32_t ids[2] = {0};
    for (uint32_t i = 0; i < table->record_count; i++) {
        if (read_record(table, i, row) && row->id == id) {
            return true;
        }
    }
    for (uint32_t i = 0; find_copy(table, i, ids); i++) {
        if (ids[0] == id && table_row_at(table, table->record_count + i, row)) {
            return true;
        }
    }
    return false;
}

/* Up to 32 bits from a bit of some bytes on; those beyond the end are 0. */
static uint32_t bits_at(const uint8_t *bytes, size_t size, size_t at, uint32_t shift, uint32_t bits)
{
    uint64_t window = 0;
    for (size_t i = 0; i < 5 && at + i < size; i++) {
        window |= (uint64_t)bytes[at + i] << (8 * i);
    }
    return (uint32_t)(window >> shift & ((UINT64_C(1) << (bits < 32 ? bits : 32)) - 1));
}

static uint32_t sign_extended(uint32_t value, uint32_t bits)
{
    uint32_t sign = bits > 0 && bits < 32 ? UINT32_C(1) << (bits - 1) : 0;
    return (value ^ sign) - sign;
}

/* The text at an offset in a record; NULL if it does not end there. */
static const char *text_inside(const struct table_row *row, size_t at)
{
    bool ends = at < row->size && memchr(row->bytes + at, '\0', row->size - at);
    return ends ? (const char *)row->bytes + at : NULL;
}

static bool has_text_inside(const struct table_row *row, uint32_t field)
{
    return row->has_texts_inside && field < 32 && row->table->texts >> field & 1;
}

/* Where a field begins in the record, in bytes; beyond the record if a text before does not end. */
static size_t table_field_offset(const struct table_row *row, uint32_t field)
{
    const struct table_column *columns = row->table->columns;
    size_t moved = 0; /* by the texts before it, perhaps back */
    for (uint32_t i = 0; i < field && row->has_texts_inside; i++) {
        uint32_t width = has_text_inside(row, i) ? columns[i].width_bits / 8 : 0;
        size_t texts = 0;
        for (uint32_t k = 0; k < width / TEXT_BYTES; k++) {
            const char *text = text_inside(row, columns[i].offset_bits / 8U + moved + texts);
            if (!text) {
                return row->size;
            }
            texts += strlen(text) + 1;
        }
        moved += texts - width;
    }
    return columns[field].offset_bits / 8U + moved;
}

/* Each look-up is a search: so many values in one, and so many in those for all records together,
 * which take a second. */
uint32_t table_common_most(const struct table *table)
{
    uint32_t most = TABLE_COMMON_ALL_MAX / (table->record_count + 1);
    return (uint32_t)size_min(most, TABLE_COMMON_MAX);
}

static uint32_t find_common(const struct table_row *row, const struct table_column *column)
{
    struct reader pairs = column->apart;
    uint32_t most = table_common_most(row->table);
    for (uint32_t i = 0; i < most; i++) {
        const uint8_t *pair = reader_bytes(&pairs, column->pair_bytes);
        if (!pair) {
            break;
        }
        if (load_u32(pair) == row->id) {
            return bits_at(pair + 4, column->value_bytes, 0, 0, 32);
        }
    }
    return column->number;
}

/* The id that the relations of its section give a record; 0: none. */
static uint32_t find_relation(const struct table_row *row)
{
    const struct table *table = row->table;
    const struct table_section *section = &table->sections[0];
    while (section + 1 < table->sections + table->section_count &&
           row->record >= section[1].first) {
        section++;
    }
    const uint32_t record = row->record - section->first;
    uint32_t low = 0, high = section->relation_count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint8_t *entry = section->relations + (size_t)TABLE_RELATION_BYTES * middle;
        const uint32_t of = load_u32(entry + 4);
        if (of == record) {
            return load_u32(entry);
        }
        low = of < record ? middle + 1 : low;
        high = of < record ? high : middle;
    }
    return 0;
}

uint32_t row_cell(const struct table_row *row, uint32_t field, uint32_t element)
{
    const struct table *table = row->table;
    if (table->is_dbc) {
        uint64_t at = (uint64_t)field + element;
        return row->bytes && at < table->record_bytes / 4 ? load_u32(row->bytes + 4 * at) : 0;
    }
    if (field == RELATION && row->bytes) {
        return find_relation(row);
    }
    if (field >= table->column_count || !row->bytes) {
        return 0;
    }
    const struct table_column *column = &table->columns[field];
    if (column->kind == TABLE_COMMON) {
        return find_common(row, column);
    }
    size_t place = table_field_offset(row, field);
    uint32_t shift = column->offset_bits % 8U;
    if (column->kind == TABLE_PALLET || column->kind == TABLE_ARRAY) {
        uint64_t each = column->kind == TABLE_ARRAY ? column->number : 1;
        uint64_t index = bits_at(row->bytes, row->size, place, shift, column->size_bits);
        struct reader values = column->apart;
        reader_seek(&values, (size_t)(4 * (each * index + element)));
        return element == 0 || element < each ? reader_u32(&values) : 0;
    }
    if (element > 0 && column->width_bits / 32 <= element) {
        return 0;
    }
    uint32_t value =
        bits_at(row->bytes, row->size, place + (size_t)4 * element, shift, column->size_bits);
    return column->is_signed ? sign_extended(value, column->size_bits) : value;
}

/* The string at an offset into the strings of all sections. */
static const char *string_at(const struct table *table, uint64_t offset)
{
    for (uint32_t i = 0; i < table->section_count; i++) {
        const struct table_section *section = &table->sections[i];
        if (section->strings && offset >= section->strings_at &&
            offset - section->strings_at < section->strings_bytes) {
            size_t within = (size_t)(offset - section->strings_at);
            const char *text = section->strings + within;
            size_t most = size_min(section->strings_bytes - within, TABLE_STRING_MAX);
            return memchr(text, '\0', most) ? text : "";
        }
    }
    return "";
}

const char *row_cell_string(const struct table_row *row, uint32_t field)
{
    const struct table *table = row->table;
    if (row->has_texts_inside) {
        bool is_text = field < table->column_count && has_text_inside(row, field);
        const char *text = is_text ? text_inside(row, table_field_offset(row, field)) : NULL;
        return text && strlen(text) < TABLE_STRING_MAX ? text : "";
    }
    uint64_t distance = row_cell(row, field, 0);
    if (distance == 0 && !table->is_dbc) {
        return "";
    }
    if (table->strings_are_relative) {
        uint64_t before = (uint64_t)(table->record_count - row->record) * table->record_bytes;
        distance += table->columns[field].offset_bits / 8U;
        return distance >= before ? string_at(table, distance - before) : "";
    }
    return string_at(table, distance);
}

/* Each step ends behind the last text that ends within TABLE_STRING_MAX bytes. */
static bool has_long_text(const char *strings, size_t size)
{
    size_t begin = 0;
    while (size - begin >= TABLE_STRING_MAX) {
        size_t end = begin + TABLE_STRING_MAX;
        while (end > begin && strings[end - 1] != '\0') {
            end--;
        }
        if (end == begin) {
            return true;
        }
        begin = end;
    }
    return false;
}

static bool has_long_text_inside(const struct table_row *row)
{
    for (uint32_t field = 0; field < row->table->column_count; field++) {
        const char *text =
            has_text_inside(row, field) ? text_inside(row, table_field_offset(row, field)) : NULL;
        if (text && strlen(text) >= TABLE_STRING_MAX) {
            return true;
        }
    }
    return false;
}

/* Records that lie on each other are looked at until they are as many bytes as the file. */
bool table_has_long_text(const struct table *table)
{
    size_t left = (size_t)(table->file.end - table->file.begin);
    struct table_row row;
    for (uint32_t i = 0; i < table->section_count; i++) {
        const struct table_section *section = &table->sections[i];
        if (section->strings && has_long_text(section->strings, section->strings_bytes)) {
            return true;
        }
        for (uint32_t k = 0; section->offsets && k < section->count; k++) {
            if (!read_record(table, section->first + k, &row) || row.size < TABLE_STRING_MAX ||
                row.size > left) {
                continue;
            }
            left -= row.size;
            if (has_long_text_inside(&row)) {
                return true;
            }
        }
    }
    return false;
}

static uint32_t table_field(const struct table_row *row, unsigned column)
{
    return row->table->fields[column];
}

bool row_has(const struct table_row *row, unsigned column)
{
    return table_field(row, column) != NO_FIELD;
}

uint32_t row_u32(const struct table_row *row, unsigned column, uint32_t element)
{
    return row_has(row, column) ? row_cell(row, table_field(row, column), element) : 0;
}

/*
 * Plain columns do not say whether they are signed, and have the width of their type: there -1 is
 * all ones. Common data and pallets have values of 16 bits in 32, with the sign or without. Columns
 * of bits are as narrow as their values allow, so that all ones are a number unless they are
 * signed.
 */
uint32_t row_id(const struct table_row *row, unsigned column, uint32_t none)
{
    const struct table *table = row->table;
    uint32_t field = table_field(row, column);
    uint32_t value = row_u32(row, column, 0);
    uint32_t bits = 32;
    if (!row_has(row, column)) {
        return none;
    }
    if (!table->is_dbc && field < table->column_count) {
        const struct table_column *stored = &table->columns[field];
        bits = stored->kind == TABLE_PLAIN    ? stored->size_bits
               : stored->kind == TABLE_COMMON ? 8 * stored->value_bytes
                                              : 32;
    }
    bool is_none = value == UINT32_MAX || value == UINT16_MAX ||
                   (bits >= 8 && bits < 32 && value == (UINT32_C(1) << bits) - 1);
    return is_none ? none : value;
}

static float f32_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float row_f32(const struct table_row *row, unsigned column, uint32_t element)
{
    return f32_of_bits(row_u32(row, column, element));
}

uint32_t row_u32_behind(const struct table_row *row, unsigned column, uint32_t fields)
{
    return row_has(row, column) ? row_cell(row, table_field(row, column) + fields, 0) : 0;
}

float row_f32_behind(const struct table_row *row, unsigned column, uint32_t fields)
{
    return f32_of_bits(row_u32_behind(row, column, fields));
}

const char *row_string(const struct table_row *row, unsigned column)
{
    return row_has(row, column) ? row_cell_string(row, table_field(row, column)) : "";
}

const char *row_text(const struct table_row *row, unsigned column)
{
    const char *strings = row->table->sections[0].strings;
    const char *text = row_string(row, column);
    for (uint32_t i = 1; row_has(row, column) && text[0] == '\0' && i < row->table->languages;
         i++) {
        const char *other = row_cell_string(row, table_field(row, column) + i);
        text = other[0] != '\0' && other > strings && other[-1] == '\0' ? other : text;
    }
    return text;
}
