#include "demo/tables/dbc_write.h"

#include <string.h>

void dbc_put_u32(struct dbc_table *table, uint32_t value)
{
    buffer_u32le(&table->records, value);
}

void dbc_put_f32(struct dbc_table *table, double value)
{
    buffer_f32le(&table->records, (float)value);
}

void dbc_put_zeros(struct dbc_table *table, uint32_t fields)
{
    for (uint32_t i = 0; i < fields; i++) {
        dbc_put_u32(table, 0);
    }
}

/* The block of strings begins with the empty one. */
void dbc_put_string(struct dbc_table *table, const char *string)
{
    if (table->strings.size == 0) {
        buffer_u8(&table->strings, 0);
    }
    dbc_put_u32(table, string[0] ? (uint32_t)table->strings.size : 0);
    if (string[0]) {
        buffer_append(&table->strings, string, strlen(string) + 1);
    }
}

void dbc_put_text(struct dbc_table *table, const char *text)
{
    dbc_put_string(table, text);
    dbc_put_zeros(table, table->languages);
}

void dbc_finish(struct dbc_table *table, uint32_t fields, struct buffer *out)
{
    buffer_append(out, "WDBC", 4);
    buffer_u32le(out, (uint32_t)(table->records.size / (4 * (size_t)fields)));
    buffer_u32le(out, fields);
    buffer_u32le(out, 4 * fields);
    buffer_u32le(out, (uint32_t)table->strings.size);
    buffer_append(out, table->records.data, table->records.size);
    buffer_append(out, table->strings.data, table->strings.size);
    out->failed |= table->records.failed || table->strings.failed;
    buffer_free(&table->records);
    buffer_free(&table->strings);
}
