#include "map/tile_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/source_mpq.h"
#include "base/path.h"
#include "formats/file_kinds.h"
#include "os/folder.h"

const char *tile_file_suffix(enum tile_file file)
{
    static const enum tile_part parts[TILE_FILES] = {
        [TILE_TEX0] = TILE_PART_TEX0,
        [TILE_OBJ0] = TILE_PART_OBJ0,
        [TILE_OBJ1] = TILE_PART_OBJ1,
    };
    return file == TILE_ROOT ? ".adt" : tile_part_suffix(parts[file]);
}

static struct adt_bytes *bytes_of(struct adt_files *files, enum tile_file file)
{
    struct adt_bytes *const all[TILE_FILES] = {&files->root, &files->tex0, &files->obj0,
                                               &files->obj1};
    return all[file];
}

void tile_files_set(struct tile_files *files, enum tile_file file, struct blob *blob,
                    const char *name)
{
    files->blobs[file] = *blob;
    files->names[file] = strdup(name);
    *blob = (struct blob){0};
    *bytes_of(&files->adt, file) =
        (struct adt_bytes){files->blobs[file].data, files->blobs[file].size, files->names[file]};
}

static enum adtmap_status map_sibling(const char *path, enum tile_file file,
                                      const struct diag *diag, struct tile_files *files)
{
    struct adtmap_message why = {0};
    const struct diag own = {path, diag->log, &why};
    struct blob blob = {0};
    enum adtmap_status status = file_map(path, &own, &blob);
    if (status == ADTMAP_NO_MEMORY) {
        return diag_fail_memory(diag);
    }
    if (status) {
        diag_warn(&own, NULL, NO_OFFSET, "%s; left out", why.what);
    } else {
        tile_files_set(files, file, &blob, path);
    }
    return ADTMAP_OK;
}

static enum adtmap_status map_siblings(const char *path, const struct diag *diag,
                                       struct tile_files *files)
{
    struct folder *entries = NULL;
    char *directory = path_directory(path);
    enum adtmap_status status =
        directory ? folder_list(directory, diag, &entries) : diag_fail_memory(diag);
    const char *stem = path_base(path);
    size_t stem_length = strlen(stem) - (name_has_suffix(stem, ".adt") ? strlen(".adt") : 0);
    for (int file = TILE_TEX0; entries && !status && file < TILE_FILES; file++) {
        char *found;
        bool fine = folder_find_file(entries, directory, stem, stem_length,
                                     tile_file_suffix((enum tile_file)file), &found);
        status = fine ? ADTMAP_OK : diag_fail_memory(diag);
        if (found) {
            status = map_sibling(found, (enum tile_file)file, diag, files);
        }
        free(found);
    }
    folder_close(entries);
    free(directory);
    return status;
}

enum adtmap_status tile_files_map(const char *path, const struct diag *diag,
                                  struct tile_files *files)
{
    struct blob blob = {0};
    *files = (struct tile_files){0};
    enum adtmap_status status = file_map(path, diag, &blob);
    if (!status) {
        tile_files_set(files, TILE_ROOT, &blob, path);
        status = map_siblings(path, diag, files);
    }
    return status;
}

enum adtmap_status tile_files_map_wdt(const char *path, const struct diag *diag,
                                      struct tile_files *files, struct wdt *wdt)
{
    struct blob blob = {0};
    char name[NAME_BYTES];
    *files = (struct tile_files){0};
    bool packed = name_has_suffix(path, ".mpq");
    snprintf(name, sizeof name, "%s", path_base(path));
    if (packed) {
        name[strlen(name) - strlen(".mpq")] = '\0';
    }
    enum adtmap_status status =
        packed ? mpq_read_single(path, name, diag, &blob) : file_map(path, diag, &blob);
    if (!status) {
        status = wdt_read(blob.data, blob.size, diag, wdt);
        tile_files_set(files, TILE_ROOT, &blob, path);
    }
    return status;
}

static struct adt_bytes part_of(const struct blob *bytes, struct wdt_range range)
{
    return (struct adt_bytes){.data = bytes->data + range.offset, .size = range.size};
}

void tile_files_hold(const struct wdt *wdt, const struct blob *bytes, uint32_t x, uint32_t y,
                     struct tile_files *files)
{
    files->holder = bytes;
    files->held = wdt->ranges[y * TILE_SET_GRID + x];
    files->adt.x = x;
    files->adt.y = y;
    files->adt.root = part_of(bytes, files->held);
    files->adt.root_offset = files->held.offset;
    files->adt.doodad_names = part_of(bytes, wdt->doodad_names);
    files->adt.wmo_names = part_of(bytes, wdt->object_names);
}

void tile_files_release(struct tile_files *files)
{
    if (files->holder) {
        blob_drop(files->holder, files->held.offset, files->held.size);
    }
    for (size_t i = 0; i < TILE_FILES; i++) {
        if (!files->pins[i].value) {
            blob_release(&files->blobs[i]);
        } else if (files->keep_in_cache && files->blobs[i].is_unpacked) {
            cache_release(&files->pins[i]);
        } else {
            cache_discard(&files->pins[i]);
        }
        free(files->names[i]);
    }
    *files = (struct tile_files){0};
}
