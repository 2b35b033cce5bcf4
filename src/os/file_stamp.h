/*
 * A stamp tells without reading whether a file is still the one it was. It is made of the path,
 * size, inode and the times of the last change.
 *
 * A file may change twice within one tick of the clock that its times come from. The second change
 * does not show in the stamp. The rule is git's: a stamp on record is trusted only when the file
 * had last changed before the record was written. Otherwise it is racy, and the contents decide.
 */
#ifndef OS_FILE_STAMP_H
#define OS_FILE_STAMP_H

#include <stdbool.h>
#include <stdint.h>

/* How a file compares with what is on record of it. */
enum file_match {
    FILE_SAME,
    FILE_CHANGED,    /* missing, or it has other contents */
    FILE_UNREADABLE, /* not known: it could not be looked at, or read */
    FILE_NO_MEMORY,  /* not known */
};

struct file_stamp {
    uint64_t key;       /* never 0 */
    uint64_t bytes;     /* size of the file */
    int64_t changed_ns; /* the later of its two times of change, nanoseconds since 1970 */
};

/* False when there is no such file, or it cannot be looked at. Links are followed. */
bool file_stamp_of(const char *path, struct file_stamp *stamp);

/* The stamp of a published file, which must be a regular file: links are not followed. False: errno
 * says why, ENOENT of anything else in its place. */
bool file_stamp_of_output(const char *path, struct file_stamp *stamp);

/* Whether a record of the stamp that was written at `recorded_ns` proves nothing. */
static inline bool file_stamp_is_racy(const struct file_stamp *stamp, int64_t recorded_ns)
{
    return stamp->changed_ns >= recorded_ns;
}

/* The stamp of two things together. */
void file_stamp_join(struct file_stamp *stamp, const struct file_stamp *other);

#endif
