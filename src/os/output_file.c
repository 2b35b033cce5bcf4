#include "os/output_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "os/file.h"
#include "os/temporary.h"

enum { NOT_OPEN = -1, DEPTH_MAX = 8 };

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
        return STDOUT_FILENO;
    }
    if (strcmp(path, "/dev/stderr") == 0) {
        return STDERR_FILENO;
    }
    int number = number_behind(path, "/dev/fd/");
    return number == NOT_OPEN ? number_behind(path, "/proc/self/fd/") : number;
}

static bool is_stream_mode(mode_t mode)
{
    return S_ISCHR(mode) || S_ISFIFO(mode);
}

static bool is_stream_file(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && is_stream_mode(info.st_mode);
}

bool output_is_stream(const char *path)
{
    return named_descriptor(path) != NOT_OPEN || is_stream_file(path);
}

bool output_is_stdout(const char *path)
{
    return named_descriptor(path) == STDOUT_FILENO;
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
        int flags = fcntl(descriptor, F_GETFL);
        bool is_writable = flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
        return is_writable ? ADTMAP_OK : diag_fail_errno(&at_path, EBADF, "cannot write");
    }
    if (is_stream_file(path)) { /* nobody may read from a pipe yet, so it is not opened */
        return access(path, W_OK) ? diag_fail_errno(&at_path, errno, "cannot write") : ADTMAP_OK;
    }
    struct file_writer writer;
    enum adtmap_status status = file_writer_open(&writer, path, &at_path);
    file_writer_abort(&writer);
    return status;
}

enum adtmap_status output_check_folder(const char *path, const struct diag *diag)
{
    struct stat info;
    struct diag at_path = diag_at(diag, path);
    char *nearest = strdup(path[0] ? path : ".");
    while (nearest && stat(nearest, &info) && errno == ENOENT) {
        char *above = path_directory(nearest);
        free(nearest);
        nearest = above;
    }
    bool is_folder = nearest && stat(nearest, &info) == 0 && S_ISDIR(info.st_mode);
    bool is_open = is_folder && access(nearest, W_OK | X_OK) == 0;
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
    int descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC);
    if (descriptor < 0) {
        return diag_fail_errno(diag, errno, "cannot write");
    }
    struct stat info; /* it may have become another file since it was looked at */
    enum adtmap_status status =
        fstat(descriptor, &info) || !is_stream_mode(info.st_mode)
            ? diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "is no longer a device or a pipe")
            : open_file_write((struct open_file){descriptor}, data, size, diag);
    if (close(descriptor) && !status) {
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
        return open_file_write((struct open_file){descriptor}, data, size, &at_path);
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

static enum adtmap_status check_below(int descriptor, const char *path, unsigned depth,
                                      const struct diag *diag);

static enum adtmap_status check_entry(int folder, const char *path, const char *name,
                                      unsigned depth, const struct diag *diag)
{
    struct stat info;
    char *full = path_join(path, name);
    enum adtmap_status status = full ? ADTMAP_OK : diag_fail_memory(diag);
    if (full && fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0) {
        bool is_link = S_ISLNK(info.st_mode);
        bool is_folder = fstatat(folder, name, &info, 0) == 0 && S_ISDIR(info.st_mode);
        if (is_link && is_folder) {
            status = refuse_link(full, diag);
        } else if (is_folder && depth < DEPTH_MAX) {
            status =
                check_below(openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC),
                            full, depth + 1, diag);
        }
    }
    free(full);
    return status;
}

/* Closes the descriptor. What cannot be read cannot be written to either, or will be reported then.
 */
static enum adtmap_status check_below(int descriptor, const char *path, unsigned depth,
                                      const struct diag *diag)
{
    enum adtmap_status status = ADTMAP_OK;
    const struct dirent *entry;
    DIR *stream = descriptor >= 0 ? fdopendir(descriptor) : NULL;
    if (!stream) {
        if (descriptor >= 0) {
            close(descriptor);
        }
        return ADTMAP_OK;
    }
    while (!status && (entry = readdir(stream))) {
        bool is_dots = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
        if (!is_dots && entry->d_type != DT_REG) {
            status = check_entry(dirfd(stream), path, entry->d_name, depth, diag);
        }
    }
    closedir(stream);
    return status;
}

enum adtmap_status output_folder_check(const char *folder, const struct diag *diag)
{
    int descriptor = open(folder[0] ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return check_below(descriptor, folder, 0, diag);
}

enum adtmap_status output_subfolder_check(const char *folder, const struct diag *diag)
{
    return file_is_link(folder) ? refuse_link(folder, diag) : output_folder_check(folder, diag);
}
