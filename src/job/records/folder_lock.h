/*
 * One writer at a time to the folder of a map. Two runs would remove or replace each other's files,
 * so the second is refused.
 *
 * The lock is on OUT/MAP/.adtmap/lock, an empty file that stays there. The system releases it when
 * the process ends, even if it is killed. It works between machines if the file system's locks do.
 * Without such locks nobody is refused.
 */
#ifndef JOB_RECORDS_FOLDER_LOCK_H
#define JOB_RECORDS_FOLDER_LOCK_H

#include <stdbool.h>

#include "base/diag.h"
#include "job/settings/job_settings.h"
#include "os/open_file.h"

/* Zero-initialised: nothing is locked. */
struct folder_lock {
    bool is_settled; /* taken, or not possible */
    bool is_held;
    struct open_file file; /* where is_held */
};

/*
 * Locks the map's `directory` before the records in it are read. A directory without records is not
 * touched; folder_lock_take locks it later. ADTMAP_IO when another run is writing there, or when
 * the records' folder or the lock file is a link; ADTMAP_NO_MEMORY.
 */
enum adtmap_status folder_lock_find(struct folder_lock *lock, const char *directory,
                                    const struct diag *diag);

/*
 * Makes the folder and locks it, before anything is written. Does nothing if folder_lock_find has
 * settled the lock. ADTMAP_IO also if another run has written records in the meantime.
 */
enum adtmap_status folder_lock_take(struct folder_lock *lock, const char *directory,
                                    const struct diag *diag);

/* Whether the lock is still that of the map's `directory`; false if that was renamed or removed.
 * True if nothing is locked. */
bool folder_lock_stands(const struct folder_lock *lock, const char *directory);

/* Whether a run is writing to the map's `directory`, as far as the file system tells. Nothing is
 * written or locked. */
bool folder_lock_is_held(const char *directory);

/* Releases the lock; may be called again. */
void folder_lock_release(struct folder_lock *lock);

#endif
