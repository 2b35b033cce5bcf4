#include "assets/mpq_archive.h"

#include <limits.h>
#include <stdio.h>

#include "assets/mpq_header.h"
#include "base/trial.h"

enum { TRIAL_SECONDS = 60 };

/* StormLib takes "map:", "http:" and the like at the beginning of a path for kinds of streams. */
static void plain_path(const char *path, char plain[PATH_MAX])
{
    snprintf(plain, PATH_MAX, "%s%s", path[0] == '/' ? "" : "./", path);
}

HANDLE mpq_archive_open(const char *path, DWORD flags)
{
    char plain[PATH_MAX];
    HANDLE handle = NULL;
    plain_path(path, plain);
    return SFileOpenArchive(plain, 0, flags, &handle) ? handle : NULL;
}

bool mpq_archive_attach(HANDLE handle, const char *path, const char *prefix)
{
    char plain[PATH_MAX];
    plain_path(path, plain);
    return SFileOpenPatchArchive(handle, plain, prefix, 0);
}

/* Opens and closes the archive at the path `user`. */
static void open_and_close(void *user)
{
    HANDLE handle = mpq_archive_open(user, MPQ_ARCHIVE_FLAGS);
    if (handle) {
        SFileCloseArchive(handle);
    }
}

enum adtmap_status mpq_archive_check(const char *path, const struct diag *diag)
{
    struct diag at_path = *diag;
    char copy[PATH_MAX];
    at_path.file = path;
    enum adtmap_status status = mpq_header_check_file(path, diag);
    if (status) {
        return status;
    }
    snprintf(copy, sizeof copy, "%s", path);
    switch (trial_run(open_and_close, copy, TRIAL_SECONDS)) {
    case TRIAL_ABNORMAL:
        return diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "a damaged archive: reading its tables ends in a crash");
    case TRIAL_LATE:
        return diag_fail(&at_path, ADTMAP_BAD_DATA, NULL, NO_OFFSET,
                         "a damaged archive: reading its tables comes to no end");
    default:
        return ADTMAP_OK;
    }
}
