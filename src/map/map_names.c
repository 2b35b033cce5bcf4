#include "map/map_names.h"

#include <stdio.h>
#include <string.h>

#include "base/size.h"
#include "base/text.h"
#include "map/tables/client_table.h"

enum { ORIGIN_BYTES = 512 };

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

enum adtmap_status map_names_id_of(const struct assets *assets, const char *folder,
                                   const struct diag *diag, bool *is_known, uint32_t *id)
{
    struct map_names names;
    struct dbc_map map = {0};
    enum adtmap_status status = map_names_open(assets, diag, &names);
    *is_known = !status && map_names_find(&names, folder, &map);
    *id = map.id;
    map_names_close(&names);
    return status;
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

/* Whether the data have a map of which the table that is read says nothing. */
static bool is_lost(const struct map_names *names, const struct assets *assets, const char *folder)
{
    char wdt[2 * NAME_BYTES + 32];
    char canonical[NAME_BYTES];
    struct dbc_map named;
    struct asset asset;
    if (strlen(folder) >= NAME_BYTES || map_names_find(names, folder, &named)) {
        return false;
    }
    snprintf(wdt, sizeof wdt, "world/maps/%s/%s.wdt", folder, folder);
    bool is_name = name_canonical(wdt, canonical);
    for (size_t i = 0; is_name && i < assets_path_count(assets); i++) {
        if (assets_find_in_path(assets, i, canonical, &asset)) {
            return true;
        }
    }
    return false;
}

/* Reports a table that is not read, if it alone names maps of the data. */
static enum adtmap_status report_table(const struct map_names *names, const struct assets *assets,
                                       const struct asset *hidden, const char *reader,
                                       const struct diag *diag)
{
    struct adtmap_message ignored = {0};
    const struct diag quiet = {NULL, NULL, &ignored};
    struct map_names other = {0};
    struct dbc_map map;
    char first[64] = "";
    char origin[ORIGIN_BYTES];
    size_t count = 0;
    enum adtmap_status status =
        assets_read_found(assets, hidden, ASSETS_WHOLE, &quiet, &other.blob);
    status = status
                 ? status
                 : table_read(other.blob.data, other.blob.size, TABLE_MAPS, &quiet, &other.table);
    for (uint32_t i = 0; !status && i < map_names_count(&other); i++) {
        if (map_names_at(&other, i, &map) && is_lost(names, assets, map.folder)) {
            if (count == 0) {
                snprintf(first, sizeof first, "%s", map.folder);
            }
            count++;
        }
    }
    map_names_close(&other);
    if (count > 0) {
        asset_origin(hidden, origin, sizeof origin);
        const struct diag at_file = diag_at(diag, origin);
        char others[48] = "";
        if (count > 1) {
            snprintf(others, sizeof others, " and %zu more", count - 1);
        }
        diag_warn(&at_file, NULL, NO_OFFSET,
                  "is hidden by %.200s, which does not know %.60s%s: no title and group; name the "
                  "folder whose table knows more last",
                  reader, first, others);
    }
    return status == ADTMAP_NO_MEMORY ? status : ADTMAP_OK;
}

enum adtmap_status map_names_report_hidden(const struct map_names *names,
                                           const struct assets *assets, const struct diag *diag)
{
    static const char *const tables[] = {"DBFilesClient/Map.dbc", "DBFilesClient/Map.db2"};
    char reader[ORIGIN_BYTES];
    char origin[ORIGIN_BYTES];
    size_t own = 0;
    while (own < COUNT_OF(tables) && !assets_origin(assets, tables[own], reader, sizeof reader)) {
        own++;
    }
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; own < COUNT_OF(tables) && i < assets_path_count(assets); i++) {
        for (size_t t = 0; t < COUNT_OF(tables) && !status; t++) {
            struct asset hidden;
            if (assets_find_in_path(assets, i, tables[t], &hidden)) {
                asset_origin(&hidden, origin, sizeof origin);
                status = strcmp(origin, reader) == 0
                             ? ADTMAP_OK
                             : report_table(names, assets, &hidden, reader, diag);
            }
        }
    }
    return status;
}
