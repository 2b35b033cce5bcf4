#include "output/client_minimap/client_minimap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/md5.h"
#include "base/path.h"
#include "codec/png/png_read.h"
#include "os/file.h"
#include "os/output_file.h"
#include "output/client_minimap/md5translate.h"
#include "output/paths.h"

/* Puts the path of `name` in `folder` in the place of *folder, in the spelling that is there. */
static enum adtmap_status enter(char **folder, const char *name, const struct diag *diag)
{
    DIR *stream;
    const struct dirent *entry;
    char *found = NULL;
    enum adtmap_status status = file_list(*folder, diag, &stream);
    while (stream && !status && !found && (entry = readdir(stream))) {
        if (strcasecmp(entry->d_name, name) == 0) {
            found = path_join(*folder, entry->d_name);
            status = found ? ADTMAP_OK : diag_fail_memory(diag);
        }
    }
    if (stream) {
        closedir(stream);
    }
    if (!found && !status) {
        found = path_join(*folder, name);
        status = found ? ADTMAP_OK : diag_fail_memory(diag);
    }
    free(*folder);
    *folder = found;
    return status;
}

/* The folder that the files of a map go to, or with map NULL the one of all maps, from malloc; NULL
 * after a failure. */
static enum adtmap_status find_folder(const struct client_minimap *minimap, const char *map,
                                      const struct diag *diag, char **folder)
{
    const char *const hashed[] = {"textures", "Minimap", NULL};
    const char *const plain[] = {"World", "Minimaps", map, NULL};
    const char *const *names = minimap->names == MINIMAP_TRS ? hashed : plain;
    enum adtmap_status status = map ? path_check_map_name(map, diag) : ADTMAP_OK;
    *folder = status ? NULL : strdup(minimap->root);
    if (!*folder) {
        return status ? status : diag_fail_memory(diag);
    }
    for (size_t i = 0; names[i] && !status; i++) {
        status = enter(folder, names[i], diag);
    }
    return status;
}

/* The table in the folder: .trs, unless there is only .txt. */
static enum adtmap_status find_table(const char *folder, const struct diag *diag, char **table)
{
    char *text = strdup(folder);
    *table = strdup(folder);
    enum adtmap_status status = text && *table ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status) {
        status = enter(table, "md5translate.trs", diag);
    }
    if (!status) {
        status = enter(&text, "md5translate.txt", diag);
    }
    if (!status && !file_exists(*table) && file_exists(text)) {
        free(*table);
        *table = text;
        text = NULL;
    }
    free(text);
    return status;
}

enum adtmap_status client_minimap_check(const struct client_minimap *minimap,
                                        const struct diag *diag)
{
    char *folder = NULL;
    char *probe = NULL;
    enum adtmap_status status = find_folder(minimap, NULL, diag, &folder);
    if (!status) {
        status = file_make_directory(folder, diag);
    }
    if (!status) {
        probe = path_join(folder, "map00_00.blp");
        status = probe ? output_check(probe, diag) : diag_fail_memory(diag);
    }
    free(probe);
    free(folder);
    return status;
}

/* State of client_minimap_write. */
struct writing {
    const struct client_minimap *minimap;
    const char *directory;
    const char *map;
    const char *folder;
    const struct diag *diag;
    struct minimap_tiles *tiles;
};

/* Reads the published picture of a tile, and scales it. */
static enum adtmap_status read_tile(const struct writing *writing, const char *path,
                                    const struct diag *diag, uint8_t **rgba)
{
    struct picture picture;
    uint32_t size_px = writing->minimap->size_px;
    enum adtmap_status status = picture_read_png(path, diag, &picture);
    *rgba = NULL;
    if (status) {
        return status;
    }
    *rgba = malloc((size_t)size_px * size_px * 4);
    if (picture.width != picture.height) {
        struct diag at_path = diag_at(diag, path);
        status = diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET, "is not a tile: not square");
    } else if (!*rgba) {
        status = diag_fail_memory(diag);
    } else {
        minimap_scale(picture.rgba, picture.width, size_px, *rgba);
    }
    picture_free(&picture);
    return status;
}

static void hex_of(const struct buffer *file, char hex[MINIMAP_HEX_BYTES])
{
    struct md5 md5 = md5_of(file->data, file->size);
    for (size_t i = 0; i < sizeof md5.bytes; i++) {
        snprintf(hex + 2 * i, 3, "%02x", md5.bytes[i]);
    }
}

/* Writes the file of a tile under its name. */
static enum adtmap_status write_file(const struct writing *writing, uint32_t tile,
                                     const struct buffer *file, const struct diag *diag)
{
    char name[MINIMAP_HEX_BYTES + 16];
    hex_of(file, writing->tiles->hex[tile]);
    if (writing->minimap->names == MINIMAP_TRS) {
        snprintf(name, sizeof name, "%s.blp", writing->tiles->hex[tile]);
    } else {
        snprintf(name, sizeof name, "map%02" PRIu32 "_%02" PRIu32 ".blp", tile % TILE_SET_GRID,
                 tile / TILE_SET_GRID);
    }
    char *path = path_join(writing->folder, name);
    enum adtmap_status status =
        path ? file_write_atomic(path, file->data, file->size, diag) : diag_fail_memory(diag);
    free(path);
    return status;
}

