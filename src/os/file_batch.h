/*
 * Files that many threads write, and which get their names in groups: where each replaces an older
 * one, its bytes must reach the disk before its name (os/file.h), and waiting for the
 * disk once for many files takes a tenth of the time.
 */
#ifndef OS_FILE_BATCH_H
#define OS_FILE_BATCH_H

#include <pthread.h>

#include "os/file.h"

enum { FILE_BATCH_MAX = 64 };

struct file_batch {
    pthread_mutex_t lock;
    size_t count;
    struct file_writer writers[FILE_BATCH_MAX]; /* of files without their names */
};

void file_batch_open(struct file_batch *batch);

/*
 * file_write_atomic, but a file that replaces another may have its name only when a later call
 * returns, file_batch_finish at the latest. Fails also for a file of the group; the message names
 * it.
 */
enum adtmap_status file_batch_write(struct file_batch *batch, const char *path, const void *data,
                                    size_t size, const struct diag *diag);

/* Gives all files their names. */
enum adtmap_status file_batch_finish(struct file_batch *batch, const struct diag *diag);

/* Removes what has no name yet; nothing after file_batch_finish. */
void file_batch_close(struct file_batch *batch);

#endif
