/*
 * What unit tests call of POSIX and GNU, for Windows; included before every file of them there. A
 * call for what Windows does not have ends its test as a skipped one.
 */
#ifndef TESTS_FOR_WINDOWS_H
#define TESTS_FOR_WINDOWS_H

#include <ctype.h>
#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define mkdir(path, mode) _mkdir(path)
#define lstat(path, info) stat(path, info)
#define umask skip_modes
#define chmod(path, mode) ((void)(path), skip_modes(mode))
#define read read_in_test /* functions of tests have these names */
#define tell tell_in_test

enum {
    RLIMIT_AS,
    RLIMIT_DATA,
    RLIMIT_FSIZE,
    RLIMIT_NOFILE,
    RUSAGE_SELF,
    SIGXFSZ,
    SIGKILL,
    AT_FDCWD,
    _SC_PAGESIZE
};

#define WIFEXITED(status) ((status) == 0)
#define WEXITSTATUS(status) (status)
#define WIFSIGNALED(status) ((status) != 0)
#define WTERMSIG(status) (status)

typedef unsigned long rlim_t;
struct rlimit {
    rlim_t rlim_cur, rlim_max;
};
struct rusage {
    long ru_maxrss, ru_minflt;
};

void _skip(const char *file, const int line); /* cmocka's */

static inline int symlink(const char *target, const char *path)
{
    _skip(target, (int)strlen(path));
    return -1;
}

static inline int link(const char *file, const char *path)
{
    return symlink(file, path);
}

static inline int utimensat(int folder, const char *path, const struct timespec times[2], int flags)
{
    _skip(path, folder + flags);
    return times ? -1 : 0;
}

static inline int mkfifo(const char *path, int mode)
{
    _skip(path, mode);
    return -1;
}

static inline pid_t fork(void)
{
    _skip("fork", 0);
    return -1;
}

static inline pid_t waitpid(pid_t child, int *status, int flags)
{
    *status = flags;
    return child;
}

static inline mode_t skip_modes(mode_t mode)
{
    _skip("umask", mode);
    return mode;
}

static inline int getrlimit(int what, struct rlimit *limit)
{
    *limit = (struct rlimit){0};
    _skip("getrlimit", what);
    return -1;
}

static inline int setrlimit(int what, const struct rlimit *limit)
{
    (void)what;
    return limit ? 0 : -1;
}

static inline int getrusage(int who, struct rusage *usage)
{
    *usage = (struct rusage){0};
    _skip("getrusage", who);
    return -1;
}

static inline long sysconf(int name)
{
    (void)name;
    return 4096;
}

static inline FILE *fmemopen(void *bytes, size_t size, const char *mode)
{
    (void)bytes;
    _skip(mode, (int)size);
    return NULL;
}

/* Paths of tests begin with /tmp: that of the drive. */
static inline char *mkdtemp(char *path)
{
    static unsigned count;
    char *end = path + strlen(path) - strlen("XXXXXX");
    unsigned number = (unsigned)_getpid() * 1000;
    _mkdir("/tmp");
    do {
        snprintf(end, strlen("XXXXXX") + 1, "%06x", (number + count++) & 0xffffff);
    } while (_mkdir(path) && errno == EEXIST);
    return path;
}

static inline char *realpath(const char *path, char *to)
{
    char *full = _fullpath(to, path, 0);
    for (char *at = full; at && *at; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    return full;
}

static inline void *memmem(const void *bytes, size_t size, const void *wanted, size_t length)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i + length <= size; i++) {
        if (memcmp(at + i, wanted, length) == 0) {
            return (void *)(at + i);
        }
    }
    return NULL;
}

static inline char *strcasestr(const char *text, const char *wanted)
{
    for (; *text; text++) {
        if (_strnicmp(text, wanted, strlen(wanted)) == 0) {
            return (char *)text;
        }
    }
    return NULL;
}

static inline char *strsep(char **rest, const char *separators)
{
    char *part = *rest;
    if (part) {
        char *end = part + strcspn(part, separators);
        *rest = *end ? end + 1 : NULL;
        *end = '\0';
    }
    return part;
}

#endif
