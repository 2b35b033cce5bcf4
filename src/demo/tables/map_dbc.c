#include "demo/tables/map_dbc.h"

enum { FIELD_ID, FIELD_FOLDER, FIELD_INSTANCE, FIELDS_WITHOUT_INSTANCE = 13 };

static const uint32_t NOWHERE = UINT32_MAX;

void map_dbc_put(struct dbc_table *table, const struct map_dbc_shape *shape,
                 const struct map_dbc_row *row)
{
    for (uint32_t field = 0; field < shape->fields; field++) {
        uint32_t after = field - shape->entrance_field;
        if (field == FIELD_ID) {
            dbc_put_u32(table, row->id);
        } else if (field == FIELD_FOLDER) {
            dbc_put_string(table, row->folder);
        } else if (field == FIELD_INSTANCE && shape->fields > FIELDS_WITHOUT_INSTANCE) {
            dbc_put_u32(table, row->instance);
        } else if (field == shape->name_field) {
            dbc_put_string(table, row->name);
        } else if (shape->entrance_field == 0 || after > 3) {
            dbc_put_u32(table, 0);
        } else if (after == 0 || after == 3) { /* the map; the time of day, that of the world */
            dbc_put_u32(table, after == 0 && row->instance ? 0 : NOWHERE);
        } else {
            dbc_put_f32(table, row->entrance[after - 1]);
        }
    }
}
