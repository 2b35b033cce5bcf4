#include "os/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "os/system.h"

struct folder {
    DIR *stream;
    const struct dirent *entry; /* the last one */
};

struct folder *system_list(intptr_t id)
{
    struct folder *folder = calloc(1, sizeof *folder);
    if (folder) {
        folder->stream = fdopendir((int)id);
    }
    if (folder && folder->stream) {
        return folder;
    }
    int error_number = errno;
    system_close_folder(id);
    free(folder);
    errno = error_number;
    return NULL;
}

intptr_t system_folder_of(const struct folder *folder)
{
    return dirfd(folder->stream);
}

const char *folder_next(struct folder *folder)
{
    do {
        folder->entry = readdir(folder->stream);
    } while (folder->entry &&
             (strcmp(folder->entry->d_name, ".") == 0 || strcmp(folder->entry->d_name, "..") == 0));
    return folder->entry ? folder->entry->d_name : NULL;
}

enum file_type folder_entry_type(const struct folder *folder)
{
    struct system_info info;
    switch (folder->entry->d_type) {
    case DT_REG:
        return FILE_REGULAR;
    case DT_DIR:
        return FILE_FOLDER;
    case DT_LNK:
        return FILE_LINK;
    default: /* not known, or a device, a pipe or a socket */
        return system_look(dirfd(folder->stream), folder->entry->d_name, SYSTEM_NO_FOLLOW, &info)
                   ? info.type
                   : FILE_NONE;
    }
}

void folder_rewind(struct folder *folder)
{
    rewinddir(folder->stream);
}

void folder_close(struct folder *folder)
{
    if (folder) {
        closedir(folder->stream);
        free(folder);
    }
}
