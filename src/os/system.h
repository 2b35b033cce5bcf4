/*
 * The calls of the operating system that the other files of os/ use; no other folder may. os/posix/
 * and os/windows/ implement them, and the build takes one of the two.
 *
 * A call that fails returns false, -1 or NULL and sets errno as Linux would. A path is relative to
 * an open folder, or to the current one for SYSTEM_HERE. Waiting calls go on after a signal.
 */
#ifndef OS_SYSTEM_H
#define OS_SYSTEM_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "os/file.h"
#include "os/folder.h"

enum { SYSTEM_HERE = -100 };

/* How a file is opened. New ones are never writable by everybody. */
enum system_access {
    SYSTEM_READ = 1,
    SYSTEM_WRITE = 2,
    SYSTEM_APPEND = 4,
    SYSTEM_NEW = 8,      /* it must not be there */
    SYSTEM_NO_LINK = 16, /* ELOOP for a link */
    SYSTEM_WAIT = 32,    /* for the other end of a pipe */
};

intptr_t system_open(intptr_t folder, const char *path, unsigned how);
bool system_close(intptr_t file);

/* Bytes read or written, which may be fewer; 0 at the end; -1. */
ptrdiff_t system_read(intptr_t file, void *bytes, size_t size);
ptrdiff_t system_read_at(intptr_t file, uint64_t offset, void *bytes, size_t size);
ptrdiff_t system_write(intptr_t file, const void *bytes, size_t size);

/* A folder as what paths are relative to. ELOOP or ENOTDIR for a link, if that is not followed. */
enum system_links { SYSTEM_FOLLOW, SYSTEM_NO_FOLLOW };
intptr_t system_open_folder(intptr_t folder, const char *path, enum system_links links);
void system_close_folder(intptr_t folder);

/* Its entries; the folder is closed with them, or after a failure. */
struct folder *system_list(intptr_t id);
intptr_t system_folder_of(const struct folder *folder);

struct system_info {
    enum file_type type;
    uint64_t bytes;
    uint64_t links;
    uint64_t id;                 /* of the file, on its disk */
    uint32_t owner, group, mode; /* 0 where a file has its rights from its folder */
    struct timespec written;
    struct timespec changed;
};

bool system_look(intptr_t folder, const char *path, enum system_links links,
                 struct system_info *info);
bool system_look_open(intptr_t file, struct system_info *info);

/* Whether a call that looks or opens has failed since the path leads to nothing, or to what may not
 * be reached. After other failures (EIO, EMFILE, ENOMEM) nobody knows what there is. */
static inline bool system_is_nothing(int error_number)
{
    return error_number == ENOENT || error_number == ENOTDIR || error_number == EACCES ||
           error_number == ELOOP || error_number == ENAMETOOLONG;
}

bool system_make_folder(intptr_t folder, const char *path);
bool system_remove(intptr_t folder, const char *path);
bool system_remove_folder(intptr_t folder, const char *path);

/*
 * Closes a file and renames it, replacing what is there. A failure of the closing, where a network
 * file system may say that a write failed, comes before the renaming if the system has such
 * failures. The locks of the file last until the old name is gone.
 */
bool system_close_and_rename(intptr_t file, intptr_t folder, const char *from, const char *to);

/* Renames a file, replacing what is there; EXDEV if that is on another disk. */
bool system_move(const char *from, const char *to);

/* Waits until the bytes of a file are on its disk. True also where the file cannot be asked for
 * that. */
bool system_flush(intptr_t file);

/* The same for files of one disk. */
bool system_flush_files(const intptr_t *files, size_t count);

/* Has system_flush_disks flush what is written to the file; where that cannot be, flushes it now.
 */
bool system_flush_later(intptr_t file);

/* Waits until all that was written to the disks of these files is there. Whatever it returns, it
 * forgets them. */
bool system_flush_disks(void);

/* Locks a whole file against system_lock by others, until it is closed. EAGAIN: another has it. */
bool system_lock(intptr_t file);

/* Locks a range as os/open_file.h says. EAGAIN: another has it. */
bool system_lock_range(intptr_t file, struct file_range range, bool wait);

/* Whether another open file holds bytes of the range; nothing is locked. */
bool system_is_locked(intptr_t file, struct file_range range);

/* Lets those write to a new file who may write to its folder, except everybody. */
void system_share(intptr_t file, intptr_t folder);

bool system_may_write(const char *path);      /* to a file that is there */
bool system_may_write_into(const char *path); /* to a folder that is there */

/* An open file that paths name by its number, such as 1; -1 with EBADF if it cannot be written to.
 */
intptr_t system_numbered(int number);

bool system_random(uint64_t *value);

/* From malloc. */
char *system_real_path(const char *path);
char *system_real_path_of(intptr_t file);
char *system_real_path_of_folder(intptr_t folder);

/* Maps a whole file of `size` bytes, for reading. */
void *system_map(intptr_t file, size_t size);
void system_unmap(void *memory, size_t size);

/* Gives whole pages of a mapping back until they are read again. */
void system_drop(void *memory, size_t offset, size_t size);

/* Asks for the first `size` bytes to be read ahead. */
void system_read_ahead(intptr_t file, size_t size);

/* Notices of changes below folders. */
struct system_notices;

enum system_notice {
    SYSTEM_NOTICE_NONE, /* the time is over */
    SYSTEM_NOTICE,
    SYSTEM_NOTICE_UNNAMED, /* something came or went: the system does not say what */
    SYSTEM_INTERRUPTED,
};

/* NULL: errno says why; ENOTSUP where the system has none. */
struct system_notices *system_notices_open(void);
void system_notices_close(struct system_notices *notices);

/*
 * From now on notices tell of a folder, if they do not yet. `has_below` tells whether they tell of
 * folders below, too. False where that cannot be: errno says why, ENOSPC if there are too many.
 */
bool system_notices_add(struct system_notices *notices, const char *folder, bool *has_below);

/* From the first to the second call SIGINT, SIGTERM and Ctrl-C end system_notices_wait, that to
 * come if none is under way, and not the process. */
void system_hold_interrupts(void);
void system_release_interrupts(void);

/*
 * Waits for a notice of a file for which `wants` is true, or of a folder that came or went. NULL
 * for `notices` waits for the time alone. Once a notice was given, `wants` is not asked any more
 * before the next call.
 */
enum system_notice system_notices_wait(struct system_notices *notices, double seconds,
                                       bool (*wants)(void *user, const char *name), void *user);

#endif
