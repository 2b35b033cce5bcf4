#include "output/web/web_site.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "os/file.h"
#include "os/output_file.h"
#include "os/temporary.h"
#include "output/paths.h"
#include "output/web/web_asset.h"
#include "output/web/web_map.h"
#include "output/web/web_page.h"
#include "output/web_text.h"
#include "output/zoom/pmtiles.h"
#include "output/zoom/pyramid.h"
#include "output/zoom/web_geo.h"

enum { MARK_WITHIN_BYTES = 512, MAPS_MAX = 4096 };

/* A page in the making. */
typedef void (*page_maker)(struct buffer *text, const struct web_map *maps, size_t count);

static enum adtmap_status write_text(const char *directory, const char *name,
                                     const struct buffer *text, const struct diag *diag)
{
    char *path = path_join(directory, name);
    enum adtmap_status status = path && !text->failed
                                    ? file_write_atomic(path, text->data, text->size, diag)
                                    : diag_fail_memory(diag);
    free(path);
    return status;
}

/* Everything written here says so in its first lines. */
static bool is_ours(const struct blob *blob)
{
    size_t size = size_min(blob->size, MARK_WITHIN_BYTES);
    return memmem(blob->data, size, "adtmap", strlen("adtmap")) != NULL;
}

/* A file that is not there, or ours, may be written. */
static enum adtmap_status check_file(const char *directory, const char *name,
                                     const struct diag *diag)
{
    char *path = path_join(directory, name);
    if (!path) {
        return diag_fail_memory(diag);
    }
    struct diag at_path = diag_at(diag, path);
    struct blob blob = {0};
    enum adtmap_status status = ADTMAP_OK;
    if (file_exists(path)) {
        status = file_map(path, &at_path, &blob);
        if (!status && !is_ours(&blob)) {
            status = diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                               "was not written by adtmap and would be lost: choose another "
                               "output folder, or move it away");
        }
    }
    blob_release(&blob);
    free(path);
    return status;
}

static enum adtmap_status check_shared(const char *out, const struct diag *diag)
{
    enum adtmap_status status = check_file(out, "index.html", diag);
    static const char *const files[] = {"page.js", "page.css", "maps.js"};
    char *shared = path_join(out, WEB_SITE_SHARED_FOLDER);
    for (size_t i = 0; shared && i < COUNT_OF(files) && !status; i++) {
        status = check_file(shared, files[i], diag);
    }
    free(shared);
    return shared ? status : diag_fail_memory(diag);
}

/* Leaflet's files under the names that releases and distributions give them; the first found is
 * taken. */
struct leaflet_file {
    const char *written_as;
    const char *names[3];
    bool is_needed;
};

static const struct leaflet_file leaflet_files[] = {
    {"leaflet.js", {"leaflet.min.js", "leaflet.js"}, true},
    {"leaflet.css", {"leaflet.css"}, true},
    {"leaflet-license.txt", {"LICENSE", "../LICENSE", "../../doc/libjs-leaflet/copyright"}, false},
};

static const char *leaflet_folder(const struct web_site *site)
{
    return site->leaflet ? site->leaflet : ADTMAP_LEAFLET_DIR;
}

/* *path becomes that of a Leaflet file, from malloc; NULL when it is not there. */
static enum adtmap_status find_leaflet(const struct web_site *site, const struct leaflet_file *file,
                                       const struct diag *diag, char **path)
{
    for (size_t i = 0; i < COUNT_OF(file->names) && file->names[i]; i++) {
        *path = path_join(leaflet_folder(site), file->names[i]);
        if (!*path) {
            return diag_fail_memory(diag);
        }
        if (file_exists(*path)) {
            return ADTMAP_OK;
        }
        free(*path);
    }
    *path = NULL;
    return ADTMAP_OK;
}

