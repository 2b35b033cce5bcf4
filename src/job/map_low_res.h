/* The map's far-away terrain, its WDL: which tiles are drawn from it, and how. */
#ifndef JOB_MAP_LOW_RES_H
#define JOB_MAP_LOW_RES_H

#include "base/hash.h"
#include "job/map.h"

/*
 * Finds and reads the map's WDL, by name or by the WDT's file id. There may be none; one that
 * cannot be read is a warning and counts as none. Fails with ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_low_res_open(struct adtmap_map *map, const struct diag *diag);
void map_low_res_close(struct adtmap_map *map);

/* Hash of the WDL's contents; zeroes when there is none. */
struct hash128 map_low_res_hash(const struct adtmap_map *map);

/* The tiles that are drawn from the WDL with settings->low_res as `far`. */
struct tile_set map_low_res_tiles(const struct adtmap_map *map, enum adtmap_low_res low_res);

/*
 * Draws a tile of these as adtmap_tile_render does, with `threads` threads. Fails with
 * ADTMAP_NO_MEMORY only.
 */
enum adtmap_status map_low_res_draw(const struct adtmap_map *map, uint32_t x, uint32_t y,
                                    const struct adtmap_settings *settings, unsigned threads,
                                    uint8_t *pixels, size_t stride_bytes, const struct diag *diag);

#endif
