#include "os/temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/path.h"
#include "os/file_at.h"

#define MARK ".tmp."

enum { DIGITS = 16, TRIES = 100 };

/*
 * Locks a file just made. False when somebody who sweeps was faster: holds the lock, or has removed
 * the name. A file system without locks leaves nothing to lose.
 */
static bool take(int descriptor)
{
    struct stat info;
    if (flock(descriptor, LOCK_EX | LOCK_NB)) {
        return errno != EWOULDBLOCK;
    }
    return fstat(descriptor, &info) || info.st_nlink > 0;
}

/* 0, or the errno. */
static int create_locked(int directory, const char *path, char *name, size_t size, int *descriptor)
{
    for (int i = 0; i < TRIES; i++) {
        uint64_t unique = 0;
        if (getrandom(&unique, sizeof unique, 0) != (ssize_t)sizeof unique) {
            return errno;
        }
        snprintf(name, size, "%s" MARK "%0*" PRIx64, path, DIGITS, unique);
        *descriptor = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, FILE_MODE);
        if (*descriptor < 0) {
            return errno;
        }
        if (take(*descriptor)) {
            return 0;
        }
        close(*descriptor);
    }
    return EBUSY;
}

enum adtmap_status temporary_create(int directory, const char *path, const struct diag *diag,
                                    char **name, int *descriptor)
{
    size_t size = strlen(path) + sizeof MARK + DIGITS;
    *descriptor = -1;
    *name = malloc(size);
    if (!*name) {
        return diag_fail_memory(diag);
    }
    int error_number = create_locked(directory, path, *name, size, descriptor);
    if (!error_number) {
        return ADTMAP_OK;
    }
    free(*name);
    *name = NULL;
    *descriptor = -1;
    return diag_fail_errno(diag, error_number, "cannot write");
}

bool temporary_is(const char *file)
{
    size_t length = strlen(file);
    size_t tail = sizeof MARK - 1 + DIGITS;
    if (length <= tail) {
        return false;
    }
    const char *end = file + length - tail;
    return memcmp(end, MARK, sizeof MARK - 1) == 0 &&
           strspn(end + sizeof MARK - 1, "0123456789abcdef") == DIGITS;
}

/* Whether a temporary file is that of `name`; of any for NULL. */
static bool is_of(const char *file, const char *name)
{
    return !name || (strncmp(file, name, strlen(name)) == 0 &&
                     strlen(file) == strlen(name) + sizeof MARK - 1 + DIGITS);
}

static void remove_abandoned(int directory, const char *name)
{
    struct stat info;
    int file = openat(directory, name, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    if (fstat(file, &info) == 0 && S_ISREG(info.st_mode) && flock(file, LOCK_EX | LOCK_NB) == 0) {
        unlinkat(directory, name, 0);
    }
    close(file);
}

/* Closes the stream, which may be NULL. */
static void sweep_stream(DIR *stream, const char *name)
{
    if (!stream) {
        return;
    }
    for (struct dirent *entry = readdir(stream); entry; entry = readdir(stream)) {
        if (temporary_is(entry->d_name) && is_of(entry->d_name, name)) {
            remove_abandoned(dirfd(stream), entry->d_name);
        }
    }
    closedir(stream);
}

void temporary_sweep(const char *directory, const char *name)
{
    sweep_stream(opendir(directory), name);
}

void temporary_sweep_at(int directory)
{
    int own = openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *stream = own >= 0 ? fdopendir(own) : NULL;
    if (own >= 0 && !stream) {
        close(own);
    }
    sweep_stream(stream, NULL);
}

/* nftw */
static int sweep_entry(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    if (type == FTW_F && temporary_is(path + place->base)) {
        remove_abandoned(AT_FDCWD, path);
    }
    return 0;
}

void temporary_sweep_below(const char *directory)
{
    enum { OPEN_FOLDERS = 16 };
    nftw(directory, sweep_entry, OPEN_FOLDERS, FTW_PHYS);
}

void temporary_sweep_beside(const char *path)
{
    char *directory = path_directory(path);
    if (directory) {
        temporary_sweep(directory, path_base(path));
    }
    free(directory);
}