static enum adtmap_status check_leaflet(const struct web_site *site, const struct diag *diag)
{
    for (size_t i = 0; i < COUNT_OF(leaflet_files); i++) {
        char *path;
        enum adtmap_status status = find_leaflet(site, &leaflet_files[i], diag, &path);
        bool is_there = path != NULL;
        free(path);
        if (status) {
            return status;
        }
        if (!is_there && leaflet_files[i].is_needed) {
            struct diag at_path = diag_at(diag, leaflet_folder(site));
            return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                             "holds no Leaflet (%s): install the package libjs-leaflet, or say "
                             "with --leaflet where it is",
                             leaflet_files[i].written_as);
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status copy_file(const char *from, const char *folder, const char *name,
                                    const struct diag *diag)
{
    char *to = path_join(folder, name);
    enum adtmap_status status = to ? file_copy(from, to, diag) : diag_fail_memory(diag);
    free(to);
    return status;
}

static enum adtmap_status copy_leaflet(const struct web_site *site, const char *shared,
                                       const struct diag *diag)
{
    for (size_t i = 0; i < COUNT_OF(leaflet_files); i++) {
        char *from;
        enum adtmap_status status = find_leaflet(site, &leaflet_files[i], diag, &from);
        if (!status && from) {
            status = copy_file(from, shared, leaflet_files[i].written_as, diag);
        }
        free(from);
        if (status) {
            return status;
        }
    }
    return ADTMAP_OK;
}

static enum adtmap_status check_size(const char *directory, uint32_t size_px,
                                     const struct diag *diag)
{
    char *path = path_manifest(directory);
    if (!path) {
        return diag_fail_memory(diag);
    }
    struct diag at_path = diag_at(diag, path);
    struct blob blob = {0};
    struct manifest *manifest = NULL;
    enum adtmap_status status = ADTMAP_OK;
    if (file_exists(path)) {
        status = file_map(path, &at_path, &blob);
        status = status ? status : manifest_read(blob.data, blob.size, &at_path, &manifest);
    }
    at_path.file = directory;
    if (manifest && manifest->settings.size_px != size_px) {
        status =
            diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                      "holds the map in tiles of %u px: draw it at --size %u, choose another "
                      "output folder, or remove this one first",
                      (unsigned)manifest->settings.size_px, (unsigned)manifest->settings.size_px);
    }
    manifest_destroy(manifest);
    blob_release(&blob);
    free(path);
    return status;
}

static enum adtmap_status check_format(const char *directory, enum image_format format,
                                       const struct diag *diag)
{
    enum image_format other = format == IMAGE_PNG ? IMAGE_WEBP : IMAGE_PNG;
    char *layer = web_map_layer_path(directory, WEB_COLOR_LAYER);
    char *top = layer ? pyramid_path(layer, 0, 0, 0, other) : NULL;
    enum adtmap_status status = top ? ADTMAP_OK : diag_fail_memory(diag);
    struct diag at_path = diag_at(diag, layer);
    if (top && file_exists(top)) {
        status = diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "holds %s tiles: write --web-format %s, or remove the folder first",
                           image_format_names[other], image_format_names[other]);
    }
    free(top);
    free(layer);
    return status;
}

