#include "demo/tables/dbc_write.h"

#include <string.h>

void dbc_put_zeros(struct dbc_table *table, uint32_t fields)
{
    chunk_zeros(&table->records, 4 * (size_t)fields);
}

/* The block of strings begins with the empty one. */
void dbc_put_string(struct dbc_table *table, const char *string)
{
    if (table->strings.size == 0) {
        buffer_u8(&table->strings, 0);
    }
    DBC_U32(table, string[0] ? (uint32_t)table->strings.size : 0);
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

enum { FIELD_ID, FIELD_FOLDER, FIELD_INSTANCE, FIELDS_WITHOUT_INSTANCE = 13 };

static const uint32_t NOWHERE = UINT32_MAX;

void map_dbc_put(struct dbc_table *table, const struct map_dbc_shape *shape,
                 const struct map_dbc_row *row)
{
    for (uint32_t field = 0; field < shape->fields; field++) {
        uint32_t after = field - shape->entrance_field;
        if (field == FIELD_ID) {
            DBC_U32(table, row->id);
        } else if (field == FIELD_FOLDER) {
            dbc_put_string(table, row->folder);
        } else if (field == FIELD_INSTANCE && shape->fields > FIELDS_WITHOUT_INSTANCE) {
            DBC_U32(table, row->instance);
        } else if (field == shape->name_field) {
            dbc_put_string(table, row->name);
        } else if (shape->entrance_field == 0 || after > 3) {
            DBC_U32(table, 0);
        } else if (after == 0 || after == 3) { /* the map; the time of day, that of the world */
            DBC_U32(table, after == 0 && row->instance ? 0 : NOWHERE);
        } else {
            DBC_F32(table, row->entrance[after - 1]);
        }
    }
}
