/*
 * An open map: what stands behind struct adtmap_map of the public header, and where its files lie.
 */
#ifndef MAP_MAP_H
#define MAP_MAP_H

#include <pthread.h>
#include <stdbool.h>

#include "adtmap/adtmap.h"
#include "assets/cache.h"
#include "base/path.h"
#include "base/tile_set.h"
#include "formats/adt/adt.h"
#include "formats/adt/adt_placements.h"
#include "formats/wdt.h"
#include "map/open_data.h"
#include "map/tables/hour_lights.h"
#include "map/tile_files.h"

enum { MAP_NAME_BYTES = 128, MAP_TITLE_BYTES = 256 };

/* What caches of a map have a tile by. */
struct map_tile_key {
    uint32_t x, y;
};

enum { MAP_PARENTS_MAX = 8 };

/* Maps whose tiles are drawn where the map has none, nearest first. They are the map's, and have no
 * parents of their own. */
struct map_parents {
    struct adtmap_map *maps[MAP_PARENTS_MAX];
    struct tile_set tiles[MAP_PARENTS_MAX]; /* those taken from each */
    size_t count;
};

struct adtmap_map {
    struct adtmap_data *data;
    char name[MAP_NAME_BYTES];   /* as the files spell it */
    char folder[NAME_BYTES];     /* canonical, "world/maps/<name>/" */
    char title[MAP_TITLE_BYTES]; /* what players call it, by the map table; "": unknown */
    bool has_number;
    uint32_t number; /* in the map table */
    bool has_wdt;
    struct wdt wdt;          /* zeroes without a WDT */
    struct hash128 wdt_hash; /* of its bytes, where wdt_bytes are not kept: map_wdt_hash */
    struct blob wdt_bytes;   /* kept open only where tiles lie in the WDT */
    struct tile_set files;   /* tiles whose ADT is there, of parents too */
    struct tile_set tiles_without_adt; /* tiles drawn without an ADT: nothing but water by the WDT,
                             or those that the WDT's own building stands in; of parents too */
    struct map_low_res *low_res;       /* the far-away terrain, see map_low_res.h; NULL: none */
    struct arena memory;
    const struct adt_placement *building; /* the WDT's own, of maps without terrain, or that of a
                                             parent; NULL: none */
    struct adt_box building_box;          /* where it stands */
    struct map_parents parents;           /* see map_parents.c */
    struct cache *placements;             /* of WMOs, a tile each; see map_placements.h */
    struct far_placements *far;           /* see map_placements.h */
    pthread_mutex_t hours_lock; /* of the two below, until they are loaded: map_hours_ready */
    bool has_hours;
    struct hour_lights hours;
    struct cache *tiles; /* files of tiles that were unpacked for their placements, until the tile
                            itself is read */
};

/*
 * The tiles a map offers: those its WDT lists, or those with a file when there is no WDT; and those
 * of its parents.
 */
struct tile_set map_tiles(const struct adtmap_map *map);

/* Whether the map has no terrain and is one building. */
static inline bool map_is_building(const struct adtmap_map *map)
{
    return map->building && tile_set_is_empty(&map->files);
}

/* The map that tile (x, y) is read from: this one, or a parent. */
static inline const struct adtmap_map *map_of_tile(const struct adtmap_map *map, uint32_t x,
                                                   uint32_t y)
{
    for (size_t i = 0; i < map->parents.count; i++) {
        if (tile_set_has(&map->parents.tiles[i], x, y)) {
            return map->parents.maps[i];
        }
    }
    return map;
}

/* What tile (x, y) is told about its map, by the WDT. */
struct adt_request map_adt_request(const struct adtmap_map *map, uint32_t x, uint32_t y);

/* Says which WDT it is, and those of parents, all bytes counted; zeroes without one. */
struct hash128 map_wdt_hash(const struct adtmap_map *map);

/* Whether tile (x, y) is nothing but ocean, without an ADT. */
bool map_is_water(const struct adtmap_map *map, uint32_t x, uint32_t y);

/* Asks the system to bring the files of tile (x, y) into memory, which map_read_tile will read
 * soon. For threads that record no dependencies, or the names would be recorded. */
void map_read_tile_ahead(const struct adtmap_map *map, uint32_t x, uint32_t y);

/*
 * The bytes of tile (x, y): of its own files, by name or by the WDT's file ids, or of its part of
 * the WDT, in which case they are the map's and must be released before it closes.
 * ADTMAP_NOT_FOUND when there is no file.
 */
enum adtmap_status map_read_tile(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                 const struct diag *diag, struct tile_files *files);

/*
 * The same for the placements of the tile. Only these are recorded as dependencies of the thread
 * (assets/dep_set.h), so the caller must use nothing else of the bytes. Of a file of one piece no
 * more is unpacked than they need, where that is possible. What was unpacked is kept for a later
 * map_read_tile, within the budget of the caches.
 */
enum adtmap_status map_read_placements(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                       const struct diag *diag, struct tile_files *files);

/*
 * The same for the WMOs that the tile places: of a split tile only the obj files. Nothing is
 * recorded, where the thread records nothing.
 */
enum adtmap_status map_read_wmo_placements(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                           const struct diag *diag, struct tile_files *files);

/* A cache of files of tiles, one by one. */
extern const struct cache_kind map_files_kind;

/* Whether the data hold a file of their own for tile (x, y). */
bool map_finds_tile(const struct adtmap_map *map, uint32_t x, uint32_t y);

/* The file of tile (x, y) for messages. */
void map_tile_origin(const struct adtmap_map *map, uint32_t x, uint32_t y, char *text, size_t size);

enum { MAP_NEAR_NAMES_MAX = 5 };

/* The maps of the data that are spelt like a name. */
struct map_near_names {
    const char *wanted;
    char text[160]; /* "A, B"; "": none */
    size_t found;   /* at most MAP_NEAR_NAMES_MAX */
    size_t total;   /* maps of the data */
};

/* Fails with ADTMAP_NO_MEMORY only. */
enum adtmap_status map_find_near_names(struct adtmap_data *data, const char *name,
                                       const struct diag *diag, struct map_near_names *near);

/* Calls `visit` for every map of the data by name, in order. Fails with ADTMAP_NO_MEMORY only. */
enum adtmap_status map_list(struct adtmap_data *data, const struct diag *diag,
                            void (*visit)(void *user, const char *name), void *user);

#endif
