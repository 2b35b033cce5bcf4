/* Archives for tests, made with StormLib. To be included before all other headers. */
#ifndef TESTS_ASSETS_MPQ_BUILDER_H
#define TESTS_ASSETS_MPQ_BUILDER_H

#include "os/stormlib.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

struct packed_file {
    const char *name;     /* as archives spell it */
    const char *contents; /* text */
    DWORD flags;          /* MPQ_FILE_... */
};

static inline void mpq_add(HANDLE archive, const char *name, const void *data, size_t size,
                           DWORD flags)
{
    HANDLE file = NULL;
    assert_true(SFileCreateFile(archive, name, 0, (DWORD)size, 0, flags, &file));
    if (size > 0) {
        assert_true(SFileWriteFile(file, data, (DWORD)size, MPQ_COMPRESSION_ZLIB));
    }
    assert_true(SFileFinishFile(file));
}

/* Without MPQ_CREATE_LISTFILE the archive knows no names. The file is made first: StormLib 9.22
 * closes the process's descriptor 0 if it is missing. */
static inline HANDLE mpq_create_archive(const char *path, DWORD flags)
{
    HANDLE archive = NULL;
    SFILE_CREATE_MPQ settings = {
        .cbSize = sizeof settings,
        .dwMpqVersion = (flags & MPQ_CREATE_ARCHIVE_VMASK) >> FLAGS_TO_FORMAT_SHIFT,
        .dwFileFlags1 = flags & MPQ_CREATE_LISTFILE ? MPQ_FILE_DEFAULT_INTERNAL : 0,
        .dwSectorSize = 0x1000,
        .dwRawChunkSize = flags & MPQ_CREATE_ARCHIVE_VMASK ? 0x4000 : 0,
        .dwMaxFileCount = 1024,
    };
    FILE *empty = fopen(path, "wb");
    assert_non_null(empty);
    assert_int_equal(fclose(empty), 0);
    assert_true(SFileCreateArchive2(path, &settings, &archive));
    return archive;
}

/* Makes an archive at `path`; `flags` say whether it has a listfile, and its version. */
static inline void mpq_build(const char *path, DWORD flags, const struct packed_file *files,
                             size_t count)
{
    HANDLE archive = mpq_create_archive(path, flags);
    for (size_t i = 0; i < count; i++) {
        mpq_add(archive, files[i].name, files[i].contents, strlen(files[i].contents),
                files[i].flags);
    }
    assert_true(SFileCloseArchive(archive));
}

#endif
