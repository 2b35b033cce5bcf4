#include "os/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "os/system.h"
#include "os/windows/windows.h"

struct folder {
    intptr_t id;
    wchar_t *pattern; /* of all entries */
    HANDLE search;    /* NULL: not begun */
    WIN32_FIND_DATAW entry;
    char name[3 * MAX_PATH + 1];
};

struct folder *system_list(intptr_t id)
{
    const wchar_t *path = windows_folder_path(id);
    struct folder *folder = calloc(1, sizeof *folder);
    wchar_t *pattern = malloc((wcslen(path) + 3) * sizeof *pattern);
    if (!folder || !pattern) {
        free(folder);
        free(pattern);
        system_close_folder(id);
        errno = ENOMEM;
        return NULL;
    }
    wcscpy(pattern, path);
    wcscat(pattern, L"\\*");
    folder->id = id;
    folder->pattern = pattern;
    return folder;
}

intptr_t system_folder_of(const struct folder *folder)
{
    return folder->id;
}

static bool find_first(struct folder *folder)
{
    folder->search = FindFirstFileW(folder->pattern, &folder->entry);
    return folder->search != INVALID_HANDLE_VALUE;
}

const char *folder_next(struct folder *folder)
{
    do {
        bool is_there = folder->search ? folder->search != INVALID_HANDLE_VALUE &&
                                             FindNextFileW(folder->search, &folder->entry)
                                       : find_first(folder);
        if (!is_there || !WideCharToMultiByte(CP_UTF8, 0, folder->entry.cFileName, -1, folder->name,
                                              sizeof folder->name, NULL, NULL)) {
            return NULL;
        }
    } while (strcmp(folder->name, ".") == 0 || strcmp(folder->name, "..") == 0);
    return folder->name;
}

enum file_type folder_entry_type(const struct folder *folder)
{
    DWORD attributes = folder->entry.dwFileAttributes;
    if (attributes & FILE_ATTRIBUTE_REPARSE_POINT) {
        return FILE_LINK;
    }
    return attributes & FILE_ATTRIBUTE_DIRECTORY ? FILE_FOLDER : FILE_REGULAR;
}

void folder_rewind(struct folder *folder)
{
    if (folder->search && folder->search != INVALID_HANDLE_VALUE) {
        FindClose(folder->search);
    }
    folder->search = NULL;
}

void folder_close(struct folder *folder)
{
    if (folder) {
        folder_rewind(folder);
        system_close_folder(folder->id);
        free(folder->pattern);
        free(folder);
    }
}
