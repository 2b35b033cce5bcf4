/*
 * The folder of a shard may be renamed, to be removed, by the run that holds its lock. Who has
 * opened the lock file before that locks a file that nobody else will find: so the file is looked
 * at once more behind the locking, and all begins again if it is another.
 *
 * A run that found no folder to lock plans without a lock and takes it before it writes: if records
 * have come meanwhile, it ends.
 */
#include "job/records/folder_lock.h"

#include <stdlib.h>

#include "base/path.h"
#include "graph/build_log.h"
#include "os/file.h"
#include "os/output_file.h"
#include "os/private_folder.h"

enum { TRIES_MAX = 100 };

typedef enum adtmap_status lock_step(struct folder_lock *lock, const char *directory,
                                     const struct diag *diag);

static enum adtmap_status lock_in(struct folder_lock *lock, const struct private_folder *folder,
                                  const char *directory, const struct diag *diag)
{
    struct diag at_path = diag_at(diag, directory);
    enum adtmap_status status = private_file_open_lock(folder, "lock", diag, &lock->file);
    lock->is_settled = true;
    if (status || !open_file_is(lock->file)) {
        return status;
    }
    enum file_lock held = open_file_lock(lock->file, (struct file_range){0});
    if (held == FILE_LOCK_NONE) {
        diag_warn(&at_path, NULL, NO_OFFSET,
                  "the file system has no locks: see that no other run writes there");
    }
    lock->is_held = held != FILE_LOCK_BUSY;
    if (lock->is_held) {
        return ADTMAP_OK;
    }
    open_file_close(&lock->file);
    return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                     "another run is writing there; wait for its end");
}

bool folder_lock_stands(const struct folder_lock *lock, const char *directory)
{
    char *path = lock->is_held ? path_join(directory, BUILD_LOG_FOLDER "/lock") : NULL;
    bool stands = !path || open_file_is_at(lock->file, path);
    free(path);
    return stands;
}

/* Calls `step`, which locks, until what it has locked is in place. */
static enum adtmap_status lock_what_stands(lock_step *step, struct folder_lock *lock,
                                           const char *directory, const struct diag *diag)
{
    for (int i = 0; i < TRIES_MAX; i++) {
        enum adtmap_status status = step(lock, directory, diag);
        bool is_gone = status == ADTMAP_NOT_FOUND;
        if (!is_gone && (status || folder_lock_stands(lock, directory))) {
            return status;
        }
        folder_lock_release(lock);
        lock->is_settled = false;
    }
    struct diag at_path = diag_at(diag, directory);
    return diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                     "another run removes it again and again; wait for its end");
}

static enum adtmap_status lock_if_there(struct folder_lock *lock, const char *directory,
                                        const struct diag *diag)
{
    struct private_folder folder;
    enum adtmap_status status = private_folder_open(directory, BUILD_LOG_FOLDER, diag, &folder);
    if (!status) {
        status = output_folder_check(directory, diag);
    }
    if (!status && private_folder_is_open(&folder)) {
        status = lock_in(lock, &folder, directory, diag);
    }
    private_folder_close(&folder);
    return status;
}

enum adtmap_status folder_lock_find(struct folder_lock *lock, const char *directory,
                                    const struct diag *diag)
{
    return lock_what_stands(lock_if_there, lock, directory, diag);
}

/* A plan made without a lock is out of date if another run has written records since. */
static enum adtmap_status check_no_run_since(const char *directory, const struct diag *diag)
{
    char *log = build_log_path(directory);
    struct diag at_path = diag_at(diag, directory);
    enum adtmap_status status = log ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status && file_exists(log)) {
        status = diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                           "another run has just written there; start again");
    }
    free(log);
    return status;
}

/* Another run may remove the folder above, as long as that is empty: so it is made twice. */
static enum adtmap_status make_and_lock(struct folder_lock *lock, const char *directory,
                                        const struct diag *diag)
{
    struct private_folder folder;
    enum adtmap_status status =
        private_folder_make(directory, BUILD_LOG_FOLDER, &diag_silent, &folder);
    if (status == ADTMAP_IO) {
        private_folder_close(&folder);
        status = private_folder_make(directory, BUILD_LOG_FOLDER, diag, &folder);
    }
    if (!status) {
        status = lock_in(lock, &folder, directory, diag);
    }
    private_folder_close(&folder);
    return status;
}

enum adtmap_status folder_lock_take(struct folder_lock *lock, const char *directory,
                                    const struct diag *diag)
{
    if (lock->is_settled) {
        return ADTMAP_OK;
    }
    enum adtmap_status status = lock_what_stands(make_and_lock, lock, directory, diag);
    return status ? status : check_no_run_since(directory, diag);
}

bool folder_lock_is_held(const char *directory)
{
    struct private_folder folder;
    struct open_file file = OPEN_FILE_NONE;
    bool is_held = !private_folder_open(directory, BUILD_LOG_FOLDER, &diag_silent, &folder) &&
                   private_folder_is_open(&folder) &&
                   !private_file_append(&folder, "lock", &diag_silent, &file) &&
                   open_file_is_locked(file, (struct file_range){0});
    open_file_close(&file);
    private_folder_close(&folder);
    return is_held;
}

void folder_lock_release(struct folder_lock *lock)
{
    if (lock->is_held) {
        open_file_close(&lock->file);
        lock->is_held = false;
    }
}
