#include "assets/sources/mpq_archive.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Protects a path from StormLib, which interprets prefixes such as "map:" and "http:". */
static void plain_path(const char *path, char plain[PATH_MAX])
{
    snprintf(plain, PATH_MAX, "%s%s", path[0] == '/' ? "" : "./", path);
}

static bool attach(HANDLE handle, const struct mpq_part *part)
{
    char plain[PATH_MAX];
    plain_path(part->path, plain);
    return SFileOpenPatchArchive(handle, plain, part->prefix, 0);
}

HANDLE mpq_archive_open(const struct mpq_part *parts, size_t count, DWORD flags, size_t *bad)
{
    char plain[PATH_MAX];
    HANDLE handle = NULL;
    *bad = 0;
    plain_path(parts[0].path, plain);
    if (!SFileOpenArchive(plain, 0, flags, &handle)) {
        return NULL;
    }
    for (size_t i = 1; i < count; i++) {
        if (!attach(handle, &parts[i])) {
            *bad = i;
            SFileCloseArchive(handle);
            return NULL;
        }
    }
    return handle;
}

bool mpq_archive_is_number(const char *name)
{
    return strncasecmp(name, "File", 4) == 0 && strspn(name + 4, "0123456789") == 8 &&
           name[12] == '.';
}

bool mpq_archive_name(const char *canonical, char name[MPQ_NAME_BYTES])
{
    if (strlen(canonical) >= MPQ_NAME_BYTES || mpq_archive_is_number(canonical)) {
        return false;
    }
    strcpy(name, canonical);
    for (char *at = name; *at; at++) {
        *at = *at == '/' ? '\\' : *at;
    }
    return true;
}

DWORD mpq_archive_file_flags(HANDLE file)
{
    DWORD flags = 0;
    SFileGetFileInfo(file, SFileInfoFlags, &flags, sizeof flags, NULL);
    return flags;
}

/* SFileHasFile is not used: with patches attached it leaks an open file. */
HANDLE mpq_archive_find(HANDLE handle, size_t part_count, const char *name)
{
    HANDLE file = NULL;
    bool maybe = part_count > 1 || SFileHasFile(handle, name);
    return maybe && SFileOpenFileEx(handle, name, SFILE_OPEN_FROM_MPQ, &file) ? file : NULL;
}

/* StormLib gives the paths of the parts that patch the file, each with a NUL, and an empty one. */
size_t mpq_archive_part_of(HANDLE file, const struct mpq_part *parts, size_t count)
{
    char chain[16 * PATH_MAX];
    char plain[PATH_MAX];
    DWORD length = 0;
    const char *last = "";
    bool known =
        count > 1 && SFileGetFileInfo(file, SFileInfoPatchChain, chain, sizeof chain, &length);
    for (char *at = chain; known && at < chain + length && *at; at += strlen(at) + 1) {
        last = at;
    }
    for (size_t part = count - 1; part > 0; part--) {
        plain_path(parts[part].path, plain);
        if (strcmp(plain, last) == 0) {
            return part;
        }
    }
    return 0;
}
