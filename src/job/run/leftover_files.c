#include "job/run/leftover_files.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "job/run/text_outputs.h"
#include "os/file.h"
#include "output/web/web_map.h"

/* Looks for exact names, not for patterns: files that a user has put there are no leftovers. Nor
 * are folders, links and pipes, as no run makes one under the name of a file. */
static void find_file(const struct run *run, const char *path, struct buffer *paths)
{
    const struct build_record *record = build_log_find(run->log, path);
    bool is_made = record && record->state == BUILD_MADE && record->file.bytes > 0;
    char *full = is_made ? NULL : path_join(run->result->directory, path);
    if (full && file_is_regular(full)) {
        buffer_append(paths, path, strlen(path) + 1);
    }
    free(full);
}

static bool has_folder(const struct run *run, const char *node)
{
    char *path = path_join(run->result->directory, node);
    char *folder = path ? path_directory(path) : NULL;
    bool has = folder && file_is_directory(folder);
    free(folder);
    free(path);
    return has;
}

static void find_series(const struct run *run, const char *series, struct buffer *paths)
{
    char path[PATH_NAME_BYTES];
    node_tile_path(series, run->map_name, 0, 0, path);
    bool has_tiles = has_folder(run, path);
    for (struct tile_step tile = {0}; has_tiles && tile_next(&tile);) {
        node_tile_path(series, run->map_name, tile.x, tile.y, path);
        find_file(run, path, paths);
    }
    node_stitched_path(series, run->map_name, path);
    find_file(run, path, paths);
    node_world_path(series, run->map_name, path);
    find_file(run, path, paths);
}

static enum adtmap_status find_zoom(const struct run *run, const char *series, struct buffer *paths)
{
    struct web_folder folder = {0};
    char node[PATH_NAME_BYTES];
    path_zoom_folder(series, node);
    char *path = path_join(run->result->directory, node);
    enum adtmap_status status =
        path ? web_folder_read(path, &run->diag, &folder) : diag_fail_memory(&run->diag);
    for (size_t i = 0; i < folder.count; i++) {
        char name[PATH_NAME_BYTES];
        const struct web_tile *tile = &folder.tiles[i];
        node_zoom_path(series, tile->zoom, tile->x, tile->y, folder.format, name);
        find_file(run, name, paths);
    }
    web_folder_free(&folder);
    free(path);
    return status == ADTMAP_NOT_FOUND || status == ADTMAP_BAD_DATA ? ADTMAP_OK : status;
}

static void find_heights(const struct run *run, struct buffer *paths)
{
    char path[PATH_NAME_BYTES];
    node_heights_path(0, 0, path);
    bool has_heights = has_folder(run, path);
    for (struct tile_step tile = {0}; has_heights && tile_next(&tile);) {
        node_heights_path(tile.x, tile.y, path);
        find_file(run, path, paths);
    }
}

static void find_marker_blocks(const struct run *run, struct buffer *paths)
{
    char path[PATH_NAME_BYTES];
    node_marker_block_path(0, path);
    bool has_blocks = has_folder(run, path);
    for (size_t i = 0; i < MARKER_BLOCKS_MAX && has_blocks; i++) {
        node_marker_block_path(i, path);
        find_file(run, path, paths);
    }
}

/* All possible layers. */
static enum adtmap_status find_layers(const struct run *run, struct buffer *paths)
{
    enum adtmap_status status = ADTMAP_OK;
    for (int kind = 0; kind < ADTMAP_LAYER_KINDS; kind++) {
        for (uint32_t i = 0; i < data_layers[kind].count && !status; i++) {
            char name[ADTMAP_LAYER_NAME_BYTES];
            const struct adtmap_layer layer = {(enum adtmap_layer_kind)kind, i};
            adtmap_layer_file_name(layer, name);
            find_series(run, name, paths);
            status = find_zoom(run, name, paths);
        }
    }
    return status;
}

enum adtmap_status leftover_files_find(const struct run *run, struct buffer *paths)
{
    const char *text;
    size_t at = 0;
    find_series(run, "", paths);
    while ((text = text_outputs_unasked(run, &at))) {
        find_file(run, text, paths);
    }
    enum adtmap_status status = find_zoom(run, "", paths);
    find_heights(run, paths);
    find_marker_blocks(run, paths);
    status = status ? status : find_layers(run, paths);
    return !status && paths->failed ? diag_fail_memory(&run->diag) : status;
}

/* The file of a tile that failed was to be removed before, with a warning if that was not possible:
 * it does not stop the run. */
static enum adtmap_status remove_file(const struct run *run, const char *node)
{
    const struct build_record *record = build_log_find(run->log, node);
    bool has_failed = record && record->state == BUILD_FAILED;
    char *path = path_join(run->result->directory, node);
    struct adtmap_message ignored;
    const struct diag quiet = {NULL, NULL, &ignored};
    enum adtmap_status status =
        path ? file_remove(path, has_failed ? &quiet : &run->diag) : diag_fail_memory(&run->diag);
    free(path);
    return has_failed && status == ADTMAP_IO ? ADTMAP_OK : status;
}

enum adtmap_status leftover_files_remove(const struct run *run, struct buffer *paths)
{
    enum adtmap_status status = leftover_files_find(run, paths);
    for (size_t at = 0; at < paths->size && !status;) {
        const char *path = (const char *)paths->data + at;
        status = remove_file(run, path);
        at += strlen(path) + 1;
    }
    return status;
}
