/*
 * The files of a directory, folder by folder: a folder is listed when a file in it is asked for. A
 * picture of one tile needs some ten folders of a client's thousand.
 *
 * It knows plain folders: no links, no archives of one file, and no two files that are one to a
 * client; folders that are one are listed together. What it finds there is what an index of the
 * whole directory (directory_index.h) has.
 */
#ifndef ASSETS_SOURCES_KNOWN_FOLDERS_H
#define ASSETS_SOURCES_KNOWN_FOLDERS_H

#include "assets/sources/directory_index.h"

struct known_folders;

/*
 * Begins with the directory `root`, which must outlive it. NULL if the names of its files are not
 * their paths, as far as is known without a walk: it has no folder World with a file in it that can
 * be found this way; or when out of memory.
 */
struct known_folders *known_folders_create(const char *root);
void known_folders_destroy(struct known_folders *folders); /* NULL is fine */

enum known_answer {
    KNOWN_ABSENT,
    KNOWN_PRESENT,
    KNOWN_UNSURE, /* a folder on the way is not plain, or cannot be read */
};

/* Looks up a file; it holds as long as `folders`. One thread at a time. */
enum known_answer known_folders_find(struct known_folders *folders, const char *canonical,
                                     const struct directory_file **file);

/* Whether a file directly in the root, or in a folder directly in it, has a number for a name
 * (stored_names.h); true also if one of these folders is not plain. */
bool known_folders_hold_ids(struct known_folders *folders);

#endif
