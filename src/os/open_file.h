/* An open file: what it is to the system. Whoever opens it closes it. */
#ifndef OS_OPEN_FILE_H
#define OS_OPEN_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adtmap/status.h"
#include "base/diag.h"

struct open_file {
    intptr_t id; /* -1: none */
};

#define OPEN_FILE_NONE ((struct open_file){-1})

static inline bool open_file_is(struct open_file file)
{
    return file.id != -1;
}

/* None may be closed again. */
void open_file_close(struct open_file *file);

/* Whether the path, which is no link, leads to this very file. True also if nobody can tell. */
bool open_file_is_at(struct open_file file, const char *path);

/* Writes all of it where the file stands, or fails with ADTMAP_IO. */
enum adtmap_status open_file_write(struct open_file file, const void *data, size_t size,
                                   const struct diag *diag);

/* Bytes of a file that a process locks. They need not be there. */
struct file_range {
    uint64_t begin;
    uint64_t bytes; /* 0: all behind `begin`, however long the file gets */
};

enum file_lock {
    FILE_LOCK_HELD,
    FILE_LOCK_BUSY, /* another open file holds bytes of it, in this process or in another */
    FILE_LOCK_NONE, /* the file system has no locks */
};

/* Locks a range for writing until the file is closed. */
enum file_lock open_file_lock(struct open_file file, struct file_range range);

/* Whether another open file holds bytes of the range; nothing is locked. False where the file
 * system has no locks. */
bool open_file_is_locked(struct open_file file, struct file_range range);

/* As open_file_lock, and waits for the others. */
void open_file_lock_wait(struct open_file file, struct file_range range);

#endif
