/*
 * Parents of a map: maps whose tiles are taken where the map itself lists none, as clients show the
 * surroundings of a phase. Which tiles there are is said by the WDTs of both.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "map/map.h"
#include "map/map_names.h"

struct parent_search {
    struct adtmap_map *map;
    const struct diag *diag;
    struct map_names names;
};

/* Takes what the map lacks of `parent`, which becomes the map's. */
static void take_tiles(struct adtmap_map *map, struct adtmap_map *parent)
{
    const struct tile_set listed = map_tiles(map);
    struct tile_set *tiles = &map->parents.tiles[map->parents.count];
    *tiles = map_tiles(parent);
    tile_set_remove_all(tiles, &listed);
    for (size_t y = 0; y < TILE_SET_GRID; y++) {
        map->files.rows[y] |= parent->files.rows[y] & tiles->rows[y];
        map->tiles_without_adt.rows[y] |= parent->tiles_without_adt.rows[y] & tiles->rows[y];
    }
    if (!map->building) {
        map->building = parent->building;
        map->building_box = parent->building_box;
    }
    map->parents.maps[map->parents.count++] = parent;
}

static bool is_known(const struct adtmap_map *map, const struct adtmap_map *parent)
{
    bool known = strcmp(map->folder, parent->folder) == 0;
    for (size_t i = 0; i < map->parents.count && !known; i++) {
        known = strcmp(map->parents.maps[i]->folder, parent->folder) == 0;
    }
    return known;
}

/* Opens the map `name`, which `child` names as a parent. */
static enum adtmap_status parents_add(struct parent_search *search, const char *child,
                                      const char *name)
{
    struct adtmap_map *map = search->map;
    struct adtmap_map *parent;
    struct adtmap_message why = {0};
    const struct diag at_child = diag_at(search->diag, child);
    if (map->parents.count == MAP_PARENTS_MAX) {
        diag_warn(&at_child, NULL, NO_OFFSET, "more than %d parents; %s is left out",
                  MAP_PARENTS_MAX, name);
        return ADTMAP_OK;
    }
    enum adtmap_status status = adtmap_map_open(map->data, name, &parent, &why);
    if (diag_is_transient(status)) {
        return diag_pass_on(search->diag, status, &why);
    }
    if (status) {
        diag_warn(&at_child, NULL, NO_OFFSET, "its parent: %s; left out", why.what);
        return ADTMAP_OK;
    }
    if (is_known(map, parent)) {
        diag_warn(&at_child, NULL, NO_OFFSET, "its parent %s leads in a circle; left out",
                  parent->name);
        adtmap_map_close(parent);
        return ADTMAP_OK;
    }
    take_tiles(map, parent);
    return ADTMAP_OK;
}

/* The parents of one map by the table. Where both columns name the same, it is one parent. */
static enum adtmap_status add_of_table(struct parent_search *search, const struct adtmap_map *child)
{
    struct dbc_map record;
    enum adtmap_status status = ADTMAP_OK;
    if (!map_names_find(&search->names, child->name, &record)) {
        return ADTMAP_OK;
    }
    for (size_t i = 0; i < DBC_MAP_PARENTS && !status; i++) {
        char name[sizeof "id:4294967295"];
        bool repeats = i > 0 && record.parents[i] == record.parents[0];
        if (record.parents[i] != DBC_NO_MAP && !repeats) {
            snprintf(name, sizeof name, "id:%" PRIu32, record.parents[i]);
            status = parents_add(search, child->name, name);
        }
    }
    return status;
}

/* With "auto" those that the client's table names, the cosmetic parent after the other, and then
 * theirs; else the map `name` first, then those that the table names for it. */
static enum adtmap_status open_parents(struct adtmap_map *map, const char *name,
                                       const struct diag *diag)
{
    struct parent_search search = {.map = map, .diag = diag};
    bool is_auto = strcmp(name, "auto") == 0;
    enum adtmap_status status = map_names_open(map->data->assets, diag, &search.names);
    if (!status) {
        status = is_auto ? add_of_table(&search, map) : parents_add(&search, map->name, name);
    }
    for (size_t i = 0; i < map->parents.count && !status; i++) {
        status = add_of_table(&search, map->parents.maps[i]);
    }
    map_names_close(&search.names);
    return status;
}

enum adtmap_status adtmap_map_add_parents(struct adtmap_map *map, const char *name,
                                          struct adtmap_message *failure)
{
    const struct diag diag = {.log = map->data->log, .failure = failure};
    return map->parents.count > 0 ? diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                                              "map %s has its parents already", map->name)
                                  : open_parents(map, name, &diag);
}
