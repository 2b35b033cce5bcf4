/*
 * Clients look names up without regard to case, and on Windows so do folders: each part of a path
 * is taken in the spelling that is there, so no second folder appears next to a patched one. Links
 * are refused below the folder, since files are written and removed there. With a table, files are
 * named by the MD5 of their bytes, so the lines that the table loses name the files to remove.
 */
#include "output/client_minimap/client_minimap.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/md5.h"
#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "codec/png/png_read.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/output_file.h"
#include "output/client_minimap/md5translate.h"
#include "output/paths.h"

/* Replaces *path, a folder, by the path of its entry `name`, in the spelling that is there. Below
 * DIR no entry may be a link, as files would be written and removed elsewhere. */
static enum adtmap_status find_entry_path(char **path, const char *name, const struct diag *diag)
{
    struct folder *stream;
    const char *entry;
    enum adtmap_status status = folder_list(*path, diag, &stream);
    if (status) {
        return status;
    }
    const char *spelled = name;
    while (stream && spelled == name && (entry = folder_next(stream))) {
        spelled = text_compare_nocase(entry, name) == 0 ? entry : name;
    }
    char *found = path_join(*path, spelled);
    folder_close(stream);
    free(*path);
    *path = found;
    if (!found) {
        return diag_fail_memory(diag);
    }
    const struct diag at_path = diag_at(diag, found);
    return file_is_link(found)
               ? diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                           "is a link; below the folder of a client's pictures none may be")
               : ADTMAP_OK;
}

/* The folder that the files of all maps go to, from malloc, and the table in it: .trs, unless there
 * is only .txt. */
static enum adtmap_status find_paths(const struct client_minimap *minimap, const struct diag *diag,
                                     char **folder, char **table)
{
    static const char *const folders[][2] = {[MINIMAP_TRS] = {"textures", "Minimap"},
                                             [MINIMAP_PLAIN] = {"World", "Minimaps"},
                                             [MINIMAP_WORLD] = {"Interface", "WorldMap"}};
    *folder = strdup(minimap->root);
    enum adtmap_status status = *folder ? find_entry_path(folder, folders[minimap->names][0], diag)
                                        : diag_fail_memory(diag);
    if (status) {
        return status;
    }
    status = find_entry_path(folder, folders[minimap->names][1], diag);
    if (status || minimap->names != MINIMAP_TRS) {
        return status;
    }
    /* The first that is there; else the .trs. */
    static const char *const names[] = {"md5translate.trs", "md5translate.txt", "md5translate.trs"};
    for (size_t i = 0; !status && i < COUNT_OF(names); i++) {
        free(*table);
        *table = strdup(*folder);
        status = *table ? find_entry_path(table, names[i], diag) : diag_fail_memory(diag);
        if (*table && file_exists(*table)) {
            break;
        }
    }
    return status;
}

/* Reads the table; a missing one is empty. */
static enum adtmap_status read_table(const char *path, const struct diag *diag, struct blob *table)
{
    const struct diag at_table = diag_at(diag, path);
    *table = (struct blob){0};
    if (!file_exists(path)) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = file_map(path, &at_table, table);
    if (!status && table->size > MD5TRANSLATE_BYTES_MAX) {
        status =
            diag_fail(&at_table, ADTMAP_LIMIT, NULL, NO_OFFSET,
                      "is too large for a table of minimap tiles: %zu bytes are more than %d MiB",
                      table->size, MD5TRANSLATE_BYTES_MAX >> 20);
        blob_release(table);
    }
    return status;
}

enum adtmap_status client_minimap_check(const struct client_minimap *minimap,
                                        const struct diag *diag)
{
    char *folder = NULL;
    char *table = NULL;
    char *probe = NULL;
    struct blob old = {0};
    enum adtmap_status status = find_paths(minimap, diag, &folder, &table);
    if (status) {
        goto end;
    }
    status = table ? read_table(table, diag, &old) : ADTMAP_OK;
    if (status) {
        goto end;
    }
    status = file_make_directory(folder, diag);
    if (status) {
        goto end;
    }
    status = output_subfolder_check(folder, diag);
    if (status) {
        goto end;
    }
    probe = path_join(folder, "map00_00.blp");
    status = probe ? output_check(probe, diag) : diag_fail_memory(diag);
end:
    blob_release(&old);
    free(probe);
    free(table);
    free(folder);
    return status;
}

