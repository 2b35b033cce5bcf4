#include "assets/sources/casc/part_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool part_read(int descriptor, uint64_t offset, void *bytes, size_t size)
{
    uint8_t *at = bytes;
    while (size > 0) {
        ssize_t got = pread(descriptor, at, size, (off_t)offset);
        if (got == 0 || (got < 0 && errno != EINTR)) {
            return false;
        }
        size_t read = got > 0 ? (size_t)got : 0;
        at += read;
        offset += read;
        size -= read;
    }
    return true;
}

static enum adtmap_status read_descriptor(int descriptor, size_t most, const struct diag *diag,
                                          struct blob *blob)
{
    struct stat info;
    if (fstat(descriptor, &info)) {
        return diag_fail_errno(diag, errno, "cannot read");
    }
    if (!S_ISREG(info.st_mode)) {
        return diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "cannot read: not a regular file");
    }
    size_t size = (size_t)info.st_size;
    if (size > most) {
        return diag_fail(diag, ADTMAP_LIMIT, NULL, NO_OFFSET, "%zu bytes: more than %zu", size,
                         most);
    }
    uint8_t *bytes = malloc(size + 1);
    if (!bytes) {
        return diag_fail_memory(diag);
    }
    if (!part_read(descriptor, 0, bytes, size)) {
        free(bytes);
        return diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "cannot be read to its end");
    }
    *blob = blob_from_heap(bytes, size);
    return ADTMAP_OK;
}

enum adtmap_status part_read_file(const char *path, size_t most, const struct diag *diag,
                                  struct blob *blob)
{
    struct diag at_path = diag_at(diag, path);
    *blob = (struct blob){0};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return diag_fail_errno(&at_path, errno, "cannot open");
    }
    enum adtmap_status status = read_descriptor(descriptor, most, &at_path, blob);
    close(descriptor);
    return status;
}
