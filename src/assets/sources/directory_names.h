/*
 * Maps paths of a directory to client names. Users give the client's root, the folder that contains
 * `World`, `World` itself, the folder of a map, or a folder of some ADT files. source_directory.h
 * lists the rules.
 */
#ifndef ASSETS_SOURCES_DIRECTORY_NAMES_H
#define ASSETS_SOURCES_DIRECTORY_NAMES_H

#include <stdbool.h>

#include "base/path.h"

/* Evidence for a rule, from the paths of a directory. Zero-initialised: none. */
struct name_signs {
    bool world;      /* world/... */
    bool data_world; /* data/world/... */
};

/* Adds a path below the directory, in any spelling. */
void name_signs_note(struct name_signs *signs, const char *path);

struct name_rule {
    enum {
        NAME_AS_IS,
        NAME_WITH_PREFIX,
        NAME_WITHOUT_DATA,
        NAME_LOOSE_MAP,
    } kind;
    char prefix[NAME_BYTES]; /* canonical, with trailing slash; "" unless NAME_WITH_PREFIX */
};

/* Chooses a rule by the signs, then by the directory's path as given, then by its real path. */
void name_rule_choose(struct name_rule *rule, const struct name_signs *signs, const char *path,
                      const char *real_path);

/* The canonical client name of the file at `path` below the directory. False if it has none. */
bool name_rule_apply(const struct name_rule *rule, const char *path, char name[NAME_BYTES]);

/*
 * Removes ".mpq" from the path of a one-file archive ("Azeroth.wdt.MPQ"); *packed: it was one.
 * False for other archives, which are not files of the directory.
 */
bool name_strip_archive(const char *path, char stripped[PATH_BYTES_MAX], bool *packed);

#endif
