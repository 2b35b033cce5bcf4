#include "demo/pack/map_table_parts.h"

enum { FIELD_FOLDER = 1, FIELD_INSTANCE = 2, FIELDS_WITHOUT_INSTANCE = 13 };

static void put_record(struct buffer *out, struct buffer *strings, const struct map_table_row *row,
                       const struct map_table_dbc *shape)
{
    for (uint32_t field = 0; field < shape->fields; field++) {
        uint32_t value = field == 0 ? row->id : 0;
        if (field == FIELD_FOLDER || field == shape->name_field) {
            value = map_table_put_string(strings, field == FIELD_FOLDER ? row->folder : row->name);
        } else if (field == FIELD_INSTANCE && shape->fields > FIELDS_WITHOUT_INSTANCE) {
            value = row->instance;
        }
        buffer_u32le(out, value);
    }
}

void map_table_write_dbc(struct buffer *out, const struct map_table *table,
                         const struct map_table_dbc *shape)
{
    struct buffer records = {0};
    struct buffer strings = {0};
    buffer_u8(&strings, 0);
    for (uint32_t i = 0; i < table->count; i++) {
        put_record(&records, &strings, &table->rows[i], shape);
    }
    buffer_append(out, "WDBC", 4);
    map_table_put(
        out,
        (const uint32_t[]){table->count, shape->fields, 4 * shape->fields, (uint32_t)strings.size},
        4);
    map_table_put_part(out, &records);
    map_table_put_part(out, &strings);
}
