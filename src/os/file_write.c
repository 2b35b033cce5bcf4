/* Writing files so that no reader sees half of one: the part of os/file.h that writes. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/file_at.h"
#include "os/temporary.h"

/* Renaming over a link, a device or a pipe would destroy it. */
static enum adtmap_status check_replaceable(int directory, const char *path,
                                            const struct diag *diag)
{
    const char *kind = file_type_name(file_type_at(directory, path));
    return kind ? diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "is a %s; it is not replaced", kind)
                : ADTMAP_OK;
}

enum adtmap_status file_writer_open_at(struct file_writer *writer, int directory, const char *path,
                                       const struct diag *diag)
{
    int descriptor = -1;
    *writer = (struct file_writer){.file = OPEN_FILE_NONE, .directory = directory, .diag = diag};
    enum adtmap_status status = check_replaceable(directory, path, diag);
    if (status) {
        return status;
    }
    writer->path = strdup(path);
    status = writer->path ? temporary_create(directory, path, diag, &writer->temporary, &descriptor)
                          : diag_fail_memory(diag);
    writer->file.id = descriptor;
    if (status) {
        file_writer_abort(writer);
    }
    return status;
}

enum adtmap_status file_writer_open(struct file_writer *writer, const char *path,
                                    const struct diag *diag)
{
    return file_writer_open_at(writer, AT_FDCWD, path, diag);
}

enum adtmap_status file_writer_write(struct file_writer *writer, const void *data, size_t size)
{
    return open_file_write(writer->file, data, size, writer->diag);
}

static void forget(struct file_writer *writer)
{
    free(writer->path);
    free(writer->temporary);
    *writer = (struct file_writer){.file = OPEN_FILE_NONE};
}

static int publish(const struct file_writer *writer)
{
    int directory = (int)writer->directory;
    return renameat(directory, writer->temporary, directory, writer->path);
}

/*
 * Closing may be where a network file system says that a write failed, so it comes before renaming;
 * a second descriptor keeps the lock until the temporary name is gone.
 */
static int close_and_publish(const struct file_writer *writer)
{
    assert(writer->temporary);
    int lock = fcntl((int)writer->file.id, F_DUPFD_CLOEXEC, 0);
    int error_number = lock < 0 ? errno : 0;
    if (close((int)writer->file.id) && !error_number) {
        error_number = errno;
    }
    if (!error_number && publish(writer)) {
        error_number = errno;
    }
    if (error_number) {
        unlinkat((int)writer->directory, writer->temporary, 0);
    }
    if (lock >= 0) {
        close(lock);
    }
    return error_number;
}

enum adtmap_status file_writer_commit(struct file_writer *writer)
{
    const struct diag *diag = writer->diag;
    enum adtmap_status status = check_replaceable((int)writer->directory, writer->path, diag);
    if (status) {
        file_writer_abort(writer);
        return status;
    }
    int error_number = close_and_publish(writer);
    forget(writer);
    return error_number ? diag_fail_errno(diag, error_number, "cannot write") : ADTMAP_OK;
}

void file_writer_abort(struct file_writer *writer)
{
    if (open_file_is(writer->file)) {
        open_file_close(&writer->file);
        unlinkat((int)writer->directory, writer->temporary, 0);
    }
    forget(writer);
}

bool file_has_contents(const char *path, const void *data, size_t size)
{
    struct stat info;
    struct blob blob;
    if (lstat(path, &info) || !S_ISREG(info.st_mode) || (uint64_t)info.st_size != size ||
        file_map(path, &diag_silent, &blob)) {
        return false;
    }
    bool same = blob.size == size && (size == 0 || memcmp(blob.data, data, size) == 0);
    blob_release(&blob);
    return same;
}

enum adtmap_status file_writer_commit_changed(struct file_writer *writer)
{
    struct blob blob;
    bool is_same = false;
    if (writer->directory == AT_FDCWD && !file_map(writer->temporary, &diag_silent, &blob)) {
        is_same = file_has_contents(writer->path, blob.data, blob.size);
        blob_release(&blob);
    }
    if (!is_same) {
        return file_writer_commit(writer);
    }
    file_writer_abort(writer);
    return ADTMAP_OK;
}

enum adtmap_status file_writer_open_with(struct file_writer *writer, int directory,
                                         const char *path, const void *data, size_t size,
                                         const struct diag *diag)
{
    enum adtmap_status status = file_writer_open_at(writer, directory, path, diag);
    if (!status) {
        status = file_writer_write(writer, data, size);
    }
    if (status) {
        file_writer_abort(writer);
    }
    return status;
}

enum adtmap_status file_write_atomic(const char *path, const void *data, size_t size,
                                     const struct diag *diag)
{
    struct diag at_path = diag_at(diag, path);
    if (file_has_contents(path, data, size)) {
        return ADTMAP_OK;
    }
    struct file_writer writer;
    enum adtmap_status status =
        file_writer_open_with(&writer, AT_FDCWD, path, data, size, &at_path);
    return status ? status : file_writer_commit(&writer);
}

enum adtmap_status file_copy(const char *from, const char *to, const struct diag *diag)
{
    struct blob blob;
    struct diag at_path = diag_at(diag, from);
    enum adtmap_status status = file_map(from, &at_path, &blob);
    if (!status) {
        status = file_write_atomic(to, blob.data, blob.size, diag);
    }
    blob_release(&blob);
    return status;
}
