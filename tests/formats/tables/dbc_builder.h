/* Builds DBC tables: records of plain numbers, and texts. */
#ifndef TESTS_FORMATS_TABLES_DBC_BUILDER_H
#define TESTS_FORMATS_TABLES_DBC_BUILDER_H

#include <string.h>

#include "base/buffer.h"

/* A DBC under way: records of `fields` numbers, all zero until set. */
struct dbc_bytes {
    struct buffer bytes;
    uint32_t fields;
    uint32_t count;
    struct buffer strings;
};

static inline struct dbc_bytes dbc_make(uint32_t fields, uint32_t count)
{
    struct dbc_bytes table = {.fields = fields, .count = count};
    uint8_t *records = buffer_extend(&table.bytes, 20 + (size_t)fields * count * 4);
    memset(records, 0, table.bytes.size);
    buffer_u8(&table.strings, 0);
    return table;
}

static inline void set(struct dbc_bytes *table, uint32_t record, uint32_t field, uint32_t value)
{
    uint8_t *at = table->bytes.data + 20 + ((size_t)record * table->fields + field) * 4;
    for (int i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

static inline void set_float(struct dbc_bytes *table, uint32_t record, uint32_t field, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    set(table, record, field, bits);
}

static inline void set_text(struct dbc_bytes *table, uint32_t record, uint32_t field,
                            const char *text)
{
    set(table, record, field, (uint32_t)table->strings.size);
    buffer_append(&table->strings, text, strlen(text) + 1);
}

static inline void write_header(struct dbc_bytes *table, uint32_t count, uint32_t fields,
                                uint32_t bytes, uint32_t strings)
{
    struct buffer header = {0};
    buffer_append(&header, "WDBC", 4);
    buffer_u32le(&header, count);
    buffer_u32le(&header, fields);
    buffer_u32le(&header, bytes);
    buffer_u32le(&header, strings);
    memcpy(table->bytes.data, header.data, header.size);
    buffer_free(&header);
}

/* Writes the header, and the strings behind the records. */
static inline void dbc_end(struct dbc_bytes *table)
{
    write_header(table, table->count, table->fields, 4 * table->fields,
                 (uint32_t)table->strings.size);
    buffer_append(&table->bytes, table->strings.data, table->strings.size);
}

static inline void dbc_free(struct dbc_bytes *table)
{
    buffer_free(&table->bytes);
    buffer_free(&table->strings);
}

#endif