static uint64_t key_of(const struct client_minimap *minimap)
{
    char *real = file_real_path(minimap->root);
    const char *root = real ? real : minimap->root;
    struct hash128 hash = hash128(root, strlen(root));
    free(real);
    return hash.low + (uint64_t)minimap->names;
}

enum adtmap_status client_minimap_open(const struct client_minimap *minimap,
                                       const struct diag *diag,
                                       struct client_minimap_folder *folder)
{
    *folder = (struct client_minimap_folder){.minimap = minimap, .key = key_of(minimap)};
    return find_paths(minimap, diag, &folder->path, &folder->table);
}

void client_minimap_close(struct client_minimap_folder *folder)
{
    free(folder->path);
    free(folder->table);
    *folder = (struct client_minimap_folder){0};
}

void client_minimap_tile_name(const char *map, bool has_liquids, uint32_t x, uint32_t y,
                              char name[NAME_BYTES])
{
    snprintf(name, NAME_BYTES, "%s\\%smap%02" PRIu32 "_%02" PRIu32 ".blp", map,
             has_liquids ? "" : "noliquid_", x, y);
}

bool client_minimap_wmo_name(const char *wmo, char name[NAME_BYTES])
{
    static const char root[] = "world/";
    char room[NAME_BYTES];
    size_t length = strlen(wmo) - (name_has_suffix(wmo, ".wmo") ? strlen(".wmo") : 0);
    size_t skipped = strncmp(wmo, root, strlen(root)) == 0 ? strlen(root) : 0;
    snprintf(name, NAME_BYTES, "%.*s", (int)(length - skipped), wmo + skipped);
    return client_minimap_room_name(name, 0, 0, 0, room);
}

bool client_minimap_room_name(const char *wmo, uint32_t group, uint32_t column, uint32_t row,
                              char name[NAME_BYTES])
{
    int printed = snprintf(name, NAME_BYTES, "%s_%03" PRIu32 "_%02" PRIu32 "_%02" PRIu32 ".blp",
                           wmo, group, column, row);
    for (char *at = name; *at; at++) {
        *at = *at == '/' ? '\\' : *at;
    }
    return printed < NAME_BYTES;
}

