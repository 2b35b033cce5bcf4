/*
 * All checks come before the first write: a file that adtmap did not write is never replaced, and a
 * run fails before it has drawn anything. What loads other files is written after them.
 */
#include "output/web/web_site.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "os/file.h"
#include "os/output_file.h"
#include "os/temporary.h"
#include "output/paths.h"
#include "output/web/own_picture.h"
#include "output/web/web_asset.h"
#include "output/web/web_page.h"
#include "output/web/web_portal.h"
#include "output/zoom/pyramid.h"

enum { MARK_WITHIN_BYTES = 1024 };

/* What a run writes to the website. */
struct site_writing {
    const struct web_site *site;
    const struct web_map_card *cards;
    size_t count;
};

struct shared_file;

typedef enum adtmap_status file_putter(const struct site_writing *writing,
                                       const struct shared_file *file, const struct diag *diag);

static file_putter put_leaflet, put_asset, put_lone_script, put_list_data, put_list;

#define SHARED(name) WEB_SITE_SHARED_FOLDER "/" name

/* In the order in which they are written: the list of maps comes after what it loads. */
static const struct shared_file {
    const char *path; /* below OUT */
    const char *mark; /* in the first lines of every version; NULL: no version has one */
    file_putter *put;
    const char *leaflet[3]; /* names in releases and distributions; the first found is taken */
    bool may_lack;          /* of Leaflet's: a folder without it will do */
} shared_files[] = {
    {SHARED("leaflet.js"), "Leaflet", put_leaflet, {"leaflet.min.js", "leaflet.js"}, false},
    {SHARED("leaflet.css"), "leaflet", put_leaflet, {"leaflet.css"}, false},
    {SHARED("leaflet-license.txt"),
     "Agafonkin",
     put_leaflet,
     {"LICENSE", "../LICENSE", "../../doc/libjs-leaflet/copyright"},
     true},
    {SHARED("page.js"), "adtmap", put_asset, {NULL}, false},
    {SHARED("page-more.js"), "adtmap", put_asset, {NULL}, false},
    {SHARED("page-points.js"), "adtmap", put_asset, {NULL}, false},
    {SHARED("page-world.js"), "adtmap", put_asset, {NULL}, false},
    {SHARED("page.css"), "adtmap", put_asset, {NULL}, false},
    {SHARED("list.css"), "adtmap", put_asset, {NULL}, false},
    {SHARED("favicon.svg"), NULL, put_asset, {NULL}, false},
    {SHARED("touch-icon.png"), NULL, put_asset, {NULL}, false},
    {SHARED(WEB_SITE_RENDERINGS_FILE), "adtmap", put_lone_script, {NULL}, false},
    {SHARED("maps.js"), "adtmap", put_list_data, {NULL}, false},
    {"index.html", "adtmap", put_list, {NULL}, false},
};

const char *web_site_shared_path(size_t index)
{
    return index < COUNT_OF(shared_files) ? shared_files[index].path : NULL;
}

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

/* Whether the first bytes of a file, which need not be there, have the mark. */
static bool has_mark(const char *directory, const char *name, const char *mark)
{
    struct blob blob = {0};
    char *path = path_join(directory, name);
    bool found = path && !file_map(path, &diag_silent, &blob) &&
                 bytes_find(blob.data, size_min(blob.size, MARK_WITHIN_BYTES), mark);
    blob_release(&blob);
    free(path);
    return found;
}

/* Only a missing file, one that adtmap wrote, or a blank file may be written. */
static enum adtmap_status check_file(const char *directory, const char *name, const char *mark,
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
        size_t size = size_min(blob.size, MARK_WITHIN_BYTES);
        if (!status && !bytes_find(blob.data, size, mark) && !is_blank(&blob)) {
            status = diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                               "was not written by adtmap and would be lost: choose another "
                               "output folder, or move it away");
        }
    }
    blob_release(&blob);
    free(path);
    return status;
}

static enum adtmap_status check_page(const char *directory, const struct diag *diag)
{
    return check_file(directory, "index.html", "adtmap", diag);
}

static const char *leaflet_folder(const struct web_site *site)
{
    return site->leaflet ? site->leaflet : ADTMAP_LEAFLET_DIR;
}

