/*
 * Files are handles; an id of 0, 1 or 2 is a standard stream. A folder is a handle and its path:
 * Windows has no call that opens a name relative to a folder, but a folder that is open without
 * FILE_SHARE_DELETE can be neither renamed nor removed, so that its path keeps leading to it.
 *
 * Files are opened with FILE_SHARE_DELETE, so that others may rename or remove them meanwhile. That
 * is not enough to replace a file that is open: replace() has what Windows 10 brings for it.
 */
#include "os/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "os/windows/windows.h"

#include <bcrypt.h>

enum { SHARE_ALL = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

const enum path_style file_path_style = PATH_DRIVES;

struct open_folder {
    HANDLE handle;
    wchar_t path[];
};

void windows_set_errno(void)
{
    static const struct {
        DWORD error;
        int number;
    } numbers[] = {
        {ERROR_FILE_NOT_FOUND, ENOENT},
        {ERROR_PATH_NOT_FOUND, ENOENT},
        {ERROR_BAD_NETPATH, ENOENT},
        {ERROR_INVALID_DRIVE, ENOENT},
        {ERROR_NOT_READY, ENOENT},
        {ERROR_INVALID_NAME, ENOENT},
        {ERROR_BAD_PATHNAME, ENOENT},
        {ERROR_DIRECTORY, ENOTDIR},
        {ERROR_ACCESS_DENIED, EACCES},
        {ERROR_NETWORK_ACCESS_DENIED, EACCES},
        {ERROR_PRIVILEGE_NOT_HELD, EACCES},
        {ERROR_SHARING_VIOLATION, EBUSY},
        {ERROR_LOCK_VIOLATION, EAGAIN},
        {ERROR_USER_MAPPED_FILE, EBUSY},
        {ERROR_BUSY, EBUSY},
        {ERROR_FILE_EXISTS, EEXIST},
        {ERROR_ALREADY_EXISTS, EEXIST},
        {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
        {ERROR_DISK_FULL, ENOSPC},
        {ERROR_HANDLE_DISK_FULL, ENOSPC},
        {ERROR_WRITE_PROTECT, EROFS},
        {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
        {ERROR_OUTOFMEMORY, ENOMEM},
        {ERROR_COMMITMENT_LIMIT, ENOMEM},
        {ERROR_INVALID_HANDLE, EBADF},
        {ERROR_BROKEN_PIPE, EPIPE},
        {ERROR_NO_DATA, EPIPE},
        {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
        {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
        {ERROR_INVALID_PARAMETER, EINVAL},
    };
    DWORD error = GetLastError();
    errno = EIO;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].error == error) {
            errno = numbers[i].number;
        }
    }
}

static bool fail(void)
{
    windows_set_errno();
    return false;
}

static wchar_t *wide_of(const char *text)
{
    int count = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, text, -1, NULL, 0);
    wchar_t *wide = count > 0 ? malloc((size_t)count * sizeof *wide) : NULL;
    if (wide) {
        MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, count);
    } else {
        errno = count > 0 ? ENOMEM : ENOENT;
    }
    return wide;
}

char *windows_utf8(const wchar_t *wide)
{
    int count = WideCharToMultiByte(CP_UTF8, 0, wide, -1, NULL, 0, NULL, NULL);
    char *text = count > 0 ? malloc((size_t)count) : NULL;
    if (text) {
        WideCharToMultiByte(CP_UTF8, 0, wide, -1, text, count, NULL, NULL);
    }
    return text;
}

const wchar_t *windows_folder_path(intptr_t folder)
{
    return ((const struct open_folder *)folder)->path;
}

/* From malloc. */
static wchar_t *join(const wchar_t *folder, const wchar_t *name)
{
    size_t length = wcslen(folder);
    wchar_t *path = malloc((length + wcslen(name) + 2) * sizeof *path);
    if (!path) {
        return NULL;
    }
    wcscpy(path, folder);
    if (wcscmp(name, L".") != 0) {
        wcscat(path, length > 0 && folder[length - 1] == L'\\' ? L"" : L"\\");
        wcscat(path, name);
    }
    for (wchar_t *at = path + length; *at; at++) {
        *at = *at == L'/' ? L'\\' : *at;
    }
    return path;
}

