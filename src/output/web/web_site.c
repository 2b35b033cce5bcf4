#include "output/web/web_site.h"

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
#include "output/web/web_page.h"
#include "output/web/web_portal.h"
#include "output/zoom/pyramid.h"

enum { MARK_WITHIN_BYTES = 512 };

const char *const web_site_files[] = {
    "index.html",
    WEB_SITE_SHARED_FOLDER "/page.js",
    WEB_SITE_SHARED_FOLDER "/page.css",
    WEB_SITE_SHARED_FOLDER "/favicon.svg",
    WEB_SITE_SHARED_FOLDER "/touch-icon.png",
    WEB_SITE_SHARED_FOLDER "/maps.js",
    WEB_SITE_SHARED_FOLDER "/" WEB_SITE_RENDERINGS_FILE,
    WEB_SITE_SHARED_FOLDER "/leaflet.js",
    WEB_SITE_SHARED_FOLDER "/leaflet.css",
    WEB_SITE_SHARED_FOLDER "/leaflet-license.txt",
    NULL,
};

/* Appends a page, or the data that it loads. */
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

/* A crash of the machine may leave a file without bytes, or with zeros in place of them. */
static bool is_blank(const struct blob *blob)
{
    size_t at = 0;
    while (at < blob->size && blob->data[at] == 0) {
        at++;
    }
    return at == blob->size;
}

/* Every page has a mark in its first lines that says that adtmap wrote it. */
static bool is_ours(const struct blob *blob)
{
    size_t size = size_min(blob->size, MARK_WITHIN_BYTES);
    return memmem(blob->data, size, "adtmap", strlen("adtmap")) != NULL;
}

/* Only a missing file, a page that adtmap wrote, or a blank file may be written. */
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
        if (!status && !is_ours(&blob) && !is_blank(&blob)) {
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

static enum adtmap_status check_size(const char *directory, uint32_t size_px, uint32_t earlier_px,
                                     const struct diag *diag)
{
    struct diag at_path = diag_at(diag, directory);
    return size_px == earlier_px
               ? ADTMAP_OK
               : diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "holds the map in tiles of %u px: draw it at --size %u, choose another "
                           "output folder, or remove this one first",
                           (unsigned)earlier_px, (unsigned)earlier_px);
}

static enum adtmap_status check_other_format(const char *layer, enum image_format other,
                                             const struct diag *diag)
{
    char *top = pyramid_path(layer, 0, 0, 0, other);
    enum adtmap_status status = top ? ADTMAP_OK : diag_fail_memory(diag);
    struct diag at_path = diag_at(diag, layer);
    if (top && file_exists(top)) {
        status = diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "holds %s tiles: write --web-format %s, or remove the folder first",
                           image_format_names[other], image_format_names[other]);
    }
    free(top);
    return status;
}

static enum adtmap_status check_format(const char *directory, enum image_format format,
                                       const struct diag *diag)
{
    char name[PATH_NAME_BYTES];
    path_zoom_folder("", name);
    char *layer = path_join(directory, name);
    enum adtmap_status status = layer ? ADTMAP_OK : diag_fail_memory(diag);
    for (int i = 0; i < IMAGE_FORMATS && !status; i++) {
        if (i != (int)format) {
            status = check_other_format(layer, (enum image_format)i, diag);
        }
    }
    free(layer);
    return status;
}

enum adtmap_status web_site_check(const struct web_site *site, const char *name, uint32_t size_px,
                                  uint32_t earlier_px, enum image_format format,
                                  const struct diag *diag)
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
    status = status ? status : check_size(directory, size_px, earlier_px, diag);
    status = status ? status : check_format(directory, format, diag);
    free(directory);
    return status;
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

/* A site with renderings has written its own. */
static enum adtmap_status write_lone_script(const char *shared, const struct diag *diag)
{
    struct buffer text = {0};
    char *path = path_join(shared, WEB_SITE_RENDERINGS_FILE);
    enum adtmap_status status = path ? ADTMAP_OK : diag_fail_memory(diag);
    if (path && !file_exists(path)) {
        web_portal_script(&text, NULL, NULL);
        status = write_text(shared, WEB_SITE_RENDERINGS_FILE, &text, diag);
    }
    buffer_free(&text);
    free(path);
    return status;
}

