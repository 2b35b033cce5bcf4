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
 * World coordinates are yards: +X north, +Y west, +Z up. The edge of a tile is 1600/3 yards.
 * Pictures have north at the top; their first row is the northernmost.
 *
 * The same input gives the same pixels on every machine and for any number of threads.
 *
 * Errors: a function that can fail returns an enum adtmap_status and explains it in the struct
 * adtmap_message that the caller passes, which may be NULL (adtmap/status.h). Every such function
 * may return ADTMAP_NO_MEMORY.
 */
#ifndef ADTMAP_H
#define ADTMAP_H

#include <stddef.h>
#include <stdint.h>

#include "adtmap/client.h"
#include "adtmap/layers.h"
#include "adtmap/lists.h"
#include "adtmap/locate.h"
#include "adtmap/render.h"
#include "adtmap/settings.h"
#include "adtmap/source.h"
#include "adtmap/status.h"
#include "adtmap/version.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ADTMAP_GRID = 64 }; /* tiles on each edge of a map */

/* Opened client data: archives, file names, caches of decoded textures and models. */
struct adtmap_data;

/* One map of the data. */
struct adtmap_map;

/*
 * Opens the client data at the `path_count` paths. A path is a folder with client files, the folder
 * of a client with all its archives or its storage (CASC), or an MPQ archive. Files of a later path
 * override files of an earlier one.
 *
 * `log` receives warnings during this call and all later calls on the data and its maps. It may be
 * NULL; otherwise it must live as long as the data. The paths are copied.
 *
 * On success *data belongs to the caller, who closes it after its maps. Threads: all functions on
 * the data may be called from several threads at once, except adtmap_data_use_listfile and
 * adtmap_data_close.
 *
 * ADTMAP_NOT_FOUND: a path does not exist. ADTMAP_IO: it cannot be read. ADTMAP_BAD_DATA: an
 * archive is damaged. ADTMAP_UNSUPPORTED: a file that is no archive. ADTMAP_BAD_ARGUMENT: a storage
 * holds several games or languages; adtmap_data_open_client chooses one.
 */
ADTMAP_API enum adtmap_status adtmap_data_open(const char *const *paths, size_t path_count,
                                               const struct adtmap_log *log,
                                               struct adtmap_data **data,
                                               struct adtmap_message *failure);

/*
 * The same with a choice of what to take of a client from 6.0 on, whose storage may hold several
 * games and languages. ADTMAP_BAD_ARGUMENT when it holds several and none is chosen, or not the
 * chosen one.
 */
ADTMAP_API enum adtmap_status adtmap_data_open_client(const char *const *paths, size_t path_count,
                                                      const struct adtmap_client *client,
                                                      const struct adtmap_log *log,
                                                      struct adtmap_data **data,
                                                      struct adtmap_message *failure);

/*
 * Reads a listfile: lines of the form "id;path" or "path". It gives names to files that the data
 * hold by number only. A second call replaces the first listfile. Call it before maps are opened.
 *
 * ADTMAP_NOT_FOUND, ADTMAP_IO. ADTMAP_BAD_DATA: no line has one of these forms. ADTMAP_LIMIT: more
 * than 4 GiB.
 */
ADTMAP_API enum adtmap_status adtmap_data_use_listfile(struct adtmap_data *data, const char *path,
                                                       struct adtmap_message *failure);

/* The limit of adtmap_data_limit_memory before it is called. */
#define ADTMAP_MEMORY_DEFAULT_BYTES ((size_t)256 << 20)

/*
 * Limits the bytes that are kept between tiles: textures, buildings and placements of all maps of
 * the data together. What has held most bytes for longest without being used is dropped first. Data
 * that a tile under way uses stay until it is done, even above the limit. A smaller limit costs
 * time and never changes pixels. Takes effect at once. Threads: any, at any time.
 */
ADTMAP_API void adtmap_data_limit_memory(struct adtmap_data *data, size_t bytes);

/* Closes the data and frees all that it holds. Its maps must be closed. NULL is allowed. */
ADTMAP_API void adtmap_data_close(struct adtmap_data *data);

/*
 * Opens a map by the name of its folder below World/Maps, case ignored, or by its number in Map.dbc
 * or Map.db2, "id:<number>". *map belongs to the caller and must be closed before `data`.
 *
 * ADTMAP_NOT_FOUND: there is no such map; `failure` lists similar names. ADTMAP_BAD_ARGUMENT: the
 * name cannot be the name of a map. ADTMAP_IO, ADTMAP_BAD_DATA: its WDT cannot be read.
 */
ADTMAP_API enum adtmap_status adtmap_map_open(struct adtmap_data *data, const char *name,
                                              struct adtmap_map **map,
                                              struct adtmap_message *failure);

/*
 * Gives a map parents: maps whose tiles are drawn, listed and located where it has none itself, as
 * clients show what surrounds a phase. `name` is one, as in adtmap_map_open, and those follow that
 * the client's table names for it, or "auto" for those that the table names for this map. Of more
 * parents the nearer one gives a tile. Parents that are missing, or lead in a circle, are a
 * warning. To be called once, before anything else is asked of the map.
 */
ADTMAP_API enum adtmap_status adtmap_map_add_parents(struct adtmap_map *map, const char *name,
                                                     struct adtmap_message *failure);

