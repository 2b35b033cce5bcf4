/*
 * ReadDirectoryChangesW tells of a folder and all below it. What is read lies in a buffer of the
 * folder until it is asked for; if more happens than it holds, Windows says so, and that is a
 * notice, too. The folder may be renamed or removed meanwhile.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "os/clock.h"
#include "os/system.h"
#include "os/windows/windows.h"

enum {
    FOLDERS_MAX = MAXIMUM_WAIT_OBJECTS - 1, /* an event each, and that of Ctrl-C */
    NOTICE_BYTES = 32 << 10,                /* of one folder */
    NAME_BYTES_MAX = 1024,
};

struct watched_folder {
    wchar_t *path;
    HANDLE folder;
    OVERLAPPED overlapped; /* its event is set when there is something to take */
    DWORD *bytes;          /* NOTICE_BYTES of them */
};

struct system_notices {
    size_t count;
    struct watched_folder *folders[FOLDERS_MAX];
};

static HANDLE interrupt_event;

static BOOL WINAPI note_interrupt(DWORD event)
{
    (void)event;
    SetEvent(interrupt_event);
    return TRUE;
}

void system_hold_interrupts(void)
{
    if (!interrupt_event) {
        interrupt_event = CreateEventW(NULL, TRUE, FALSE, NULL);
    }
    SetConsoleCtrlHandler(note_interrupt, TRUE); /* the last that was set is asked first */
}

void system_release_interrupts(void)
{
    SetConsoleCtrlHandler(note_interrupt, FALSE);
}

struct system_notices *system_notices_open(void)
{
    struct system_notices *notices = calloc(1, sizeof *notices);
    if (!notices) {
        errno = ENOMEM;
    }
    return notices;
}

static void free_folder(struct watched_folder *folder)
{
    DWORD ignored;
    if (folder->folder != INVALID_HANDLE_VALUE) {
        if (CancelIo(folder->folder)) { /* the buffer is the system's until that is done */
            GetOverlappedResult(folder->folder, &folder->overlapped, &ignored, TRUE);
        }
        CloseHandle(folder->folder);
    }
    if (folder->overlapped.hEvent) {
        CloseHandle(folder->overlapped.hEvent);
    }
    free(folder->path);
    free(folder->bytes);
    free(folder);
}

void system_notices_close(struct system_notices *notices)
{
    for (size_t i = 0; notices && i < notices->count; i++) {
        free_folder(notices->folders[i]);
    }
    free(notices);
}

/* Asks for the next notices of a folder. */
static bool ask(struct watched_folder *folder)
{
    const DWORD wanted = FILE_NOTIFY_CHANGE_FILE_NAME | FILE_NOTIFY_CHANGE_DIR_NAME |
                         FILE_NOTIFY_CHANGE_SIZE | FILE_NOTIFY_CHANGE_LAST_WRITE |
                         FILE_NOTIFY_CHANGE_CREATION;
    HANDLE event = folder->overlapped.hEvent;
    ResetEvent(event);
    folder->overlapped = (OVERLAPPED){.hEvent = event};
    return ReadDirectoryChangesW(folder->folder, folder->bytes, NOTICE_BYTES, TRUE, wanted, NULL,
                                 &folder->overlapped, NULL);
}

/* Takes `path` over. NULL: errno says why. */
static struct watched_folder *open_folder(wchar_t *path)
{
    struct watched_folder *folder = calloc(1, sizeof *folder);
    if (!folder) {
        free(path);
        errno = ENOMEM;
        return NULL;
    }
    folder->path = path;
    folder->bytes = malloc(NOTICE_BYTES);
    folder->overlapped.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    folder->folder = CreateFileW(
        path, FILE_LIST_DIRECTORY, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
        OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OVERLAPPED, NULL);
    if (!folder->bytes || !folder->overlapped.hEvent || folder->folder == INVALID_HANDLE_VALUE ||
        !ask(folder)) {
        windows_set_errno();
        free_folder(folder);
        return NULL;
    }
    return folder;
}

