/* A temporary directory with files, for tests of what reads directories. */
#ifndef TESTS_ASSETS_TEMPORARY_H
#define TESTS_ASSETS_TEMPORARY_H

#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct temporary {
    char path[64];
};

static inline int temporary_remove_one(const char *path, const struct stat *info, int type,
                                       struct FTW *place)
{
    (void)info;
    (void)type;
    (void)place;
    return remove(path);
}

static inline void temporary_remove(struct temporary *temporary)
{
    nftw(temporary->path, temporary_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* In $TMPDIR, if that is not too long a path: whoever runs a test that crashes can clear it away.
 */
static inline struct temporary temporary_make(void)
{
    enum { FOLDER_MAX = 40 };
    struct temporary temporary;
    const char *folder = getenv("TMPDIR");
    bool fits = folder && folder[0] == '/' && strlen(folder) <= FOLDER_MAX;
    snprintf(temporary.path, sizeof temporary.path, "%s/adtmap-test-XXXXXX",
             fits ? folder : "/tmp");
    assert_non_null(mkdtemp(temporary.path));
    return temporary;
}

/* The path of `name` in the directory; `text` has 256 bytes. */
static inline char *temporary_path(const struct temporary *temporary, const char *name, char *text)
{
    snprintf(text, 256, "%s/%s", temporary->path, name);
    return text;
}

/* Makes a file and its folders. */
static inline void temporary_file(const struct temporary *temporary, const char *name,
                                  const char *contents)
{
    char path[256];
    temporary_path(temporary, name, path);
    for (char *at = path + strlen(temporary->path) + 1; *at; at++) {
        if (*at == '/') {
            *at = '\0';
            mkdir(path, 0777);
            *at = '/';
        }
    }
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(contents, file);
    fclose(file);
}

static inline void temporary_link(const struct temporary *temporary, const char *target,
                                  const char *name)
{
    char path[256];
    assert_int_equal(symlink(target, temporary_path(temporary, name, path)), 0);
}

#endif
