/*
 * A file within a folder is checked by the name that the system gives the open file: a link that is
 * exchanged between check and opening changes nothing.
 */
#include "os/part_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "os/system.h"

enum adtmap_status part_read_open(const char *path, const struct diag *diag, struct open_file *file,
                                  uint64_t *bytes)
{
    struct system_info info;
    enum adtmap_status status = ADTMAP_OK;
    *file = (struct open_file){system_open(SYSTEM_HERE, path, SYSTEM_READ)};
    if (!open_file_is(*file)) {
        return diag_fail_errno(diag, errno, "cannot open");
    }
    if (!system_look_open(file->id, &info)) {
        status = diag_fail_errno(diag, errno, "cannot read");
    } else if (info.type != FILE_REGULAR) {
        status = diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "cannot read: not a regular file");
    } else {
        *bytes = info.bytes;
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
    enum adtmap_status status = part_read_open(path, diag, file, bytes);
    if (status) {
        return status;
    }
    char *place = system_real_path_of(file->id);
    char *root = place ? system_real_path(folder) : NULL;
    if (!root) {
        status = diag_fail_errno(diag, errno, "cannot find where it lies");
    } else if (!path_is_within(place, root)) {
        status = diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "the link leads out of the data");
    }
    free(place);
    free(root);
    if (status) {
        open_file_close(file);
    }
    return status;
}

enum adtmap_status part_read(struct open_file file, uint64_t offset, void *bytes, size_t size,
                             const struct diag *diag)
{
    uint8_t *at = bytes;
    while (size > 0) {
        ptrdiff_t got = system_read_at(file.id, offset, at, size);
        if (got <= 0) {
            return got < 0 ? diag_fail_errno(diag, errno, "cannot read") : ADTMAP_NOT_FOUND;
        }
        at += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return ADTMAP_OK;
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
    } else if ((status = part_read(file, 0, bytes, (size_t)size, &at_path))) {
        free(bytes);
    } else {
        *blob = blob_from_heap(bytes, (size_t)size);
    }
    if (status == ADTMAP_NOT_FOUND) {
        status = diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET, "cannot be read to its end");
    }
    open_file_close(&file);
    return status;
}
