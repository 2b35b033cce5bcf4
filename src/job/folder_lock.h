/*
 * Who may write into the folder of a map: one run or merge of the whole, or any number of shards,
 * each once. Others are refused, for what one takes away the other would take for its own.
 *
 * The lock is on ranges of OUT/MAP/.adtmap/lock, which stays there, empty: all of it for the whole,
 * a byte of its own for each shard. The system gives it back with the process, however that ends;
 * it holds between machines where the file system's locks do. Where there are none, nobody is
 * refused.
 */
#ifndef JOB_FOLDER_LOCK_H
#define JOB_FOLDER_LOCK_H

#include <stdbool.h>

#include "base/diag.h"
#include "job/job.h"

/* Zero-initialised: nothing is locked. */
struct folder_lock {
    bool is_settled; /* taken, or found impossible */
    bool is_held;
    int descriptor; /* where is_held */
};

/*
 * Locks the map's `directory` for a shard, or for the whole if its count is 0, before the records
 * in it are read. It is left alone as long as no run has been there: folder_lock_take is for later.
 * ADTMAP_IO when another run is writing there; ADTMAP_NO_MEMORY.
 */
enum adtmap_status folder_lock_find(struct folder_lock *lock, const char *directory,
                                    const struct job_shard *shard, const struct diag *diag);

/*
 * The same before anything is written, making the folder; does nothing if folder_lock_find has
 * settled it. ADTMAP_IO also when another run has come and gone in between.
 */
enum adtmap_status folder_lock_take(struct folder_lock *lock, const char *directory,
                                    const struct job_shard *shard, const struct diag *diag);

/* Gives the lock back; may be called once more. */
void folder_lock_release(struct folder_lock *lock);

#endif
