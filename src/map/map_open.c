/*
 * Which tiles a map has comes from its WDT; where that is missing, cut short or archives list no
 * names, from the files that there are. So damage costs what it touches and no more.
 */
#include "map/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/edit_distance.h"
#include "base/path.h"
#include "base/text.h"
#include "base/utf8.h"
#include "map/map_low_res.h"
#include "map/map_names.h"
#include "map/map_placements.h"
#include "map/placement/placement_matrix.h"
#include "map/tile_placements.h"

#define MAPS_FOLDER "world/maps/"

/* Reads "<number>" of one or two digits below 64; NULL when there is none, else what follows. */
static const char *read_index(const char *text, uint32_t *index)
{
    size_t digits = strspn(text, "0123456789");
    if (digits < 1 || digits > 2) {
        return NULL;
    }
    *index = (uint32_t)strtoul(text, NULL, 10);
    return *index < ADTMAP_GRID ? text + digits : NULL;
}

struct found_files {
    struct adtmap_map *map;
    char first[NAME_BYTES]; /* the first tile's; "" before */
};

/* Adds the tile of "<folder><map>_<x>_<y>.adt", names of other kinds are passed over. */
static void list_file(void *user, const char *name, const char *origin)
{
    (void)origin;
    struct found_files *found = user;
    struct adtmap_map *map = found->map;
    const char *base = path_base(name);
    size_t length = strlen(map->name);
    uint32_t x;
    uint32_t y;
    if (base != name + strlen(map->folder) || strlen(base) <= length || base[length] != '_') {
        return;
    }
    const char *rest = read_index(base + length + 1, &x);
    if (rest && *rest == '_' && (rest = read_index(rest + 1, &y)) && strcmp(rest, ".adt") == 0) {
        tile_set_add(&map->files, x, y);
        if (!found->first[0]) {
            snprintf(found->first, sizeof found->first, "%s", name);
        }
    }
}

static void note_near(void *user, const char *name)
{
    struct map_near_names *near = user;
    near->total++;
    if (near->found < MAP_NEAR_NAMES_MAX && edit_distance_is_near(near->wanted, name)) {
        size_t used = strlen(near->text);
        snprintf(near->text + used, sizeof near->text - used, "%s%s", near->found ? ", " : "",
                 name);
        near->found++;
    }
}

enum adtmap_status map_find_near_names(struct adtmap_data *data, const char *name,
                                       const struct diag *diag, struct map_near_names *near)
{
    *near = (struct map_near_names){.wanted = name};
    return map_list(data, diag, note_near, near);
}

static enum adtmap_status fail_unknown(struct adtmap_data *data, const char *name,
                                       const struct diag *diag)
{
    struct map_near_names near;
    enum adtmap_status status = map_find_near_names(data, name, diag, &near);
    if (status) {
        return status;
    }
    if (name[0] && name[strspn(name, "0123456789")] == '\0') {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "no map \"%s\" in the data; numbers stand behind id:, as id:%s", name,
                         name);
    }
    if (near.found) {
        return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "no map \"%s\" in the data; similar names: %s", name, near.text);
    }
    char contents[ASSETS_CONTENTS_BYTES];
    const char *path = assets_path_contents(data->assets, 0, contents);
    if (near.total == 0 && path) {
        struct diag at_path = diag_at(diag, path);
        return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "no maps: %s", contents);
    }
    return diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                     "no map \"%s\" in the data, which has %zu other%s", name, near.total,
                     near.total == 1 ? "" : "s");
}

/* The name as the file system or the map table spells it: what the map's file `name`, a WDT, WDL
 * or ADT, begins with; title and number by that table. */
static enum adtmap_status spell_name(struct adtmap_map *map, const char *name,
                                     const struct diag *diag)
{
    char origin[512];
    assets_origin(map->data->assets, name, origin, sizeof origin);
    const char *base = path_base(origin);
    size_t length = strlen(map->name);
    if (strlen(base) >= length && text_compare_nocase_n(base, map->name, length) == 0) {
        memcpy(map->name, base, length);
    }
    struct map_names names;
    enum adtmap_status status = map_names_open(map->data->assets, diag, &names);
    map_names_spell(&names, map->name);
    struct dbc_map named;
    if (map_names_find(&names, map->name, &named)) {
        snprintf(map->title, sizeof map->title, "%s", named.name);
        utf8_make_shown(map->title);
        map->has_number = true;
        map->number = named.id;
    }
    map_names_close(&names);
    return status;
}

