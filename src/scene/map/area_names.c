#include "scene/map/area_names.h"

#include "scene/map/client_table.h"

enum adtmap_status area_names_open(const struct assets *assets, const struct diag *diag,
                                   struct area_names *names)
{
    static const struct client_table table = {"DBFilesClient/AreaTable.dbc", dbc_areas_check,
                                              "areas go by their ids"};
    return client_table_open(assets, &table, diag, &names->blob, &names->dbc);
}

void area_names_close(struct area_names *names)
{
    blob_release(&names->blob);
    *names = (struct area_names){0};
}

bool area_names_find(const struct area_names *names, uint32_t id, struct dbc_area *area)
{
    for (uint32_t i = 0; dbc_area_at(&names->dbc, i, area); i++) {
        if (area->id == id) {
            return true;
        }
    }
    return false;
}
