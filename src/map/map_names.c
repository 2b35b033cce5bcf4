#include "map/map_names.h"

#include <string.h>

#include "base/text.h"
#include "map/client_table.h"

enum adtmap_status map_names_open(const struct assets *assets, const struct diag *diag,
                                  struct map_names *names)
{
    return client_table_open(assets, TABLE_MAPS, diag, &names->blob, &names->table);
}

void map_names_close(struct map_names *names)
{
    blob_release(&names->blob);
    *names = (struct map_names){0};
}

uint32_t map_names_count(const struct map_names *names)
{
    return table_count(&names->table);
}

bool map_names_at(const struct map_names *names, uint32_t index, struct dbc_map *map)
{
    return table_map_at(&names->table, index, map);
}

bool map_names_find(const struct map_names *names, const char *folder, struct dbc_map *map)
{
    for (uint32_t i = 0; i < map_names_count(names); i++) {
        if (map_names_at(names, i, map) && text_compare_nocase(map->folder, folder) == 0) {
            return true;
        }
    }
    return false;
}

bool map_names_find_id(const struct map_names *names, uint32_t id, struct dbc_map *map)
{
    for (uint32_t i = 0; i < map_names_count(names); i++) {
        if (map_names_at(names, i, map) && map->id == id) {
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
