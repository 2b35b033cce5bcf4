/* Writing files so that no reader sees half of one: the part of os/file.h that writes. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/system.h"
#include "os/temporary.h"

static enum durability durable = DURABLE_EACH;

void file_set_durability(enum durability durability)
{
    durable = durability;
}

bool file_writers_wait(void)
{
    return durable == DURABLE_TOGETHER;
}

static bool bring_to_disk(intptr_t file, bool replaces)
{
    if (durable == DURABLE_NEVER) {
        return true;
    }
    bool waits = durable == DURABLE_TOGETHER;
    bool comes_first = !waits || replaces;
    return (!comes_first || system_flush(file)) && (!waits || system_flush_later(file));
}

enum adtmap_status file_finish_writing(const struct diag *diag)
{
    bool fine = durable != DURABLE_TOGETHER || system_flush_disks();
    return fine ? ADTMAP_OK
                : diag_fail_errno(diag, errno, "cannot bring what was written to the disk");
}

/* Renaming over a link, a device or a pipe would destroy it. *replaces: a file is there. */
static enum adtmap_status check_replaceable(intptr_t directory, const char *path,
                                            const struct diag *diag, bool *replaces)
{
    struct system_info info;
    *replaces = system_look(directory, path, SYSTEM_NO_FOLLOW, &info);
    const char *kind = *replaces ? file_type_name(info.type) : NULL;
    return kind ? diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET, "is a %s; it is not replaced", kind)
                : ADTMAP_OK;
}

enum adtmap_status file_writer_open_at(struct file_writer *writer, intptr_t directory,
                                       const char *path, const struct diag *diag)
{
    *writer = (struct file_writer){.file = OPEN_FILE_NONE, .directory = directory, .diag = diag};
    bool replaces;
    enum adtmap_status status = check_replaceable(directory, path, diag, &replaces);
    if (status) {
        return status;
    }
    writer->path = strdup(path);
    status = writer->path
                 ? temporary_create(directory, path, diag, &writer->temporary, &writer->file)
                 : diag_fail_memory(diag);
    if (status) {
        file_writer_abort(writer);
    }
    return status;
}

enum adtmap_status file_writer_open(struct file_writer *writer, const char *path,
                                    const struct diag *diag)
{
    return file_writer_open_at(writer, SYSTEM_HERE, path, diag);
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

enum adtmap_status file_writer_rename(struct file_writer *writer)
{
    assert(writer->temporary);
    bool fine = system_close_and_rename(writer->file.id, writer->directory, writer->temporary,
                                        writer->path);
    enum adtmap_status status =
        fine ? ADTMAP_OK : diag_fail_errno(writer->diag, errno, "cannot write");
    forget(writer);
    return status;
}

enum adtmap_status file_writer_commit(struct file_writer *writer)
{
    const struct diag *diag = writer->diag;
    bool replaces;
    enum adtmap_status status = check_replaceable(writer->directory, writer->path, diag, &replaces);
    if (!status && !bring_to_disk(writer->file.id, replaces)) {
        status = diag_fail_errno(diag, errno, "cannot write");
    }
    if (status) {
        file_writer_abort(writer);
        return status;
    }
    return file_writer_rename(writer);
}

void file_writer_abort(struct file_writer *writer)
{
    if (open_file_is(writer->file)) {
        open_file_close(&writer->file);
        system_remove(writer->directory, writer->temporary);
    }
    forget(writer);
}

bool file_has_contents(const char *path, const void *data, size_t size)
{
    struct system_info info;
    struct blob blob;
    if (!system_look(SYSTEM_HERE, path, SYSTEM_NO_FOLLOW, &info) || info.type != FILE_REGULAR ||
        info.bytes != size || file_map(path, &diag_silent, &blob)) {
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
    if (writer->directory == SYSTEM_HERE && !file_map(writer->temporary, &diag_silent, &blob)) {
        is_same = file_has_contents(writer->path, blob.data, blob.size);
        blob_release(&blob);
    }
    if (!is_same) {
        return file_writer_commit(writer);
    }
    file_writer_abort(writer);
    return ADTMAP_OK;
}

enum adtmap_status file_writer_open_with(struct file_writer *writer, intptr_t directory,
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
        file_writer_open_with(&writer, SYSTEM_HERE, path, data, size, &at_path);
    return status ? status : file_writer_commit(&writer);
}

bool file_move(const char *from, const char *to, const char *like)
{
    struct system_info info;
    struct system_info wanted;
    bool replaces;
    intptr_t file = system_open(SYSTEM_HERE, from, SYSTEM_READ | SYSTEM_WRITE | SYSTEM_NO_LINK);
    if (file == -1) {
        return false;
    }
    bool fine = system_look_open(file, &info) && info.type == FILE_REGULAR && info.links == 1 &&
                system_look(SYSTEM_HERE, like, SYSTEM_NO_FOLLOW, &wanted) &&
                info.owner == wanted.owner && info.group == wanted.group &&
                info.mode == wanted.mode &&
                check_replaceable(SYSTEM_HERE, to, &diag_silent, &replaces) == ADTMAP_OK &&
                bring_to_disk(file, replaces);
    fine = system_close(file) && fine;
    return fine && system_move(from, to);
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
