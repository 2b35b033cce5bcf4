/*
 * The pictures of a web map's zoom levels: z/x/y.png in a folder.
 */
#ifndef OUTPUT_ZOOM_WEB_FOLDER_H
#define OUTPUT_ZOOM_WEB_FOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"
#include "codec/image_format.h"

/* One picture. */
struct web_tile {
    uint32_t zoom;
    uint32_t x;
    uint32_t y;
    enum image_format format; /* as web_folder_read found it */
    uint64_t id;              /* web_tile_id */
};

struct web_folder {
    char *path; /* the folder */
    enum image_format format;
    uint32_t zoom_max;
    struct web_tile *tiles; /* in order of their ids */
    size_t count;
};

/*
 * A picture's number along a Hilbert curve through each level, after all pictures of the levels
 * above (PMTiles specification 3, chapter 4.1.1). zoom is at most PYRAMID_ZOOM_MAX.
 */
uint64_t web_tile_id(uint32_t zoom, uint32_t x, uint32_t y);

/*
 * Lists the pictures below `path`, of all formats, since a folder without a log may hold several;
 * names that pyramid_path would not make are passed over. `format` of the folder is that of its
 * first picture. Without a single one: ADTMAP_NOT_FOUND. ADTMAP_IO, ADTMAP_NO_MEMORY. The folder is
 * empty after a failure.
 */
enum adtmap_status web_folder_read(const char *path, const struct diag *diag,
                                   struct web_folder *folder);

/* Puts the pictures into order and finds zoom_max; path, format and tiles, whose ids are set, are
 * given. */
void web_folder_sort(struct web_folder *folder);

/* Removes the folders of columns below `path` that no picture is left in. */
void web_folder_prune(const char *path);

/* An empty folder may be freed. */
void web_folder_free(struct web_folder *folder);

bool web_folder_has(const struct web_folder *folder, uint32_t zoom, uint32_t x, uint32_t y);

#endif
