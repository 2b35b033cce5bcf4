#include "assets/sources/nested_data.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "formats/file_kinds.h"
#include "os/folder.h"

enum {
    DEEPEST_LEVEL = 4,
};

/* Names that only client data have. */
static bool is_data_file(const char *name)
{
    return file_kind_of(name) == FILE_OF_MAP || name_has_suffix(name, ".mpq") ||
           strcmp(name, ".build.info") == 0;
}

static enum adtmap_status holds_data(const char *path, bool is_data_folder, const struct diag *diag,
                                     bool *holds);

/* Sets *holds if the entry makes its folder one with data. */
static enum adtmap_status look_at_entry(const char *folder, const char *name, bool is_data_folder,
                                        const struct diag *diag, bool *holds)
{
    bool is_world = text_compare_nocase(name, "World") == 0;
    bool is_data = !is_data_folder && text_compare_nocase(name, "Data") == 0;
    if (!is_world && !is_data) {
        *holds = is_data_file(name);
        return ADTMAP_OK;
    }
    char *path = path_join(folder, name);
    if (!path) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = ADTMAP_OK;
    if (file_is_real_folder(path)) {
        *holds = is_world;
        status = is_world ? ADTMAP_OK : holds_data(path, true, diag, holds);
    }
    free(path);
    return status;
}

/* `is_data_folder`: `path` is a folder "Data", in which a further one does not count. */
static enum adtmap_status holds_data(const char *path, bool is_data_folder, const struct diag *diag,
                                     bool *holds)
{
    struct folder *stream;
    const char *entry;
    *holds = false;
    enum adtmap_status status = folder_list(path, diag, &stream);
    while (stream && !status && !*holds && (entry = folder_next(stream))) {
        status = look_at_entry(path, entry, is_data_folder, diag, holds);
    }
    folder_close(stream);
    return status;
}

/* Adds `path`, which it takes over. */
static void add_found(struct nested_data *found, char *path)
{
    found->count++;
    if (found->path && strcmp(found->path, path) <= 0) {
        free(path);
        return;
    }
    free(found->path);
    found->path = path;
}

/* Looks at the folders that are `levels` below `folder`. */
static enum adtmap_status look_below(const char *folder, int levels, const struct diag *diag,
                                     struct nested_data *found)
{
    struct folder *stream = NULL;
    const char *entry;
    enum adtmap_status status = ADTMAP_OK;
    if (!found->is_cut) {
        status = folder_list(folder, diag, &stream);
    }
    while (stream && !status && !found->is_cut && (entry = folder_next(stream))) {
        bool holds = false;
        char *path = entry[0] == '.' ? NULL : path_join(folder, entry);
        if (!path && entry[0] != '.') {
            status = diag_fail_memory(diag);
        } else if (path && file_is_real_folder(path)) {
            found->is_cut = found->looked_at == NESTED_FOLDERS_MAX;
            if (!found->is_cut) {
                found->looked_at++;
                status = levels > 1 ? look_below(path, levels - 1, diag, found)
                                    : holds_data(path, false, diag, &holds);
            }
        }
        if (holds) {
            add_found(found, path);
        } else {
            free(path);
        }
    }
    folder_close(stream);
    return status;
}

enum adtmap_status nested_data_find(const char *path, const struct diag *diag,
                                    struct nested_data *found)
{
    *found = (struct nested_data){0};
    enum adtmap_status status = ADTMAP_OK;
    for (int levels = 1; levels <= DEEPEST_LEVEL && found->count == 0 && !found->is_cut && !status;
         levels++) {
        status = look_below(path, levels, diag, found);
    }
    if (found->is_cut) {
        const struct diag at_path = diag_at(diag, path);
        diag_warn(&at_path, NULL, NO_OFFSET,
                  "its data are searched for in %d folders; others are not looked at",
                  NESTED_FOLDERS_MAX);
    }
    return status;
}

void nested_data_free(struct nested_data *found)
{
    free(found->path);
    *found = (struct nested_data){0};
}