/* Closes the map. NULL is allowed. */
ADTMAP_API void adtmap_map_close(struct adtmap_map *map);

/*
 * Returns 1 if the map has tile (x, y), else 0. A map has the tiles that its WDT lists, with or
 * without a file, and the tiles that its global WMO covers. A map without a WDT has the tiles that
 * have files. 0 outside the grid.
 */
ADTMAP_API int adtmap_map_has_tile(const struct adtmap_map *map, uint32_t x, uint32_t y);

/* Returns 1 if the low-resolution terrain (WDL) of the map has tile (x, y), else 0. 0 outside the
 * grid. ADTMAP_LOW_RES_ONLY draws these tiles. */
ADTMAP_API int adtmap_map_has_low_res_tile(const struct adtmap_map *map, uint32_t x, uint32_t y);

/*
 * Draws one tile into `pixels`: settings->size_px rows of size_px pixels. A pixel is 4 bytes: red,
 * green, blue, alpha; alpha is not premultiplied. Rows are `stride_bytes` apart, at least
 * 4 * size_px. The buffer is the caller's. Its contents are undefined after a failure.
 *
 * Threads: may be called from several threads at once, also for one map. Each call uses OpenMP
 * threads for its tile.
 *
 * ADTMAP_NOT_FOUND: (x, y) is outside the grid, or the data hold neither an ADT of it nor, where
 * settings->low_res allows it, a WDL. ADTMAP_BAD_ARGUMENT: a setting or the stride is out of range.
 * ADTMAP_BAD_DATA, ADTMAP_UNSUPPORTED, ADTMAP_IO: the ADT cannot be read.
 */
ADTMAP_API enum adtmap_status adtmap_tile_render(struct adtmap_map *map, uint32_t x, uint32_t y,
                                                 const struct adtmap_settings *settings,
                                                 uint8_t *pixels, size_t stride_bytes,
                                                 struct adtmap_message *failure);

/*
 * Draws the ADT at `adt_path`, which need not be in the data, with the textures and models of
 * `data`. The other files of a split ADT are looked for next to it. `wdt_path` names the map's WDT,
 * whose flags say how alpha maps are stored; NULL: the ADT's own data decide. Pixels, threads and
 * errors as adtmap_tile_render; ADTMAP_NOT_FOUND: there is no such file.
 */
ADTMAP_API enum adtmap_status adtmap_adt_render(struct adtmap_data *data, const char *adt_path,
                                                const char *wdt_path,
                                                const struct adtmap_settings *settings,
                                                uint8_t *pixels, size_t stride_bytes,
                                                struct adtmap_message *failure);

/*
 * Several pictures of one tile from one reading of its files. adtmap_tile_request_default sets all
 * fields, the caller changes some. New fields are appended (adtmap/version.h).
 */
struct adtmap_tile_request {
    uint32_t struct_bytes;             /* set by adtmap_tile_request_default */
    struct adtmap_height_range height; /* of images; default that of adtmap_height_range_default */
    const struct adtmap_settings *settings; /* required */

    /* As `pixels` of adtmap_tile_render. NULL: draws data layers only, and reads only what they
     * need (adtmap/layers.h). Default NULL. */
    uint8_t *picture;
    size_t picture_stride_bytes;

    /* The layers to draw: an array of the caller, whose results are filled in. Default none. */
    struct adtmap_layer_image *images;
    size_t image_count;

    /*
     * Called before anything is drawn, with done 0, and then from time to time, by the thread that
     * has called the library; at last with done equal to total. Returns 0 to go on; anything else
     * cancels: it is not called again, and the call returns ADTMAP_CANCELLED. Default NULL.
     */
    int (*progress)(void *user, const struct adtmap_progress *progress);
    void *user; /* handed to it. Default NULL */
};

/* As adtmap_tile_request_default, for a struct of `struct_bytes` bytes. For bindings of other
 * languages. */
ADTMAP_API void adtmap_tile_request_default_sized(struct adtmap_tile_request *request,
                                                  size_t struct_bytes);

/* Sets the defaults: no settings, no picture, no layers. */
static inline void adtmap_tile_request_default(struct adtmap_tile_request *request)
{
    adtmap_tile_request_default_sized(request, sizeof *request);
}

/*
 * Draws the picture and the layers that the request names. Threads, errors and contents after a
 * failure are those of adtmap_tile_render. ADTMAP_BAD_ARGUMENT also for an unknown layer, for a
 * height range whose low_yd is not below high_yd, and for a request without a valid struct_bytes.
 * ADTMAP_CANCELLED: `progress` has said so.
 */
ADTMAP_API enum adtmap_status adtmap_tile_draw(struct adtmap_map *map, uint32_t x, uint32_t y,
                                               const struct adtmap_tile_request *request,
                                               struct adtmap_message *failure);

/* The same of an ADT, which is found as by adtmap_adt_render. */
ADTMAP_API enum adtmap_status adtmap_adt_draw(struct adtmap_data *data, const char *adt_path,
                                              const char *wdt_path,
                                              const struct adtmap_tile_request *request,
                                              struct adtmap_message *failure);

#ifdef __cplusplus
}
#endif

#endif
