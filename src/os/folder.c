#include "os/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "os/file_at.h"

struct folder {
    DIR *stream;
    const struct dirent *entry; /* the last one */
};

struct folder *folder_of_descriptor(int descriptor)
{
    struct folder *folder = descriptor >= 0 ? calloc(1, sizeof *folder) : NULL;
    if (folder) {
        folder->stream = fdopendir(descriptor);
    }
    if (folder && folder->stream) {
        return folder;
    }
    int error_number = errno;
    if (descriptor >= 0) {
        close(descriptor);
    }
    free(folder);
    errno = error_number;
    return NULL;
}

struct folder *folder_open(const char *path)
{
    return folder_of_descriptor(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

enum adtmap_status folder_list(const char *path, const struct diag *diag, struct folder **folder)
{
    *folder = folder_open(path);
    if (*folder || errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP ||
        errno == ENAMETOOLONG) {
        return ADTMAP_OK;
    }
    struct diag at_path = diag_at(diag, path);
    return diag_fail_errno(&at_path, errno, "cannot list");
}

struct folder *folder_enter(const struct folder *folder, const char *name)
{
    return folder_of_descriptor(
        openat(dirfd(folder->stream), name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
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
    switch (folder->entry->d_type) {
    case DT_REG:
        return FILE_REGULAR;
    case DT_DIR:
        return FILE_FOLDER;
    case DT_LNK:
        return FILE_LINK;
    default: /* not known, or a device, a pipe or a socket */
        return file_type_at(dirfd(folder->stream), folder->entry->d_name);
    }
}

void folder_rewind(struct folder *folder)
{
    rewinddir(folder->stream);
}

char *folder_real_path(const struct folder *folder)
{
    char proc[64];
    snprintf(proc, sizeof proc, "/proc/self/fd/%d", dirfd(folder->stream));
    return file_real_path(proc);
}

void folder_close(struct folder *folder)
{
    if (folder) {
        closedir(folder->stream);
        free(folder);
    }
}

static void remove_entries(int parent, const char *name)
{
    enum { FLAGS = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };
    struct folder *folder = folder_of_descriptor(openat(parent, name, FLAGS));
    while (folder && folder_next(folder)) {
        int descriptor = dirfd(folder->stream);
        if (folder_entry_type(folder) == FILE_FOLDER) {
            remove_entries(descriptor, folder->entry->d_name);
        } else {
            unlinkat(descriptor, folder->entry->d_name, 0);
        }
    }
    folder_close(folder);
    unlinkat(parent, name, AT_REMOVEDIR);
}

void folder_remove(const char *path)
{
    remove_entries(AT_FDCWD, path);
}
