#include "job/folder_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "job/ledger.h"
#include "os/file.h"

/* The byte of a shard, or all there can be. */
static struct flock range_of(const struct job_shard *shard)
{
    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (shard->count > 0) {
        range.l_start = (off_t)shard->count * (SHARDS_MAX + 1) + shard->index;
        range.l_len = 1;
    }
    return range;
}

/* Where nothing can be written a run will say so; elsewhere it goes on, less safe than it was to
 * be. */
static void warn_no_lock(const char *path, const struct diag *diag)
{
    if (errno != EROFS) {
        struct diag at_path = diag_at(diag, path);
        diag_warn(&at_path, NULL, NO_OFFSET,
                  "cannot open: %s; another run that writes there would go unnoticed",
                  strerror(errno));
    }
}

static enum adtmap_status lock_file(struct folder_lock *lock, const char *path,
                                    const struct job_shard *shard, const struct diag *diag)
{
    struct flock range = range_of(shard);
    lock->is_settled = true;
    lock->descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock->descriptor < 0) {
        warn_no_lock(path, diag);
        return ADTMAP_OK;
    }
    fchmod(lock->descriptor, 0666); /* others may draw into a folder that is theirs too */
    lock->is_held = fcntl(lock->descriptor, F_OFD_SETLK, &range) == 0;
    bool is_taken = !lock->is_held && (errno == EAGAIN || errno == EACCES);
    if (!lock->is_held) {
        close(lock->descriptor);
    }
    return is_taken ? diag_fail(diag, ADTMAP_IO, NULL, NO_OFFSET,
                                "another run is writing there; wait for its end")
                    : ADTMAP_OK;
}

static enum adtmap_status lock_folder(struct folder_lock *lock, const char *folder,
                                      const char *directory, const struct job_shard *shard,
                                      const struct diag *diag)
{
    char *path = path_join(folder, "lock");
    struct diag at_path = diag_at(diag, directory);
    enum adtmap_status status =
        path ? lock_file(lock, path, shard, &at_path) : diag_fail_memory(diag);
    free(path);
    return status;
}

enum adtmap_status folder_lock_find(struct folder_lock *lock, const char *directory,
                                    const struct job_shard *shard, const struct diag *diag)
{
    char *folder = ledger_folder(directory);
    enum adtmap_status status = folder ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status && file_is_directory(folder)) {
        status = lock_folder(lock, folder, directory, shard, diag);
    }
    free(folder);
    return status;
}

/* What was planned without a lock is of no use if there are records by now. */
static enum adtmap_status
check_nobody_was_here(const char *directory, const struct job_shard *shard, const struct diag *diag)
{
    char *ledger = ledger_path(directory, shard);
    struct diag at_path = diag_at(diag, directory);
    enum adtmap_status status = ledger ? ADTMAP_OK : diag_fail_memory(diag);
    if (!status && file_exists(ledger)) {
        status = diag_fail(&at_path, ADTMAP_IO, NULL, NO_OFFSET,
                           "another run has written there just now: start once more");
    }
    free(ledger);
    return status;
}

enum adtmap_status folder_lock_take(struct folder_lock *lock, const char *directory,
                                    const struct job_shard *shard, const struct diag *diag)
{
    if (lock->is_settled) {
        return ADTMAP_OK;
    }
    char *folder = ledger_folder(directory);
    enum adtmap_status status = folder ? file_make_directory(folder, diag) : diag_fail_memory(diag);
    if (!status) {
        status = lock_folder(lock, folder, directory, shard, diag);
    }
    free(folder);
    return status ? status : check_nobody_was_here(directory, shard, diag);
}

void folder_lock_release(struct folder_lock *lock)
{
    if (lock->is_held) {
        close(lock->descriptor);
        lock->is_held = false;
    }
}
