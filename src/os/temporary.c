/*
 * A name is made, locked, and looked at once more: somebody who sweeps may have removed it between
 * the first two. Sweeping takes the lock of each file before it removes it, and leaves those whose
 * writer lives.
 */
#include "os/temporary.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "os/system.h"

#define MARK ".tmp."

enum { DIGITS = 16, TRIES = 100 };

/*
 * Locks a file just made. False when somebody who sweeps was faster: holds the lock, or has removed
 * the name. A file system without locks leaves nothing to lose.
 */
static bool take(intptr_t file)
{
    struct system_info info;
    if (!system_lock(file)) {
        return errno != EAGAIN;
    }
    return !system_look_open(file, &info) || info.links > 0;
}

/* 0, or the errno. */
static int create_locked(intptr_t directory, const char *path, char *name, size_t size,
                         struct open_file *file)
{
    for (int i = 0; i < TRIES; i++) {
        uint64_t unique = 0;
        if (!system_random(&unique)) {
            return errno;
        }
        snprintf(name, size, "%s" MARK "%0*" PRIx64, path, DIGITS, unique);
        file->id = system_open(directory, name, SYSTEM_WRITE | SYSTEM_NEW);
        if (!open_file_is(*file)) {
            return errno;
        }
        if (take(file->id)) {
            return 0;
        }
        open_file_close(file);
    }
    return EBUSY;
}

enum adtmap_status temporary_create(intptr_t directory, const char *path, const struct diag *diag,
                                    char **name, struct open_file *file)
{
    size_t size = strlen(path) + sizeof MARK + DIGITS;
    *file = OPEN_FILE_NONE;
    *name = malloc(size);
    if (!*name) {
        return diag_fail_memory(diag);
    }
    int error_number = create_locked(directory, path, *name, size, file);
    if (!error_number) {
        return ADTMAP_OK;
    }
    free(*name);
    *name = NULL;
    *file = OPEN_FILE_NONE;
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

static void remove_abandoned(intptr_t directory, const char *name)
{
    struct system_info info;
    intptr_t file = system_open(directory, name, SYSTEM_WRITE | SYSTEM_NO_LINK);
    if (file == -1) {
        return;
    }
    if (system_look_open(file, &info) && info.type == FILE_REGULAR && system_lock(file)) {
        system_remove(directory, name);
    }
    system_close(file);
}

/* Sweeps an open folder, or NULL, of the files of `name`, or all, and closes it. */
static void sweep(struct folder *folder, const char *name, bool below)
{
    for (const char *entry; folder && (entry = folder_next(folder));) {
        if (temporary_is(entry) && is_of(entry, name)) {
            remove_abandoned(system_folder_of(folder), entry);
        } else if (below && folder_entry_type(folder) == FILE_FOLDER) {
            sweep(folder_enter(folder, entry), name, true);
        }
    }
    folder_close(folder);
}

void temporary_sweep(const char *directory, const char *name)
{
    sweep(folder_open(directory), name, false);
}

void temporary_sweep_at(intptr_t directory)
{
    intptr_t own = system_open_folder(directory, ".", SYSTEM_NO_FOLLOW);
    sweep(own == -1 ? NULL : system_list(own), NULL, false);
}

void temporary_sweep_below(const char *directory)
{
    sweep(file_is_real_folder(directory) ? folder_open(directory) : NULL, NULL, true);
}

void temporary_sweep_beside(const char *path)
{
    char *directory = path_directory(path);
    if (directory) {
        temporary_sweep(directory, path_base(path));
    }
    free(directory);
}
