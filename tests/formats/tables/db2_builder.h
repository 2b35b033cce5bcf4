/* Builds DB2 tables: one section whose fields are plain 32-bit numbers, and ids that stand apart.
 */
#ifndef TESTS_FORMATS_TABLES_DB2_BUILDER_H
#define TESTS_FORMATS_TABLES_DB2_BUILDER_H

#include <string.h>

#include "base/buffer.h"

/* At most 8 records of `field_count` fields, of one 32-bit number each unless `numbers` says how
 * many one has. `fields` are the numbers of a record; the name takes the place of number
 * `name_field`. */
struct db2_rows {
    char version; /* '1' to '5' */
    uint32_t layout;
    uint32_t field_count;
    uint8_t numbers[16]; /* 0: one */
    uint32_t name_field;
    uint32_t count;
    struct {
        uint32_t id;
        const char *name;
        uint32_t fields[40];
    } rows[8];
    uint32_t copy_count;
    uint32_t copies[4]; /* id, id of the record that it repeats; and so on */
    uint32_t relation_count;
    uint32_t relations[16]; /* id of another table, number of the record; and so on */
};

enum { DB2_RELATIONS_HEAD = 12 };

static inline uint32_t db2_relations_bytes(const struct db2_rows *rows)
{
    return rows->relation_count ? DB2_RELATIONS_HEAD + 8 * rows->relation_count : 0;
}

static inline void db2_put(struct buffer *out, const uint32_t *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buffer_u32le(out, values[i]);
    }
}

static inline uint32_t db2_numbers(const struct db2_rows *rows, uint32_t field)
{
    return field < 16 && rows->numbers[field] ? rows->numbers[field] : 1;
}

static inline uint32_t db2_record_numbers(const struct db2_rows *rows)
{
    uint32_t all = 0;
    for (uint32_t i = 0; i < rows->field_count; i++) {
        all += db2_numbers(rows, i);
    }
    return all;
}

static inline void db2_put_header(struct buffer *out, const struct db2_rows *rows,
                                  uint32_t strings_bytes)
{
    static const uint8_t schema[132] = {5};
    const char magic[4] = {'W', 'D', 'C', rows->version};
    uint32_t fields = rows->field_count;
    buffer_append(out, magic, 4);
    buffer_append(out, schema, rows->version == '5' ? sizeof schema : 0);
    db2_put(out,
            (const uint32_t[]){rows->count, fields, 4 * db2_record_numbers(rows), strings_bytes, 0,
                               rows->layout, 0, rows->count, 2},
            9);
    if (rows->version == '1') {
        db2_put(out, &(const uint32_t){8 * rows->copy_count}, 1);
    }
    buffer_u16le(out, 4);
    buffer_u16le(out, 0);
    db2_put(out, (const uint32_t[]){fields, 0, 0}, 3);
    if (rows->version == '1') {
        db2_put(
            out,
            (const uint32_t[]){0, 4 * rows->count, 24 * fields, 0, 0, db2_relations_bytes(rows)},
            6);
    } else {
        db2_put(out, (const uint32_t[]){24 * fields, 0, 0, 1}, 4);
    }
}

static inline void db2_put_section(struct buffer *out, const struct db2_rows *rows,
                                   uint32_t strings_bytes)
{
    uint32_t head_bytes = rows->version == '2' ? 36 : 40;
    uint32_t offset = (uint32_t)out->size + head_bytes + rows->field_count * (4 + 24);
    uint32_t ids_bytes = 4 * rows->count;
    db2_put(out, (const uint32_t[]){0, 0, offset, rows->count, strings_bytes}, 5);
    if (rows->version == '2') {
        db2_put(out,
                (const uint32_t[]){8 * rows->copy_count, 0, ids_bytes, db2_relations_bytes(rows)},
                4);
    } else {
        db2_put(out,
                (const uint32_t[]){0, ids_bytes, db2_relations_bytes(rows), 0, rows->copy_count},
                5);
    }
}

static inline void db2_put_places(struct buffer *out, const struct db2_rows *rows)
{
    for (uint32_t i = 0; i < rows->field_count; i++) {
        buffer_u32le(out, 0);
    }
}

static inline void db2_put_columns(struct buffer *out, const struct db2_rows *rows)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < rows->field_count; i++) {
        buffer_u16le(out, (uint16_t)(32 * at));
        buffer_u16le(out, (uint16_t)(32 * db2_numbers(rows, i)));
        at += db2_numbers(rows, i);
        db2_put(out, (const uint32_t[]){0, 0, 0, 0, 0}, 5);
    }
}

/* Strings follow the records; a field gives its distance to the string. */
static inline void db2_build(struct buffer *out, const struct db2_rows *rows)
{
    struct buffer strings = {0};
    struct buffer records = {0};
    uint32_t numbers = db2_record_numbers(rows);
    uint32_t all_bytes = 4 * numbers * rows->count;
    buffer_u8(&strings, 0);
    for (uint32_t r = 0; r < rows->count; r++) {
        for (uint32_t f = 0; f < numbers; f++) {
            uint32_t here = (uint32_t)records.size;
            uint32_t to_string = all_bytes - here + (uint32_t)strings.size;
            buffer_u32le(&records, f == rows->name_field ? to_string : rows->rows[r].fields[f]);
        }
        buffer_append(&strings, rows->rows[r].name, strlen(rows->rows[r].name) + 1);
    }
    *out = (struct buffer){0};
    db2_put_header(out, rows, (uint32_t)strings.size);
    if (rows->version == '1') {
        db2_put_places(out, rows);
    } else {
        db2_put_section(out, rows, (uint32_t)strings.size);
        db2_put_places(out, rows);
        db2_put_columns(out, rows);
    }
    buffer_append(out, records.data, records.size);
    buffer_append(out, strings.data, strings.size);
    for (uint32_t r = 0; r < rows->count; r++) {
        buffer_u32le(out, rows->rows[r].id);
    }
    db2_put(out, rows->copies, 2 * (size_t)rows->copy_count);
    if (rows->version == '1') {
        db2_put_columns(out, rows);
    }
    if (rows->relation_count > 0) {
        db2_put(out, (const uint32_t[]){rows->relation_count, 0, UINT32_MAX}, 3);
        db2_put(out, rows->relations, 2 * (size_t)rows->relation_count);
    }
    buffer_free(&records);
    buffer_free(&strings);
}

#endif