bool system_notices_add(struct system_notices *notices, const char *folder, bool *has_below)
{
    wchar_t *path = windows_path(SYSTEM_HERE, folder);
    *has_below = true;
    if (!path) {
        return false;
    }
    for (size_t i = 0; i < notices->count; i++) {
        if (wcscmp(notices->folders[i]->path, path) == 0) {
            free(path);
            return true;
        }
    }
    if (notices->count == FOLDERS_MAX) {
        free(path);
        errno = ENOSPC;
        return false;
    }
    struct watched_folder *opened = open_folder(path);
    if (!opened) {
        return false;
    }
    notices->folders[notices->count++] = opened;
    return true;
}

static void remove_folder(struct system_notices *notices, size_t index)
{
    free_folder(notices->folders[index]);
    notices->folders[index] = notices->folders[--notices->count];
}

/* Whether a list of notices has a name that is wanted. A folder's name is not told from a file's:
 * one without a dot counts as a folder. */
static bool is_wanted(const struct watched_folder *folder, DWORD size,
                      bool (*wants)(void *user, const char *name), void *user)
{
    const char *at = (const char *)folder->bytes;
    const char *end = at + size;
    for (bool has_more = size > 0; has_more;) {
        const FILE_NOTIFY_INFORMATION *entry = (const void *)at;
        const wchar_t *name = entry->FileName;
        size_t length = entry->FileNameLength / sizeof *name;
        char text[NAME_BYTES_MAX];
        for (size_t i = length; i > 0; i--) {
            if (name[i - 1] == L'\\') {
                length -= i;
                name += i;
                break;
            }
        }
        int bytes = WideCharToMultiByte(CP_UTF8, 0, name, (int)length, text, NAME_BYTES_MAX - 1,
                                        NULL, NULL);
        text[bytes] = '\0';
        bool came_or_went = entry->Action != FILE_ACTION_MODIFIED;
        if (bytes == 0 || (came_or_went && !strchr(text, '.')) || wants(user, text)) {
            return true;
        }
        at += entry->NextEntryOffset;
        has_more = entry->NextEntryOffset > 0 && at < end;
    }
    return size == 0; /* more has happened than the buffer holds */
}

/* Takes what a folder has to tell. */
static bool take_notices(struct system_notices *notices, size_t index,
                         bool (*wants)(void *user, const char *name), void *user)
{
    struct watched_folder *folder = notices->folders[index];
    DWORD size;
    if (!GetOverlappedResult(folder->folder, &folder->overlapped, &size, FALSE)) {
        remove_folder(notices, index); /* it is gone */
        return true;
    }
    bool wanted = is_wanted(folder, size, wants, user);
    if (!ask(folder)) {
        remove_folder(notices, index);
        return true;
    }
    return wanted;
}

enum system_notice system_notices_wait(struct system_notices *notices, double seconds,
                                       bool (*wants)(void *user, const char *name), void *user)
{
    double end = clock_seconds() + seconds;
    for (;;) {
        HANDLE events[MAXIMUM_WAIT_OBJECTS];
        DWORD count = 0;
        for (size_t i = 0; notices && i < notices->count; i++) {
            events[count++] = notices->folders[i]->overlapped.hEvent;
        }
        const DWORD interrupt = count;
        if (interrupt_event) {
            events[count++] = interrupt_event;
        }
        double left = end - clock_seconds();
        double most = left < 3600 ? left : 3600;
        DWORD milliseconds = most > 0 ? (DWORD)(most * 1e3) + 1 : 0;
        DWORD ready = count > 0 ? WaitForMultipleObjects(count, events, FALSE, milliseconds)
                                : (Sleep(milliseconds), (DWORD)WAIT_TIMEOUT);
        if (ready < WAIT_OBJECT_0 + count) {
            if (ready - WAIT_OBJECT_0 == interrupt) {
                return SYSTEM_INTERRUPTED;
            }
            if (take_notices(notices, ready - WAIT_OBJECT_0, wants, user)) {
                return SYSTEM_NOTICE;
            }
        }
        if (clock_seconds() >= end) {
            return SYSTEM_NOTICE_NONE;
        }
    }
}