enum adtmap_status web_site_check(const struct web_site *site, const char *name, uint32_t size_px,
                                  enum image_format format, const struct diag *diag)
{
    if (strcmp(name, WEB_SITE_SHARED_FOLDER) == 0) {
        return diag_fail(diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                         "a map of this name has no place on a website, which has a folder '%s' "
                         "of its own",
                         name);
    }
    enum adtmap_status status = image_format_check(format, diag);
    status = status ? status : check_leaflet(site, diag);
    status = status ? status : check_shared(site->out, diag);
    if (status) {
        return status;
    }
    char *directory = path_map_directory(site->out, name);
    status = directory ? check_file(directory, "index.html", diag) : diag_fail_memory(diag);
    status = status ? status : check_size(directory, size_px, diag);
    status = status ? status : check_format(directory, format, diag);
    free(directory);
    return status;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

struct names {
    char *items[MAPS_MAX];
    size_t count;
};

/* Folders below OUT whose names maps may have, sorted. */
static enum adtmap_status list_names(const char *out, const struct diag *diag, struct names *names)
{
    struct diag at_path = diag_at(diag, out);
    DIR *directory = opendir(out[0] ? out : ".");
    if (!directory) {
        return diag_fail_errno(&at_path, errno, "cannot list");
    }
    enum adtmap_status status = ADTMAP_OK;
    struct diag quiet = {0};
    for (struct dirent *entry = readdir(directory); entry && !status; entry = readdir(directory)) {
        if (path_check_map_name(entry->d_name, &quiet) || names->count == MAPS_MAX) {
            continue;
        }
        names->items[names->count] = strdup(entry->d_name);
        status = names->items[names->count] ? ADTMAP_OK : diag_fail_memory(diag);
        names->count += status == ADTMAP_OK;
    }
    closedir(directory);
    qsort(names->items, names->count, sizeof *names->items, compare_names);
    return status;
}

/* Reads the maps there are; those that are damaged are told and counted. */
static enum adtmap_status read_maps(const struct web_site *site, const struct names *names,
                                    const struct diag *diag, struct web_map *maps,
                                    struct web_site_result *result)
{
    for (size_t i = 0; i < names->count; i++) {
        struct adtmap_message failure = {0};
        struct diag quiet = {diag->file, diag->log, &failure};
        struct web_map *map = &maps[result->maps];
        enum adtmap_status status = web_map_read(site->out, names->items[i], &quiet, map);
        if (!status) {
            result->maps++;
            continue;
        }
        web_map_free(map);
        if (status == ADTMAP_NO_MEMORY) {
            return diag_fail_memory(diag);
        }
        if (status != ADTMAP_NOT_FOUND) {
            quiet.file = failure.file;
            diag_warn(&quiet, NULL, failure.offset, "%.200s; the map gets no page", failure.what);
            result->failed++;
        }
    }
    if (result->maps == 0) {
        struct diag at_path = diag_at(diag, site->out);
        return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                         "holds no map with zoom levels: render one with --web first");
    }
    return ADTMAP_OK;
}

static enum adtmap_status make_page(const char *directory, const char *name, page_maker maker,
                                    const struct web_map *maps, size_t count,
                                    const struct diag *diag)
{
    struct buffer text = {0};
    maker(&text, maps, count);
    enum adtmap_status status = write_text(directory, name, &text, diag);
    buffer_free(&text);
    return status;
}

static void make_map_page(struct buffer *text, const struct web_map *map, size_t count)
{
    (void)count;
    web_page_map(text, map);
}

static void make_map_data(struct buffer *text, const struct web_map *map, size_t count)
{
    (void)count;
    web_page_map_data(text, map);
}

static void make_tilejson(struct buffer *text, const struct web_map *map, size_t count)
{
    (void)count;
    web_tilejson(text, map->manifest->map, "web/" WEB_COLOR_LAYER, map->bounds,
                 &map->layers[0].folder);
}

static void make_world_file(struct buffer *text, const struct web_map *map, size_t count)
{
    (void)count;
    web_world_file(text, map->manifest->bounds, map->manifest->settings.size_px);
}

static enum adtmap_status write_archive(const struct web_map *map, const struct diag *diag)
{
    struct buffer metadata = {0};
    char *path = web_map_archive_path(map->directory, map->manifest->map);
    const struct web_folder *folder = &map->layers[0].folder;
    buffer_printf(&metadata, "{\"name\": ");
    web_text_json(&metadata, map->manifest->map);
    buffer_printf(&metadata,
                  ", \"type\": \"baselayer\", \"format\": \"%s\", \"generator\": \"adtmap\", "
                  "\"description\": \"The 64x64 grid of tiles is the whole square: longitudes and "
                  "latitudes are made up\"}",
                  image_format_names[folder->format]);
    buffer_u8(&metadata, 0);
    enum adtmap_status status = path && !metadata.failed
                                    ? pmtiles_write(path, folder, (const char *)metadata.data,
                                                    web_degrees(map->bounds), diag)
                                    : diag_fail_memory(diag);
    buffer_free(&metadata);
    free(path);
    return status;
}

