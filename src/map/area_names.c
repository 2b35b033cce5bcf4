#include "map/area_names.h"

#include "map/tables/client_table.h"

enum adtmap_status area_names_open(const struct assets *assets, const struct diag *diag,
                                   struct area_names *names)
{
    return client_table_open(assets, TABLE_AREAS, diag, &names->blob, &names->table);
}

void area_names_close(struct area_names *names)
{
    blob_release(&names->blob);
    *names = (struct area_names){0};
}

bool area_names_find(const struct area_names *names, uint32_t id, struct dbc_area *area)
{
    return table_find_area(&names->table, id, area);
}