/* The building that is the map, and the tiles that it stands in by its box. */
static enum adtmap_status read_building(struct adtmap_map *map, const struct blob *wdt,
                                        const struct diag *diag)
{
    struct adt_placements placements;
    enum adtmap_status status =
        adt_read_global_wmo(wdt->data, wdt->size, &map->memory, diag, &placements);
    if (status || placements.wmo_count == 0) {
        return status;
    }
    map->building = placements.wmos;
    struct cache_pin pin = {0};
    struct adt_box box = map->building->box;
    if (!map->building->has_box && map->building->name) {
        status = wmo_cache_pin(map->data->buildings, map->building->name, &pin);
        if (status) {
            return diag_fail_memory(diag);
        }
        const struct wmo_model *building = pin.value;
        struct placement_matrix matrix = placement_matrix(map->building);
        box = placement_box(&matrix, building->box.low, building->box.high);
        cache_release(&pin);
    }
    map->building_box = box;
    for (struct tile_step tile = {0}; tile_next(&tile);) {
        if (placement_touches_tile(&box, tile.x, tile.y)) {
            tile_set_add(&map->tiles_without_adt, tile.x, tile.y);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status read_whole_wdt(struct adtmap_map *map, const char *wdt_name,
                                         const struct diag *diag)
{
    struct blob blob;
    enum adtmap_status status = assets_read(map->data->assets, wdt_name, diag, &blob);
    if (status) {
        return status;
    }
    char origin[512];
    assets_origin(map->data->assets, wdt_name, origin, sizeof origin);
    struct diag at_file = {origin, diag->log, diag->failure};
    status = wdt_read(blob.data, blob.size, &at_file, &map->wdt);
    if (!status && (map->wdt.flags & WDT_GLOBAL_WMO)) {
        status = read_building(map, &blob, &at_file);
    }
    if (!status && map->wdt.holds_tiles) {
        map->wdt_bytes = blob;
        for (struct tile_step tile = {0}; tile_next(&tile);) { /* they count as files */
            if (map->wdt.ranges[tile.index].size) {
                tile_set_add(&map->files, tile.x, tile.y);
            }
        }
    } else {
        map->wdt_hash = hash128_blob(&blob);
        blob_release(&blob);
    }
    return status;
}

struct hash128 map_wdt_hash(const struct adtmap_map *map)
{
    const struct blob *bytes = &map->wdt_bytes;
    struct hash128 hash = bytes->data ? hash128_blob(bytes) : map->wdt_hash;
    for (size_t i = 0; i < map->parents.count; i++) {
        const struct hash128 both[] = {hash, map_wdt_hash(map->parents.maps[i])};
        hash = hash128(both, sizeof both);
    }
    return hash;
}

/* A WDT that is none is named in *why, and counts as missing. */
static enum adtmap_status read_wdt(struct adtmap_map *map, const char *wdt_name,
                                   const struct diag *diag, struct adtmap_message *why)
{
    const struct diag own = {diag->file, diag->log, why};
    enum adtmap_status status = read_whole_wdt(map, wdt_name, &own);
    map->has_wdt = status == ADTMAP_OK;
    if (status == ADTMAP_BAD_DATA) {
        map->wdt = (struct wdt){0};
        return ADTMAP_OK;
    }
    return status ? diag_pass_on(diag, status, why) : ADTMAP_OK;
}

/*
 * Brings the files and the WDT's lists of tiles together. Archives may hold tiles that they do not
 * list: the sources are asked for each of the WDT's, and for those that a MAIN cut short does not
 * speak of. Beyond the end of MAIN the tiles are those that have a file. Tiles of nothing but water
 * have no ADT.
 */
static void find_tiles(struct adtmap_map *map)
{
    for (uint32_t y = 0; y < TILE_SET_GRID; y++) {
        for (uint32_t x = 0; x < TILE_SET_GRID; x++) {
            bool may_be = wdt_has_tile(&map->wdt, x, y) || !wdt_covers(&map->wdt, x, y);
            if (may_be && !tile_set_has(&map->files, x, y) && map_finds_tile(map, x, y)) {
                tile_set_add(&map->files, x, y);
            }
        }
    }
    for (uint32_t i = map->wdt.main_entries; i < TILE_SET_TILES; i++) {
        uint64_t bit = UINT64_C(1) << i % ADTMAP_GRID;
        map->wdt.tiles[i / ADTMAP_GRID] |= map->files.rows[i / ADTMAP_GRID] & bit;
    }
    for (uint32_t y = 0; y < TILE_SET_GRID; y++) {
        map->tiles_without_adt.rows[y] |= map->wdt.all_water[y] & ~map->files.rows[y];
    }
}

/* The tiles are the ADT files; `why` says why there is no WDT, its text is "" when it is missing.
 */
static enum adtmap_status open_without_wdt(struct adtmap_map *map, const char *wdt_name,
                                           const struct adtmap_message *why,
                                           const struct diag *diag)
{
    if (tile_set_count(&map->files) == 0 && map->low_res && !why->what[0]) {
        char wdl_name[2 * NAME_BYTES]; /* of some maps there is nothing but the WDL */
        snprintf(wdl_name, sizeof wdl_name, "%s%s.wdl", map->folder, map->name);
        return spell_name(map, wdl_name, diag);
    }
    struct diag at_wdt = {why->what[0] ? why->file : wdt_name, diag->log, diag->failure};
    if (tile_set_count(&map->files) == 0 && !map->low_res) {
        return diag_fail(&at_wdt, ADTMAP_BAD_DATA, why->chunk, why->offset, "%s", why->what);
    }
    diag_warn(&at_wdt, why->chunk[0] ? why->chunk : NULL, why->what[0] ? why->offset : NO_OFFSET,
              "%s; the map's tiles are the ADT files there are, alpha depth is by the data",
              why->what[0] ? why->what : "missing");
    return ADTMAP_OK;
}

static enum adtmap_status open_files(struct adtmap_map *map, const char *asked,
                                     const struct diag *diag)
{
    struct adtmap_data *data = map->data;
    struct adtmap_message why = {0};
    struct found_files found = {.map = map};
    char wdt_name[2 * NAME_BYTES];
    snprintf(wdt_name, sizeof wdt_name, "%s%s.wdt", map->folder, map->name);
    enum adtmap_status status = assets_list(data->assets, map->folder, diag, list_file, &found);
    if (status) {
        return status;
    }
    bool is_there = assets_has(data->assets, wdt_name);
    if (is_there || found.first[0]) {
        status = spell_name(map, is_there ? wdt_name : found.first, diag);
    }
    if (!status && is_there) {
        status = read_wdt(map, wdt_name, diag, &why);
    }
    if (status) {
        return status;
    }
    if (map->has_wdt) {
        find_tiles(map);
    }
    status = map_low_res_open(map, diag);
    if (status || map->has_wdt) {
        return status;
    }
    if (tile_set_count(&map->files) == 0 && !map->low_res && !why.what[0]) {
        return fail_unknown(data, asked, diag);
    }
    return open_without_wdt(map, wdt_name, &why, diag);
}

/* Whether the data have a WDT for a name. */
static bool has_wdt(const struct adtmap_data *data, const char *name)
{
    char canonical[NAME_BYTES];
    char wdt[sizeof MAPS_FOLDER + 2 * NAME_BYTES + sizeof "/.wdt"];
    if (!name_canonical(name, canonical)) {
        return false;
    }
    snprintf(wdt, sizeof wdt, MAPS_FOLDER "%s/%s.wdt", canonical, canonical);
    return strlen(wdt) < NAME_BYTES && assets_has(data->assets, wdt);
}

/* The folder of the one map whose name for players is this, where no map has such a folder. */
static enum adtmap_status resolve_title(const struct adtmap_data *data, const struct diag *diag,
                                        char folder[NAME_BYTES])
{
    struct map_names names;
    struct dbc_map map;
    char found[NAME_BYTES] = "";
    uint32_t count = 0;
    if (has_wdt(data, folder)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = map_names_open(data->assets, diag, &names);
    for (uint32_t i = 0; !status && i < map_names_count(&names); i++) {
        if (map_names_at(&names, i, &map) && text_compare_nocase(map.name, folder) == 0 &&
            has_wdt(data, map.folder)) {
            snprintf(found, sizeof found, "%s", map.folder);
            count++;
        }
    }
    map_names_close(&names);
    if (count == 1) {
        memcpy(folder, found, sizeof found);
    }
    return status;
}

/* The folder of the map that "id:<number>" stands for, or a name for players; other names as they
 * are. */
static enum adtmap_status resolve_id(const struct adtmap_data *data, const char *name,
                                     const struct diag *diag, char folder[NAME_BYTES])
{
    char *end;
    struct map_names names;
    struct dbc_map map;
    snprintf(folder, NAME_BYTES, "%s", name);
    if (strncmp(name, "id:", 3) != 0) {
        return resolve_title(data, diag, folder);
    }
    unsigned long id = strtoul(name + 3, &end, 10);
    if (end == name + 3 || *end || id > UINT32_MAX) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "\"%.100s\" is not the number of a map: id:0 to id:4294967295", name);
    }
    enum adtmap_status status = map_names_open(data->assets, diag, &names);
    if (!status && map_names_find_id(&names, (uint32_t)id, &map)) {
        snprintf(folder, NAME_BYTES, "%s", map.folder);
    } else if (!status) {
        status = diag_fail(diag, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                           "no map with id %lu in the data's Map.dbc or Map.db2", id);
    }
    map_names_close(&names);
    return status;
}

enum adtmap_status adtmap_map_open(struct adtmap_data *data, const char *name,
                                   struct adtmap_map **map, struct adtmap_message *failure)
{
    struct diag diag = {.log = data->log, .failure = failure};
    char canonical[NAME_BYTES];
    char folder[NAME_BYTES];
    *map = NULL;
    enum adtmap_status status = resolve_id(data, name, &diag, folder);
    if (status) {
        return status;
    }
    name = folder;
    if (!name_canonical(name, canonical) || strchr(canonical, '/') ||
        strlen(canonical) >= MAP_NAME_BYTES) {
        return diag_fail(&diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "\"%.100s\" cannot be the name of a map", name);
    }
    struct adtmap_map *opened = calloc(1, sizeof *opened);
    if (!opened) {
        return diag_fail_memory(&diag);
    }
    opened->data = data;
    pthread_mutex_init(&opened->hours_lock, NULL);
    opened->placements = cache_create(data->pool, &map_placements_kind, data->assets, data->log);
    opened->tiles = cache_create(data->pool, &map_files_kind, data->assets, NULL);
    opened->far = far_placements_create();
    if (!opened->placements || !opened->tiles || !opened->far) {
        adtmap_map_close(opened);
        return diag_fail_memory(&diag);
    }
    snprintf(opened->name, sizeof opened->name, "%.*s", MAP_NAME_BYTES - 1, canonical);
    snprintf(opened->folder, sizeof opened->folder, MAPS_FOLDER "%s/", opened->name);
    status = open_files(opened, name, &diag);
    if (status) {
        adtmap_map_close(opened);
        return status;
    }
    *map = opened;
    return ADTMAP_OK;
}

void adtmap_map_close(struct adtmap_map *map)
{
    if (map) {
        for (size_t i = 0; i < map->parents.count; i++) {
            adtmap_map_close(map->parents.maps[i]);
        }
        cache_destroy(map->placements);
        cache_destroy(map->tiles);
        far_placements_destroy(map->far);
        map_low_res_close(map);
        hour_lights_free(&map->hours);
        pthread_mutex_destroy(&map->hours_lock);
        blob_release(&map->wdt_bytes);
        arena_free(&map->memory);
        free(map);
    }
}

struct tile_set map_tiles(const struct adtmap_map *map)
{
    struct tile_set tiles = map->files;
    if (map->has_wdt) {
        memcpy(tiles.rows, map->wdt.tiles, sizeof tiles.rows);
    }
    tile_set_add_all(&tiles, &map->tiles_without_adt);
    for (size_t i = 0; i < map->parents.count; i++) {
        tile_set_add_all(&tiles, &map->parents.tiles[i]);
    }
    return tiles;
}

int adtmap_map_has_tile(const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    struct tile_set tiles = map_tiles(map);
    return tile_set_has(&tiles, x, y);
}

int adtmap_map_has_low_res_tile(const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    struct tile_set tiles = map_low_res_tiles(map, ADTMAP_LOW_RES_ONLY);
    return tile_set_has(&tiles, x, y);
}

bool map_is_water(const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    const struct adtmap_map *source = map_of_tile(map, x, y);
    return !tile_set_has(&source->files, x, y) && x < TILE_SET_GRID && y < TILE_SET_GRID &&
           (source->wdt.all_water[y] >> x & 1);
}

struct adt_request map_adt_request(const struct adtmap_map *map, uint32_t x, uint32_t y)
{
    const struct adtmap_map *source = map_of_tile(map, x, y);
    return adt_request_of(source->has_wdt ? &source->wdt : NULL);
}
