#include "os/file_batch.h"

#include <errno.h>
#include <string.h>

#include "os/system.h"
#include "os/temporary.h"

/* Files that are taken out of a batch, so that others go on while these wait for the disk. */
struct file_group {
    size_t count;
    struct file_writer writers[FILE_BATCH_MAX];
};

void file_batch_open(struct file_batch *batch)
{
    pthread_mutex_init(&batch->lock, NULL);
    batch->count = 0;
}

/* The lock is held. */
static void take_all(struct file_batch *batch, struct file_group *group)
{
    group->count = batch->count;
    memcpy(group->writers, batch->writers, batch->count * sizeof *batch->writers);
    batch->count = 0;
}

static enum adtmap_status name_all(struct file_group *group, const struct diag *diag)
{
    intptr_t files[FILE_BATCH_MAX];
    for (size_t i = 0; i < group->count; i++) {
        files[i] = group->writers[i].file.id;
    }
    bool is_there = system_flush_files(files, group->count) && system_flush_later(files[0]);
    enum adtmap_status status = is_there ? ADTMAP_OK : diag_fail_errno(diag, errno, "cannot write");
    for (size_t i = 0; i < group->count; i++) {
        const struct diag at_path = diag_at(diag, group->writers[i].path);
        group->writers[i].diag = &at_path;
        if (status) {
            file_writer_abort(&group->writers[i]);
        } else {
            status = file_writer_rename(&group->writers[i]);
        }
    }
    return status;
}

/* Adds a file; a group that is full is named. */
static enum adtmap_status add(struct file_batch *batch, const struct file_writer *writer,
                              const struct diag *diag)
{
    struct file_group group = {0};
    pthread_mutex_lock(&batch->lock);
    batch->writers[batch->count++] = *writer;
    if (batch->count == FILE_BATCH_MAX) {
        take_all(batch, &group);
    }
    pthread_mutex_unlock(&batch->lock);
    return group.count > 0 ? name_all(&group, diag) : ADTMAP_OK;
}

enum adtmap_status file_batch_write(struct file_batch *batch, const char *path, const void *data,
                                    size_t size, const struct diag *diag)
{
    const struct diag at_path = diag_at(diag, path);
    if (file_has_contents(path, data, size)) {
        return ADTMAP_OK;
    }
    struct file_writer writer;
    enum adtmap_status status =
        file_writer_open_with(&writer, SYSTEM_HERE, path, data, size, &at_path);
    if (status) {
        return status;
    }
    return file_writers_wait() && file_exists(path) ? add(batch, &writer, diag)
                                                    : file_writer_commit(&writer);
}

enum adtmap_status file_batch_finish(struct file_batch *batch, const struct diag *diag)
{
    struct file_group group;
    pthread_mutex_lock(&batch->lock);
    take_all(batch, &group);
    pthread_mutex_unlock(&batch->lock);
    return group.count > 0 ? name_all(&group, diag) : ADTMAP_OK;
}

void file_batch_close(struct file_batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        file_writer_abort(&batch->writers[i]);
    }
    pthread_mutex_destroy(&batch->lock);
    batch->count = 0;
}
