/*
 * What is at a path decides, not its name, except for names of open descriptors. Folders are walked
 * before a run begins: what would stop it after an hour stops it now.
 */
#include "os/output_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "os/file.h"
#include "os/folder.h"
#include "os/system.h"
#include "os/temporary.h"

enum { STDOUT = 1, STDERR = 2, NOT_OPEN = -1, DEPTH_MAX = 8 };

/* The number behind a prefix, up to 999; else NOT_OPEN. */
static int number_behind(const char *path, const char *prefix)
{
    size_t length = strlen(prefix);
    const char *digits = path + length;
    if (strncmp(path, prefix, length) != 0 || !digits[0] || strlen(digits) > 3 ||
        digits[strspn(digits, "0123456789")]) {
        return NOT_OPEN;
    }
    return (int)strtol(digits, NULL, 10);
}

/* The descriptor that a path names, or NOT_OPEN. */
static int named_descriptor(const char *path)
{
    if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0) {
        return STDOUT;
    }
    if (strcmp(path, "/dev/stderr") == 0) {
        return STDERR;
    }
    int number = number_behind(path, "/dev/fd/");
    return number == NOT_OPEN ? number_behind(path, "/proc/self/fd/") : number;
}

static bool is_stream(const struct system_info *info)
{
    return info->type == FILE_DEVICE || info->type == FILE_PIPE;
}

static bool is_stream_file(const char *path)
{
    struct system_info info;
    return system_look(SYSTEM_HERE, path, SYSTEM_NO_FOLLOW, &info) && is_stream(&info);
}

bool output_is_stream(const char *path)
{
    return named_descriptor(path) != NOT_OPEN || is_stream_file(path);
}

bool output_is_stdout(const char *path)
{
    return named_descriptor(path) == STDOUT;
}

bool output_may_be_png(const char *path)
{
    const char *base = path_base(path);
    const char *ending = strrchr(base, '.');
    return !ending || ending == base || name_has_suffix(base, ".png") || output_is_stream(path);
}

enum adtmap_status output_check(const char *path, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    int descriptor = named_descriptor(path);
    if (descriptor != NOT_OPEN) {
        return system_numbered(descriptor) != -1 ? ADTMAP_OK
                                                 : diag_fail_errno(&at_path, errno, "cannot write");
    }
    if (is_stream_file(path)) { /* nobody may read from a pipe yet, so it is not opened */
        return system_may_write(path) ? ADTMAP_OK
                                      : diag_fail_errno(&at_path, errno, "cannot write");
    }
    struct file_writer writer;
    enum adtmap_status status = file_writer_open(&writer, path, &at_path);
    file_writer_abort(&writer);
    return status;
}

enum adtmap_status output_check_folder(const char *path, const struct diag *diag)
{
    struct system_info info;
    struct diag at_path = diag_at(diag, path);
    char *nearest = strdup(path[0] ? path : ".");
    while (nearest && !system_look(SYSTEM_HERE, nearest, SYSTEM_FOLLOW, &info) && errno == ENOENT) {
        char *above = path_directory(nearest);
        free(nearest);
        nearest = above;
    }
    bool is_folder = nearest && file_is_directory(nearest);
    bool is_open = is_folder && system_may_write_into(nearest);
    int why = !is_folder ? ENOTDIR : errno;
    bool found = nearest != NULL;
    free(nearest);
    if (!found) {
        return diag_fail_memory(diag);
    }
    return is_open ? ADTMAP_OK : diag_fail_errno(&at_path, why, "cannot write into");
}

static enum adtmap_status write_stream_file(const char *path, const void *data, size_t size,
                                            const struct diag *diag)
{
    intptr_t file = system_open(SYSTEM_HERE, path, SYSTEM_WRITE | SYSTEM_NO_LINK | SYSTEM_WAIT);
    if (file == -1) {
        return diag_fail_errno(diag, errno, "cannot write");
    }
    struct system_info info; /* it may have become another file since it was looked at */
    enum adtmap_status status =
        !system_look_open(file, &info) || !is_stream(&info)
            ? diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "is no longer a device or a pipe")
            : open_file_write((struct open_file){file}, data, size, diag);
    if (!system_close(file) && !status) {
        status = diag_fail_errno(diag, errno, "cannot write");
    }
    return status;
}

enum adtmap_status output_write(const char *path, const void *data, size_t size,
                                const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    int descriptor = named_descriptor(path);
    if (descriptor != NOT_OPEN) {
        intptr_t file = system_numbered(descriptor);
        return file == -1 ? diag_fail_errno(&at_path, errno, "cannot write")
                          : open_file_write((struct open_file){file}, data, size, &at_path);
    }
    if (is_stream_file(path)) {
        return write_stream_file(path, data, size, &at_path);
    }
    temporary_sweep_beside(path);
    return file_write_atomic(path, data, size, diag);
}

static enum adtmap_status refuse_link(const char *path, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                     "is a link; in an output only the folder itself and those of maps may be one");
}

/* Closes the folder; for NULL, errno says why. What may not be reached is reported when something
 * is written there. */
static enum adtmap_status check_below(struct folder *folder, const char *path, unsigned depth,
                                      const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    if (!folder && !system_is_nothing(errno)) {
        const struct diag at_path = diag_at(diag, path);
        return diag_fail_errno(&at_path, errno, "cannot list");
    }
    for (const char *name; folder && !status && (name = folder_next(folder));) {
        enum file_type type = folder_entry_type(folder);
        char *full = type == FILE_LINK || type == FILE_FOLDER ? path_join(path, name) : NULL;
        if (type == FILE_LINK || type == FILE_FOLDER) {
            status = full ? ADTMAP_OK : diag_fail_memory(diag);
        }
        if (full && type == FILE_LINK && file_is_directory(full)) {
            status = refuse_link(full, diag);
        } else if (full && type == FILE_FOLDER && depth < DEPTH_MAX) {
            status = check_below(folder_enter(folder, name), full, depth + 1, diag);
        }
        free(full);
    }
    folder_close(folder);
    return status;
}

enum adtmap_status output_folder_check(const char *folder, const struct diag *diag)
{
    return check_below(folder_open(folder[0] ? folder : "."), folder, 0, diag);
}

enum adtmap_status output_subfolder_check(const char *folder, const struct diag *diag)
{
    return file_is_link(folder) ? refuse_link(folder, diag) : output_folder_check(folder, diag);
}
