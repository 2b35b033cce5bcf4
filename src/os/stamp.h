/*
 * A stamp tells without reading whether a file is still the one it was: made of path, size, number
 * (inode) and the times of its last change.
 *
 * A file may change again within the same tick of the clock that its times are taken from, and look
 * as before. So the stamp of a file that was changed just now is not settled: it may be compared
 * with, not be kept.
 */
#ifndef OS_STAMP_H
#define OS_STAMP_H

#include <stdbool.h>
#include <stdint.h>

struct stamp {
    uint64_t key;    /* never 0 */
    uint64_t bytes;  /* size of the file */
    bool is_settled; /* unchanged for so long that a later change shows in the times */
};

/* False when there is no such file, or it cannot be looked at. Links are followed. */
bool stamp_of_file(const char *path, struct stamp *stamp);

/* The stamp of two things together. */
void stamp_join(struct stamp *stamp, const struct stamp *other);

#endif
