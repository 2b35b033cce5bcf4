#include "os/open_file.h"

#include <errno.h>

#include "os/system.h"

void open_file_close(struct open_file *file)
{
    if (open_file_is(*file)) {
        system_close(file->id);
    }
    *file = OPEN_FILE_NONE;
}

bool open_file_is_at(struct open_file file, const char *path)
{
    struct system_info open;
    struct system_info there;
    if (!system_look(SYSTEM_HERE, path, SYSTEM_NO_FOLLOW, &there)) {
        return errno != ENOENT && errno != ENOTDIR;
    }
    return !system_look_open(file.id, &open) || open.id == there.id;
}

enum adtmap_status open_file_write(struct open_file file, const void *data, size_t size,
                                   const struct diag *diag)
{
    const uint8_t *bytes = data;
    while (size > 0) {
        ptrdiff_t written = system_write(file.id, bytes, size);
        if (written < 0) {
            return diag_fail_errno(diag, errno, "cannot write");
        }
        bytes += written;
        size -= (size_t)written;
    }
    return ADTMAP_OK;
}

enum file_lock open_file_lock(struct open_file file, struct file_range range)
{
    if (system_lock_range(file.id, range, false)) {
        return FILE_LOCK_HELD;
    }
    return errno == EAGAIN ? FILE_LOCK_BUSY : FILE_LOCK_NONE;
}

bool open_file_is_locked(struct open_file file, struct file_range range)
{
    return system_is_locked(file.id, range);
}

void open_file_lock_wait(struct open_file file, struct file_range range)
{
    (void)system_lock_range(file.id, range, true);
}
