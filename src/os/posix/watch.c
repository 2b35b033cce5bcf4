/*
 * Linux: inotify, by which folders tell the names of files that were written, came or went. BSD and
 * macOS: kqueue, by which folders tell that entries came or went; of a file that is written in
 * place stamps tell (watch.c). Elsewhere stamps alone.
 *
 * A signal may come to any thread, and must not be lost before the waiting begins: its handler
 * writes a byte into a pipe, which is waited for like the rest.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "os/clock.h"
#include "os/system.h"

/* ADTMAP_KQUEUE: Linux takes the lines for kqueue, to try them (tools/everywhere). */
#if defined(__linux__) && !defined(ADTMAP_KQUEUE)
#define HAVE_INOTIFY
#include <sys/inotify.h>
#elif defined(ADTMAP_KQUEUE) || defined(__APPLE__) || defined(__FreeBSD__) ||                      \
    defined(__NetBSD__) || defined(__OpenBSD__)
#define HAVE_KQUEUE
#include <sys/event.h>
#include <sys/stat.h>
#endif

static int signal_pipe[2] = {-1, -1};

static void note_signal(int number)
{
    int error_number = errno;
    ssize_t ignored = write(signal_pipe[1], &(char){(char)number}, 1);
    (void)ignored;
    errno = error_number;
}

static const int signals[] = {SIGINT, SIGTERM};

enum { SIGNALS = sizeof signals / sizeof *signals };

/* What waited for SIGINT and SIGTERM before; those that are ignored stay so. */
static struct sigaction before[SIGNALS];
static bool is_held[SIGNALS];

void system_hold_interrupts(void)
{
    if (signal_pipe[0] < 0 && pipe(signal_pipe) != 0) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        fcntl(signal_pipe[i], F_SETFD, FD_CLOEXEC);
        fcntl(signal_pipe[i], F_SETFL, O_NONBLOCK);
    }
    for (size_t i = 0; i < SIGNALS; i++) {
        struct sigaction action = {.sa_handler = note_signal};
        sigemptyset(&action.sa_mask);
        is_held[i] = sigaction(signals[i], NULL, &before[i]) == 0 &&
                     before[i].sa_handler != SIG_IGN && sigaction(signals[i], &action, NULL) == 0;
    }
}

void system_release_interrupts(void)
{
    for (size_t i = 0; i < SIGNALS; i++) {
        if (is_held[i]) {
            sigaction(signals[i], &before[i], NULL);
        }
        is_held[i] = false;
    }
}

#if defined(HAVE_INOTIFY)

enum { NOTICE_BYTES = 8 << 10 };

struct system_notices {
    int id;
};

void system_notices_close(struct system_notices *notices)
{
    if (notices) {
        close(notices->id);
        free(notices);
    }
}

struct system_notices *system_notices_open(void)
{
    struct system_notices *notices = malloc(sizeof *notices);
    if (notices) {
        notices->id = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
        if (notices->id < 0) {
            free(notices);
            notices = NULL;
        }
    }
    return notices;
}

bool system_notices_add(struct system_notices *notices, const char *folder, bool *has_below)
{
    *has_below = false;
    const uint32_t wanted = IN_CLOSE_WRITE | IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE |
                            IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF |
                            IN_ONLYDIR;
    return inotify_add_watch(notices->id, folder, wanted) >= 0;
}

/* Takes all notices that wait; whether one of them is wanted. */
static enum system_notice take_notices(struct system_notices *notices,
                                       bool (*wants)(void *, const char *), void *user)
{
    _Alignas(struct inotify_event) char bytes[NOTICE_BYTES];
    bool is_wanted = false;
    ssize_t size;
    while ((size = read(notices->id, bytes, sizeof bytes)) > 0) {
        for (ssize_t at = 0; at < size;) {
            const struct inotify_event *event = (const void *)(bytes + at);
            const uint32_t always = IN_Q_OVERFLOW | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT;
            bool is_folder = (event->mask & IN_ISDIR) && !(event->mask & IN_ATTRIB);
            at += (ssize_t)(sizeof *event + event->len);
            is_wanted = is_wanted || (event->mask & always) || (is_folder && event->len > 0) ||
                        (event->len > 0 && !(event->mask & IN_ISDIR) && wants(user, event->name));
        }
    }
    return is_wanted ? SYSTEM_NOTICE : SYSTEM_NOTICE_NONE;
}

