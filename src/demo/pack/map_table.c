#include "demo/pack/map_table.h"

#include <stdio.h>
#include <string.h>

#include "base/path.h"

void map_table_add_file(struct map_table *table, const char *name, uint32_t file_id)
{
    static const char folder[] = "World/Maps/";
    const char *base = path_base(name);
    if (!name_has_suffix(name, ".wdt") || strncmp(name, folder, strlen(folder)) != 0 ||
        table->count == MAP_TABLE_ROWS_MAX) {
        return;
    }
    struct map_table_row *row = &table->rows[table->count];
    *row = (struct map_table_row){.id = table->count++, .wdt_file_id = file_id};
    int length = (int)(strlen(base) - strlen(".wdt"));
    snprintf(row->folder, sizeof row->folder, "%.*s", length, base);
    snprintf(row->name, sizeof row->name, "The %.*s", length, base);
}

void map_table_write_dbc(struct buffer *out, const struct map_table *table,
                         const struct map_dbc_shape *shape)
{
    struct dbc_table dbc = {0};
    for (uint32_t i = 0; i < table->count; i++) {
        const struct map_table_row *row = &table->rows[i];
        const struct map_dbc_row map = {row->id, row->folder, row->name, row->instance, {0.0}};
        map_dbc_put(&dbc, shape, &map);
    }
    dbc_finish(&dbc, shape->fields, out);
}
