#include "os/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "os/system.h"

/* All entries are read when the folder is opened: a read that fails later would look like the end,
 * and what a folder does not hold is removed from output folders. */
struct folder {
    DIR *stream;
    struct buffer entries; /* d_type and name of each, which a NUL ends */
    size_t next;
    unsigned char type; /* of the last one that was told */
    const char *name;
};

/* False: errno says why. */
static bool read_entries(DIR *stream, struct buffer *entries)
{
    const struct dirent *entry;
    errno = 0;
    while ((entry = readdir(stream)) && !entries->failed) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            buffer_u8(entries, entry->d_type);
            buffer_append(entries, entry->d_name, strlen(entry->d_name) + 1);
        }
        errno = 0;
    }
    if (entries->failed) {
        errno = ENOMEM;
    }
    return !errno;
}

struct folder *system_list(intptr_t id)
{
    struct folder *folder = calloc(1, sizeof *folder);
    if (folder) {
        folder->stream = fdopendir((int)id);
    }
    if (folder && folder->stream && read_entries(folder->stream, &folder->entries)) {
        return folder;
    }
    int error_number = errno;
    if (!folder || !folder->stream) {
        system_close_folder(id);
    }
    folder_close(folder);
    errno = error_number;
    return NULL;
}

intptr_t system_folder_of(const struct folder *folder)
{
    return dirfd(folder->stream);
}

const char *folder_next(struct folder *folder)
{
    if (folder->next == folder->entries.size) {
        return NULL;
    }
    folder->type = folder->entries.data[folder->next];
    folder->name = (const char *)folder->entries.data + folder->next + 1;
    folder->next += strlen(folder->name) + 2;
    return folder->name;
}

enum file_type folder_entry_type(const struct folder *folder)
{
    struct system_info info;
    switch (folder->type) {
    case DT_REG:
        return FILE_REGULAR;
    case DT_DIR:
        return FILE_FOLDER;
    case DT_LNK:
        return FILE_LINK;
    default: /* not known, or a device, a pipe or a socket */
        return system_look(dirfd(folder->stream), folder->name, SYSTEM_NO_FOLLOW, &info)
                   ? info.type
                   : FILE_NONE;
    }
}

void folder_rewind(struct folder *folder)
{
    folder->next = 0;
}

void folder_close(struct folder *folder)
{
    if (folder) {
        if (folder->stream) {
            closedir(folder->stream);
        }
        buffer_free(&folder->entries);
        free(folder);
    }
}