/* The path of a tile that was published, from malloc; NULL when out of memory. */
static char *tile_path(const struct writing *writing, uint32_t tile)
{
    char name[PATH_NAME_BYTES];
    path_tile_name(writing->map, tile % TILE_SET_GRID, tile / TILE_SET_GRID, name);
    return path_join(writing->directory, name);
}

static enum adtmap_status convert_tile(const struct writing *writing, uint32_t tile,
                                       const struct diag *diag)
{
    char *path = tile_path(writing, tile);
    uint8_t *rgba = NULL;
    struct buffer file = {0};
    enum adtmap_status status =
        path ? read_tile(writing, path, diag, &rgba) : diag_fail_memory(diag);
    if (!status) {
        minimap_blp_print(&file, rgba, writing->minimap->size_px, writing->minimap->encoding);
        status = file.failed ? diag_fail_memory(diag) : write_file(writing, tile, &file, diag);
    }
    buffer_free(&file);
    free(rgba);
    free(path);
    return status;
}

static enum adtmap_status find_tiles(const struct writing *writing)
{
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        char *path = tile_path(writing, i);
        if (!path) {
            return diag_fail_memory(writing->diag);
        }
        if (file_exists(path)) {
            tile_set_add(&writing->tiles->tiles, i % TILE_SET_GRID, i / TILE_SET_GRID);
        }
        free(path);
    }
    struct diag at_directory = diag_at(writing->diag, writing->directory);
    return tile_set_count(&writing->tiles->tiles) > 0
               ? ADTMAP_OK
               : diag_fail(&at_directory, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                           "holds no tiles to make a client's minimap of");
}

/* Converts all tiles; the first failure by the order of tiles counts. */
static enum adtmap_status convert_tiles(const struct writing *writing)
{
    enum adtmap_status first = ADTMAP_OK;
    uint32_t first_tile = TILE_SET_TILES;
#pragma omp parallel for schedule(dynamic)
    for (uint32_t i = 0; i < TILE_SET_TILES; i++) {
        struct adtmap_message failure = {0};
        const struct diag diag = {NULL, writing->diag->log, &failure};
        if (!tile_set_has(&writing->tiles->tiles, i % TILE_SET_GRID, i / TILE_SET_GRID)) {
            continue;
        }
        enum adtmap_status status = convert_tile(writing, i, &diag);
#pragma omp critical(client_minimap)
        if (status && i < first_tile) {
            first = status;
            first_tile = i;
            if (writing->diag->failure) {
                *writing->diag->failure = failure;
            }
        }
    }
    return first;
}

/* Removes what the table named and names no more. */
static enum adtmap_status remove_replaced(const struct writing *writing,
                                          const struct buffer *replaced, uint32_t *removed)
{
    enum adtmap_status status = ADTMAP_OK;
    size_t next = 0;
    while (next < replaced->size && !status) {
        const char *name = (const char *)replaced->data + next;
        next += strlen(name) + 1;
        char *path = path_join(writing->folder, name);
        bool is_there = path && file_exists(path);
        status = path ? file_remove(path, writing->diag) : diag_fail_memory(writing->diag);
        *removed += is_there && !status;
        free(path);
    }
    return status;
}

/* Merges the tiles into the table at `path`. */
static enum adtmap_status merge_table(const struct writing *writing, const char *path,
                                      uint32_t *removed)
{
    struct blob old = {0};
    struct md5translate_result merged = {0};
    const struct diag at_table = diag_at(writing->diag, path);
    enum adtmap_status status =
        file_exists(path) ? file_read(path, NULL, &at_table, &old) : ADTMAP_OK;
    if (!status && !md5translate_merge((const char *)old.data, old.size, writing->map,
                                       writing->tiles, &merged)) {
        status = diag_fail_memory(writing->diag);
    }
    if (!status && merged.broken > 0) {
        diag_warn(&at_table, NULL, NO_OFFSET,
                  "%zu lines are neither a folder nor two names apart by a tab; they are kept",
                  merged.broken);
    }
    blob_release(&old);
    if (!status) {
        status = file_write_atomic(path, merged.text.data, merged.text.size, writing->diag);
    }
    if (!status) {
        status = remove_replaced(writing, &merged.replaced, removed);
    }
    md5translate_free(&merged);
    return status;
}

static enum adtmap_status write_all(const struct writing *writing,
                                    struct client_minimap_result *result)
{
    char *table = NULL;
    enum adtmap_status status = find_tiles(writing);
    if (!status) {
        status = file_make_directory(writing->folder, writing->diag);
    }
    if (!status) {
        status = convert_tiles(writing);
    }
    if (!status && writing->minimap->names == MINIMAP_TRS) {
        status = find_table(writing->folder, writing->diag, &table);
        status = status ? status : merge_table(writing, table, &result->removed);
    }
    free(table);
    result->tiles = tile_set_count(&writing->tiles->tiles);
    return status;
}

enum adtmap_status client_minimap_write(const struct client_minimap *minimap, const char *directory,
                                        const char *map, const struct diag *diag,
                                        struct client_minimap_result *result)
{
    char *folder = NULL;
    struct minimap_tiles *tiles = calloc(1, sizeof *tiles);
    enum adtmap_status status =
        tiles ? find_folder(minimap, map, diag, &folder) : diag_fail_memory(diag);
    *result = (struct client_minimap_result){0};
    if (!status) {
        const struct writing writing = {minimap, directory, map, folder, diag, tiles};
        status = write_all(&writing, result);
    }
    free(folder);
    free(tiles);
    return status;
}
