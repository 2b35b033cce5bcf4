/*
 * Real files, which are not part of the project: below $ADTMAP_REAL, else below ../shared/real next
 * to the source tree. Tests that need them are skipped if they are missing.
 */
#ifndef TESTS_FORMATS_REAL_FILES_H
#define TESTS_FORMATS_REAL_FILES_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* The folder; NULL, with a message, if it is missing. */
static inline const char *real_root(void)
{
    const char *given = getenv("ADTMAP_REAL");
    const char *root = given ? given : TEST_SOURCE_DIR "/../shared/real";
    struct stat status;
    if (stat(root, &status) == 0) {
        return root;
    }
    printf("skipped: no directory %s; ADTMAP_REAL may name one\n", root);
    return NULL;
}

/* Calls `each` for every file below `folder` whose name ends with `extension`; returns how many. */
static inline unsigned each_real_file(const char *folder, const char *extension,
                                      void (*each)(const char *path, void *user), void *user)
{
    DIR *directory = opendir(folder);
    unsigned count = 0;
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[4096];
        struct stat status;
        size_t length = strlen(entry->d_name);
        int used = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        bool fits = used > 0 && (size_t)used < sizeof path;
        if (!fits || entry->d_name[0] == '.' || stat(path, &status)) {
            continue;
        }
        if (S_ISDIR(status.st_mode)) {
            count += each_real_file(path, extension, each, user);
        } else if (length >= strlen(extension) &&
                   strcasecmp(entry->d_name + length - strlen(extension), extension) == 0) {
            each(path, user);
            count++;
        }
    }
    if (directory) {
        closedir(directory);
    }
    return count;
}

#endif
