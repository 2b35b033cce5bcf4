/*
 * As much of kqueue as os/posix/watch.c calls, over inotify: folders tell that entries came or
 * went, and no names. With ADTMAP_KQUEUE and this folder among the includes Linux compiles and runs
 * the lines for BSD and macOS. It is written after the manual of FreeBSD, and shows that these
 * lines do what they are meant to do, not that a BSD does what the manual says.
 */
#ifndef TESTS_OS_KQUEUE_SYS_EVENT_H
#define TESTS_OS_KQUEUE_SYS_EVENT_H

#include <stdint.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>

#define EVFILT_VNODE (-4)
#define EV_ADD 0x0001
#define EV_CLEAR 0x0020
#define NOTE_DELETE 0x0001
#define NOTE_WRITE 0x0002
#define NOTE_RENAME 0x0020

struct kevent {
    uintptr_t ident; /* the open folder */
    short filter;
    unsigned short flags;
    unsigned int fflags;
    int64_t data;
    void *udata;
};

#define EV_SET(event, ident, ...) (*(event) = (struct kevent){(uintptr_t)(ident), __VA_ARGS__})

static inline int kqueue(void)
{
    return inotify_init1(IN_NONBLOCK);
}

/* Adds folders, or takes all that waits, as one event without waiting. */
static inline int kevent(int queue, const struct kevent *changes, int change_count,
                         struct kevent *events, int event_count, const struct timespec *timeout)
{
    const uint32_t wanted =
        IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF;
    char bytes[8 << 10];
    (void)timeout;
    for (int i = 0; i < change_count; i++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/self/fd/%d", (int)changes[i].ident);
        if (inotify_add_watch(queue, path, wanted) < 0) {
            return -1;
        }
    }
    if (event_count == 0 || read(queue, bytes, sizeof bytes) <= 0) {
        return 0;
    }
    *events = (struct kevent){.filter = EVFILT_VNODE, .fflags = NOTE_WRITE};
    return 1;
}

#endif