/* Whether Windows has a device of this name, which stands before the first dot. */
static bool is_device(const wchar_t *name, size_t length)
{
    static const wchar_t *const devices[] = {L"CON", L"PRN", L"AUX", L"NUL", L"CONIN$", L"CONOUT$"};
    size_t stem = 0;
    while (stem < length && name[stem] != L'.') {
        stem++;
    }
    while (stem > 0 && name[stem - 1] == L' ') {
        stem--;
    }
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        if (wcslen(devices[i]) == stem && _wcsnicmp(name, devices[i], stem) == 0) {
            return true;
        }
    }
    return stem == 4 && wcschr(L"123456789\u00b9\u00b2\u00b3", name[3]) &&
           (_wcsnicmp(name, L"COM", 3) == 0 || _wcsnicmp(name, L"LPT", 3) == 0);
}

/* Whether each part of a path can be a name: with the prefix of long paths Windows would make files
 * that its other programs cannot reach. */
static bool can_be(const wchar_t *path)
{
    const wchar_t *at = path + (path[0] && path[1] == L':' ? 2 : 0);
    while (*(at += wcsspn(at, L"/\\"))) {
        size_t length = wcscspn(at, L"/\\");
        bool is_dots = wcsspn(at, L".") == length && length <= 2;
        for (size_t i = 0; i < length; i++) {
            if (at[i] < 32 || wcschr(L"<>:\"|?*", at[i])) {
                return false;
            }
        }
        if (!is_dots && (wcschr(L" .", at[length - 1]) || is_device(at, length))) {
            return false;
        }
        at += length;
    }
    return true;
}

/* The absolute path with the prefix of long ones, from malloc. */
static wchar_t *absolute(const wchar_t *path)
{
    DWORD count = GetFullPathNameW(path, 0, NULL, NULL);
    wchar_t *full = count > 0 ? malloc((count + 8) * sizeof *full) : NULL;
    if (!full) {
        return NULL;
    }
    bool is_share = wcsspn(path, L"/\\") >= 2;
    wchar_t *plain = full + (is_share ? 6 : 4);
    size_t length = GetFullPathNameW(path, count, plain, NULL);
    /* One at the end is a part without a name, but for that of a drive. */
    while (length > 3 && plain[length - 1] == L'\\') {
        plain[--length] = L'\0';
    }
    if (is_share) { /* \\server\share: \\?\UNC\server\share */
        memcpy(full, L"\\\\?\\UN", 6 * sizeof *full);
        full[6] = L'C';
    } else {
        memcpy(full, L"\\\\?\\", 4 * sizeof *full);
    }
    return full;
}

wchar_t *windows_path(intptr_t folder, const char *path)
{
    wchar_t *wide = wide_of(path);
    if (!wide) {
        return NULL;
    }
    wchar_t *full = NULL;
    if (wide[0] == L'\0' || !can_be(wide)) {
        errno = ENOENT;
    } else {
        full = folder == SYSTEM_HERE ? absolute(wide) : join(windows_folder_path(folder), wide);
        errno = full ? errno : ENOMEM;
    }
    free(wide);
    return full;
}

static HANDLE handle_of(intptr_t file)
{
    static const DWORD standard[] = {STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, STD_ERROR_HANDLE};
    return file >= 0 && file < 3 ? GetStdHandle(standard[file]) : (HANDLE)file;
}

static bool is_link(const wchar_t *path)
{
    DWORD attributes = GetFileAttributesW(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT);
}

static HANDLE open_wide(const wchar_t *wide, DWORD access, DWORD flags)
{
    return CreateFileW(wide, access, SHARE_ALL, NULL, OPEN_EXISTING,
                       FILE_FLAG_BACKUP_SEMANTICS | flags, NULL);
}

