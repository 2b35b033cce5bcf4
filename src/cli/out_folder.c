/*
 * Paths are compared without links: that of a folder which does not exist yet is the nearest folder
 * above it that does, and the rest as it was given.
 */
#include "cli/out_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/sources/casc/storage.h"
#include "assets/sources/client_archives.h"
#include "base/path.h"
#include "base/size.h"
#include "base/text.h"
#include "os/file.h"
#include "os/folder.h"

/* The absolute path from malloc, without links; NULL when out of memory. */
static char *absolute_path(const char *path)
{
    char *nearest = strdup(path[0] ? path : ".");
    while (nearest && !file_exists(nearest) && strcmp(nearest, ".") != 0 &&
           strcmp(nearest, "/") != 0) {
        char *above = path_directory(nearest);
        free(nearest);
        nearest = above;
    }
    char *real = nearest ? file_real_path(nearest) : NULL;
    const char *rest = path;
    if (nearest && strncmp(path, nearest, strlen(nearest)) == 0) {
        rest += strlen(nearest);
    }
    rest += strspn(rest, "/");
    char *full = real && *rest ? path_join(strcmp(real, "/") == 0 ? "" : real, rest) : real;
    if (full != real) {
        free(real);
    }
    free(nearest);
    return full;
}

/* What of `inner` is below `outer`, "" for the same folder; NULL: `inner` is elsewhere. */
static const char *path_below(const char *inner, const char *outer)
{
    size_t length = strlen(outer);
    if (strncmp(inner, outer, length) != 0) {
        return NULL;
    }
    return inner[length] == '\0' ? "" : inner[length] == '/' ? inner + length + 1 : NULL;
}

static bool is_client(const char *path)
{
    struct storage_place place;
    struct client_archives archives;
    if (storage_locate(path, &place)) {
        storage_place_free(&place);
        return true;
    }
    client_archives_find(path, &diag_silent, &archives);
    bool found = archives.count > 0;
    client_archives_free(&archives);
    return found;
}

/* Whether a path below the data begins with a folder that clients have. */
static bool is_of_client_files(const char *below)
{
    static const char *const folders[] = {"World",     "Tileset",  "DBFilesClient", "Textures",
                                          "Interface", "Creature", "XTextures"};
    size_t length = strcspn(below, "/");
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        if (strlen(folders[i]) == length && text_compare_nocase_n(below, folders[i], length) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether players start a client from this folder. */
static bool has_client_program(const char *folder)
{
    struct folder *entries = NULL;
    bool found = false;
    if (!folder_list(folder, &diag_silent, &entries)) {
        for (const char *entry; entries && !found && (entry = folder_next(entries));) {
            found =
                (text_compare_nocase_n(entry, "Wow", 3) == 0 && name_has_suffix(entry, ".exe")) ||
                (text_compare_nocase_n(entry, "World of Warcraft", 17) == 0 &&
                 name_has_suffix(entry, ".app"));
        }
    }
    folder_close(entries);
    return found;
}

static bool has_folder(const char *folder, const char *name)
{
    char *path = path_join(folder, name);
    bool is_there = path && file_is_directory(path);
    free(path);
    return is_there;
}

enum adtmap_status out_folder_check(const char *out, const struct option_strings *data,
                                    const struct diag *diag)
{
    const struct diag at_out = diag_at(diag, out);
    char *full = absolute_path(out);
    enum adtmap_status status = full ? ADTMAP_OK : diag_fail_memory(diag);
    if (full && path_is_root(full, file_path_style)) {
        status = diag_fail(&at_out, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "is the root of all folders: name one of your own for what is written");
    }
    for (size_t i = 0; i < data->count && !status; i++) {
        char *root = absolute_path(data->items[i]);
        const char *below = root ? path_below(full, root) : NULL;
        if (!root) {
            status = diag_fail_memory(diag);
        } else if (below && (!below[0] || is_of_client_files(below) || is_client(root))) {
            status = diag_fail(&at_out, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                               "is %s the client's data, %s: name another folder for what is "
                               "written",
                               below[0] ? "inside" : "the folder of", data->items[i]);
        } else if (below && strcmp(data->items[i], ".") != 0) {
            diag_warn(&at_out, NULL, NO_OFFSET,
                      "is inside the data, %s: later runs look for client files there; another "
                      "folder is better",
                      data->items[i]);
        }
        free(root);
    }
    free(full);
    return status;
}

void out_file_check(const char *out, const struct option_strings *data, const struct diag *diag)
{
    const struct diag at_out = diag_at(diag, out);
    char *full = absolute_path(out);
    char *here = absolute_path(".");
    for (size_t i = 0; i < data->count && full && here; i++) {
        char *root = absolute_path(data->items[i]);
        const char *below = root ? path_below(full, root) : NULL;
        bool is_beside_client_files =
            below && !strchr(below, '/') && strcmp(root, here) != 0 && has_folder(root, "World");
        if (below && (is_beside_client_files || is_of_client_files(below) || is_client(root))) {
            diag_warn(&at_out, NULL, NO_OFFSET,
                      "is inside the client's data, %s: another folder is better", data->items[i]);
        }
        free(root);
    }
    free(here);
    free(full);
}

/* The folder above `path`, to its end, that is a client's; NULL: there is none. */
static const char *client_above(char *path)
{
    for (char *slash; (slash = strrchr(path, '/')) != NULL && slash > path;) {
        bool is_map_data = text_compare_nocase(slash + 1, "World") == 0 && has_folder(path, "Maps");
        *slash = '\0';
        if (is_map_data || is_client(path) || has_client_program(path)) {
            return path;
        }
    }
    return NULL;
}

enum adtmap_status out_demo_check(const char *folder, const struct diag *diag)
{
    const struct diag at_folder = diag_at(diag, folder);
    char *full = absolute_path(folder);
    if (!full) {
        return diag_fail_memory(diag);
    }
    enum adtmap_status status = ADTMAP_OK;
    if (has_client_program(full)) {
        status = diag_fail(&at_folder, ADTMAP_BAD_ARGUMENT, NULL, NO_OFFSET,
                           "is the folder of a client: name another one for the demo world");
    } else if (has_folder(full, "World/Maps") && !has_folder(full, "World/Maps/Demo")) {
        diag_warn(&at_folder, NULL, NO_OFFSET,
                  "has client files of others, whose tables the demo world replaces by its own: "
                  "another folder is better");
    } else {
        const char *client = client_above(full);
        if (client) {
            diag_warn(&at_folder, NULL, NO_OFFSET,
                      "is inside the client's data, %s: another folder is better", client);
        }
    }
    free(full);
    return status;
}
