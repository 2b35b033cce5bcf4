#include "scene/map/map_names.h"

#include <string.h>
#include <strings.h>

#include "scene/map/client_table.h"

enum adtmap_status map_names_open(const struct assets *assets, const struct diag *diag,
                                  struct map_names *names)
{
    static const struct client_table table = {"DBFilesClient/Map.dbc", dbc_maps_check,
                                              "maps go by their folders"};
    return client_table_open(assets, &table, diag, &names->blob, &names->dbc);
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