intptr_t system_open(intptr_t folder, const char *path, unsigned how)
{
    wchar_t *wide = windows_path(folder, path);
    if (!wide) {
        return -1;
    }
    if ((how & SYSTEM_NO_LINK) && is_link(wide)) {
        free(wide);
        errno = ELOOP;
        return -1;
    }
    DWORD access = how & SYSTEM_READ ? GENERIC_READ : 0;
    if (how & SYSTEM_APPEND) {
        access |= FILE_APPEND_DATA | SYNCHRONIZE | FILE_READ_ATTRIBUTES;
    } else if (how & SYSTEM_WRITE) {
        access |= GENERIC_WRITE | FILE_READ_ATTRIBUTES;
    }
    HANDLE handle =
        CreateFileW(wide, access, SHARE_ALL, NULL, how & SYSTEM_NEW ? CREATE_NEW : OPEN_EXISTING,
                    FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (handle == INVALID_HANDLE_VALUE) {
        windows_set_errno();
    }
    free(wide);
    return (intptr_t)handle;
}

FILE *file_open_stdio(const char *path)
{
    wchar_t *wide = windows_path(SYSTEM_HERE, path);
    FILE *file = wide ? _wfopen(wide, L"rb") : NULL;
    free(wide);
    return file;
}

bool system_close(intptr_t file)
{
    return CloseHandle(handle_of(file)) || fail();
}

/* Calls take sizes of 32 bits. */
static DWORD piece(size_t size)
{
    return size < (1U << 30) ? (DWORD)size : 1U << 30;
}

ptrdiff_t system_read(intptr_t file, void *bytes, size_t size)
{
    DWORD got = 0;
    if (!ReadFile(handle_of(file), bytes, piece(size), &got, NULL) &&
        GetLastError() != ERROR_BROKEN_PIPE && GetLastError() != ERROR_HANDLE_EOF) {
        windows_set_errno();
        return -1;
    }
    return (ptrdiff_t)got;
}

ptrdiff_t system_read_at(intptr_t file, uint64_t offset, void *bytes, size_t size)
{
    OVERLAPPED place = {.Offset = (DWORD)offset, .OffsetHigh = (DWORD)(offset >> 32)};
    DWORD got = 0;
    if (!ReadFile(handle_of(file), bytes, piece(size), &got, &place) &&
        GetLastError() != ERROR_HANDLE_EOF) {
        windows_set_errno();
        return -1;
    }
    return (ptrdiff_t)got;
}

ptrdiff_t system_write(intptr_t file, const void *bytes, size_t size)
{
    DWORD written = 0;
    if (!WriteFile(handle_of(file), bytes, piece(size), &written, NULL)) {
        windows_set_errno();
        return -1;
    }
    return (ptrdiff_t)written;
}

intptr_t system_open_folder(intptr_t folder, const char *path, enum system_links links)
{
    wchar_t *wide = windows_path(folder, path);
    if (!wide) {
        return -1;
    }
    DWORD attributes = GetFileAttributesW(wide);
    struct open_folder *opened = NULL;
    if (attributes == INVALID_FILE_ATTRIBUTES) {
        windows_set_errno();
    } else if (links == SYSTEM_NO_FOLLOW && (attributes & FILE_ATTRIBUTE_REPARSE_POINT)) {
        errno = ELOOP;
    } else if (!(attributes & FILE_ATTRIBUTE_DIRECTORY)) {
        errno = ENOTDIR;
    } else {
        opened = malloc(sizeof *opened + (wcslen(wide) + 1) * sizeof *wide);
        errno = opened ? errno : ENOMEM;
    }
    if (opened) {
        wcscpy(opened->path, wide);
        opened->handle = CreateFileW(wide, FILE_LIST_DIRECTORY | FILE_READ_ATTRIBUTES,
                                     FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING,
                                     FILE_FLAG_BACKUP_SEMANTICS, NULL);
        if (opened->handle == INVALID_HANDLE_VALUE) {
            windows_set_errno();
            free(opened);
            opened = NULL;
        }
    }
    free(wide);
    return opened ? (intptr_t)opened : -1;
}

void system_close_folder(intptr_t folder)
{
    struct open_folder *opened = (struct open_folder *)folder;
    CloseHandle(opened->handle);
    free(opened);
}

/* Windows counts 100 ns since 1601. */
static struct timespec time_of(int64_t ticks)
{
    int64_t since_1970 = ticks - INT64_C(116444736000000000);
    return (struct timespec){.tv_sec = since_1970 / 10000000,
                             .tv_nsec = (long)(since_1970 % 10000000) * 100};
}

static bool look(HANDLE handle, struct system_info *info)
{
    BY_HANDLE_FILE_INFORMATION found;
    FILE_STANDARD_INFO sizes;
    FILE_BASIC_INFO times;
    DWORD kind = GetFileType(handle);
    if (kind == FILE_TYPE_PIPE || kind == FILE_TYPE_CHAR) {
        *info = (struct system_info){.type = kind == FILE_TYPE_PIPE ? FILE_PIPE : FILE_DEVICE};
        return true;
    }
    if (!GetFileInformationByHandle(handle, &found) ||
        !GetFileInformationByHandleEx(handle, FileStandardInfo, &sizes, sizeof sizes) ||
        !GetFileInformationByHandleEx(handle, FileBasicInfo, &times, sizeof times)) {
        return fail();
    }
    *info = (struct system_info){
        .type = found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? FILE_FOLDER : FILE_REGULAR,
        .bytes = (uint64_t)sizes.EndOfFile.QuadPart,
        .links = sizes.DeletePending ? 0 : sizes.NumberOfLinks,
        .id = (uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow,
        .written = time_of(times.LastWriteTime.QuadPart),
        .changed = time_of(times.ChangeTime.QuadPart),
    };
    return true;
}

bool system_look(intptr_t folder, const char *path, enum system_links links,
                 struct system_info *info)
{
    wchar_t *wide = windows_path(folder, path);
    if (!wide) {
        return false;
    }
    bool is_one = links == SYSTEM_NO_FOLLOW && is_link(wide);
    HANDLE handle =
        open_wide(wide, FILE_READ_ATTRIBUTES, is_one ? FILE_FLAG_OPEN_REPARSE_POINT : 0);
    bool fine = handle != INVALID_HANDLE_VALUE ? look(handle, info) : fail();
    if (fine && is_one) {
        info->type = FILE_LINK;
    }
    if (handle != INVALID_HANDLE_VALUE) {
        CloseHandle(handle);
    }
    free(wide);
    return fine;
}

bool system_look_open(intptr_t file, struct system_info *info)
{
    return look(handle_of(file), info);
}

bool system_make_folder(intptr_t folder, const char *path)
{
    wchar_t *wide = windows_path(folder, path);
    bool fine = wide && (CreateDirectoryW(wide, NULL) || fail());
    free(wide);
    return fine;
}

bool system_remove(intptr_t folder, const char *path)
{
    wchar_t *wide = windows_path(folder, path);
    bool fine = wide && (DeleteFileW(wide) || fail());
    free(wide);
    return fine;
}

bool system_remove_folder(intptr_t folder, const char *path)
{
    wchar_t *wide = windows_path(folder, path);
    bool fine = wide && (RemoveDirectoryW(wide) || fail());
    free(wide);
    return fine;
}

/* FILE_RENAME_INFO with flags and FileRenameInfoEx, which the headers of mingw-w64 10 lack unless
 * programs are built for a late Windows 10 alone. */
struct rename_info {
    DWORD flags;
    HANDLE root;
    DWORD name_bytes;
    wchar_t name[];
};
enum { RENAME_INFO_EX = 22, RENAME_REPLACES = 1, RENAME_AS_POSIX = 2 };

/* Renames to a name whose file may be open with FILE_SHARE_DELETE: who has it open keeps the old
 * one, as on Linux. NTFS can since Windows 10; other file systems, older systems and Wine 8 fail.
 */
static bool replace_open(const wchar_t *from, const wchar_t *to)
{
    size_t bytes = wcslen(to) * sizeof *to;
    struct rename_info *info = calloc(1, sizeof *info + bytes + sizeof *to);
    HANDLE handle = info ? open_wide(from, DELETE | SYNCHRONIZE, 0) : INVALID_HANDLE_VALUE;
    bool fine = false;
    if (handle != INVALID_HANDLE_VALUE) {
        info->flags = RENAME_REPLACES | RENAME_AS_POSIX;
        info->name_bytes = (DWORD)bytes;
        memcpy(info->name, to, bytes);
        fine = SetFileInformationByHandle(handle, (FILE_INFO_BY_HANDLE_CLASS)RENAME_INFO_EX, info,
                                          (DWORD)(sizeof *info + bytes));
        CloseHandle(handle);
    }
    free(info);
    return fine;
}

/* Programs that scan or index new files hold one for a moment. */
static bool replace(const wchar_t *from, const wchar_t *to)
{
    enum { TRIES = 20, PAUSE_MS = 10 };
    for (int i = 0; i < TRIES; i++) {
        if (MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING)) {
            return true;
        }
        windows_set_errno();
        if ((errno == EBUSY || errno == EACCES) && replace_open(from, to)) {
            return true;
        }
        if (errno != EBUSY && errno != EACCES) {
            return false;
        }
        Sleep(PAUSE_MS);
    }
    return false;
}

bool system_flush(intptr_t file)
{
    return FlushFileBuffers(handle_of(file)) || fail();
}

bool system_flush_files(const intptr_t *files, size_t count)
{
    bool fine = true;
    for (size_t i = 0; i < count && fine; i++) {
        fine = system_flush(files[i]);
    }
    return fine;
}

/* Whole disks are for administrators to flush. */
bool system_flush_later(intptr_t file)
{
    return system_flush(file);
}

bool system_flush_disks(void)
{
    return true;
}

/* Renames the file while it is still open, which FILE_SHARE_DELETE allows: CloseHandle would end
 * the lock before, and reports no failed write in any case. */
bool system_close_and_rename(intptr_t file, intptr_t folder, const char *from, const char *to)
{
    wchar_t *wide_from = windows_path(folder, from);
    wchar_t *wide_to = wide_from ? windows_path(folder, to) : NULL;
    bool fine = wide_to && replace(wide_from, wide_to);
    int error_number = errno;
    if (!fine && wide_from) {
        DeleteFileW(wide_from);
    }
    CloseHandle(handle_of(file));
    free(wide_from);
    free(wide_to);
    errno = error_number;
    return fine;
}

bool system_move(const char *from, const char *to)
{
    wchar_t *wide_from = windows_path(SYSTEM_HERE, from);
    wchar_t *wide_to = wide_from ? windows_path(SYSTEM_HERE, to) : NULL;
    bool fine = wide_to && replace(wide_from, wide_to);
    free(wide_from);
    free(wide_to);
    return fine;
}

static bool lock(intptr_t file, uint64_t begin, uint64_t bytes, bool wait)
{
    OVERLAPPED place = {.Offset = (DWORD)begin, .OffsetHigh = (DWORD)(begin >> 32)};
    DWORD flags = LOCKFILE_EXCLUSIVE_LOCK | (wait ? 0 : LOCKFILE_FAIL_IMMEDIATELY);
    return LockFileEx(handle_of(file), flags, 0, (DWORD)bytes, (DWORD)(bytes >> 32), &place) ||
           fail();
}

/* Others can neither read nor write a locked byte: so one is locked that no file is long enough to
 * have. */
bool system_lock(intptr_t file)
{
    return lock(file, UINT64_C(1) << 62, 1, false);
}

bool system_lock_range(intptr_t file, struct file_range range, bool wait)
{
    return lock(file, range.begin, range.bytes ? range.bytes : UINT64_C(1) << 61, wait);
}

/* There is no asking: what could be locked is unlocked again. */
bool system_is_locked(intptr_t file, struct file_range range)
{
    OVERLAPPED place = {.Offset = (DWORD)range.begin, .OffsetHigh = (DWORD)(range.begin >> 32)};
    uint64_t bytes = range.bytes ? range.bytes : UINT64_C(1) << 61;
    if (!lock(file, range.begin, bytes, false)) {
        return errno == EAGAIN;
    }
    UnlockFileEx(handle_of(file), 0, (DWORD)bytes, (DWORD)(bytes >> 32), &place);
    return false;
}

/* A new file has the rights that its folder hands on. */
void system_share(intptr_t file, intptr_t folder)
{
    (void)file;
    (void)folder;
}

static bool may_open(const char *path, DWORD access)
{
    wchar_t *wide = windows_path(SYSTEM_HERE, path);
    if (!wide) {
        return false;
    }
    HANDLE handle = open_wide(wide, access, 0);
    free(wide);
    return handle != INVALID_HANDLE_VALUE ? CloseHandle(handle) : fail();
}

bool system_may_write(const char *path)
{
    return may_open(path, GENERIC_WRITE);
}

bool system_may_write_into(const char *path)
{
    return may_open(path, FILE_ADD_FILE);
}

intptr_t system_numbered(int number)
{
    if (number == 1 || number == 2) {
        return number;
    }
    errno = EBADF;
    return -1;
}

bool system_random(uint64_t *value)
{
    if (BCryptGenRandom(NULL, (PUCHAR)value, sizeof *value, BCRYPT_USE_SYSTEM_PREFERRED_RNG) >= 0) {
        return true;
    }
    errno = EIO;
    return false;
}

/* The path without the prefix of long ones, with '/' as the program writes it; from malloc. */
static char *plain_path(HANDLE handle)
{
    DWORD count = GetFinalPathNameByHandleW(handle, NULL, 0, FILE_NAME_NORMALIZED);
    wchar_t *wide = count > 0 ? malloc((count + 1) * sizeof *wide) : NULL;
    if (!wide || GetFinalPathNameByHandleW(handle, wide, count + 1, FILE_NAME_NORMALIZED) == 0) {
        windows_set_errno();
        free(wide);
        return NULL;
    }
    const wchar_t *plain = wide;
    if (wcsncmp(wide, L"\\\\?\\UNC\\", 8) == 0) {
        wide[6] = L'\\';
        plain = wide + 6;
    } else if (wcsncmp(wide, L"\\\\?\\", 4) == 0) {
        plain = wide + 4;
    }
    char *text = windows_utf8(plain);
    for (char *at = text; at && *at; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    free(wide);
    return text;
}

char *system_real_path(const char *path)
{
    wchar_t *wide = windows_path(SYSTEM_HERE, path);
    if (!wide) {
        return NULL;
    }
    HANDLE handle = open_wide(wide, FILE_READ_ATTRIBUTES, 0);
    free(wide);
    if (handle == INVALID_HANDLE_VALUE) {
        windows_set_errno();
        return NULL;
    }
    char *text = plain_path(handle);
    CloseHandle(handle);
    return text;
}

char *system_real_path_of(intptr_t file)
{
    return plain_path(handle_of(file));
}

char *system_real_path_of_folder(intptr_t folder)
{
    return plain_path(((const struct open_folder *)folder)->handle);
}

void *system_map(intptr_t file, size_t size)
{
    HANDLE mapping = CreateFileMappingW(handle_of(file), NULL, PAGE_READONLY, 0, 0, NULL);
    void *memory = mapping ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, size) : NULL;
    if (!memory) {
        windows_set_errno();
    }
    if (mapping) {
        CloseHandle(mapping);
    }
    return memory;
}

void system_unmap(void *memory, size_t size)
{
    (void)size;
    UnmapViewOfFile(memory);
}

/* Unlocking pages that are not locked takes them out of the working set. */
void system_drop(void *memory, size_t offset, size_t size)
{
    VirtualUnlock((char *)memory + offset, size);
}

void system_read_ahead(intptr_t file, size_t size)
{
    (void)file;
    (void)size;
}