/* A file of the Leaflet that the build has made part of the library, unless another is given; or
 * NULL. */
static const struct web_asset *own_leaflet(const struct web_site *site,
                                           const struct shared_file *file)
{
    return site->leaflet || !file->leaflet[0] ? NULL : web_asset_find(path_base(file->path));
}

/* *path becomes that of a Leaflet file, from malloc; NULL when it is not there. */
static enum adtmap_status find_leaflet(const struct web_site *site, const struct shared_file *file,
                                       const struct diag *diag, char **path)
{
    *path = NULL;
    for (size_t i = 0; i < COUNT_OF(file->leaflet) && file->leaflet[i]; i++) {
        *path = path_join(leaflet_folder(site), file->leaflet[i]);
        if (!*path) {
            return diag_fail_memory(diag);
        }
        if (file_exists(*path)) {
            return ADTMAP_OK;
        }
        free(*path);
        *path = NULL;
    }
    return ADTMAP_OK;
}

enum adtmap_status web_site_check_leaflet(const struct web_site *site, const struct diag *diag)
{
    for (size_t i = 0; i < COUNT_OF(shared_files); i++) {
        const struct shared_file *file = &shared_files[i];
        char *path;
        enum adtmap_status status = find_leaflet(site, file, diag, &path);
        bool is_there = path != NULL || own_leaflet(site, file);
        free(path);
        if (status) {
            return status;
        }
        if (!is_there && file->leaflet[0] && !file->may_lack) {
            struct diag at_path = diag_at(diag, leaflet_folder(site));
            return diag_fail(&at_path, ADTMAP_NOT_FOUND, NULL, NO_OFFSET,
                             "holds no Leaflet (%s): install the package libjs-leaflet, or say "
                             "with --leaflet where it is",
                             path_base(file->path));
        }
    }
    return ADTMAP_OK;
}

/* Whether OUT has the very bytes that Leaflet's folder has. */
static enum adtmap_status is_copied(const struct web_site *site, const struct shared_file *file,
                                    const struct diag *diag, bool *is_same)
{
    char *from = NULL;
    char *to = path_join(site->out, file->path);
    struct blob blob = {0};
    enum adtmap_status status = to ? find_leaflet(site, file, diag, &from) : diag_fail_memory(diag);
    const struct web_asset *own = own_leaflet(site, file);
    *is_same = !status && own && file_has_contents(to, own->data, own->size);
    if (!status && !own && from) {
        const struct diag at_from = diag_at(diag, from);
        status = file_map(from, &at_from, &blob);
        *is_same = !status && file_has_contents(to, blob.data, blob.size);
        blob_release(&blob);
    }
    free(from);
    free(to);
    return status;
}

static bool is_in_folder(const struct shared_file *file)
{
    return strchr(file->path, '/') != NULL;
}

/* Whether the folder of shared files is adtmap's: one of those that others do not have stands in
 * it. */
static bool owns_folder(const struct web_site *site)
{
    bool owns = false;
    for (size_t i = 0; i < COUNT_OF(shared_files) && !owns; i++) {
        const struct shared_file *file = &shared_files[i];
        owns = is_in_folder(file) && file->mark && !file->leaflet[0] &&
               has_mark(site->out, file->path, file->mark);
    }
    return owns;
}

/* What was changed in a folder of our own is made again. Leaflet built without its notices has no
 * mark, and is known by its bytes. */
static enum adtmap_status check_shared(const struct web_site *site, const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    bool owns = owns_folder(site);
    for (size_t i = 0; i < COUNT_OF(shared_files) && !status; i++) {
        const struct shared_file *file = &shared_files[i];
        bool is_same = !file->mark || (owns && is_in_folder(file));
        if (!is_same && file->leaflet[0]) {
            status = is_copied(site, file, diag, &is_same);
        }
        if (!status && !is_same) {
            status = check_file(site->out, file->path, file->mark, diag);
        }
    }
    return status;
}

