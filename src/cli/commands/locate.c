#include "cli/commands/locate.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "os/file.h"

/* Finds out whether `directory` has a directory "World"; one that cannot be read has none. */
static enum adtmap_status find_world(const char *directory, const struct diag *diag, bool *found)
{
    DIR *entries;
    *found = false;
    enum adtmap_status status = file_list(directory, diag, &entries);
    for (struct dirent *entry; entries && !status && !*found && (entry = readdir(entries));) {
        if (text_compare_nocase(entry->d_name, "World") == 0) {
            char *path = path_join(directory, entry->d_name);
            *found = path && file_is_directory(path);
            status = path ? ADTMAP_OK : diag_fail_memory(diag);
            free(path);
        }
    }
    if (entries) {
        closedir(entries);
    }
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
    char *above = realpath(in_here ? "." : path, NULL);
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
    DIR *entries;
    enum adtmap_status status = file_list(directory, diag, &entries);
    for (struct dirent *entry; entries && !status && (entry = readdir(entries));) {
        size_t length = match_length(entry->d_name, path_base(adt_path));
        if (length > longest) {
            longest = length;
            free(*wdt);
            *wdt = path_join(directory, entry->d_name);
            status = *wdt ? ADTMAP_OK : diag_fail_memory(diag);
        }
    }
    if (entries) {
        closedir(entries);
    }
    free(directory);
    return status;
}
