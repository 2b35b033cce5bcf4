/*
 * A folder of zoom levels is read by its names alone: numbers as "%u" prints them, without leading
 * zeros and below the level's edge. Whatever else lies there is passed over. Pictures are ordered
 * along a Hilbert curve, as PMTiles wants them.
 */
#include "output/zoom/web_folder.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/buffer.h"
#include "base/path.h"
#include "os/folder.h"
#include "output/zoom/pyramid_levels.h"

/* What is found so far. */
struct folder_search {
    struct buffer tiles; /* struct web_tile */
    const struct diag *diag;
};

uint64_t web_tile_id(uint32_t zoom, uint32_t x, uint32_t y)
{
    uint64_t id = ((UINT64_C(1) << 2 * zoom) - 1) / 3;
    for (uint32_t half = zoom ? 1U << (zoom - 1) : 0; half > 0; half /= 2) {
        uint32_t right = (x & half) != 0;
        uint32_t lower = (y & half) != 0;
        id += (uint64_t)half * half * ((3 * right) ^ lower);
        if (!lower) {
            if (right) {
                x = half - 1 - (x & (half - 1));
                y = half - 1 - (y & (half - 1));
            }
            uint32_t swap = x;
            x = y;
            y = swap;
        }
    }
    return id;
}

/* The number that `name` is as printed by "%u", below `limit`; what follows it in *rest. */
static bool read_number(const char *name, uint32_t limit, uint32_t *value, const char **rest)
{
    uint32_t number = 0;
    const char *at = name;
    while (*at >= '0' && *at <= '9' && number < limit) {
        number = number * 10 + (uint32_t)(*at++ - '0');
    }
    *value = number;
    *rest = at;
    bool is_padded = name[0] == '0' && at > name + 1;
    return at > name && !is_padded && number < limit;
}

static struct folder *open_folder(struct folder_search *search, const char *path,
                                  enum adtmap_status *status)
{
    struct folder *directory = folder_open(path);
    *status = ADTMAP_OK;
    if (!directory && errno != ENOTDIR) {
        struct diag at_path = diag_at(search->diag, path);
        *status = diag_fail_errno(&at_path, errno, "cannot list");
    }
    return directory;
}

static enum adtmap_status read_column(struct folder_search *search, const char *path, uint32_t zoom,
                                      uint32_t x)
{
    enum adtmap_status status;
    struct folder *directory = open_folder(search, path, &status);
    if (!directory) {
        return status;
    }
    for (const char *entry = folder_next(directory); entry; entry = folder_next(directory)) {
        uint32_t y;
        const char *extension;
        enum image_format format;
        if (read_number(entry, 1U << zoom, &y, &extension) && extension[0] == '.' &&
            image_format_parse(extension + 1, &format)) {
            const struct web_tile tile = {zoom, x, y, format, web_tile_id(zoom, x, y)};
            buffer_append(&search->tiles, &tile, sizeof tile);
        }
    }
    folder_close(directory);
    return ADTMAP_OK;
}

static void prune_level(const char *path)
{
    struct folder *directory = folder_open(path);
    for (const char *entry = directory ? folder_next(directory) : NULL; entry;
         entry = folder_next(directory)) {
        uint32_t x;
        const char *rest;
        char *column = read_number(entry, 1U << PYRAMID_ZOOM_MAX, &x, &rest) && !*rest
                           ? path_join(path, entry)
                           : NULL;
        if (column) {
            file_remove_empty_folder(column);
        }
        free(column);
    }
    folder_close(directory);
}

void web_folder_prune(const char *path)
{
    for (uint32_t zoom = 0; zoom <= PYRAMID_ZOOM_MAX; zoom++) {
        char name[16];
        snprintf(name, sizeof name, "%u", zoom);
        char *level = path_join(path, name);
        if (level) {
            prune_level(level);
        }
        free(level);
    }
}

/* Reads what lies in a folder of numbers below `limit`: with a zoom its columns, else the zooms. */
static enum adtmap_status read_folders(struct folder_search *search, const char *path,
                                       const uint32_t *zoom)
{
    enum adtmap_status status;
    uint32_t limit = zoom ? 1U << *zoom : PYRAMID_LEVELS_MAX;
    struct folder *directory = open_folder(search, path, &status);
    if (!directory) {
        return status;
    }
    for (const char *entry = folder_next(directory); entry && !status;
         entry = folder_next(directory)) {
        uint32_t number;
        const char *rest;
        if (read_number(entry, limit, &number, &rest) && !*rest) {
            char *below = path_join(path, entry);
            status = !below ? diag_fail_memory(search->diag)
                     : zoom ? read_column(search, below, *zoom, number)
                            : read_folders(search, below, &number);
            free(below);
        }
    }
    folder_close(directory);
    return status;
}

static int compare_ids(const void *a, const void *b)
{
    const struct web_tile *first = a;
    const struct web_tile *second = b;
    return (first->id > second->id) - (first->id < second->id);
}

void web_folder_sort(struct web_folder *folder)
{
    if (folder->count > 0) {
        array_sort(folder->tiles, folder->count, sizeof *folder->tiles, compare_ids);
        folder->zoom_max = folder->tiles[folder->count - 1].zoom;
    }
}

/* Hands the tiles that were found over to the folder. */
static enum adtmap_status take_tiles(struct folder_search *search, const char *path,
                                     struct web_folder *folder)
{
    const struct diag at_path = diag_at(search->diag, path);
    if (search->tiles.failed) {
        return diag_fail_memory(&at_path);
    }
    if (search->tiles.size == 0) {
        return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET, "holds no tiles");
    }
    folder->path = strdup(path);
    if (!folder->path) {
        return diag_fail_memory(&at_path);
    }
    folder->tiles = (struct web_tile *)(void *)search->tiles.data;
    folder->count = search->tiles.size / sizeof *folder->tiles;
    web_folder_sort(folder);
    folder->format = folder->tiles[0].format;
    return ADTMAP_OK;
}

enum adtmap_status web_folder_read(const char *path, const struct diag *diag,
                                   struct web_folder *folder)
{
    *folder = (struct web_folder){0};
    struct folder_search search = {.diag = diag};
    enum adtmap_status status = read_folders(&search, path, NULL);
    if (!status) {
        status = take_tiles(&search, path, folder);
    }
    if (status) {
        buffer_free(&search.tiles);
    }
    return status;
}

void web_folder_free(struct web_folder *folder)
{
    free(folder->path);
    free(folder->tiles);
    *folder = (struct web_folder){0};
}

bool web_folder_has(const struct web_folder *folder, uint32_t zoom, uint32_t x, uint32_t y)
{
    struct web_tile wanted = {.id = web_tile_id(zoom, x, y)};
    return array_find(&wanted, folder->tiles, folder->count, sizeof *folder->tiles, compare_ids) !=
           NULL;
}