static enum adtmap_status write_shared(const struct web_site *site, const struct web_map *maps,
                                       size_t count, const struct diag *diag)
{
    static const char *const names[] = {"page.js", "page.css", "favicon.svg", "touch-icon.png"};
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
        status = write_lone_script(shared, diag);
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

enum adtmap_status web_site_check_page(const char *directory, const struct diag *diag)
{
    enum adtmap_status status = output_folder_check(directory, diag);
    return status ? status : check_file(directory, "index.html", diag);
}

enum adtmap_status web_site_write(const struct web_site *site, const struct web_map *maps,
                                  size_t count, const struct diag *diag)
{
    enum adtmap_status status = check_leaflet(site, diag);
    status = status ? status : check_shared(site->out, diag);
    return status ? status : write_shared(site, maps, count, diag);
}

/* Takes a file of the first page, or of the scripts that belong to it. */
typedef enum adtmap_status portal_visitor(const char *directory, const char *name,
                                          const struct buffer *text, const struct diag *diag,
                                          void *user);

static enum adtmap_status write_file(const char *directory, const char *name,
                                     const struct buffer *text, const struct diag *diag, void *user)
{
    (void)user;
    enum adtmap_status status = file_make_directory(directory, diag);
    return status ? status : write_text(directory, name, text, diag);
}

/* *user becomes false if the file has other bytes, or cannot be read. */
static enum adtmap_status compare_file(const char *directory, const char *name,
                                       const struct buffer *text, const struct diag *diag,
                                       void *user)
{
    bool *is_same = user;
    struct blob blob = {0};
    struct adtmap_message ignored;
    const struct diag quiet = {NULL, NULL, &ignored};
    char *path = path_join(directory, name);
    if (!path || text->failed) {
        free(path);
        return diag_fail_memory(diag);
    }
    *is_same = *is_same && file_map(path, &quiet, &blob) == ADTMAP_OK && blob.size == text->size &&
               memcmp(blob.data, text->data, text->size) == 0;
    blob_release(&blob);
    free(path);
    return ADTMAP_OK;
}

static enum adtmap_status visit_script(const char *out, const struct web_portal *portal,
                                       const char *folder, const struct diag *diag,
                                       portal_visitor *visit, void *user)
{
    struct buffer text = {0};
    char *rendering = path_join(out, folder);
    char *shared = rendering ? path_join(rendering, WEB_SITE_SHARED_FOLDER) : NULL;
    web_portal_script(&text, portal, folder);
    enum adtmap_status status = shared ? visit(shared, WEB_SITE_RENDERINGS_FILE, &text, diag, user)
                                       : diag_fail_memory(diag);
    buffer_free(&text);
    free(shared);
    free(rendering);
    return status;
}

/* The script of a rendering with several maps is visited for each. */
static enum adtmap_status visit_portal(const char *out, const struct web_portal *portal,
                                       const struct diag *diag, portal_visitor *visit, void *user)
{
    struct buffer text = {0};
    web_portal_page(&text, portal);
    enum adtmap_status status = visit(out, "index.html", &text, diag, user);
    buffer_free(&text);
    for (size_t i = 0; i < portal->count; i++) {
        for (size_t k = 0; k < portal->cards[i].link_count && !status; k++) {
            status = visit_script(out, portal, portal->cards[i].links[k].folder, diag, visit, user);
        }
    }
    return status;
}

enum adtmap_status web_site_write_portal(const char *out, const struct web_portal *portal,
                                         const struct diag *diag)
{
    enum adtmap_status status = check_file(out, "index.html", diag);
    return status ? status : visit_portal(out, portal, diag, write_file, NULL);
}

enum adtmap_status web_site_compare_portal(const char *out, const struct web_portal *portal,
                                           const struct diag *diag, bool *is_same)
{
    *is_same = true;
    return visit_portal(out, portal, diag, compare_file, is_same);
}

void web_site_portal_files(const struct web_portal *portal, struct buffer *paths)
{
    buffer_append(paths, "index.html", sizeof "index.html");
    for (size_t i = 0; i < portal->count; i++) {
        for (size_t k = 0; k < portal->cards[i].link_count; k++) {
            buffer_printf(paths, "%s/" WEB_SITE_SHARED_FOLDER "/" WEB_SITE_RENDERINGS_FILE,
                          portal->cards[i].links[k].folder);
            buffer_u8(paths, 0);
        }
    }
}
