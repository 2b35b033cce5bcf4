#include "job/map_names.h"

#include <string.h>
#include <strings.h>

#include "base/diag.h"

static const char table[] = "DBFilesClient/Map.dbc";

enum adtmap_status map_names_open(const struct assets *assets, const struct diag *diag,
                                  struct map_names *names)
{
    struct adtmap_message failure = {0};
    const struct diag at_table = {table, diag->log, &failure};
    *names = (struct map_names){0};
    if (!assets_has(assets, table)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = assets_read(assets, table, &at_table, &names->blob);
    if (status == ADTMAP_OK) {
        status = dbc_read(names->blob.data, names->blob.size, &at_table, &names->dbc);
    }
    if (status == ADTMAP_OK) {
        status = dbc_maps_check(&names->dbc, &at_table);
    }
    if (status) {
        map_names_close(names);
    }
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    if (status) {
        diag_warn(&at_table, NULL, NO_OFFSET, "%s; maps go by their folders", failure.what);
    }
    return ADTMAP_OK;
}

void map_names_close(struct map_names *names)
{
    blob_release(&names->blob);
    *names = (struct map_names){0};
}

bool map_names_find(const struct map_names *names, const char *folder, struct dbc_map *map)
{
    for (uint32_t i = 0; i < names->dbc.record_count; i++) {
        if (dbc_map_at(&names->dbc, i, map) && strcasecmp(map->folder, folder) == 0) {
            return true;
        }
    }
    return false;
}

void map_names_spell(const struct map_names *names, char *folder)
{
    struct dbc_map map;
    if (!strpbrk(folder, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") && map_names_find(names, folder, &map)) {
        memcpy(folder, map.folder, strlen(folder));
    }
}
