#include "scene/map/map_names.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "scene/map/client_table.h"

/* The name by which Map.db2 is found; false without one. */
static bool find_db2(const struct assets *assets, char name[NAME_BYTES])
{
    static const char listed[] = "DBFilesClient/Map.db2";
    if (assets_has(assets, listed)) {
        snprintf(name, NAME_BYTES, "%s", listed);
        return true;
    }
    return assets_name_of_id(assets, DB2_MAP_FILE_ID, name);
}

static enum adtmap_status open_db2(const struct assets *assets, const struct diag *diag,
                                   struct map_names *names)
{
    struct adtmap_message why = {0};
    char name[NAME_BYTES];
    if (!find_db2(assets, name)) {
        return ADTMAP_OK;
    }
    const struct diag own = {name, diag->log, &why};
    enum adtmap_status status = assets_read(assets, name, &own, &names->blob);
    if (!status) {
        status = db2_read(names->blob.data, names->blob.size, &own, &names->db2);
    }
    if (!status) {
        status = db2_maps_check(&names->db2, &own);
    }
    if (status) {
        map_names_close(names);
        const struct diag at_file = {why.file, diag->log, NULL};
        diag_warn(&at_file, NULL, NO_OFFSET, "Map.db2: %s; maps go by their folders", why.what);
    }
    return status == ADTMAP_NO_MEMORY ? diag_fail_memory(diag) : ADTMAP_OK;
}

enum adtmap_status map_names_open(const struct assets *assets, const struct diag *diag,
                                  struct map_names *names)
{
    static const struct client_table table = {"DBFilesClient/Map.dbc", dbc_maps_check,
                                              "maps go by their folders"};
    names->db2 = (struct db2){0};
    enum adtmap_status status = client_table_open(assets, &table, diag, &names->blob, &names->dbc);
    return status || names->blob.data ? status : open_db2(assets, diag, names);
}

void map_names_close(struct map_names *names)
{
    blob_release(&names->blob);
    *names = (struct map_names){0};
}

uint32_t map_names_count(const struct map_names *names)
{
    return names->dbc.record_count + names->db2.record_count;
}

bool map_names_at(const struct map_names *names, uint32_t index, struct dbc_map *map)
{
    return names->dbc.record_count > 0 ? dbc_map_at(&names->dbc, index, map)
                                       : db2_map_at(&names->db2, index, map);
}

bool map_names_find(const struct map_names *names, const char *folder, struct dbc_map *map)
{
    for (uint32_t i = 0; i < map_names_count(names); i++) {
        if (map_names_at(names, i, map) && strcasecmp(map->folder, folder) == 0) {
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
