#include "os/open_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

void open_file_close(struct open_file *file)
{
    if (open_file_is(*file)) {
        close((int)file->id);
    }
    *file = OPEN_FILE_NONE;
}

enum adtmap_status open_file_write(struct open_file file, const void *data, size_t size,
                                   const struct diag *diag)
{
    const uint8_t *bytes = data;
    while (size > 0) {
        ssize_t written = write((int)file.id, bytes, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return diag_fail_errno(diag, errno, "cannot write");
        }
        bytes += written;
        size -= (size_t)written;
    }
    return ADTMAP_OK;
}

static struct flock record_of(struct file_range range)
{
    return (struct flock){.l_type = F_WRLCK,
                          .l_whence = SEEK_SET,
                          .l_start = (off_t)range.begin,
                          .l_len = (off_t)range.bytes};
}

bool open_file_lock(struct open_file file, struct file_range range)
{
    struct flock record = record_of(range);
    return fcntl((int)file.id, F_OFD_SETLK, &record) == 0 || (errno != EAGAIN && errno != EACCES);
}

void open_file_lock_wait(struct open_file file, struct file_range range)
{
    struct flock record = record_of(range);
    while (fcntl((int)file.id, F_OFD_SETLKW, &record) != 0 && errno == EINTR) {
    }
}
