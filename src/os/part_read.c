#include "os/part_read.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"

enum adtmap_status part_read_open(const char *path, const struct diag *diag, struct open_file *file,
                                  uint64_t *bytes)
{
    struct stat info;
    enum adtmap_status status = ADTMAP_OK;
    *file = (struct open_file){open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
    if (!open_file_is(*file)) {
        return diag_fail_errno(diag, errno, "cannot open");
    }
    if (fstat((int)file->id, &info)) {
        status = diag_fail_errno(diag, errno, "cannot read");
    } else if (!S_ISREG(info.st_mode)) {
        status = diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "cannot read: not a regular file");
    } else {
        *bytes = (uint64_t)info.st_size;
        return ADTMAP_OK;
    }
    open_file_close(file);
    return status;
}

/* The name of an open file decides, so that no link can be changed in between. */
enum adtmap_status part_read_open_within(const char *folder, const char *path,
                                         const struct diag *diag, struct open_file *file,
                                         uint64_t *bytes)
{
    char proc[64];
    char place[PATH_MAX];
    char root[PATH_MAX];
    enum adtmap_status status = part_read_open(path, diag, file, bytes);
    if (status) {
        return status;
    }
    snprintf(proc, sizeof proc, "/proc/self/fd/%d", (int)file->id);
    if (!realpath(proc, place) || !realpath(folder, root)) {
        status = diag_fail_errno(diag, errno, "cannot find where it lies");
    } else if (!path_is_within(place, root)) {
        status = diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "the link leads out of the data");
    }
    if (status) {
        open_file_close(file);
    }
    return status;
}

bool part_read(struct open_file file, uint64_t offset, void *bytes, size_t size)
{
    uint8_t *at = bytes;
    while (size > 0) {
        ssize_t got = pread((int)file.id, at, size, (off_t)offset);
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

enum adtmap_status part_read_file(const char *folder, const char *path, size_t most,
                                  const struct diag *diag, struct blob *blob)
{
    struct diag at_path = diag_at(diag, path);
    uint64_t size = 0;
    struct open_file file = OPEN_FILE_NONE;
    *blob = (struct blob){0};
    enum adtmap_status status = folder ? part_read_open_within(folder, path, &at_path, &file, &size)
                                       : part_read_open(path, &at_path, &file, &size);
    if (status) {
        return status;
    }
    uint8_t *bytes = NULL;
    if (size > most) {
        status = diag_fail(&at_path, ADTMAP_LIMIT, NULL, NO_OFFSET, "%llu bytes: more than %zu",
                           (unsigned long long)size, most);
    } else if (!(bytes = malloc((size_t)size + 1))) {
        status = diag_fail_memory(&at_path);
    } else if (!part_read(file, 0, bytes, (size_t)size)) {
        free(bytes);
        status = diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET, "cannot be read to its end");
    } else {
        *blob = blob_from_heap(bytes, (size_t)size);
    }
    open_file_close(&file);
    return status;
}
