/* The map's far-away terrain, its WDL: which tiles are drawn from it, and their heights. */
#ifndef MAP_MAP_LOW_RES_H
#define MAP_MAP_LOW_RES_H

#include "base/hash.h"
#include "map/low_res_tile.h"
#include "map/map.h"

/*
 * Finds and reads the map's WDL, by name or by the WDT's file id. There may be none; one that
 * cannot be read is a warning and counts as none. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_low_res_open(struct adtmap_map *map, const struct diag *diag);
void map_low_res_close(struct adtmap_map *map);

/* Hash of the contents of the WDL and of those of parents; zeroes when there is none. */
struct hash128 map_low_res_hash(const struct adtmap_map *map);

/* The tiles that are drawn from the WDL with settings->low_res as `far`. */
struct tile_set map_low_res_tiles(const struct adtmap_map *map, enum adtmap_low_res low_res);

/*
 * Yards between contour lines of a picture: those of the settings, or, where they leave it to the
 * map, 10, 20, 25, 50 or 100 by how much the land of its WDL rises within a tile, and no fewer than
 * keep lines apart at the size of the picture. It is the same for all tiles, whichever are drawn.
 * Of a map without a WDL (its parents' do), and without a map, NULL, the size alone counts, from 20
 * yards on.
 */
float map_contour_yd(const struct adtmap_map *map, const struct adtmap_settings *settings);

/* The same where land is known to rise so much within a tile; 0: it is not. */
float contour_yd_by_relief(uint32_t relief_yd, const struct adtmap_settings *settings);

/* Heights of a tile of these, for drawing; false when the WDL has none there. */
bool map_low_res_tile(const struct adtmap_map *map, uint32_t x, uint32_t y,
                      const struct adtmap_settings *settings, struct low_res_tile *tile);

#endif
