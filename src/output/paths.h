/*
 * Where the files of a map go: OUT/MAP/tiles/MAP_XX_YY.png, OUT/MAP/MAP.png, OUT/MAP/map.json; of
 * data layers OUT/MAP/layers/LAYER/MAP_XX_YY.png, OUT/MAP/MAP.LAYER.png. Of zoom levels
 * OUT/MAP/web/color/Z/X/Y.png, and OUT/MAP/web/LAYER/Z/X/Y.png.
 */
#ifndef OUTPUT_PATHS_H
#define OUTPUT_PATHS_H

#include <stdbool.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

enum { MAP_FILE_NAME_MAX = 120, PATH_NAME_BYTES = 160 };

/*
 * ADTMAP_OK when a map's name can become file names: 1 to MAP_FILE_NAME_MAX bytes of ASCII letters
 * and digits, space, any of _-.'()& and UTF-8 beyond ASCII, no dot or space at an end, no device
 * name. Else ADTMAP_BAD_ARGUMENT, explained. `map` in the other functions is a name that passed.
 */
enum adtmap_status path_check_map_name(const char *map, const struct diag *diag);

/* Whether Windows takes a name for a device, whatever its case and extension: CON, PRN, AUX, NUL,
 * COM1 to COM9, LPT1 to LPT9. */
bool path_is_device_name(const char *name);

/* What the paths of tiles, and of layers' tiles, begin with. */
#define PATH_TILES "tiles/"
#define PATH_LAYERS "layers/"

/* Names in the map's own directory:
 * "tiles/Azeroth_32_48.png" (x and y below 100), "Azeroth.png". */
void path_tile_name(const char *map, uint32_t x, uint32_t y, char name[PATH_NAME_BYTES]);
void path_stitched_name(const char *map, char name[PATH_NAME_BYTES]);

/* Names of a data layer's files; `layer` is its name in them, at most 16 bytes. */
void path_layer_name(const char *layer, const char *map, uint32_t x, uint32_t y,
                     char name[PATH_NAME_BYTES]);
void path_layer_stitched_name(const char *layer, const char *map, char name[PATH_NAME_BYTES]);

/* The folder of all zoom levels, and the name of those of the pictures next to data layers. */
#define PATH_ZOOM_FOLDER "web"
#define PATH_ZOOM_COLOR "color"

/* The folder of the zoom levels of a data layer, "web/height", or with "" of the pictures. */
void path_zoom_folder(const char *layer, char name[PATH_NAME_BYTES]);

/* Values of a layer for pages: "web/height/values", and of a tile X_Y.js in it. */
void path_values_folder(const char *layer, char name[PATH_NAME_BYTES]);
void path_values_name(const char *layer, uint32_t x, uint32_t y, char name[PATH_NAME_BYTES]);

/* The map's own directory, from malloc; NULL when out of memory. `out` is where all maps go, "" for
 * the working directory. */
char *path_map_directory(const char *out, const char *map);

#endif
