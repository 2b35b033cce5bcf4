/*
 * A stamp tells without reading whether a file is still the one it was: made of path, size, number
 * (inode) and the times of its last change.
 *
 * A file may change again within the same tick of the clock that its times are taken from, and look
 * as before. So the stamp of a file that was changed just now is not settled: it may be compared
 * with, not be kept.
 */
#ifndef OS_FILE_STAMP_H
#define OS_FILE_STAMP_H

#include <stdbool.h>
#include <stdint.h>

struct file_stamp {
    uint64_t key;    /* never 0 */
    uint64_t bytes;  /* size of the file */
    bool is_settled; /* unchanged for so long that a later change shows in the times */
};

/* False when there is no such file, or it cannot be looked at. Links are followed. */
bool file_stamp_of(const char *path, struct file_stamp *stamp);

/* The stamp of two things together. */
void file_stamp_join(struct file_stamp *stamp, const struct file_stamp *other);

#endif
