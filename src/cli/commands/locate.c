/*
 * A map maker gives an ADT in any folder: its data root is where a folder World lies above it, its
 * WDT the one next to it whose name it begins with, the longest of several.
 */
#include "cli/commands/locate.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "os/file.h"
#include "os/folder.h"

/* Finds out whether `directory` has a directory "World"; one that cannot be read has none. */
static enum adtmap_status find_world(const char *directory, const struct diag *diag, bool *found)
{
    struct folder *entries;
    *found = false;
    enum adtmap_status status = folder_list(directory, diag, &entries);
    for (const char *entry; entries && !status && !*found && (entry = folder_next(entries));) {
        if (text_compare_nocase(entry, "World") == 0) {
            char *path = path_join(directory, entry);
            *found = path && file_is_directory(path);
            status = path ? ADTMAP_OK : diag_fail_memory(diag);
            free(path);
        }
    }
    folder_close(entries);
    return status;
}

/* Cuts the last component off an absolute path; false at "/". */
static bool go_up(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || path[1] == '\0') {
        return false;
    }
    slash[slash == path] = '\0';
    return true;
}

enum adtmap_status locate_root(const char *path, const struct diag *diag, char **root)
{
    *root = NULL;
    bool in_here = strcmp(path, "-") == 0;
    char *above = file_real_path(in_here ? "." : path);
    if (!above) {
        return diag_fail_errno(diag, errno, "cannot open");
    }
    bool found = false;
    enum adtmap_status status = in_here ? find_world(above, diag, &found) : ADTMAP_OK;
    while (!status && !found && go_up(above)) {
        status = find_world(above, diag, &found);
    }
    if (found) {
        *root = above;
        return ADTMAP_OK;
    }
    free(above);
    *root = status ? NULL : path_directory(path);
    return *root || status ? status : diag_fail_memory(diag);
}

/* Length of the WDT's name before ".wdt" when `adt_name` begins with it, else 0. */
static size_t match_length(const char *name, const char *adt_name)
{
    if (!name_has_suffix(name, ".wdt")) {
        return 0;
    }
    size_t length = strlen(name) - strlen(".wdt");
    return text_compare_nocase_n(name, adt_name, length) == 0 ? length : 0;
}

enum adtmap_status locate_wdt(const char *adt_path, const struct diag *diag, char **wdt)
{
    *wdt = NULL;
    char *directory = path_directory(adt_path);
    if (!directory) {
        return diag_fail_memory(diag);
    }
    size_t longest = 0;
    struct folder *entries;
    enum adtmap_status status = folder_list(directory, diag, &entries);
    for (const char *entry; entries && !status && (entry = folder_next(entries));) {
        size_t length = match_length(entry, path_base(adt_path));
        if (length > longest) {
            longest = length;
            free(*wdt);
            *wdt = path_join(directory, entry);
            status = *wdt ? ADTMAP_OK : diag_fail_memory(diag);
        }
    }
    folder_close(entries);
    free(directory);
    return status;
}
