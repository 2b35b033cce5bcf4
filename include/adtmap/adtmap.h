/*
 * libadtmap: World of Warcraft map files in, minimap pixels out.
 *
 *     struct adtmap_settings settings;
 *     adtmap_settings_default(&settings);
 *     adtmap_data_open(paths, path_count, NULL, &data, &failure);
 *     adtmap_map_open(data, "Azeroth", &map, &failure);
 *     adtmap_tile_render(map, 32, 48, &settings, pixels, 512 * 4, &failure);
 *
 * Tiles are named (x, y): x is the column from the west, y the row from the north, 0..63 each.
 * The same input gives the same pixels on every machine and for every thread count.
 */
#ifndef ADTMAP_H
#define ADTMAP_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/layers.h"
#include "adtmap/settings.h"
#include "adtmap/status.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ADTMAP_GRID = 64 }; /* tiles on each edge of a map */

struct adtmap_data;
struct adtmap_map;

/*
 * Opens the client data at `paths`: directories, MPQ archives, clients with all their archives; a
 * later one overrides an earlier one. `log` receives warnings during this and all later calls on
 * the data; it may be NULL and must outlive the data. On success *data is the caller's, to be
 * closed after its maps. One adtmap_data may be used from several threads at once.
 */
ADTMAP_API enum adtmap_status adtmap_data_open(const char *const *paths, size_t path_count,
                                               const struct adtmap_log *log,
                                               struct adtmap_data **data,
                                               struct adtmap_message *failure);

/*
 * Names the files of the data by a listfile, "id;path" or a path a line, which takes the place of
 * one given before. Before the data's maps are opened. ADTMAP_NOT_FOUND, ADTMAP_IO,
 * ADTMAP_BAD_DATA when no line of it is of use, ADTMAP_LIMIT beyond 4 GiB, ADTMAP_NO_MEMORY.
 */
ADTMAP_API enum adtmap_status adtmap_data_use_listfile(struct adtmap_data *data, const char *path,
                                                       struct adtmap_message *failure);

/* What an open adtmap_data keeps in its caches unless told otherwise. */
#define ADTMAP_MEMORY_DEFAULT_BYTES ((size_t)256 << 20)

/*
 * Bounds what is kept between tiles: textures, buildings, placements, of all maps of the data
 * together; what was used the longest ago goes first. What a tile under way uses stays while it is
 * used, even over the bound. Takes effect at once; may be called at any time, from any thread.
 */
ADTMAP_API void adtmap_data_limit_memory(struct adtmap_data *data, size_t bytes);

/* NULL-safe. */
ADTMAP_API void adtmap_data_close(struct adtmap_data *data);

/*
 * Opens a map by the name of its folder under World/Maps, case ignored. ADTMAP_NOT_FOUND names
 * maps that are spelled alike. The map borrows `data`.
 */
ADTMAP_API enum adtmap_status adtmap_map_open(struct adtmap_data *data, const char *name,
                                              struct adtmap_map **map,
                                              struct adtmap_message *failure);

/* NULL-safe. */
ADTMAP_API void adtmap_map_close(struct adtmap_map *map);

/*
 * Whether there is something to draw at (x, y): a tile that the WDT lists, be its file there or
 * not, one of nothing but water, or one that the map's own building stands in; without a WDT, a
 * tile with a file. 0 outside the grid.
 */
ADTMAP_API int adtmap_map_has_tile(const struct adtmap_map *map, uint32_t x, uint32_t y);

/*
 * Whether the map's far-away terrain (WDL) has (x, y): what ADTMAP_LOW_RES_ONLY draws. 0 outside
 * the grid.
 */
ADTMAP_API int adtmap_map_has_low_res_tile(const struct adtmap_map *map, uint32_t x, uint32_t y);

/*
 * Draws one tile into `pixels`: settings->size_px rows of size_px RGBA bytes, rows `stride_bytes`
 * apart, alpha not premultiplied. Uses OpenMP threads for one tile; may be called from several
 * threads. Contents of `pixels` are undefined after a failure. ADTMAP_NOT_FOUND outside the grid
 * and where the data hold no file: no ADT and, by settings->low_res, no WDL with the tile either.
 */
ADTMAP_API enum adtmap_status adtmap_tile_render(struct adtmap_map *map, uint32_t x, uint32_t y,
                                                 const struct adtmap_settings *settings,
                                                 uint8_t *pixels, size_t stride_bytes,
                                                 struct adtmap_message *failure);

/* Several pictures of one tile, out of one reading of its files. */
struct adtmap_tile_request {
    const struct adtmap_settings *settings;
    uint8_t *picture; /* as adtmap_tile_render draws it; NULL: layers alone, and then neither
                         buildings nor liquids are read, textures for the albedo only */
    size_t picture_stride_bytes;
    struct adtmap_layer_image *images; /* the caller's; results are filled in; NULL: none */
    size_t image_count;
    struct adtmap_height_range height; /* of layers; adtmap_height_range_default fills it */
};

/*
 * Draws what the request names of one tile. Threads, failures and contents after a failure as
 * adtmap_tile_render; ADTMAP_BAD_ARGUMENT also for a stride below a row's bytes, a layer that is
 * none, and, with images, a range whose low_yd is not below high_yd.
 */
ADTMAP_API enum adtmap_status adtmap_tile_draw(struct adtmap_map *map, uint32_t x, uint32_t y,
                                               const struct adtmap_tile_request *request,
                                               struct adtmap_message *failure);

/* "major.minor.patch", static storage. */
ADTMAP_API const char *adtmap_version(void);

#ifdef __cplusplus
}
#endif

#endif