static enum adtmap_status write_map(const struct web_site *site, const struct web_map *map,
                                    const struct diag *diag)
{
    const char *name = map->manifest->map;
    enum adtmap_status status = output_folder_check(map->directory, diag);
    if (!status) {
        status = check_file(map->directory, "index.html", diag);
    }
    if (!status) {
        temporary_sweep(map->directory, NULL);
        status = make_page(map->directory, "map.js", make_map_data, map, 1, diag);
    }
    if (!status) {
        status = make_page(map->directory, "index.html", make_map_page, map, 1, diag);
    }
    if (!status) {
        status = make_page(map->directory, "tilejson.json", make_tilejson, map, 1, diag);
    }
    if (!status && map->manifest->is_stitched) {
        char world_file[PATH_NAME_BYTES];
        snprintf(world_file, sizeof world_file, "%s.pgw", name);
        status = make_page(map->directory, world_file, make_world_file, map, 1, diag);
    }
    bool is_chosen = site->archive_map && strcmp(site->archive_map, name) == 0;
    bool is_done =
        map->has_archive && site->unchanged_map && strcmp(site->unchanged_map, name) == 0;
    if (!status && !is_done &&
        (site->archives == WEB_ARCHIVES_ALL || is_chosen || map->has_archive)) {
        status = write_archive(map, diag);
    }
    return status;
}

static enum adtmap_status write_shared(const struct web_site *site, const struct web_map *maps,
                                       size_t count, const struct diag *diag)
{
    static const char *const names[] = {"page.js", "page.css", "favicon.svg"};
    char *shared = path_join(site->out, WEB_SITE_SHARED_FOLDER);
    enum adtmap_status status =
        shared ? output_subfolder_check(shared, diag) : diag_fail_memory(diag);
    if (!status) {
        status = file_make_directory(shared, diag);
    }
    if (!status) {
        temporary_sweep(shared, NULL);
        temporary_sweep(site->out, NULL);
        status = copy_leaflet(site, shared, diag);
    }
    for (size_t i = 0; i < COUNT_OF(names) && !status; i++) {
        const struct web_asset *asset = web_asset_find(names[i]);
        const struct buffer text = {(uint8_t *)(uintptr_t)asset->data, asset->size, 0, false};
        status = write_text(shared, names[i], &text, diag);
    }
    if (!status) {
        status = make_page(shared, "maps.js", web_page_list_data, maps, count, diag);
    }
    if (!status) {
        status = make_page(site->out, "index.html", web_page_list, maps, count, diag);
    }
    free(shared);
    return status;
}

static enum adtmap_status write_pages(const struct web_site *site, const struct web_map *maps,
                                      size_t count, const struct diag *diag)
{
    enum adtmap_status status = check_leaflet(site, diag);
    status = status ? status : check_shared(site->out, diag);
    for (size_t i = 0; i < count && !status; i++) {
        status = write_map(site, &maps[i], diag);
    }
    return status ? status : write_shared(site, maps, count, diag);
}

enum adtmap_status web_site_write(const struct web_site *site, const struct diag *diag,
                                  struct web_site_result *result)
{
    *result = (struct web_site_result){0};
    struct web_map *maps = NULL;
    struct names *names = calloc(1, sizeof *names);
    enum adtmap_status status = names ? list_names(site->out, diag, names) : diag_fail_memory(diag);
    if (!status) {
        maps = calloc(names->count + 1, sizeof *maps);
        status = maps ? read_maps(site, names, diag, maps, result) : diag_fail_memory(diag);
    }
    if (!status) {
        status = write_pages(site, maps, result->maps, diag);
    }
    for (size_t i = 0; maps && i < result->maps; i++) {
        web_map_free(&maps[i]);
    }
    for (size_t i = 0; names && i < names->count; i++) {
        free(names->items[i]);
    }
    free(maps);
    free(names);
    return status;
}