static enum adtmap_status check_size(const char *directory, uint32_t size_px, uint32_t earlier_px,
                                     const struct diag *diag)
{
    struct diag at_path = diag_at(diag, directory);
    return size_px == earlier_px
               ? ADTMAP_OK
               : diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "holds the map in tiles of %u px: draw it at size %u, choose another "
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
        status =
            diag_fail(&at_path, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                      "holds %s tiles: choose %s as its web format, or remove the folder first",
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

/* Whether the site has something of this name in OUT, where maps have their folders. Systems whose
 * names do not depend on case would take one for the other. */
static bool is_name_of_site(const char *name)
{
    bool is = text_compare_nocase(name, WEB_SITE_SHARED_FOLDER) == 0 ||
              text_compare_nocase_n(name, WEB_SITE_LOGO ".", strlen(WEB_SITE_LOGO ".")) == 0;
    for (size_t i = 0; i < COUNT_OF(shared_files) && !is; i++) {
        is = text_compare_nocase(name, shared_files[i].path) == 0;
    }
    return is;
}

enum adtmap_status web_site_check(const struct web_site *site, const char *name, uint32_t size_px,
                                  uint32_t earlier_px, enum image_format format,
                                  const struct diag *diag)
{
    if (is_name_of_site(name)) {
        return diag_fail(
            diag, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
            "a map of this name has no place on a website, which has a file or a folder "
            "'%s' of its own",
            name);
    }
    enum adtmap_status status = image_format_check(format, diag);
    if (status) {
        return status;
    }
    status = web_site_check_leaflet(site, diag);
    if (status) {
        return status;
    }
    status = check_shared(site, diag);
    if (status) {
        return status;
    }
    char *directory = path_map_directory(site->out, name);
    status = directory ? check_page(directory, diag) : diag_fail_memory(diag);
    if (!site->replaces_map) {
        status = status ? status : check_size(directory, size_px, earlier_px, diag);
        status = status ? status : check_format(directory, format, diag);
    }
    free(directory);
    return status;
}

static enum adtmap_status put_leaflet(const struct site_writing *writing,
                                      const struct shared_file *file, const struct diag *diag)
{
    if (own_leaflet(writing->site, file)) {
        return put_asset(writing, file, diag);
    }
    char *from;
    enum adtmap_status status = find_leaflet(writing->site, file, diag, &from);
    if (!status && from) {
        char *to = path_join(writing->site->out, file->path);
        status = to ? file_copy(from, to, diag) : diag_fail_memory(diag);
        free(to);
    }
    free(from);
    return status;
}

static enum adtmap_status put_asset(const struct site_writing *writing,
                                    const struct shared_file *file, const struct diag *diag)
{
    const struct web_asset *asset = web_asset_find(path_base(file->path));
    assert(asset);
    const struct buffer text = {(uint8_t *)(uintptr_t)asset->data, asset->size, 0, false};
    return write_text(writing->site->out, file->path, &text, diag);
}

/* Writes a text and frees it. */
static enum adtmap_status put_text(const struct site_writing *writing,
                                   const struct shared_file *file, struct buffer *text,
                                   const struct diag *diag)
{
    enum adtmap_status status = write_text(writing->site->out, file->path, text, diag);
    buffer_free(text);
    return status;
}

/* Whether the file begins as the script of a site with renderings does. */
static bool is_of_portal(const char *directory, const char *name)
{
    struct buffer start = {0};
    struct blob blob = {0};
    char *path = path_join(directory, name);
    web_page_begin_data(&start, "site");
    buffer_append(&start, "{", 1);
    bool is = path && !start.failed && !file_map(path, &diag_silent, &blob) &&
              blob.size >= start.size && memcmp(blob.data, start.data, start.size) == 0;
    blob_release(&blob);
    buffer_free(&start);
    free(path);
    return is;
}

/* A site with renderings has written its own, and writes it again when it was changed. */
static enum adtmap_status put_lone_script(const struct site_writing *writing,
                                          const struct shared_file *file, const struct diag *diag)
{
    struct buffer text = {0};
    if (is_of_portal(writing->site->out, file->path)) {
        return ADTMAP_OK;
    }
    web_portal_script(&text, NULL, NULL);
    return put_text(writing, file, &text, diag);
}

static enum adtmap_status put_list_data(const struct site_writing *writing,
                                        const struct shared_file *file, const struct diag *diag)
{
    struct buffer text = {0};
    web_page_list_data(&text, writing->cards, writing->count);
    return put_text(writing, file, &text, diag);
}

static enum adtmap_status put_list(const struct site_writing *writing,
                                   const struct shared_file *file, const struct diag *diag)
{
    struct buffer text = {0};
    web_page_list(&text, writing->site->title, writing->cards, writing->count);
    return put_text(writing, file, &text, diag);
}

static enum adtmap_status write_shared(const struct site_writing *writing, const struct diag *diag)
{
    char *shared = path_join(writing->site->out, WEB_SITE_SHARED_FOLDER);
    enum adtmap_status status =
        shared ? output_subfolder_check(shared, diag) : diag_fail_memory(diag);
    if (!status) {
        status = file_make_directory(shared, diag);
    }
    if (!status) {
        temporary_sweep(shared, NULL);
        temporary_sweep(writing->site->out, NULL);
    }
    for (size_t i = 0; i < COUNT_OF(shared_files) && !status; i++) {
        status = shared_files[i].put(writing, &shared_files[i], diag);
    }
    free(shared);
    return status;
}

enum adtmap_status web_site_check_page(const char *directory, const struct diag *diag)
{
    enum adtmap_status status = output_folder_check(directory, diag);
    return status ? status : check_page(directory, diag);
}

enum adtmap_status web_site_write(const struct web_site *site, const struct web_map_card *cards,
                                  size_t count, const struct diag *diag)
{
    enum adtmap_status status = web_site_check_leaflet(site, diag);
    if (status) {
        return status;
    }
    status = check_shared(site, diag);
    if (status) {
        return status;
    }
    const struct site_writing writing = {site, cards, count};
    return write_shared(&writing, diag);
}

/* Takes a file of the first page, or of the scripts that belong to it, by its path below `out`. */
typedef enum adtmap_status portal_visitor(const char *out, const char *name,
                                          const struct buffer *text, const struct diag *diag,
                                          void *user);

/* Appends the path to *user, and a NUL. */
static enum adtmap_status write_file(const char *out, const char *name, const struct buffer *text,
                                     const struct diag *diag, void *user)
{
    char *path = path_join(out, name);
    char *folder = path ? path_directory(path) : NULL;
    enum adtmap_status status = folder ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    buffer_append(user, name, strlen(name) + 1);
    free(folder);
    free(path);
    return status ? status : write_text(out, name, text, diag);
}

/* *user becomes false if the file has other bytes, or cannot be read. */
static enum adtmap_status compare_file(const char *out, const char *name, const struct buffer *text,
                                       const struct diag *diag, void *user)
{
    bool *is_same = user;
    char *path = path_join(out, name);
    bool fine = path && !text->failed;
    *is_same = *is_same && fine && file_has_contents(path, text->data, text->size);
    free(path);
    return fine ? ADTMAP_OK : diag_fail_memory(diag);
}

static enum adtmap_status visit_script(const char *out, const struct web_portal *portal,
                                       const char *folder, const struct diag *diag,
                                       portal_visitor *visit, void *user)
{
    struct buffer text = {0};
    char name[PATH_NAME_BYTES];
    snprintf(name, sizeof name, "%s/" SHARED(WEB_SITE_RENDERINGS_FILE), folder);
    web_portal_script(&text, portal, folder);
    enum adtmap_status status = visit(out, name, &text, diag, user);
    buffer_free(&text);
    return status;
}

/* Calls `visit` for the page of a world in a rendering, and for its data. */
static enum adtmap_status visit_world(const char *out, const struct web_portal *portal,
                                      const struct web_world *world, const char *folder,
                                      const struct diag *diag, portal_visitor *visit, void *user)
{
    char page_name[PATH_NAME_BYTES];
    char data_name[PATH_NAME_BYTES];
    struct buffer page = {0};
    struct buffer data = {0};
    snprintf(page_name, sizeof page_name, "%.64s/" WEB_WORLD_PREFIX "%.64s/index.html", folder,
             world->name);
    snprintf(data_name, sizeof data_name, "%.64s/" WEB_WORLD_PREFIX "%.64s/" WEB_WORLD_DATA_FILE,
             folder, world->name);
    web_world_page(&page, portal, world, folder);
    web_world_data(&data, portal, world, folder);
    enum adtmap_status status = check_file(out, page_name, "adtmap", diag);
    if (!status) {
        status = visit(out, data_name, &data, diag, user);
    }
    if (!status) {
        status = visit(out, page_name, &page, diag, user);
    }
    buffer_free(&page);
    buffer_free(&data);
    return status;
}

static enum adtmap_status visit_worlds(const char *out, const struct web_portal *portal,
                                       const struct diag *diag, portal_visitor *visit, void *user)
{
    enum adtmap_status status = ADTMAP_OK;
    for (size_t i = 0; i < portal->world_count; i++) {
        for (size_t k = 0; k < portal->rendering_count && !status; k++) {
            const char *folder = portal->renderings[k].folder;
            if (web_world_is_in(portal, &portal->worlds[i], folder)) {
                status = visit_world(out, portal, &portal->worlds[i], folder, diag, visit, user);
            }
        }
    }
    return status;
}

static bool has_maps(const struct web_portal *portal, const char *folder)
{
    for (size_t i = 0; i < portal->count; i++) {
        for (size_t k = 0; k < portal->cards[i].link_count; k++) {
            if (strcmp(portal->cards[i].links[k].folder, folder) == 0) {
                return true;
            }
        }
    }
    return false;
}

static enum adtmap_status visit_portal(const char *out, const struct web_portal *portal,
                                       const struct diag *diag, portal_visitor *visit, void *user)
{
    struct buffer text = {0};
    web_portal_page(&text, portal);
    enum adtmap_status status = visit(out, "index.html", &text, diag, user);
    buffer_free(&text);
    if (!status && portal->brand.logo) {
        const struct blob *picture = &portal->brand.picture;
        const struct buffer logo = {(uint8_t *)(uintptr_t)picture->data, picture->size, 0, false};
        status = visit(out, portal->brand.logo, &logo, diag, user);
    }
    for (size_t i = 0; i < portal->rendering_count && !status; i++) {
        const char *folder = portal->renderings[i].folder;
        if (has_maps(portal, folder)) {
            status = visit_script(out, portal, folder, diag, visit, user);
        }
    }
    return status ? status : visit_worlds(out, portal, diag, visit, user);
}

/* Removes logos of other formats, which earlier runs wrote; with `is_same`, which becomes false if
 * there is one, they stay. */
static enum adtmap_status remove_old_logos(const char *out, const struct web_portal *portal,
                                           const struct diag *diag, bool *is_same)
{
    enum adtmap_status status = ADTMAP_OK;
    const char *extension;
    for (size_t i = 0; (extension = own_picture_extension(i)) && !status; i++) {
        char name[PATH_NAME_BYTES];
        snprintf(name, sizeof name, WEB_SITE_LOGO ".%s", extension);
        char *path = path_join(out, name);
        if (!path) {
            return diag_fail_memory(diag);
        }
        bool is_old =
            file_exists(path) && (!portal->brand.logo || strcmp(portal->brand.logo, name) != 0);
        if (is_old && is_same) {
            *is_same = false;
        } else if (is_old) {
            status = file_remove(path, diag);
        }
        free(path);
    }
    return status;
}

enum adtmap_status web_site_check_portal(const char *out, const struct diag *diag)
{
    return check_page(out, diag);
}

enum adtmap_status web_site_write_portal(const char *out, const struct web_portal *portal,
                                         const struct diag *diag, struct buffer *paths)
{
    enum adtmap_status status = check_page(out, diag);
    status = status ? status : visit_portal(out, portal, diag, write_file, paths);
    return status ? status : remove_old_logos(out, portal, diag, NULL);
}

enum adtmap_status web_site_compare_portal(const char *out, const struct web_portal *portal,
                                           const struct diag *diag, bool *is_same)
{
    *is_same = true;
    enum adtmap_status status = visit_portal(out, portal, diag, compare_file, is_same);
    return status ? status : remove_old_logos(out, portal, diag, is_same);
}
