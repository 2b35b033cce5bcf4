/* The part of os/folder.h that is the same on every system. */
#include "os/folder.h"

#include <errno.h>
#include <string.h>

#include "base/path.h"
#include "base/text.h"
#include "os/system.h"

struct folder *folder_open(const char *path)
{
    intptr_t id = system_open_folder(SYSTEM_HERE, path, SYSTEM_FOLLOW);
    return id == -1 ? NULL : system_list(id);
}

enum adtmap_status folder_list(const char *path, const struct diag *diag, struct folder **folder)
{
    *folder = folder_open(path);
    if (*folder || system_is_nothing(errno)) {
        return ADTMAP_OK;
    }
    struct diag at_path = diag_at(diag, path);
    return diag_fail_errno(&at_path, errno, "cannot list");
}

struct folder *folder_enter(const struct folder *folder, const char *name)
{
    intptr_t id = system_open_folder(system_folder_of(folder), name, SYSTEM_NO_FOLLOW);
    return id == -1 ? NULL : system_list(id);
}

bool folder_find_file(struct folder *folder, const char *directory, const char *stem,
                      size_t stem_length, const char *suffix, char **path)
{
    *path = NULL;
    folder_rewind(folder);
    for (const char *name; (name = folder_next(folder));) {
        if (strlen(name) == stem_length + strlen(suffix) &&
            text_compare_nocase_n(name, stem, stem_length) == 0 &&
            text_compare_nocase(name + stem_length, suffix) == 0) {
            *path = path_join(directory, name);
            return *path;
        }
    }
    return true;
}

char *folder_real_path(const struct folder *folder)
{
    return system_real_path_of_folder(system_folder_of(folder));
}

bool folder_move(const char *from, const char *to)
{
    return file_is_real_folder(from) && system_move(from, to);
}

static void remove_entries(struct folder *folder)
{
    intptr_t id = system_folder_of(folder);
    for (const char *name; (name = folder_next(folder));) {
        if (folder_entry_type(folder) != FILE_FOLDER) {
            system_remove(id, name);
            continue;
        }
        struct folder *inner = folder_enter(folder, name);
        if (inner) {
            remove_entries(inner);
        }
        system_remove_folder(id, name);
    }
    folder_close(folder);
}

void folder_remove(const char *path)
{
    struct folder *folder = file_is_real_folder(path) ? folder_open(path) : NULL;
    if (folder) {
        remove_entries(folder);
    }
    system_remove_folder(SYSTEM_HERE, path);
}
