/* What the files of os/windows/ share. */
#ifndef OS_WINDOWS_WINDOWS_H
#define OS_WINDOWS_WINDOWS_H

#include <stdbool.h>
#include <stdint.h>

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

/* errno for the last error of Windows. */
void windows_set_errno(void);

/*
 * The wide path of a UTF-8 one that is relative to an open folder or SYSTEM_HERE, from malloc:
 * absolute and with the prefix that lifts the limit of 260 characters. NULL: errno says why.
 */
wchar_t *windows_path(intptr_t folder, const char *path);

/* UTF-8 from malloc; NULL when out of memory. */
char *windows_utf8(const wchar_t *wide);

/* The path of an open folder. */
const wchar_t *windows_folder_path(intptr_t folder);

#endif