#elif defined(HAVE_KQUEUE)

enum { KQUEUE_FOLDERS_MAX = 128 }; /* each stays open */

#ifndef O_EVTONLY
#define O_EVTONLY O_RDONLY
#endif

struct watched_folder {
    int file;
    dev_t device;
    ino_t number;
};

struct system_notices {
    int id;
    size_t count;
    struct watched_folder folders[KQUEUE_FOLDERS_MAX];
};

void system_notices_close(struct system_notices *notices)
{
    for (size_t i = 0; notices && i < notices->count; i++) {
        close(notices->folders[i].file);
    }
    if (notices) {
        close(notices->id);
        free(notices);
    }
}

struct system_notices *system_notices_open(void)
{
    struct system_notices *notices = calloc(1, sizeof *notices);
    if (notices) {
        notices->id = kqueue();
        if (notices->id < 0) {
            free(notices);
            notices = NULL;
        }
    }
    return notices;
}

static bool has_folder(const struct system_notices *notices, const struct stat *info)
{
    for (size_t i = 0; i < notices->count; i++) {
        if (notices->folders[i].device == info->st_dev &&
            notices->folders[i].number == info->st_ino) {
            return true;
        }
    }
    return false;
}

static void open_folder(struct system_notices *notices, const char *folder)
{
    struct stat info;
    struct kevent change;
    int file = open(folder, O_EVTONLY | O_CLOEXEC);
    if (file < 0) {
        return;
    }
    EV_SET(&change, file, EVFILT_VNODE, EV_ADD | EV_CLEAR, NOTE_WRITE | NOTE_DELETE | NOTE_RENAME,
           0, NULL);
    if (fstat(file, &info) != 0 || has_folder(notices, &info) ||
        kevent(notices->id, &change, 1, NULL, 0, NULL) != 0) {
        close(file);
        return;
    }
    notices->folders[notices->count++] = (struct watched_folder){file, info.st_dev, info.st_ino};
}

/* False in any case, as files that are written in place are not told of. */
bool system_notices_add(struct system_notices *notices, const char *folder, bool *has_below)
{
    *has_below = false;
    if (notices->count < KQUEUE_FOLDERS_MAX) {
        open_folder(notices, folder);
    }
    errno = ENOTSUP;
    return false;
}

/* Folders tell no names. */
static enum system_notice take_notices(struct system_notices *notices,
                                       bool (*wants)(void *, const char *), void *user)
{
    struct kevent event;
    const struct timespec now = {0, 0};
    enum system_notice notice = SYSTEM_NOTICE_NONE;
    (void)wants;
    (void)user;
    while (kevent(notices->id, NULL, 0, &event, 1, &now) > 0) {
        notice = SYSTEM_NOTICE_UNNAMED;
    }
    return notice;
}

#else

struct system_notices {
    int id;
};

struct system_notices *system_notices_open(void)
{
    errno = ENOTSUP;
    return NULL;
}

void system_notices_close(struct system_notices *notices)
{
    (void)notices;
}

bool system_notices_add(struct system_notices *notices, const char *folder, bool *has_below)
{
    (void)notices;
    (void)folder;
    *has_below = false;
    errno = ENOTSUP;
    return false;
}

static enum system_notice take_notices(struct system_notices *notices,
                                       bool (*wants)(void *, const char *), void *user)
{
    (void)notices;
    (void)wants;
    (void)user;
    return SYSTEM_NOTICE_NONE;
}

#endif

enum system_notice system_notices_wait(struct system_notices *notices, double seconds,
                                       bool (*wants)(void *user, const char *name), void *user)
{
    struct pollfd files[] = {{signal_pipe[0], POLLIN, 0}, {notices ? notices->id : -1, POLLIN, 0}};
    double end = clock_seconds() + seconds;
    for (;;) {
        double left = end - clock_seconds();
        double most = left < 3600 ? left : 3600;
        int ready = poll(files, 2, most > 0 ? (int)(most * 1e3) + 1 : 0);
        if (ready > 0 && files[0].revents) {
            return SYSTEM_INTERRUPTED;
        }
        enum system_notice notice =
            ready > 0 && files[1].revents ? take_notices(notices, wants, user) : SYSTEM_NOTICE_NONE;
        if (notice != SYSTEM_NOTICE_NONE) {
            return notice;
        }
        if (clock_seconds() >= end) {
            return SYSTEM_NOTICE_NONE;
        }
    }
}