/* Reads the picture of a tile, and scales it. */
static enum adtmap_status read_tile(const struct client_minimap *minimap, const char *path,
                                    const struct diag *diag, uint8_t **rgba)
{
    struct picture picture;
    uint32_t size_px = minimap->size_px;
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

static void name_by_md5(const struct buffer *blp, char file[NAME_BYTES])
{
    struct md5 md5 = md5_of(blp->data, blp->size);
    for (size_t i = 0; i < sizeof md5.bytes; i++) {
        snprintf(file + 2 * i, 3, "%02x", md5.bytes[i]);
    }
    snprintf(file + 2 * sizeof md5.bytes, sizeof ".blp", ".blp");
}

/* Makes the subfolders of a client's name, in the spelling that is there; *path becomes that of the
 * file, which is looked for too: a client on Windows sees one file for all spellings. */
static enum adtmap_status make_path(const struct client_minimap_folder *folder, const char *name,
                                    const struct diag *diag, char **path)
{
    enum adtmap_status status = ADTMAP_OK;
    *path = strdup(folder->path);
    for (const char *end; *path && !status && (end = strchr(name, '\\')); name = end + 1) {
        char part[NAME_BYTES];
        snprintf(part, sizeof part, "%.*s", (int)(end - name), name);
        status = find_entry_path(path, part, diag);
    }
    if (*path && !status) {
        status = file_make_directory(*path, diag);
    }
    if (*path && !status) {
        status = find_entry_path(path, name, diag);
    }
    return *path || status ? status : diag_fail_memory(diag);
}

static enum adtmap_status write_file(const struct client_minimap_folder *folder, const char *name,
                                     const struct buffer *blp, const struct diag *diag,
                                     char file[NAME_BYTES])
{
    char *path = NULL;
    if (folder->minimap->names == MINIMAP_TRS) {
        name_by_md5(blp, file);
        name = file;
    }
    enum adtmap_status status = make_path(folder, name, diag, &path);
    if (!status) {
        snprintf(file, NAME_BYTES, "%s", path + strlen(folder->path) + 1);
        status = file_write_atomic(path, blp->data, blp->size, diag);
    }
    free(path);
    return status;
}

enum adtmap_status client_minimap_write(const struct client_minimap_folder *folder,
                                        const struct minimap_picture *picture, const char *name,
                                        const struct diag *diag, char file[NAME_BYTES])
{
    struct buffer blp = {0};
    minimap_blp_print(&blp, picture, folder->minimap->encoding);
    enum adtmap_status status =
        blp.failed ? diag_fail_memory(diag) : write_file(folder, name, &blp, diag, file);
    buffer_free(&blp);
    return status;
}

enum adtmap_status client_minimap_convert(const struct client_minimap_folder *folder,
                                          const char *picture, const char *name,
                                          const struct diag *diag, char file[NAME_BYTES])
{
    uint8_t *rgba = NULL;
    enum adtmap_status status = read_tile(folder->minimap, picture, diag, &rgba);
    if (!status) {
        const struct minimap_picture whole = {rgba, folder->minimap->size_px,
                                              folder->minimap->size_px, false};
        status = client_minimap_write(folder, &whole, name, diag, file);
    }
    free(rgba);
    return status;
}

enum adtmap_status client_minimap_remove(const struct client_minimap_folder *folder,
                                         const char *file, const struct diag *diag)
{
    char *path = path_join(folder->path, file);
    enum adtmap_status status = path ? file_remove(path, diag) : diag_fail_memory(diag);
    char *end = path ? strrchr(path, '/') : NULL;
    if (!status && end && strchr(file, '/')) {
        *end = '\0';
        file_remove_empty_folder(path);
    }
    free(path);
    return status;
}

/* The table with the lines in it; `old` is what it is now, empty if it is missing. */
static enum adtmap_status read_merged(const struct client_minimap_folder *folder,
                                      struct md5translate_line *lines, size_t count,
                                      const struct diag *diag, struct blob *old,
                                      struct md5translate_result *merged)
{
    *merged = (struct md5translate_result){0};
    enum adtmap_status status = read_table(folder->table, diag, old);
    if (!status && !md5translate_merge((const char *)old->data, old->size, lines, count, merged)) {
        status = diag_fail_memory(diag);
    }
    return status;
}

enum adtmap_status client_minimap_merge_table(const struct client_minimap_folder *folder,
                                              struct md5translate_line *lines, size_t count,
                                              const struct diag *diag)
{
    struct blob old;
    struct md5translate_result merged;
    const struct diag at_table = diag_at(diag, folder->table);
    enum adtmap_status status = read_merged(folder, lines, count, diag, &old, &merged);
    blob_release(&old);
    if (!status && merged.broken > 0) {
        diag_warn(&at_table, NULL, NO_OFFSET,
                  "%zu lines are neither a folder nor two names apart by a tab; they are kept",
                  merged.broken);
    }
    if (!status) {
        status = file_write_atomic(folder->table, merged.text.data, merged.text.size, diag);
    }
    const char *name = NULL;
    while (!status && (name = buffer_next_text(&merged.replaced, name))) {
        status = client_minimap_remove(folder, name, diag);
    }
    md5translate_free(&merged);
    return status;
}

bool client_minimap_has_lines(const struct client_minimap_folder *folder,
                              struct md5translate_line *lines, size_t count, bool *has)
{
    struct blob old;
    struct md5translate_result merged;
    enum adtmap_status status = read_merged(folder, lines, count, &diag_silent, &old, &merged);
    *has = !status && old.size == merged.text.size &&
           (old.size == 0 || memcmp(old.data, merged.text.data, old.size) == 0);
    blob_release(&old);
    md5translate_free(&merged);
    return status != ADTMAP_NO_MEMORY;
}
